internal import ExactText
import JSONText
internal import ServiceProtocol

/// The hosts of a user, and what is told to that of telemetry.
extension OperationRules {
  /// What is known of a user's hosts without asking: nothing, unless the SDK keeps what it learned.
  func knownLocations(of identity: String, _ given: Locations?) -> Locations? {
    switch behaviour.requests.locationIsKept {
    case .notAtAll: nil
    case .withTheEnrollment: given
    case .forTheUser:
      given ?? saved.locations.first { isSame($0.identity, identity) }?.locations
    case .forEverybody: given ?? state.lastLocations
    }
  }

  /// Keeps what the location service has said of a user.
  func learn(_ locations: Locations, of identity: String) {
    state.lastLocations = locations
    guard behaviour.requests.locationIsKept == .forTheUser else { return }
    let others = saved.locations.filter { !isSame($0.identity, identity) }
    saved.locations = others + [KnownLocation(identity: identity, locations: locations)]
  }

  /// Sends an event of telemetry if its host is known and nothing switches telemetry off (TEL-005, TEL-007); nobody waits for
  /// the answer.
  func sendTelemetry(_ event: String, to locations: Locations?) {
    guard let host = locations?.telemetry, behaviour.requests.telemetry != .nothing,
      !context.isJudgedByTelemetry, !context.flag("MAMTelemetryDisabled"), !saved.telemetryIsOff
    else { return }
    let body: JSONObject = ["events": [["name": .string(event)]]]
    state.requestCount += 1
    act(
      .send(
        SDKRequest(
          id: "r\(state.requestCount)", endpoint: .telemetry, url: host + "/telemetry",
          headers: ["Content-Type: application/json"], body: .json(body))))
  }
}

/// The hosts of one user, kept by an SDK that asks for them once.
struct KnownLocation: Sendable, Equatable {
  var identity: String
  var locations: Locations

  var json: JSON { ["identity": .string(identity), "locations": locations.json] }

  init(identity: String, locations: Locations) {
    self.identity = identity
    self.locations = locations
  }

  init?(_ json: JSON) {
    guard let identity = json["identity"]?.string, let locations = Locations(json["locations"])
    else { return nil }
    self.init(identity: identity, locations: locations)
  }
}
