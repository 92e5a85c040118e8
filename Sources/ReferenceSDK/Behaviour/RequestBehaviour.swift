package import Contract
internal import ExactText
package import VirtualTime

/// Requests to the service: in which order, and how long the SDK waits.
package struct RequestBehaviour: BehaviourArea {
  /// Which comes first in an operation, the location of the hosts or the token (ENR-041).
  package var order = RequestOrder.locationFirst
  /// By which bundle ID an app is enrolled (ENR-007).
  package var enrollsUnder = EnrolledBundle.thatOfTheApp
  /// Which version of the SDK an enrollment names (DBG-025).
  package var namedRelease = NamedRelease.thatOfTheSDK
  /// For how long the location of a user's hosts is good (ENR-041).
  package var locationIsKept = KeptLocation.withTheEnrollment
  /// How long the SDK waits for a response; nil is without end (STA-035, OQ-32).
  package var timeLimit: VirtualDuration? = .seconds(60)
  /// The time limit is elapsed time, whatever the clock of the device is set to meanwhile (STA-035, OQ-86).
  package var limitIsElapsedTime = true
  /// The code for a sign-in that takes longer (STA-035, STA-036).
  package var signInTimeout = StatusCode.timeout
  /// The code for answers for which no requirement names one; nil is that of the service protocol (STA-007, OQ-87).
  package var unnamedCode: StatusCode?
  /// What the telemetry host is told (TEL-001, TEL-003).
  package var telemetry = Telemetry.nothing
  /// An answer counts although the clock of the device was set since the request (OQ-86).
  package var answersOutlastClockChanges = true
  /// So does that to a check-in (OQ-86).
  package var checkInsOutlastClockChanges = true
  /// A member of another type than the protocol's cannot be parsed (STA-025).
  package var membersHaveTheirTypes = true
  /// A name is sent with every character (IDN-009, ENR-007).
  package var namesKeepTheirMarks = true
  /// HTTP 410 says that a record is gone (STA-039); if false, only with the code for it.
  package var goneNeedsNoCode = true
  /// A timeout that is noticed late is reported as such (STA-035); if false, as a host that is lost.
  package var lateTimeoutsAreTimeouts = true
  /// The timeout of a check-in that looks for its hosts is one (STA-035); if false, no host was found.
  package var locationsOfCheckInsTimeOut = true
  /// The timeout of a check-in that waits for a token is one (STA-035); if false, nobody has signed in.
  package var tokensOfCheckInsTimeOut = true
  /// So is that of an unenrollment (STA-035).
  package var tokensOfUnenrollmentsTimeOut = true
  /// So is that of a retry (STA-035).
  package var tokensOfRetriesTimeOut = true
  /// What a host has answered to one operation is no answer to another (ENR-006, DRG-004).
  package var failuresAreOfOneOperation = true

  /// The contract of the latest edition.
  package init() {}
}

extension RequestBehaviour {
  /// Which comes first in an operation.
  package enum RequestOrder: Sendable {
    case locationFirst, tokenFirst
  }

  /// By which bundle ID an app is enrolled.
  package enum EnrolledBundle: Sendable {
    case thatOfTheApp
    /// One for all apps that have the SDK.
    case oneForAllApps
  }

  /// Which version of the SDK an enrollment names.
  package enum NamedRelease: Sendable {
    case thatOfTheSDK
    /// That of the app.
    case thatOfTheApp
  }

  /// What the telemetry host is told.
  package enum Telemetry: Sendable {
    case nothing, launchesAndEnrollments
  }

  /// For how long the location of a user's hosts is good.
  package enum KeptLocation: Sendable {
    /// As long as the enrollment for which it was asked.
    case withTheEnrollment
    /// For good.
    case forTheUser
    /// For good, and for every user who comes later.
    case forEverybody
    /// For one operation.
    case notAtAll
  }
}
