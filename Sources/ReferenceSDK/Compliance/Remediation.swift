internal import ExactText
import JSONText

/// A compliance remediation that has been asked for and is not over (AUTH-050).
struct Remediation: Sendable, Equatable {
  var identity: String
  /// True if the user may not be asked for anything (AUTH-052).
  var isSilent: Bool
  /// True while it goes on only in the next process, once the app was asked to restart (RST-009).
  var awaitsRestart = false
  /// True once the app was asked to restart before the user whom it replaces was removed.
  var hasRestarted = false
  /// The version of the app that has asked for it.
  var appVersion = ""
}

extension Remediation {
  var json: JSON {
    [
      "identity": .string(identity), "silent": .bool(isSilent),
      "awaitsRestart": .bool(awaitsRestart), "hasRestarted": .bool(hasRestarted),
      "appVersion": .string(appVersion),
    ]
  }
  init?(_ json: JSON) {
    guard let identity = json["identity"]?.string else { return nil }
    self.init(
      identity: identity, isSilent: json["silent"]?.bool ?? false,
      awaitsRestart: json["awaitsRestart"]?.bool ?? false,
      hasRestarted: json["hasRestarted"]?.bool ?? false,
      appVersion: json["appVersion"]?.string ?? "")
  }
}
