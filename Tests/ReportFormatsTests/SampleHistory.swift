import Conformance
import JSONText
import ServiceProtocol
import VirtualTime

/// Histories made by hand.
enum SampleHistory {
  static let epoch = VirtualInstant.defaultEpoch

  static func record(
    _ offset: VirtualDuration, _ kind: RecordKind, _ name: String, _ app: String = "",
    _ fields: JSONObject = [:]
  ) -> Record {
    Record(time: epoch + offset, kind: kind, name: name, app: app, fields: fields)
  }

  static func wake(_ offset: VirtualDuration) -> Record { record(offset, .message, "wake", "mail") }

  /// A retry that comes an hour early, with the wrong code.
  static let early: [Record] = [
    record(.zero, .life, "launched", "mail"),
    record(.zero, .message, "launch", "mail", ["state": "foreground"]),
    record(.zero, .fault, "status", "", ["endpoint": "enroll", "kind": "status", "status": 503]),
    record(
      .zero, .message, "registerAndEnrollAccount", "mail",
      ["api": "registerAndEnrollAccount", "identity": "ana@contoso.com"]),
    record(
      .zero, .request, "enroll", "mail",
      ["identity": "ana@contoso.com", "status": 503, "outcome": "answered"]),
    record(.zero, .result, "registerAndEnrollAccount", "mail", ["value": nil]),
    wake(.hours(23)),
    record(
      .hours(23), .request, "enroll", "mail",
      ["identity": "ana@contoso.com", "status": 503, "outcome": "answered"]),
    record(
      .hours(23), .event, "enrollmentRequest", "mail",
      ["identity": "ana@contoso.com", "statusCode": 204, "error": "</script><b>&]]>"]),
  ]

  /// One of everything that a picture draws.
  static let everything: [Record] = [
    record(.zero, .life, "launched", "mail"),
    record(.zero, .message, "launch", "mail", ["state": "foreground"]),
    record(.zero, .life, "launched", "calendar-of-contoso"),
    record(.zero, .message, "isURLAllowed", "mail", ["api": "isURLAllowed", "url": "x:/"]),
    record(.zero, .result, "isURLAllowed", "mail", ["value": false]),
    record(.zero, .admin, "wipe", "", ["wipe": "ana@contoso.com", "device": "phone"]),
    record(.zero, .device, "phone", "", ["wallClock": -3_600_000]),
    record(.zero, .network, "offline", "", ["device": "phone"]),
    record(.zero, .request, "locate", "mail", ["outcome": "reset"]),
    record(
      .zero, .request, "token", "mail",
      ["subject": "ana@contoso.com", "status": 400, "outcome": "answered", "authority": "common"]),
    record(
      .hours(1), .request, "enroll", "mail",
      ["status": 200, "outcome": "held", "hold": ["milliseconds": 5000]]),
    record(
      .hours(1), .request, "checkin", "calendar-of-contoso", ["outcome": "held", "hold": "kill"]),
    record(
      .hours(1) + .seconds(5), .delivered, "enroll", "mail", ["identity": "ana@contoso.com"]),
    record(.hours(1) + .seconds(5), .life, "killed", "calendar-of-contoso", ["at": "idle"]),
    record(
      .hours(2), .request, "checkin", "mail",
      ["status": 200, "outcome": "held", "hold": ["milliseconds": 5000], "result": "policy"]),
    record(.hours(2) + .seconds(5), .discarded, "checkin", "mail"),
    record(.days(20), .life, "service-kill"),
    record(.days(20), .life, "service-start"),
    wake(.days(30)),
    record(.days(30), .finding, "unsupported", "mail", ["name": "halt"]),
    record(.days(30), .life, "stopped", "mail"),
  ]
}
