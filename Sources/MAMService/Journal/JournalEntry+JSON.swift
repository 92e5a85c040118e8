import JSONText
import VirtualTime

extension JournalEntry {
  /// The entry as the control API shows it, without secrets.
  ///
  /// - Parameter isWhole: false for what an expectation shows: no headers and bodies.
  func json(_ redaction: Redaction = Redaction(), isWhole: Bool = true) -> JSON {
    var redaction = redaction
    var line: JSONObject = [
      "request": .int(record.request), "time": JSON(instant: time.milliseconds),
      "endpoint": JSON(record.endpoint?.rawValue), "instance": .string(record.instance),
      "app": JSON(record.facts.detail["bundleId"]?.string), "device": JSON(deviceTag),
      "tenant": JSON(tenant), "identity": JSON(record.facts.identity),
      "subject": JSON(record.facts.subject), "outcome": .string(outcome.rawValue),
      "status": record.status.map(JSON.int) ?? .null, "code": JSON(record.code),
      "fault": JSON(rule), "held": record.hold == nil ? .null : JSON(instant: time.milliseconds),
      "answered": answered.map { JSON(instant: $0.milliseconds) } ?? .null,
      "milliseconds": span.map(JSON.int) ?? .null, "client": JSON(record.client),
      "detail": .object(record.facts.detail),
    ]
    guard isWhole else {
      line.append("method", JSON(http?.method))
      line.append("path", JSON(http?.path))
      return redaction.finished(.object(line))
    }
    if let http {
      line.append(
        "http",
        [
          "method": .string(http.method), "path": .string(http.path),
          "query": .string(redaction.form(http.query)), "headers": fields(http.headers, &redaction),
          "body": .string(redaction.body(http.body)),
        ])
    }
    if let reply {
      line.append(
        "response",
        [
          "status": .int(reply.response.status),
          "headers": fields(responseHeaders(reply), &redaction),
          "body": .string(content(reply, &redaction)),
        ])
    } else {
      line.append("response", .null)
    }
    return redaction.finished(.object(line))
  }

  /// From arrival to response, in milliseconds of the service's clock; nil without a response.
  var span: Int? { answered.map { $0.milliseconds - time.milliseconds } }

  /// What the response carried, without secrets; of a cut one the whole.
  func content(_ reply: Reply, _ redaction: inout Redaction) -> String {
    reply.form == .malformed ? Reply.malformedBody : redaction.content(reply.response.content)
  }

  /// Header fields as objects, without secrets.
  func fields(_ fields: [HeaderField], _ redaction: inout Redaction) -> JSON {
    var array: [JSON] = []
    for field in fields {
      let field = redaction.field(field)
      array.append(["name": .string(field.name), "value": .string(field.value)])
    }
    return .array(array)
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
