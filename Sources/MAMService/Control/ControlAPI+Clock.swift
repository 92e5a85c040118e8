import JSONText
import VirtualTime

extension ControlAPI {
  var clockJSON: JSONObject {
    let now = clock.now.milliseconds
    return [
      "mode": .string(clock.mode.rawValue), "now": .int(now), "instant": JSON(instant: now),
    ]
  }

  var clockState: ServiceResponse { ServiceResponse(.object(clockJSON)) }

  /// Sets the clock; what is due until then happens first, each at its instant.
  func setClock(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    try request.allow("now")
    let instant = try ControlAPI.attempt { () throws(CommandError) in
      try VirtualInstant(request.body["now"], "now")
    }
    guard let instant else { throw .badRequest("\"now\" must be an instant") }
    return move(to: instant)
  }

  /// Moves the clock on.
  func advance(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    try request.allow("by")
    let span: Int? =
      switch request.body["by"] {
      case .int(let milliseconds): milliseconds
      case .string(let text): ISO8601.durationMilliseconds(text)
      default: nil
      }
    guard let span, 0...3_153_600_000_000 ~= span else {
      throw .badRequest(
        "\"by\" must be milliseconds or an ISO 8601 duration such as PT8H, of at most 100 years")
    }
    return move(to: clock.now + VirtualDuration(milliseconds: span))
  }

  private func move(to instant: VirtualInstant) -> ServiceResponse {
    let due = clock.set(to: instant)
    var answer = clockJSON
    answer.append("due", .int(due))
    return ServiceResponse(.object(answer))
  }
}
