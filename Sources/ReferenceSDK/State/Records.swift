internal import ExactText
import JSONText
import VirtualTime

/// An account that the app has registered (ENR-005).
struct Account: Sendable, Equatable {
  /// The user principal name in the letter case in which it was registered.
  var identity: String
  /// When the next attempt to enroll it is due; nil while another account is enrolled.
  ///
  /// It is put 24 hours ahead before an attempt starts, so that an attempt that dies with its
  /// process counts as failed at its start.
  var attemptDue: VirtualInstant?
}

/// Where the service has its hosts for a user (ENR-041).
struct Locations: Sendable, Equatable {
  var enrollment: String
  var policy: String
  var telemetry: String?
}

/// The user who has enrolled the app, and what that brought.
struct Enrollment: Sendable, Equatable {
  var identity: String
  /// The service's name for it.
  var enrollmentId: String
  /// The user's object ID in the directory; nil if the service did not say.
  var objectId: String?
  /// Nil after the policy host could not be reached: the next check-in locates again.
  var locations: Locations?
  var policyVersion: String?
  /// The settings by their Graph names; nil while no policy targets the user.
  var policy: JSONObject?
  /// The targeted app configuration.
  var configuration: [JSON] = []
}

/// The unenrollment of a user who has left; kept until the service has been told, whatever dies meanwhile.
struct PendingUnenrollment: Sendable, Equatable {
  /// What is left of the selective wipe (OQ-35).
  enum Wipe: String, Sendable {
    /// None is wanted, or it is done.
    case none
    /// The app has to be asked.
    case ask
    /// The app left the files to the SDK.
    case deleteFiles
  }
  /// Why the user leaves, as the service is told.
  enum Reason: String, Sendable {
    case deregister, wipe
  }
  var number: Int
  var identity: String
  var enrollmentId: String
  var locations: Locations?
  var wipe: Wipe
  var reason: Reason
  var wipeId: String?
  /// True once the service has given the same enrollment to the user who came back: it never heard of the departure.
  var isOvertaken = false
}

/// The runtime overrides of the sign-in settings (AUTH-022 to AUTH-028).
struct Overrides: Sendable, Equatable {
  var authority: String?
  var clientId: String?
  var redirect: String?
}
