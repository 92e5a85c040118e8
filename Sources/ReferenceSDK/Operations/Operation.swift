import Contract
internal import ExactText
import VirtualTime

/// Something that takes several requests: locate, token, and then what it is for.
struct Operation: Sendable {
  /// What made an enrollment start.
  enum Trigger: Sendable, Equatable {
    /// `registerAndEnrollAccount`.
    case registered
    /// 24 hours have passed since the last attempt.
    case retry
    /// `loginAndEnrollAccount`.
    case login
    /// `AutoEnrollOnLaunch`.
    case launch
    /// The service asked for it.
    case reenroll
    /// A compliance remediation; `silent` ones may not ask the user.
    case compliance(silent: Bool)
  }
  /// What it is for.
  enum Kind: Sendable, Equatable {
    case enroll(Trigger)
    case checkIn
    /// The number of the ``PendingUnenrollment``, and the call that waits for the token.
    case unenroll(pending: Int, call: Int?)
    /// A sign-in that the app makes on its own.
    case signIn
  }
  /// Which response or person it waits for.
  enum Stage: Sendable, Equatable {
    case starting, locating, acquiringToken, signingIn, prompting, working
  }

  /// The enrollment ID of what is done for a user who is not enrolled.
  static let noEnrollment = "none"

  let number: Int
  var kind: Kind
  var identity: String
  var stage = Stage.starting
  var locations: Locations?
  var token: String?
  /// The authorities that have not been tried yet, in their order; nil before the first is.
  var candidates: [String]?
  /// The authority that is being asked.
  var authority: String?
  /// The client ID that was in force when it was asked.
  var client: String?
  /// Why the authorities tried so far gave no token.
  var tokenFailure: StatusCode?
  /// The open request.
  var request: String?
  /// When it began.
  var beganAt = VirtualInstant(milliseconds: 0)
  /// When the open request was sent.
  var sentAt: VirtualInstant?
  /// True if the user has been asked for credentials; that happens once at most (OQ-14).
  var hasPrompted = false
  /// True if somebody else has signed in than was asked for.
  var isOfAnother = false
  /// The prompt that a person has answered while another attempt was under way; the operation goes on after that one.
  var answered: Prompt.Purpose?
  /// For a check-in: the enrollment it is made for.
  var enrollmentId: String?

  /// True if it is an enrollment, of which there is one at a time (OQ-06).
  var isEnrollment: Bool { if case .enroll = kind { true } else { false } }
  /// The trigger of an enrollment.
  var trigger: Trigger? { if case .enroll(let trigger) = kind { trigger } else { nil } }
  /// True if a person who is asked for it is asked for a remediation: by itself a check-in asks nobody.
  var isOfRemediation: Bool { if case .compliance = trigger { true } else { kind == .checkIn } }
  /// True if it may ask the user for credentials when no token is found.
  func mayPrompt(policyIsRequired: Bool) -> Bool {
    switch trigger {
    case .login: true
    case .launch: policyIsRequired
    case .compliance(let silent): !silent
    default: false
    }
  }
}
