internal import ExactText
package import VirtualTime

/// What the SDK does on occasions that give no reason for it: by the contract nothing.
///
/// Each field is an occasion. That nothing comes of it is what checks without a record of their own demand: no wipe at a launch,
/// no prompt after a failure, no restart on coming back.
package struct StrayBehaviour: BehaviourArea {
  /// The launch of an app that nobody has enrolled (LCH-001, LCH-004, DRG-003).
  package var atLaunch = Impulse.nothing
  /// The launch of an app that somebody has enrolled (WIP-008, RST-007, IDN-008, IDN-055).
  package var atLaunchWithUser = Impulse.nothing
  /// The app comes to the foreground (LCH-006, RST-007, IDN-048).
  package var onForeground = Impulse.nothing
  /// The app goes to the background (STA-002).
  package var onBackground = Impulse.nothing
  /// The clock of the device is set (POL-001, OQ-86).
  package var onClockChange = Impulse.nothing
  /// The app sets the UI identity (IDN-026).
  package var onSwitch = Impulse.nothing
  /// An attempt to enroll begins (STA-002, LCH-006).
  package var onAttempt = Impulse.nothing
  /// A user has enrolled (WIP-008, RST-002, RST-008, ENR-014).
  package var onEnrollment = Impulse.nothing
  /// An attempt to enroll has failed (ENR-008, RST-001).
  package var afterFailedAttempt = Impulse.nothing
  /// A check-in has succeeded (RST-008).
  package var afterCheckIn = Impulse.nothing
  /// A check-in has failed (STA-016, WIP-009, ENR-041).
  package var afterFailedCheckIn = Impulse.nothing
  /// The app deregisters an account, enrolled or not (DRG-005, DRG-009, DRG-021).
  package var onDeregistration = Impulse.nothing
  /// The enrolled user has left (DRG-003, DRG-008, DRG-015, STA-004).
  package var onDeparture = Impulse.nothing
  /// An app extension makes a call that is the app's (ENR-034, ENR-035, DRG-020).
  package var inExtension = Impulse.nothing
  /// How long after its occasion an impulse is followed, and how often from then on, ten times; nil is at once, and once.
  package var interval: VirtualDuration?

  /// The contract of the latest edition.
  package init() {}
}

extension StrayBehaviour {
  /// What comes of an occasion.
  package enum Impulse: Sendable {
    case nothing

    /// It asks the app to wipe, and deletes the files.
    case wipes
    case asksForRestart, showsRestartDialog, exits
    /// It asks for the credentials of the user.
    case asksForCredentials
    case showsBlockedDialog
    /// It lets the app start.
    case startsApp

    case enrolls, checksIn, unenrolls

    /// It reports an enrollment as a success, as an internal error, as failed at its host, or as refused to who has left.
    case reportsEnrollment, reportsFailure, reportsHostFailure, reportsReEnrollment
    /// It reports a check-in with new policy, or with the command to wipe.
    case reportsPolicy, reportsWipe
    case reportsUnenrollment
    /// It reports the end of a remediation.
    case reportsCompliance

    /// It asks the app to add the user, or to switch to nobody.
    case asksToAdd, asksForSwitch
    /// It makes a check of conditional launch, of somebody else.
    case checksSomebody
    /// It opens a link for which the app is still being asked.
    case opensLink
    case notifiesOfAllowedAccounts
  }
}
