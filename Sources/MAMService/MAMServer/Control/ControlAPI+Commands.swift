internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMGraph
import MAMWire
import ServiceProtocol
import VirtualTime

/// What the coordinator orders through its channel, ordered by HTTP.
extension ControlAPI {
  /// Where requests come from.
  var transport: any ServiceTransport {
    get throws(ControlError) {
      guard let transport = engine.transport else {
        throw ControlError(
          status: 503, code: "ServiceUnavailable", message: "the service is stopping")
      }
      return transport
    }
  }

  /// Changes the tenant or user that the path names.
  func change(_ kind: ControlCommand.Name, _ request: ControlRequest) throws(ControlError)
    -> ServiceResponse
  {
    for name in [ControlCommand.Member.id, .verb, .name] where request.body[name] != nil {
      throw .badRequest("the member \"\(name.rawValue)\" cannot be changed")
    }
    var members = request.body
    members[.name] = .string(request.names[0])
    return try command(kind, members)
  }

  /// Carries out a command of the control channel.
  func command(
    _ name: ControlCommand.Name, _ members: JSONObject
  ) throws(ControlError) -> ServiceResponse {
    let transport = try transport
    return try ControlAPI.attempt { () throws(CommandError) in
      ServiceResponse(try engine.perform(name, members, on: transport, now: clock.now))
    }
  }

  /// The requests that wait for their response, in the order in which they came.
  var heldRequests: ServiceResponse {
    let waiting = engine.held.values.sorted { $0.record.request < $1.record.request }
    var redaction = redaction
    return ServiceResponse([
      "held": .array(waiting.map { redaction.finished(redaction.json(.object($0.json))) })
    ])
  }

  /// Releases or drops a held request.
  func endHeld(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let verb = ControlCommand.Name(rawValue: try request.text("do"))
    guard let verb, verb == .release || verb == .drop else {
      throw .badRequest("\"do\" must be release or drop")
    }
    guard let number = Int(request.names[0]), let waiting = engine.held[number] else {
      throw .notFound("no request with the number \(request.names[0]) is held")
    }
    if case .lost = waiting.state, verb == .release {
      throw .conflict("the response to request \(number) is lost: the request can only be dropped")
    }
    return try command(verb, ["request": .int(number)])
  }
}

extension HeldRequest {
  /// The request as the control API shows it.
  fileprivate var json: JSONObject {
    let reason: JSON =
      switch record.hold {
      case .delay: "delay"
      case .kill: "hold"
      case .never, nil: "fault"
      }
    let isApplied = if case .applied = state { true } else { false }
    let isLost = if case .lost = state { true } else { false }
    return [
      "request": .int(record.request), "endpoint": JSON(record.endpoint?.rawValue),
      "instance": .string(record.instance), "tenant": JSON(record.facts.tenant),
      "identity": JSON(record.facts.identity), "subject": JSON(record.facts.subject),
      "client": JSON(record.client), "since": JSON(instant: since.milliseconds),
      "until": until.map { JSON(instant: $0.milliseconds) } ?? .null, "reason": reason,
      "fault": JSON(rule), "applied": .bool(isApplied), "releasable": .bool(!isLost),
    ]
  }
}
