internal import ExactText
package import VirtualTime

/// Check-ins: when, and what they bring.
package struct CheckInBehaviour: BehaviourArea {
  /// The time from one check-in to the next (POL-001).
  package var interval = VirtualDuration.hours(8)
  /// An interval that the service sends takes the place of the SDK's own (OQ-19).
  package var followsService = false
  /// From when the interval counts (POL-001, OQ-15).
  package var intervalStart = IntervalStart.end
  /// By which clock the interval is measured while the app is dead (POL-001, OQ-86).
  package var clock = TimerClock.elapsedTime
  /// What a launch does to the next check-in (POL-001).
  package var atLaunch = TimerRule.keeps
  /// What coming to the foreground does to the next check-in (POL-001).
  package var onForeground = TimerRule.keeps
  /// What a launch in the background does to the next check-in (POL-001).
  package var atBackgroundLaunch = TimerRule.keeps
  /// After how many operations of a process the interval is doubled; nil is never (POL-001).
  package var slowsDownAfter: Int?
  /// Check-ins are made in the background, too (POL-003).
  package var runInBackground = true
  /// Check-ins go on in an app that comes from its suspension into the background (POL-003).
  package var goOnBehindSuspensions = true
  /// A check-in that fell due while the app was suspended is made when it goes on (POL-001).
  package var madeAfterSuspension = true
  /// A check-in names the version of the policy in force, so that it is not sent again (STA-015).
  package var namesPolicyVersion = true
  /// When the check-in after a failed one is made (POL-001, OQ-17).
  package var afterFailure = AfterFailure.afterInterval
  /// After how many failed re-enrollments of a process there are no more; nil is never (POL-001).
  package var mostFailedReenrollments: Int?
  /// Only for a user who has enrolled (POL-002).
  package var needEnrollment = true
  /// They end with the enrollment of their user (DRG-015, POL-002).
  package var endWithEnrollment = true
  /// The check-in of a user who came after another one is that of the enrolled user (STA-033).
  package var knowsTheNextUser = true
  /// The hosts that an earlier process has learned are still there (STA-023).
  package var findsHostsAfterRelaunch = true
  /// The enrollment ends when the service has no record of it any more (POL-002, OQ-88).
  package var missingRecordEndsEnrollment = true
  /// So it does when the check-in before has failed (POL-002, STA-039).
  package var missingRecordEndsEnrollmentAfterFailures = true
  /// Extensions leave check-ins to the app (OQ-89).
  package var onlyAppsCheckIn = true
  /// Extensions move no check-in (OQ-89).
  package var extensionsMoveNothing = true
  /// A policy is saved before its check-in is reported (POL-028).
  package var savePolicyFirst = true
  /// Check-ins go on after one for which the user had to sign in (POL-001).
  package var goOnAfterRefusedTokens = true
  /// Check-ins go on after one that took too long (POL-001).
  package var goOnAfterTimeouts = true
  /// Check-ins go on after one that has found no hosts (POL-001).
  package var goOnAfterLostLocations = true
  /// What other apps of the device do moves no check-in (POL-001).
  package var othersMoveNothing = true
  /// An update of the app moves no check-in (POL-001).
  package var updatesMoveNothing = true
  /// The registration of the enrolled user moves no check-in (POL-001, ENR-016).
  package var registrationsMoveNothing = true
  /// A check-in that fell due in a suspension of more than a day is made, too (POL-001).
  package var outlastLongSuspensions = true
  /// An app of several identities checks in for its user whoever else is registered (POL-001).
  package var otherAccountsChangeNothing = true
  /// An enrollment that the service asks for is made wherever the app is (POL-003).
  package var enrollAgainOffScreen = true
  /// Check-ins go on after one of a launch whose token was refused (POL-001).
  package var goOnAfterRefusedLaunches = true
  /// A check-in that is under way when the app leaves the screen goes on (POL-003, STA-003).
  package var outlastsTheScreen = true
  /// Answers that say nothing about the user end no enrollment, however many come in a row (POL-001, DRG-016).
  package var repeatedFailuresEndNothing = true
  /// The check-ins of the next user go on when the unenrollment of the one before has failed (POL-001).
  package var outlastFailedDepartures = true
  /// An enrollment that the service asks for at the first check-in after another one is made, too (POL-001).
  package var enrollAgainTwice = true
  /// A record that is gone at the first check-in after a re-enrollment ends the enrollment, too (STA-039).
  package var missingRecordEndsReEnrollments = true
  /// A check-in that is overdue when an extension is launched is left to the app (POL-001, OQ-89).
  package var extensionsLeaveOverdueCheckIns = true
  /// A clock that was wrong at the launch moves no check-in when it is put right (POL-001, OQ-86).
  package var correctedClocksMoveNothing = true
  /// The interval counts from a check-in that a person has asked for in a blocked launch, too (POL-001, OQ-15).
  package var secondTriesBeginIntervals = true
  /// Such a check-in is reported (STA-003).
  package var secondTriesAreTold = true
  /// After a suspension one check-in is made, however many have fallen due (POL-001).
  package var missedCheckInsAreMadeOnce = true
  /// Check-ins go on after a re-enrollment whose token was refused (POL-001).
  package var goesOnAfterRefusedReenrollments = true

  /// The contract of the latest edition.
  package init() {}
}

extension CheckInBehaviour {
  /// From when the interval to the next check-in counts.
  package enum IntervalStart: Sendable {
    /// From the end of the last one.
    case end
    /// From when the last one was due.
    case due
  }

  /// When the check-in after a failed one is made.
  package enum AfterFailure: Sendable {
    case afterInterval, afterTwoIntervals, afterAnHour, never
  }
}
