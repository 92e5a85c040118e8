internal import ExactText

/// A way to keep the contract that differs from how the reference SDK keeps it otherwise.
///
/// Where the sources leave a choice, the contract lists what is allowed (`open-questions.yaml`, `conflicts.yaml`,
/// requirements of level `may`). Each reading is one of those choices, small and where the rule lives: with it every
/// check must still pass. It is the opposite of a ``Defect``.
public enum Reading: String, Variation {
  // Requests
  case tokenForEachRequest = "token-for-each-request"
  case tokenBeforeLocation = "token-before-location"
  case locationKept = "location-kept"
  case locationEveryTime = "location-every-time"
  case telemetrySent = "telemetry-sent"
  case shortTimeLimit = "short-time-limit"
  case longTimeLimit = "long-time-limit"
  case signInTimeoutAs217 = "sign-in-timeout-as-217"
  // Codes and texts
  case unnamedCodesAs200 = "unnamed-codes-as-200"
  case unnamedCodesAs201 = "unnamed-codes-as-201"
  case unnamedCodesAs205 = "unnamed-codes-as-205"
  case unnamedCodesAs225 = "unnamed-codes-as-225"
  case nilErrorString = "nil-error-string"
  case nilErrorObject = "nil-error-object"
  case nullPolicy = "null-policy"
  case emptyTextForNone = "empty-text-for-none"
  case namesInUpperCase = "names-in-upper-case"
  case eventsWithoutSent = "events-without-sent"
  case logsEverything = "logs-everything"
  // Enrollment and check-ins
  case retryFromStart = "retry-from-start"
  case brokenAttemptAtLaunch = "broken-attempt-at-launch"
  case latestAccountFirst = "latest-account-first"
  case othersRefusedAfterSuccess = "others-refused-after-success"
  case secondAccountAs218 = "second-account-as-218"
  case policyWithinEnrollment = "policy-within-enrollment"
  case policyFailureFailsEnrollment = "policy-failure-fails-enrollment"
  case statusBeforeNotification = "status-before-notification"
  case queuedForDelegate = "queued-for-delegate"
  case checkInDroppedWithUser = "check-in-dropped-with-user"
  // Leaving
  case notEnrolledAs214 = "not-enrolled-as-214"
  case noStatusWithoutEnrollment = "no-status-without-enrollment"
  case unenrollRepeated = "unenroll-repeated"
  case wipeBeforeItsStatus = "wipe-before-its-status"
  case statusBeforeWipe = "status-before-wipe"
  case restartAfterWipe = "restart-after-wipe"
  // Restart and launch
  case restartByExit = "restart-by-exit"
  case restartByDialogAndExit = "restart-by-dialog-and-exit"
  case restartBeforeStatus = "restart-before-status"
  case noPromptAtLaunch = "no-prompt-at-launch"
  case silentLaunchFailure = "silent-launch-failure"
  case blockedByExit = "blocked-by-exit"
  // Identities
  case switchRefusedWhileOneRuns = "switch-refused-while-one-runs"
  case checksRunAgain = "checks-run-again"
  case noSwitchAfterCancel = "no-switch-after-cancel"
  case uiIdentityReadsAsSet = "ui-identity-reads-as-set"
  case threadIdentityReadsProcess = "thread-identity-reads-process"
  case unmanagedOwnNothing = "unmanaged-own-nothing"

  /// What allows it: open questions (`OQ-18`), conflicts (`CNF-38`) and requirements (`LCH-005`).
  public var sources: [String] { about.sources }
}
