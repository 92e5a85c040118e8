internal import ExactText
package import JSONText
import MAMDirectory
import MAMGraph
import MAMWire
import VirtualTime

extension JournalEntry {
  /// The entry of HTTP Archive 1.2, without secrets; nil for a request that did not come over HTTP.
  package func archive(_ redaction: Redaction) -> JSON? {
    guard let http else { return nil }
    var redaction = redaction
    // Of a target that is not a path, such as *, too; the format knows absolute URLs without fragments only.
    let path = (http.path.hasPrefix("/") ? "" : "/") + http.path
    let target = path + (http.query.isEmpty ? "" : "?\(http.query)")
    let url = http.origin + target.prefix { $0 != "#" }
    var request: JSONObject = [
      "method": .string(http.method), "url": .string(JournalEntry.encoded(redaction.url(url))),
      "httpVersion": .string(http.version), "cookies": [],
      "headers": JournalEntry.fields(http.headers) { redaction.field($0) },
      "queryString": .array(
        redaction.parameters(http.query).map {
          ["name": .string($0.name), "value": .string($0.value)]
        }), "headersSize": -1, "bodySize": .int(http.body.count),
    ]
    if !http.body.isEmpty {
      request.append(
        "postData",
        [
          "mimeType": .string(redaction.text(http.header("content-type") ?? "")),
          "text": .string(redaction.body(http.body)),
        ])
    }
    // The clock may have been set back in between; the format knows no negative times.
    let wait = max(0, span ?? 0)
    let line: JSON = [
      "startedDateTime": JSON(instant: time.milliseconds), "time": .int(wait),
      "request": .object(request), "response": archivedResponse(&redaction), "cache": [:],
      "timings": ["send": 0, "wait": .int(wait), "receive": 0],
      "_request": .int(record.request), "_outcome": .string(outcome.rawValue),
      "_fault": JSON(rule), "_endpoint": JSON(record.endpoint?.rawValue),
    ]
    return redaction.finished(line)
  }

  /// A URL as RFC 3986 lets one be written, with everything else escaped.
  private static func encoded(_ url: String) -> String {
    PercentEncoding.encoded(url, keeping: ":/?#[]@!$&'()*+,;=%")
  }

  private func archivedResponse(_ redaction: inout Redaction) -> JSON {
    let headers = reply.map(responseHeaders) ?? []
    let content = reply.map { self.content($0, &redaction) } ?? ""
    let location = headers.first { $0.isNamed("location") }.map {
      JournalEntry.encoded(redaction.url($0.value))
    }
    return [
      // 0 stands for a response that never came, as browsers write it.
      "status": .int(reply == nil ? 0 : record.status ?? 0), "statusText": "",
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": JournalEntry.fields(headers) { redaction.responseField($0) },
      "content": [
        "size": .int(content.utf8.count), "mimeType": .string(mediaType ?? ""),
        "text": .string(content),
      ], "redirectURL": .string(location ?? ""), "headersSize": -1,
      "bodySize": .int(content.utf8.count),
    ]
  }
}
