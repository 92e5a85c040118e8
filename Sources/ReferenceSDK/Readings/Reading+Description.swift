internal import ExactText

extension Reading {
  /// The source of a choice that is not the contract's: the step protocol leaves it to the adapter.
  public static let stepProtocol = "step protocol"

  public var about: (summary: String, sources: [String]) {
    switch self {
    case .tokenForEachRequest: ("gets a token for each request", ["OQ-96"])
    case .tokenBeforeLocation: ("gets its token before it asks for the location", ["ENR-041"])
    case .locationKept: ("learns a user's location once and keeps it", ["ENR-041"])
    case .locationEveryTime: ("asks for the location in every operation", ["ENR-041"])
    case .telemetrySent:
      ("sends telemetry of its launches and enrollments", ["TEL-001", "TEL-003"])
    case .shortTimeLimit: ("waits 10 seconds for a response", ["STA-035", "OQ-32"])
    case .longTimeLimit: ("waits 9 minutes for a response", ["STA-035", "OQ-32"])
    case .signInTimeoutAs217:
      ("reports a sign-in that takes too long as the library's error", ["STA-036", "STA-035"])
    case .unnamedCodesAs200:
      ("reports 200 where no requirement names a code", ["STA-007", "OQ-87"])
    case .unnamedCodesAs201:
      ("reports 201 where no requirement names a code", ["STA-007", "OQ-87"])
    case .unnamedCodesAs205:
      ("reports 205 where no requirement names a code", ["STA-007", "OQ-87"])
    case .unnamedCodesAs225:
      ("reports 225 where no requirement names a code", ["STA-007", "OQ-87"])
    case .nilErrorString:
      ("leaves errorString nil where the edition allows it", ["STA-008"])
    case .nilErrorObject: ("leaves the error object nil except for 201", ["STA-009", "STA-020"])
    case .nullPolicy:
      ("returns null for the policy of whom none applies to", ["IDN-018", "IDN-021"])
    case .emptyTextForNone: ("returns the empty text or null for nothing", ["AUTH-028", "POL-024"])
    case .namesInUpperCase: ("returns identities in upper case", ["IDN-011", "OQ-41"])
    case .eventsWithoutSent:
      ("does not number its events among the requests", [Reading.stepProtocol])
    case .logsEverything: ("writes to its log whatever happens to it", ["DBG-022", "DBG-024"])
    case .retryFromStart: ("counts the 24 hours from the start of the failed attempt", ["OQ-01"])
    case .brokenAttemptAtLaunch:
      ("repeats at launch the attempt that the process's death broke off", ["OQ-03"])
    case .latestAccountFirst: ("tries the account registered last first", ["OQ-06"])
    case .othersRefusedAfterSuccess:
      ("reports 208 for the other accounts that were due when one enrolls", ["OQ-06"])
    case .secondAccountAs218: ("reports 218 for a second account, 208 for a sign-in", ["OQ-07"])
    case .policyWithinEnrollment: ("fetches policy as a part of the enrollment", ["OQ-18"])
    case .policyFailureFailsEnrollment:
      ("fetches policy as a part of the enrollment, which fails with it", ["OQ-18"])
    case .statusBeforeNotification: ("posts the notification after the status", ["OQ-24"])
    case .queuedForDelegate: ("keeps callbacks for a delegate that is set late", ["OQ-23"])
    case .checkInDroppedWithUser:
      ("gives up a check-in whose user leaves, and says nothing of it", ["STA-003", "ENR-038"])
    case .notEnrolledAs214:
      (
        "reports 214 for the deregistration of who is not enrolled, and for the check-in of who has left",
        ["OQ-29", "DRG-021"]
      )
    case .noStatusWithoutEnrollment:
      ("reports no unenrollment of an account that never enrolled", ["OQ-30"])
    case .unenrollRepeated: ("repeats a failed unenrollment every hour", ["OQ-31"])
    case .wipeBeforeItsStatus:
      ("asks for an administrator's wipe before it reports the check-in that brought it", ["OQ-24"])
    case .statusBeforeWipe:
      ("reports the unenrollment before the wipe that was asked for with it", ["OQ-24"])
    case .restartAfterWipe: ("restarts the app after a wipe of its own", ["OQ-24"])
    case .restartByExit: ("restarts by an exit, without a dialog", ["CNF-38"])
    case .restartByDialogAndExit: ("shows the restart's dialog and exits at once", ["CNF-38"])
    case .restartBeforeStatus:
      ("asks for the restart before it reports the enrollment", ["OQ-24", "OQ-18"])
    case .noPromptAtLaunch:
      ("does not ask for credentials at launch, even if policy is required", ["LCH-005"])
    case .silentLaunchFailure: ("reports no failure of the attempt at launch", ["OQ-74"])
    case .blockedByExit: ("exits instead of showing that policy is missing", ["OQ-73"])
    case .switchRefusedWhileOneRuns:
      ("refuses a switch while another one runs", ["OQ-42"])
    case .checksRunAgain:
      ("runs the checks again for the identity that is active already", ["OQ-43"])
    case .noSwitchAfterCancel:
      ("asks for no switch when a check is cancelled after a resume", ["IDN-053"])
    case .uiIdentityReadsAsSet:
      ("reads a UI identity that is not set as null, not as the process identity", ["IDN-037"])
    case .threadIdentityReadsProcess:
      ("reads a thread identity that is not set as the process identity", ["IDN-038"])
    case .unmanagedOwnNothing: ("gives files of unmanaged users no owner", ["OQ-51"])
    }
  }
}
