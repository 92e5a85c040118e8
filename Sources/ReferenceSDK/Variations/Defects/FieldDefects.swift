import Contract
internal import ExactText
internal import VirtualTime

enum FieldDefects {
  /// What users of real SDKs have reported; the suites named `field` say where.
  static let all: [Defect] = [
    Defect(
      "first-attempt-times-out", "ends the first attempt of every account with a timeout",
      ["STA-002", "ENR-006", "ENR-007"], .set(\.enrollment.firstAttemptFails, .timeout)),
    Defect(
      "overrides-fail-the-enrollment",
      "ends attempts with a timeout in the process that has set a runtime override",
      ["ENR-006", "ENR-007", "AUTH-022", "AUTH-024"], .set(\.tokens.overridesApplyAtOnce, false)),
    Defect(
      "timeout-repeated-at-once", "repeats an attempt 30 seconds after it took too long",
      ["ENR-009", "STA-002"], .set(\.enrollment.waitAfterTimeout, .seconds(30))),
    Defect(
      "refusal-remembered-for-others", "refuses everybody after one user had no licence",
      ["ENR-007", "ENR-008", "STA-019"], .set(\.enrollment.refusalsAreOfOneUser, false)),
    Defect(
      "first-attempt-not-licensed", "refuses every account once for want of a licence",
      ["STA-019", "ENR-007"], .set(\.enrollment.firstAttemptFails, .accountNotLicensed)),
    Defect(
      "first-attempt-not-targeted", "refuses every account once as one that no policy targets",
      ["STA-044", "ENR-007", "STA-002"],
      .set(\.enrollment.firstAttemptFails, .licensedNotTargeted)),
    Defect(
      "migration-put-off", "waits a week for the next attempt while the tenant is being moved",
      ["ENR-008", "ENR-010"], .set(\.enrollment.waitAfterMigration, .days(7))),
    Defect(
      "enrolled-account-is-an-object-id", "enrolledAccount is an object ID after a relaunch",
      ["ENR-022"], .set(\.accounts.enrolledAccount, .objectIDOnceActive)),
    Defect(
      "second-user-told-as-nil", "reports a missing identity for whoever comes after another one",
      ["STA-026", "DRG-022"], .set(\.leaving.codeForReturn, .nilAccount)),
    Defect(
      "return-needs-a-sign-in", "reports a needed sign-in for whoever comes after another one",
      ["DRG-022", "ENR-006"], .set(\.leaving.codeForReturn, .authRequired)),
    Defect(
      "untargeted-user-not-told", "does not report that no policy targets a user",
      ["STA-002", "STA-044"], .set(\.status.reportsUntargetedUsers, false)),
    Defect(
      "lost-user-not-retried", "does not try a user again whose record the service has lost",
      ["ENR-015", "ENR-008"], .set(\.enrollment.lostUsersAreRetried, false)),
    Defect(
      "absence-ends-enrollment", "forgets an enrollment after a month without a launch",
      ["ENR-022", "POL-001"], .set(\.launch.absenceEndsEnrollment, .days(30))),
    Defect(
      "location-lost-by-a-relaunch", "does not find the hosts again after a relaunch",
      ["STA-023", "POL-001"], .set(\.checkIn.findsHostsAfterRelaunch, false)),
    Defect(
      "refused-check-in-wipes", "wipes when a check-in is refused for want of a token", ["WIP-008"],
      .set(\.leaving.wipesAt, [.administratorsCommand, .refusedCheckIn])),
    Defect(
      "clock-jump-wipes", "wipes when the device's clock is set ahead by a month", ["WIP-008"],
      .set(\.leaving.wipesAt, [.administratorsCommand, .clockJump])),
    Defect(
      "long-use-wipes", "wipes after a hundred operations of one process", ["WIP-008"],
      .set(\.leaving.wipesAtOperation, 100)),
    Defect(
      "wipe-needs-a-single-account", "makes no wipe while another account is registered",
      ["WIP-001", "DRG-017"], .set(\.leaving.wipesBesideOthers, false)),
    Defect(
      "gate-opens-in-background", "lets an app start that goes to the background at launch",
      ["LCH-006"], .set(\.launch.staysClosedInBackground, false)),
    Defect(
      "completion-lost-in-background",
      "forgets a switch that waits for a person when the app goes to the background", ["IDN-027"],
      .set(\.identity.switchSurvivesBackground, false)),
    Defect(
      "refresh-slows-down", "doubles the interval of check-ins after the twentieth",
      ["POL-001", "POL-003"], .set(\.checkIn.slowsDownAfter, 20)),
    Defect(
      "refresh-put-off-by-background-launch", "restarts the 8 hours at a launch in the background",
      ["POL-001", "POL-003"], .set(\.checkIn.atBackgroundLaunch, .startsAnew)),
    Defect(
      "retry-put-off-by-background-launch", "restarts the 24 hours at a launch in the background",
      ["ENR-008"], .set(\.enrollment.retryAtBackgroundLaunch, .startsAnew)),
    Defect(
      "sign-out-stopped-by-a-screen", "does nothing at a deregistration while a screen is open",
      ["DRG-002", "STA-004"], .set(\.leaving.screensDoNotMatter, false)),
    Defect(
      "auto-enrollment-on-foreground",
      "enrolls by AutoEnrollOnLaunch whenever the app comes to the foreground",
      ["DRG-003", "DRG-002", "DRG-015"], .set(\.launch.enrollsOnlyAtLaunch, false)),
    Defect(
      "late-answer-enrolls-a-leaver", "enrolls a user who was deregistered during the attempt",
      ["DRG-002", "DRG-003"], .set(\.leaving.endsRunningAttempts, false)),
    Defect(
      "next-user-told-as-other",
      "reports the check-ins of whoever comes after another one as those of a stranger",
      ["STA-033", "STA-015", "POL-001"], .set(\.checkIn.knowsTheNextUser, false)),
    Defect(
      "pinned-to-an-old-installation",
      "refuses whoever is not the user of an installation that was deleted",
      ["ENR-007", "ENR-044", "ENR-022"], .set(\.enrollment.ignoresOldInstallations, false)),
    Defect(
      "policy-of-the-user-before", "starts a new enrollment with the policy of the user before",
      ["POL-006", "DRG-006"], .set(\.policy.startsWithoutPolicy, false)),
    Defect(
      "policy-needs-a-single-sign-in", "adopts no policy while several users have signed in",
      ["POL-010", "POL-006"], .set(\.policy.appliesBesideOtherUsers, false)),
    Defect(
      "remediation-told-again", "reports the end of a remediation again a day later",
      ["AUTH-047", "AUTH-050"], .set(\.enrollment.remediationIsToldOnce, false)),
    Defect(
      "remediation-without-words", "reports the end of a remediation without a message and a title",
      ["AUTH-049"], .set(\.enrollment.remediationHasWords, false)),
    Defect(
      "remediation-wipes-whom-it-removes", "wipes the user whom a remediation removes for another",
      ["WIP-008"], .set(\.enrollment.remediationRemovesWithoutWipe, false)),
    Defect(
      "silent-remediation-asks", "asks the user in a remediation that is to be silent",
      ["AUTH-052"], .set(\.enrollment.silentRemediationAsksNobody, false)),
    Defect(
      "remediation-never-over", "says of a remediation that is over that it is in progress",
      ["AUTH-056"], .set(\.enrollment.remediationIsOverAtItsEnd, false)),
  ]
}
