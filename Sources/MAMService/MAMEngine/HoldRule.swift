internal import ExactText
import JSONText
import MAMDirectory
import MAMWire
import ServiceProtocol

/// An order to hold the n-th matching request, so that the app can be killed at that cut point.
struct HoldRule: Sendable, Equatable {
  /// Nil means every app.
  let instance: String?
  /// Nil means every endpoint.
  let endpoint: Endpoint?
  /// Where the request is held.
  let point: HoldPoint
  /// How many more matching requests must come; 0 when the order is spent.
  private(set) var remaining: Int

  /// Reads the members of a `hold` command.
  init(json: JSONObject) throws(CommandError) {
    instance = json[.instance]?.string
    endpoint = try Endpoint(named: json[.endpoint]?.string)
    guard let point = HoldPoint(rawValue: json[.point]?.string ?? HoldPoint.received.rawValue)
    else {
      throw CommandError("\"point\" must be \(listed(HoldPoint.self))")
    }
    self.point = point
    remaining = json[.n]?.int ?? 1
    guard remaining >= 1 else { throw CommandError("\"n\" must be a positive integer") }
  }

  /// Counts a request if it matches; true if it is the one to hold.
  mutating func takes(_ endpoint: Endpoint, instance: String) -> Bool {
    guard remaining > 0, self.endpoint ?? endpoint == endpoint,
      self.instance ?? instance == instance
    else { return false }
    remaining -= 1
    return remaining == 0
  }
}
