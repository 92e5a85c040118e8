internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting
internal import ServiceProtocol
internal import VirtualTime

/// The requests of cases as HTTP Archive 1.2: a page for each case, an entry for each request.
///
/// `startedDateTime` is virtual time; `time` is how long the response was held back in it, so it is 0 for an answer
/// at once. A history has no bytes of the wire: the body is what the history says of the request, and the host is a
/// reserved name (RFC 6761). A request without an answer has the status 0, as browsers write it, and `_error`.
struct HARReport {
  /// The most cases in one archive.
  static let mostCases = 200
  private let run: FinishedRun

  init(_ run: FinishedRun) { self.run = run }

  /// The archive.
  var bytes: [UInt8] {
    let cases = run.chosen(atMost: HARReport.mostCases)
    var log: JSONObject = [
      "version": "1.2",
      "creator": ["name": "mamconform", "version": .string(run.description.version)],
      "pages": .array(cases.enumerated().map { page($0.element, $0.offset) }),
      "entries": .array(
        cases.enumerated().flatMap { index, result in entries(result, page: index) }),
    ]
    let left = run.results.count - cases.count
    if left > 0 { log["comment"] = .string("\(left) more cases are left out") }
    return (["log": .object(log)] as JSON).fileBytes
  }

  private func page(_ result: CaseResult, _ index: Int) -> JSON {
    [
      "startedDateTime": .string(VirtualDate.text(result.history.epoch)),
      "id": .string("case_\(index + 1)"), "title": .string(result.conformanceCase.name),
      "pageTimings": ["onContentLoad": .int(-1), "onLoad": .int(result.virtualTime.milliseconds)],
    ]
  }

  private func entries(_ result: CaseResult, page: Int) -> [JSON] {
    let exchanges = Exchange.of(result.history.allRecords)
    return exchanges.map { entry($0, page: "case_\(page + 1)") }
  }

  private func entry(_ exchange: Exchange, page: String) -> JSON {
    let record = exchange.request
    var asked = JSONObject()
    var answered = JSONObject()
    for member in record.fields.members {
      switch member.name {
      case "status", "outcome", "hold": continue
      case "result", "version", "code", "wipeId": answered.append(member.name, member.value)
      default: asked.append(member.name, member.value)
      }
    }
    let time = exchange.milliseconds
    let status = exchange.isAnswered ? record.fields["status"]?.int ?? 0 : 0
    let body = JSON.object(answered).text
    var response: JSONObject = [
      "status": .int(status), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": [], "redirectURL": "", "headersSize": .int(-1), "bodySize": .int(-1),
      "content": [
        "size": .int(body.utf8.count), "mimeType": "application/json", "text": .string(body),
      ],
    ]
    if !exchange.isAnswered { response["_error"] = .string(exchange.fate.rawValue) }
    return [
      "pageref": .string(page), "startedDateTime": .string(VirtualDate.text(record.time)),
      "time": .int(time),
      "request": [
        "method": "POST", "url": .string(url(record)),
        "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": [], "queryString": [],
        "postData": [
          "mimeType": "application/json", "params": [], "text": .string(JSON.object(asked).text),
          "comment": "what the history says of the request, not the bytes of the wire",
        ],
        "headersSize": .int(-1), "bodySize": .int(-1),
      ],
      "response": .object(response), "cache": [:],
      "timings": ["send": 0, "wait": .int(time), "receive": 0],
      "_app": .string(record.app), "comment": .string(exchange.fate.rawValue),
    ]
  }

  private func url(_ record: Record) -> String {
    let authority = record.fields["authority"]?.string
    let path = authority.map { "\($0)/oauth2/v2.0/\(record.name)" } ?? record.name
    return "https://mam.invalid/\(path)"
  }
}
