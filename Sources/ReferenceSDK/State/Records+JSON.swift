internal import ExactText
import JSONText
import VirtualTime

/// An object without the members whose value is nil.
func compact(_ members: [(String, JSON?)]) -> JSON {
  .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
}

extension Account {
  var json: JSON {
    compact([
      ("identity", .string(identity)), ("attemptDue", attemptDue.map { .int($0.milliseconds) }),
    ])
  }
  init?(_ json: JSON) {
    guard let identity = json["identity"]?.string else { return nil }
    self.init(
      identity: identity, attemptDue: json["attemptDue"]?.int.map(VirtualInstant.init))
  }
}

extension Locations {
  var json: JSON {
    compact([
      ("enrollment", .string(enrollment)), ("policy", .string(policy)),
      ("telemetry", telemetry.map(JSON.string)),
    ])
  }
  init?(_ json: JSON?) {
    guard let enrollment = json?["enrollment"]?.string, let policy = json?["policy"]?.string
    else { return nil }
    self.init(
      enrollment: enrollment, policy: policy, telemetry: json?["telemetry"]?.string)
  }
}

extension Enrollment {
  var json: JSON {
    compact([
      ("identity", .string(identity)), ("enrollmentId", .string(enrollmentId)),
      ("objectId", objectId.map(JSON.string)), ("locations", locations?.json),
      ("policyVersion", policyVersion.map(JSON.string)), ("policy", policy.map(JSON.object)),
      ("configuration", .array(configuration)),
    ])
  }
  init?(_ json: JSON) {
    guard let identity = json["identity"]?.string,
      let enrollmentId = json["enrollmentId"]?.string
    else { return nil }
    self.init(
      identity: identity, enrollmentId: enrollmentId, objectId: json["objectId"]?.string,
      locations: Locations(json["locations"]), policyVersion: json["policyVersion"]?.string,
      policy: json["policy"]?.object, configuration: json["configuration"]?.array ?? [])
  }
}

extension PendingUnenrollment {
  var json: JSON {
    compact([
      ("number", .int(number)), ("identity", .string(identity)),
      ("enrollmentId", .string(enrollmentId)), ("locations", locations?.json),
      ("wipe", .string(wipe.rawValue)), ("reason", .string(reason.rawValue)),
      ("wipeId", wipeId.map(JSON.string)), ("isOvertaken", isOvertaken ? true : nil),
    ])
  }
  init?(_ json: JSON) {
    guard let number = json["number"]?.int, let identity = json["identity"]?.string,
      let enrollmentId = json["enrollmentId"]?.string,
      let wipe = json["wipe"]?.string.flatMap(Wipe.init),
      let reason = json["reason"]?.string.flatMap(Reason.init)
    else { return nil }
    self.init(
      number: number, identity: identity, enrollmentId: enrollmentId,
      locations: Locations(json["locations"]), wipe: wipe, reason: reason,
      wipeId: json["wipeId"]?.string, isOvertaken: json["isOvertaken"]?.bool ?? false)
  }
}

extension Overrides {
  var json: JSON {
    compact([
      ("authority", authority.map(JSON.string)), ("clientId", clientId.map(JSON.string)),
      ("redirect", redirect.map(JSON.string)),
    ])
  }
  init(_ json: JSON) {
    self.init(
      authority: json["authority"]?.string, clientId: json["clientId"]?.string,
      redirect: json["redirect"]?.string)
  }
}
