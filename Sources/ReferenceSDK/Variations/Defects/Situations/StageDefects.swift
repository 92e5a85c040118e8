internal import ExactText

/// Deviations that only show at one stage of something: between two requests, before an answer, behind something else that
/// is running, after a failure.
enum StageDefects {
  static let all: [Defect] = [
    Defect(
      "remediation-over-at-its-sign-in",
      "takes a remediation for over once its person has entered credentials", ["AUTH-056"],
      .set(\.enrollment.remediationIsInProgressAtSignIns, false)),
    Defect(
      "remediation-over-at-its-check-in",
      "takes a remediation for over while its check-in is on its way", ["AUTH-056"],
      .set(\.enrollment.remediationIsInProgressAtCheckIns, false)),
    Defect(
      "remediation-of-the-managed-devices-guests",
      "remediates a user other than the one for whom the device is managed",
      ["STA-029", "ENR-044", "AUTH-049"], .set(\.enrollment.remediationsObeyManagement, false)),
    Defect(
      "remediation-of-guests",
      "remediates a user other than the one whom the device or another management names",
      ["STA-028", "STA-030", "ENR-044", "AUTH-049"],
      .set(\.enrollment.remediationsObeyTheDevice, false)),
    Defect(
      "second-departure-taken-for-the-first",
      "makes no request for a user who leaves again before the service has answered", ["DRG-004"],
      .set(\.leaving.secondDeparturesAreMade, false)),
    Defect(
      "second-departure-not-told",
      "does not report that a user has left again before the service has answered",
      ["STA-004", "DRG-019"], .set(\.leaving.secondDeparturesAreTold, false)),
    Defect(
      "resumed-leaver-enrolled",
      "enrolledAccount names a user whom the launch unenrolls until the service has answered",
      ["ENR-022"], .set(\.accounts.resumedLeaversAreNotEnrolled, false)),
    Defect(
      "resumed-leaver-listed",
      "lists a user whom the launch unenrolls until the service has answered",
      ["ENR-021", "DRG-002"], .set(\.accounts.resumedLeaversAreNotListed, false)),
    Defect(
      "window-keeps-the-policy-of-its-switch",
      "shows for a window the policy that held when its identity was set", ["POL-007", "POL-028"],
      .set(\.policy.windowsFollowLaterPolicies, false)),
    Defect(
      "window-keeps-the-encryption-of-its-switch",
      "shows for a window the encryption that was required when its identity was set",
      ["POL-007", "POL-028"], .set(\.policy.windowsFollowLaterEncryption, false)),
    Defect(
      "switch-in-line-against-the-main-thread",
      "makes a switch against the main thread's identity that comes while another one is running",
      ["IDN-033"], .set(\.identity.switchesInLine, .withoutTheMainThread)),
    Defect(
      "switch-in-line-to-a-colleague",
      "makes a switch to a colleague that comes while another one is running", ["IDN-032"],
      .set(\.identity.switchesInLine, .withoutTheOrganisation)),
    Defect(
      "link-of-the-user-by-the-key-window",
      "opens a link of the managed user in a window of nobody if the key window is the user's",
      ["IDN-043", "IDN-042"], .set(\.identity.linksOfTheUserKnowNewWindows, false)),
    Defect(
      "link-of-others-by-the-key-window",
      "opens a link of nobody in a window without identity if the key window is not the user's",
      ["IDN-043", "IDN-051"], .set(\.identity.otherLinksKnowNewWindows, false)),
    Defect(
      "unmanaged-without-a-token",
      "takes the enrolled user for unmanaged once a check-in has had no token", ["IDN-022"],
      .set(\.identity.managedUsersNeedNoToken, false)),
    Defect(
      "management-ends-with-a-failure",
      "isManagementEnabled is false after a check-in that has failed", ["POL-023"],
      .set(\.policy.managementOutlastsFailures, false)),
    Defect(
      "re-enrollment-hides-a-migration",
      "reports a missing licence if a tenant is moved while its user is enrolled again",
      ["STA-041"], .set(\.status.reEnrollmentsTellOfMigrations, false)),
    Defect(
      "re-enrollment-hides-missing-policy",
      "reports a missing licence if no policy targets a user who is enrolled again", ["STA-044"],
      .set(\.status.reEnrollmentsTellOfTargeting, false)),
    Defect(
      "second-try-starts-with-credentials",
      "starts an app with credentials once its launch was tried again", ["LCH-013", "LCH-006"],
      .set(\.launch.laterCredentialsAreNotEnough, false)),
    Defect(
      "nobody-outlasts-its-task", "leaves nobody on a thread if a task has set that", ["THR-007"],
      .set(\.tasks.nobodySetByTasksEnds, false)),
    Defect(
      "task-cannot-set-nobody", "leaves a task the identity it is tied to if it sets nobody",
      ["THR-006"], .set(\.tasks.tasksMaySetNobody, false)),
    Defect(
      "overlapping-attempt-not-told",
      "tells nothing of an attempt to enroll during which another one was begun", ["TEL-003"],
      .set(\.telemetry.tellsOverlappingAttempts, false)),
    Defect(
      "duration-by-the-devices-clock", "measures attempts to enroll by the clock of the device",
      ["TEL-003"], .set(\.telemetry.durationsAreElapsedTime, false)),
  ]
}
