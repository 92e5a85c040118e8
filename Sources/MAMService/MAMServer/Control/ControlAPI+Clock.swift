internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMGraph
import MAMWire
import Storage
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
    let instant = try ControlAPI.attempt { () throws(CommandError) in
      try VirtualInstant(request.body["now"], "now")
    }
    guard let instant else { throw .badRequest("\"now\" must be an instant") }
    return try move(to: instant)
  }

  /// Moves the clock on.
  func advance(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    guard let span = try request.span("by") else {
      throw .badRequest("\"by\" must be milliseconds or a duration such as PT8H")
    }
    return try move(to: clock.now + span)
  }

  private func move(to instant: VirtualInstant) throws(ControlError) -> ServiceResponse {
    guard instant <= clock.latest else {
      throw .badRequest(
        clock.mode == .virtual
          ? "the clock cannot go beyond the year 9999"
          : "a real clock cannot be moved beyond the year 9998, because it keeps running")
    }
    do throws(StorageError) {
      try engine.store?.keep(clock.kept(at: instant))
    } catch {
      throw ControlError(CommandError(storage: error))
    }
    let due = clock.set(to: instant)
    var answer = clockJSON
    answer.append("due", .int(due))
    return ServiceResponse(.object(answer))
  }
}
