import JSONText
import VirtualTime

extension JournalEntry {
  /// The entry as the control API shows it, without secrets.
  var json: JSONObject {
    var line: JSONObject = [
      "request": .int(record.request), "time": JSON(instant: time.milliseconds),
      "endpoint": JSON(record.endpoint?.rawValue), "instance": .string(record.instance),
      "app": JSON(record.facts.detail["bundleId"]?.string), "device": JSON(deviceTag),
      "tenant": JSON(tenant), "identity": JSON(record.facts.identity),
      "subject": JSON(record.facts.subject), "outcome": .string(record.outcome.rawValue),
      "status": record.status.map(JSON.int) ?? .null, "code": JSON(record.code),
      "fault": JSON(rule),
      "answered": answered.map { JSON(instant: $0.milliseconds) } ?? .null,
      "milliseconds": answered.map { .int($0.milliseconds - time.milliseconds) } ?? .null,
      "client": JSON(record.client), "detail": .object(record.facts.detail),
    ]
    if let http {
      line.append(
        "http",
        [
          "method": .string(http.method), "path": .string(http.path),
          "query": .string(Redaction.form(http.query)),
          "headers": .array(http.headers.map(JournalEntry.json)),
          "body": .string(Redaction.body(http.body, mediaType: http.header("content-type") ?? "")),
        ])
    }
    line.append("response", response)
    return line
  }

  private var response: JSON {
    guard let reply else { return .null }
    return [
      "status": .int(reply.response.status),
      "headers": .array(responseHeaders.map(JournalEntry.json)),
      "body": .string(
        reply.form == .malformed
          ? Reply.malformedBody : Redaction.content(reply.response.content)),
    ]
  }

  private static func json(_ field: HeaderField) -> JSON {
    let field = Redaction.field(field)
    return ["name": .string(field.name), "value": .string(field.value)]
  }

  /// The header fields of the response that decide anything.
  private var responseHeaders: [HeaderField] {
    guard let reply else { return [] }
    var fields = reply.response.headers
    if let mediaType { fields.insert(HeaderField("Content-Type", mediaType), at: 0) }
    if let seconds = reply.response.retryAfterSeconds {
      fields.append(HeaderField("Retry-After", String(seconds)))
    }
    if let fault = reply.fault { fields.append(HeaderField("x-mamconform-fault", fault)) }
    return fields
  }

  private var mediaType: String? {
    switch reply?.response.content {
    case .json: reply?.mediaType ?? "application/json"
    case .text(_, let mediaType): reply?.mediaType ?? mediaType
    default: nil
    }
  }

  /// The entry of HTTP Archive 1.2; nil for a request that did not come over HTTP.
  var archive: JSON? {
    guard let http else { return nil }
    let span = answered.map { $0.milliseconds - time.milliseconds } ?? 0
    let body = Redaction.body(http.body, mediaType: http.header("content-type") ?? "")
    var request: JSONObject = [
      "method": .string(http.method),
      "url": .string(
        Redaction.url(http.origin + http.path + (http.query.isEmpty ? "" : "?\(http.query)"))),
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": .array(http.headers.map(JournalEntry.json)),
      "queryString": .array(
        RequestReader.form(Array(http.query.utf8)).members.map {
          [
            "name": .string($0.name),
            "value": Redaction.isSecret($0.name) ? .string(Redaction.mark) : $0.value,
          ]
        }),
      "headersSize": -1, "bodySize": .int(http.body.count),
    ]
    if !http.body.isEmpty {
      request.append(
        "postData",
        [
          "mimeType": .string(http.header("content-type") ?? ""), "params": [],
          "text": .string(body),
        ])
    }
    let content = reply.map { Redaction.content($0.response.content) } ?? ""
    let response: JSON = [
      // 0 stands for a response that never came, as browsers write it.
      "status": .int(reply == nil ? 0 : record.status ?? 0), "statusText": "",
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": .array(responseHeaders.map(JournalEntry.json)),
      "content": [
        "size": .int(content.utf8.count), "mimeType": .string(mediaType ?? ""),
        "text": .string(content),
      ],
      "redirectURL": .string(
        responseHeaders.first { $0.isNamed("location") }.map { Redaction.url($0.value) } ?? ""),
      "headersSize": -1, "bodySize": .int(content.utf8.count),
    ]
    return [
      "startedDateTime": JSON(instant: time.milliseconds), "time": .int(span),
      "request": .object(request), "response": response, "cache": [:],
      "timings": ["send": 0, "wait": .int(span), "receive": 0],
      "_outcome": .string(record.outcome.rawValue), "_fault": JSON(rule),
      "_endpoint": JSON(record.endpoint?.rawValue),
    ]
  }
}
