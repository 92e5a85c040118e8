internal import ExactText
package import JSONText
import MAMDirectory
import MAMGraph
import MAMWire
import VirtualTime

extension JournalEntry {
  /// The entry as the control API shows it, without secrets.
  ///
  /// - Parameter isWhole: false for what an expectation shows: no headers and bodies.
  package func json(_ redaction: Redaction = Redaction(), isWhole: Bool = true) -> JSON {
    var redaction = redaction
    // Both first: what is found in them must not be seen in the rest either.
    let (request, response) = (requestJSON(&redaction), responseJSON(&redaction))
    func text(_ value: String?) -> JSON { JSON(value.map { redaction.text($0) }) }
    var line: JSONObject = [
      "request": .int(record.request), "time": JSON(instant: time.milliseconds),
      "endpoint": JSON(record.endpoint?.rawValue), "instance": text(record.instance),
      "app": text(record.facts.detail["bundleId"]?.string), "device": text(deviceTag),
      "tenant": text(tenant), "identity": text(record.facts.identity),
      "subject": text(record.facts.subject), "outcome": .string(outcome.rawValue),
      "status": record.status.map(JSON.int) ?? .null, "code": JSON(record.code),
      "fault": JSON(rule), "held": record.hold == nil ? .null : JSON(instant: time.milliseconds),
      "answered": answered.map { JSON(instant: $0.milliseconds) } ?? .null,
      "milliseconds": span.map(JSON.int) ?? .null, "client": text(record.client),
      "detail": redaction.json(.object(record.facts.detail)),
    ]
    if isWhole {
      if let request { line.append("http", .object(request)) }
      line.append("response", response)
    } else {
      line.append("method", request?["method"] ?? .null)
      line.append("path", request?["path"] ?? .null)
    }
    return redaction.finished(.object(line))
  }

  private func requestJSON(_ redaction: inout Redaction) -> JSONObject? {
    guard let http else { return nil }
    return [
      "method": .string(http.method), "path": .string(redaction.path(http.path)),
      "query": .string(redaction.form(http.query)),
      "headers": JournalEntry.fields(http.headers) { redaction.field($0) },
      "body": .string(redaction.body(http.body)),
    ]
  }

  private func responseJSON(_ redaction: inout Redaction) -> JSON {
    guard let reply else { return .null }
    return [
      "status": .int(reply.response.status),
      "headers": JournalEntry.fields(responseHeaders(reply)) { redaction.responseField($0) },
      "body": .string(content(reply, &redaction)),
    ]
  }

  /// From arrival to response, in milliseconds of the service's clock; nil without a response.
  var span: Int? { answered.map { $0.milliseconds - time.milliseconds } }

  /// What the response carried, without secrets; of a cut one the whole.
  func content(_ reply: Reply, _ redaction: inout Redaction) -> String {
    guard reply.form == .malformed else { return redaction.content(reply.response.content) }
    return reply.isHeadAlone ? "" : Reply.malformedBody
  }

  /// Header fields as objects, as a redaction shows them.
  static func fields(_ fields: [HeaderField], _ shown: (HeaderField) -> HeaderField) -> JSON {
    .array(
      fields.map(shown).map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  /// The header fields of the response but those that HTTP itself needs.
  func responseHeaders(_ reply: Reply) -> [HeaderField] {
    var fields: [HeaderField] = []
    if let mediaType { fields.append(HeaderField("Content-Type", mediaType)) }
    fields += reply.response.headers
    if let client = record.client, !fields.contains(where: { $0.isNamed("client-request-id") }) {
      fields.append(HeaderField("client-request-id", client))
    }
    if let seconds = reply.response.retryAfterSeconds {
      fields.append(HeaderField("Retry-After", String(seconds)))
    }
    if let answered {
      let date = answered.milliseconds + reply.dateSkewMilliseconds
      fields.append(
        HeaderField("Date", HTTPDate.text(secondsSinceEpoch: date.flooringDivision(by: 1000))))
    }
    if let fault = reply.fault { fields.append(HeaderField("x-mamconform-fault", fault)) }
    return fields
  }

  /// What the response says its body is; nil without a body.
  var mediaType: String? {
    switch reply?.response.content {
    case .json: reply?.mediaType ?? "application/json"
    case .text(_, let mediaType): reply?.mediaType ?? mediaType
    case .some(.none), nil: nil
    }
  }
}
