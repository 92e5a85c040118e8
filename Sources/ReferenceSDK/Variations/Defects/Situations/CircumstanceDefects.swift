internal import ExactText

/// Violations that show only under circumstances that no rule names: long pauses, other accounts, other apps, later versions.
enum CircumstanceDefects {
  static let all: [Defect] = [
    Defect(
      "long-suspension-ends-check-ins",
      "makes no more check-in after a suspension in which one was due for more than a day",
      ["POL-001", "POL-003"],
      .set(\.checkIn.outlastLongSuspensions, false)),
    Defect(
      "others-fail-check-ins-of-several-identities",
      "takes a check-in of an app of several identities for another's if more accounts are registered",
      ["POL-001", "STA-003", "STA-014", "STA-015"],
      .set(\.checkIn.otherAccountsChangeNothing, false)),
    Defect(
      "refused-token-at-launch-ends-check-ins",
      "makes no more check-in after one of a launch whose token was refused", ["POL-001"],
      .set(\.checkIn.goOnAfterRefusedLaunches, false)),
    Defect(
      "lost-user-is-managed-elsewhere",
      "enrolls a user for nil of whom another app has lost the record", ["ENR-030", "ENR-029"],
      .set(\.accounts.lostUsersAreManagedNoMore, false)),
    Defect(
      "wiped-user-is-managed-elsewhere",
      "enrolls a user for nil who was wiped in another app", ["ENR-030", "ENR-029"],
      .set(\.accounts.wipedUsersAreManagedNoMore, false)),
    Defect(
      "no-restart-after-re-enrollment",
      "asks for no restart if a re-enrollment has brought the first policy",
      ["RST-001", "RST-002"],
      .set(\.restart.neededAfterReEnrollments, false)),
    Defect(
      "restart-needs-enrollment-delegate",
      "asks for no restart if the app has no enrollment delegate",
      ["STA-005", "RST-001", "RST-002"],
      .set(\.restart.needsNoEnrollmentDelegate, false)),
    Defect(
      "blocked-apps-are-not-told",
      "does not report an unenrollment to an app that waits for its policy", ["STA-004"],
      .set(\.status.blockedAppsAreTold, false)),
    Defect(
      "remediation-rests-before-restart",
      "tells that no remediation is in progress while one waits for the restart", ["AUTH-056"],
      .set(\.enrollment.remediationIsInProgressBeforeRestarts, false)),
    Defect(
      "upgrade-loses-the-key",
      "cannot read encrypted files after the app was upgraded", ["FIL-026", "FIL-017"],
      .set(\.protection.keysOutlastUpgrades, false)),
    Defect(
      "next-user-takes-files-over",
      "gives the files of a user who has left to the next one", ["FIL-001", "FIL-004"],
      .set(\.files.ownersOutlastTheNextUser, false)),
    Defect(
      "users-of-other-vendors-do-not-count",
      "enrolls another user than the one for whom MDM of another vendor has enrolled the device",
      ["STA-029", "ENR-044"],
      .set(\.enrollment.devicesOfEveryVendorCount, false)),
    Defect(
      "lost-sign-in-moves-all-retries",
      "starts the interval of every account again when the sign-in host is down for one",
      ["ENR-008", "ENR-011"],
      .set(\.enrollment.lostSignInsMoveNobodyElse, false)),
    Defect(
      "who-has-to-wait-is-put-off",
      "puts an account off by a day that fell due while another one was tried",
      ["ENR-008", "ENR-011"],
      .set(\.enrollment.triesWhoHadToWait, false)),
    Defect(
      "nobody-has-the-devices-settings",
      "gives nobody the settings that device management has for its user", ["CFG-020"],
      .set(\.configuration.deviceSettingsNeedAName, false)),
    Defect(
      "next-user-takes-identities-over",
      "shows the next user who enrolls where a user who has left was shown, and lets threads of that user work for the next",
      ["IDN-042", "IDN-014", "IDN-016"],
      .set(\.identity.nextUsersTakeNothingOver, false)),
    Defect(
      "wiped-owner-comes-back",
      "gives a file that is made where a wipe has deleted one to the owner of that one",
      ["FIL-002", "FIL-009"],
      .set(\.files.wipedOwnersStayGone, false)),
    Defect(
      "leaver-loses-the-devices-settings",
      "keeps the settings of device management from its user once that user has left the app",
      ["CFG-020"],
      .set(\.configuration.deviceSettingsOutlastDepartures, false)),
  ]
}
