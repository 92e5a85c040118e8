internal import ExactText

/// What is forgotten while something else has yet to be ended: an attempt, an unenrollment, a remediation, a demand of the
/// service.
enum UnfinishedDefects {
  static let all: [Defect] = [
    Defect(
      "extension-of-the-outer-app",
      "takes an extension for one of the app with the shortest identifier that fits",
      ["ENR-022", "INT-019", "IDN-022", "CFG-004"],
      .set(\.accounts.extensionsBelongToTheLongest, false)),
    Defect(
      "extension-without-user-takes-the-outer-one",
      "gives an extension of an app without a user that of an outer app",
      ["ENR-022", "IDN-021", "IDN-022", "INT-019"],
      .set(\.accounts.extensionsStayWithTheirApp, false)),
    Defect(
      "launch-ends-a-departure-only",
      "enrolls nobody at a launch that has an unenrollment to end", ["LCH-002"],
      .set(\.launch.departuresLeaveTheAttempt, false)),
    Defect(
      "line-reversed-by-a-relaunch",
      "remediates those who wait in the reverse order in the next process", ["AUTH-050"],
      .set(\.enrollment.linesOutliveTheProcess, false)),
    Defect(
      "leaver-stays-in-line",
      "goes on with the remediation of a user who is deregistered while waiting for that of another",
      ["DRG-003", "AUTH-049"], .set(\.enrollment.waitingRemediationsEndWithTheirUsers, false)),
    Defect(
      "waiting-attempt-outlives-its-user",
      "makes an attempt that has waited for another although its user was deregistered meanwhile",
      ["DRG-003", "DRG-002"], .set(\.leaving.endsWaitingAttempts, false)),
    Defect(
      "re-enrollment-empties-configuration",
      "has no configuration from a re-enrollment to the next check-in", ["CFG-004", "CFG-015"],
      .set(\.configuration.outlastsReEnrollments, false)),
    Defect(
      "addition-lost-by-a-re-enrollment",
      "does not ask the app to add a user who was enrolled again before it could", ["IDN-055"],
      .set(\.identity.additionsOutlastReEnrollments, false)),
    Defect(
      "test-policy-ends-with-an-enrollment",
      "drops a test policy that was set before its user has enrolled", ["DBG-001", "DBG-004"],
      .set(\.diagnostics.testPoliciesOutlastEnrollments, false)),
    Defect(
      "test-policy-ends-with-a-departure",
      "drops a test policy when a user leaves", ["DBG-001", "DBG-004"],
      .set(\.diagnostics.testPoliciesOutlastDepartures, false)),
    Defect(
      "test-policy-ends-with-a-wipe",
      "drops a test policy when a user is wiped at the administrator's order", ["DBG-001"],
      .set(\.diagnostics.testPoliciesOutlastWipes, false)),
    Defect(
      "threads-end-with-an-enrollment",
      "clears the identities of the threads when a user enrolls", ["IDN-016", "IDN-039"],
      .set(\.identity.threadsOutlastEnrollments, false)),
    Defect(
      "untold-departures-come-again",
      "makes an unenrollment again at each launch that the app was not told of", ["STA-005"],
      .set(\.leaving.untoldDeparturesEnd, false)),
    Defect(
      "test-policy-ends-with-a-failure",
      "drops a test policy when an attempt to enroll fails", ["DBG-001", "DBG-004"],
      .set(\.diagnostics.testPoliciesOutlastFailures, false)),
    Defect(
      "launch-drops-a-departure",
      "forgets the unenrollment of the last process when the launch enrolls its user again",
      ["STA-004"], .set(\.leaving.resumedUnenrollmentsOutlastLaunches, false)),
    Defect(
      "sign-in-of-another-told-as-compliant",
      "reports a remediation as compliant for which another user has signed in",
      ["AUTH-049", "AUTH-047"], .set(\.enrollment.remediationsOfOthersAreNotCompliant, false)),
    Defect(
      "screens-drop-overrides", "drops runtime overrides when it asks a person for credentials",
      ["AUTH-022", "AUTH-023", "AUTH-025"], .set(\.tokens.overridesOutlastScreens, false)),
    Defect(
      "late-answers-do-not-count",
      "asks the app again to add a user about whom it has answered late", ["IDN-055"],
      .set(\.identity.lateAnswersCount, false)),
    Defect(
      "items-of-leavers-not-received",
      "receives no file that belongs to a user who is not managed", ["SHR-022"],
      .set(\.files.receivesFilesOfLeavers, false)),
  ]
}
