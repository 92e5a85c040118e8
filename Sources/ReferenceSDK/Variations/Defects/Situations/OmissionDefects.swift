internal import ExactText

/// Deviations that a single changed line of another SDK has shown: what is left out, done twice, or done to everybody.
enum OmissionDefects {
  static let all: [Defect] = [
    Defect(
      "silent-remediation-blames-the-host",
      "reports a silent remediation that needs a sign-in with 205", ["STA-022"],
      .set(\.status.silentRemediationsNeedASignIn, false)),
    Defect(
      "internal-error-stays",
      "ends every operation of a process with an internal error once one has met it",
      ["ENR-012", "STA-015", "DRG-022"],
      .set(\.status.internalErrorsAreOfOneOperation, false)),
    Defect(
      "closed-file-written", "writes to a file that was closed, where the last call ended",
      ["FIL-028"], .set(\.protection.closedFilesAreNotWritten, false)),
    Defect(
      "no-way-back-to-the-start", "refuses to go back to the start of an open file", ["FIL-026"],
      .set(\.protection.seeksToTheStart, false)),
    Defect(
      "managed-account-tried-twice",
      "tries a user twice at a launch whom the device names and the app has registered",
      ["ENR-009"], .set(\.launch.triesEachUserOnce, false)),
    Defect(
      "leaver-told-compliant",
      "reports the remediation of a user as compliant who leaves during its check-in",
      ["AUTH-049"], .set(\.enrollment.leaversAreNotCompliant, false)),
    Defect(
      "failed-sign-in-told-compliant",
      "reports an enrolled user as compliant whose sign-in in a remediation has failed",
      ["AUTH-049"], .set(\.enrollment.failedSignInsAreNotCompliant, false)),
    Defect(
      "re-enrollment-goes-on-for-the-leaver",
      "goes on with the re-enrollment of a user who is deregistered meanwhile", ["DRG-003"],
      .set(\.leaving.endsReEnrollments, false)),
    Defect(
      "waiting-remediations-end-with-the-process",
      "goes on with one remediation after a restart, and forgets those that waited behind it",
      ["AUTH-051", "AUTH-047"], .set(\.enrollment.waitingRemediationsOutliveRestarts, false)),
    Defect(
      "test-policy-outlives-the-setting",
      "goes on applying a test policy after DebugSettingsEnabled was switched off", ["DBG-001"],
      .set(\.diagnostics.testPoliciesEndWithTheSetting, false)),
    Defect(
      "retry-goes-on-for-the-leaver",
      "goes on with the retry of an account that is deregistered meanwhile", ["DRG-003"],
      .set(\.leaving.endsRetries, false)),
    Defect(
      "abandoned-sign-in-blocks",
      "never tries a user again on its own who was deregistered during a sign-in and has come back",
      ["ENR-008", "ENR-010"], .set(\.enrollment.abandonedSignInsBlockNobody, false)),
    Defect(
      "bare-device-announces-configuration",
      "notifies of configuration if a device changes that has brought no settings, before or after",
      ["CFG-019"], .set(\.configuration.bareDevicesAreQuiet, false)),
    Defect(
      "last-letter-does-not-count",
      "takes names for the same user's that differ in their last letter alone",
      ["IDN-009", "DRG-005"], .set(\.identity.namesCountToTheEnd, false)),
    Defect(
      "lost-record-takes-the-process-identity",
      "clears the process identity of a multi-identity app once the record of an enrollment is lost",
      ["IDN-041"], .set(\.identity.lostRecordsLeaveProcesses, false)),
    Defect(
      "unanswered-addition-unenrolls",
      "unenrolls a user about whom the app has not answered by the next check-in",
      ["IDN-055", "ENR-022"], .set(\.identity.unansweredAdditionsWait, false)),
  ]
}
