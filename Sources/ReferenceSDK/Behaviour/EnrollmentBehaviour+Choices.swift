internal import ExactText

extension EnrollmentBehaviour {
  /// Whom the background action tries.
  package enum RetriedAccounts: Sendable {
    case registered, firstRegistered
    /// Also those that were deregistered.
    case everRegistered
  }

  /// When the accounts that remain are tried after an unenrollment.
  package enum RetryAfterUnenrollment: Sendable {
    case afterInterval, atOnce, never
  }

  /// When a call returns that enrolls an account.
  package enum CallReturn: Sendable {
    case atOnce
    /// The hosts of the user are known.
    case onceLocated
    /// The token of the user is there.
    case onceTheTokenIsThere
    /// The enrollment is over.
    case onceEnrolled
    /// At once, and again by an event.
    case twice
  }

  /// What becomes of a user who comes while another one is being unenrolled.
  package enum WhileAnotherLeaves: Sendable {
    case enrolls
    /// It is refused, because the other one has to be removed first.
    case waitsForTheRemoval
    /// It is refused, as if the other one were still enrolled.
    case isRefusedAsEnrolled
  }

  /// What becomes of a second account while one is enrolled.
  package enum SecondAccount: Sendable {
    case refused
    /// It enrolls instead of the first.
    case replacesEnrolled
    /// The first is unenrolled for it.
    case unenrollsEnrolled
  }

  /// What the registration of an account does that is registered already, beside a warning.
  package enum DuplicateRegistration: Sendable {
    case warns, enrolls, checksIn
    /// It enrolls, also if somebody is enrolled.
    case enrollsAgain
    /// Nothing, not even a warning.
    case ignored
  }

  /// Whom a sign-in without a name is for.
  package enum NamelessSignIn: Sendable {
    /// The managed user of the device, else whom the person names.
    case managedUserOrAsked
    /// The managed user of the device unless that user has left the app before, else whom the person names.
    case managedUserUnlessLeft
    /// Whom the person names.
    case asked
    /// The managed user of the device, else nobody: it is refused.
    case managedUserOrRefused
    /// The managed user of the device, else whoever is signed in, else whom the person names.
    case managedOrSignedInUser
    /// The managed user of the device, else whom a person has named before, else whom the person names.
    case managedOrTypedUser
  }

  /// What becomes of a remediation for which another user signs in.
  package enum SignInOfAnother: Sendable {
    /// It fails, and nobody is enrolled.
    case endsIt
    /// Whoever has signed in is enrolled, and it stays open.
    case enrollsWhoHasSignedIn
    /// The sign-in is taken for that of the user who was asked.
    case isTakenForTheUser
  }

  /// What the calls do in an app extension that enroll accounts.
  package enum ExtensionCalls: Sendable {
    case refuse, register, enroll
  }

  /// When the interval to the next attempt begins.
  package enum RetryStart: Sendable {
    case withTheFailure, withTheAttempt
  }

  /// Which of the accounts that are due is tried first.
  package enum FirstAccount: Sendable {
    case theFirstRegistered, theLatestRegistered
  }

  /// What becomes of other accounts that were due when one enrolls.
  package enum OthersThatWereDue: Sendable {
    /// Nothing, until the user has left.
    case wait
    /// They are reported as refused.
    case areRefused
  }

  /// How policy is fetched for a new enrollment.
  package enum FirstPolicy: Sendable {
    /// By a check-in after it.
    case afterEnrollment
    /// As a part of it; it is reported when policy is there, or cannot be had.
    case withinEnrollment
    /// As a part of it, without which it fails.
    case asItsCondition
  }
}
