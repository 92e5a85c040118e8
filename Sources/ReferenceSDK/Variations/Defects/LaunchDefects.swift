internal import ExactText
import VirtualTime

enum LaunchDefects {
  /// Restart and launch.
  static let all: [Defect] = [
    Defect(
      "auto-enrollment-in-every-edition",
      "follows AutoEnrollOnLaunch in editions that do not have it yet", ["SET-033"],
      .set(\.launch.knowsAutoEnrollment, true)),
    Defect(
      "restart-on-every-refresh", "asks for a restart at every new policy", ["RST-007"],
      .set(\.restart.neededFor, .all)),
    Defect(
      "restart-without-policy", "asks for a restart at the launch of an app without policy",
      ["RST-001"], .set(\.restart.neededAtLaunch, .withoutPolicy)),
    Defect(
      "restart-again-after-restart", "asks for a restart again at the launch with policy",
      ["RST-007"], .set(\.restart.neededAtLaunch, .withPolicy)),
    Defect(
      "restart-for-withdrawal", "asks for a restart when policy is withdrawn", ["RST-007"],
      .set(\.restart.withdrawalNeedsNone, false)),
    Defect(
      "no-restart", "never asks for a restart", ["RST-001", "RST-002", "ENR-018"],
      .set(\.restart.neededFor, .none)),
    Defect(
      "restart-although-true", "restarts the app although the app does so itself", ["RST-004"],
      .set(\.restart.ifTheAppRestarts, .showsDialog)),
    Defect(
      "exit-although-true", "ends the app although the app restarts itself", ["RST-004"],
      .set(\.restart.ifTheAppRestarts, .exits)),
    Defect(
      "restart-reminder", "comes back to the restart a day later although the app does it itself",
      ["RST-004"], .set(\.restart.ifTheAppRestarts, .restartsNextDay)),
    Defect(
      "no-restart-after-false", "leaves the restart to an app that has declined it", ["RST-005"],
      .set(\.restart.restartsIfDeclined, false)),
    Defect(
      "no-restart-without-method", "does not restart an app that has no method for it", ["RST-010"],
      .set(\.restart.restartsWithoutMethod, false)),
    Defect(
      "app-asked-and-dialog-shown", "shows its own dialog before the app has answered", ["RST-005"],
      .set(\.restart.waitsForTheAnswer, false)),
    Defect(
      "restart-on-main-thread", "asks for the restart on the main thread", ["RST-003"],
      .set(\.restart.questionThread, .main)),
    Defect(
      "restart-despite-launch-settings",
      "asks for a restart although the launch has enrolled the user", ["RST-008"],
      .set(\.restart.launchSettingsNeedNone, false)),
    Defect(
      "no-restart-for-remediation", "does not ask for a restart when a remediation removes a user",
      ["RST-009"], .set(\.restart.remediationNeedsOne, false)),
    Defect(
      "no-restart-for-a-user-without-policy",
      "does not ask for a restart when a remediation removes a user who has no policy any more",
      ["RST-009"], .set(\.restart.removalsWithoutPolicyNeedOne, false)),
    Defect(
      "auto-enroll-without-setting", "enrolls at launch without AutoEnrollOnLaunch", ["LCH-001"],
      .set(\.launch.enrollsOnlyIfSet, false)),
    Defect(
      "auto-enroll-never", "does not enroll at launch in spite of AutoEnrollOnLaunch",
      ["LCH-002", "LCH-013"], .set(\.launch.enrolls, .nobody)),
    Defect(
      "auto-enroll-although-enrolled", "enrolls at launch although the app is enrolled",
      ["LCH-003"], .set(\.launch.enrolls, .enrolledUserAgain)
    ),
    Defect(
      "auto-enroll-prompts",
      "asks for credentials in an automatic attempt without MAMPolicyRequired", ["LCH-004"],
      .set(\.launch.enrolls, .anybodyAsked)),
    Defect(
      "auto-enroll-takes-signed-in-user",
      "enrolls a signed-in user at launch although nobody is managed", ["LCH-004"],
      .set(\.launch.enrolls, .signedInUser)),
    Defect(
      "failed-auto-enrollment-blocks",
      "keeps the app from starting when the automatic attempt fails", ["LCH-004", "LCH-007"],
      .set(\.launch.requiringApps, .withAutoEnrollment)),
    Defect(
      "start-without-required-policy", "lets the app start although required policy is missing",
      ["LCH-006"], .set(\.launch.requiringApps, .none)),
    Defect(
      "start-while-enrolling", "lets the app start while the launch still enrolls",
      ["LCH-006", "LCH-013"], .set(\.launch.waitsForEnrollment, false)),
    Defect(
      "cancelled-sign-in-starts", "lets the app start when the person cancels the sign-in",
      ["LCH-006"], .set(\.launch.staysBlockedIfCancelled, false)),
    Defect(
      "blocked-app-starts-later", "lets a blocked app start after an hour", ["LCH-006"],
      .set(\.launch.startsBlockedAppsAfter, .hours(1))),
    Defect(
      "keys-in-any-letters", "takes keys of the settings in any letters",
      ["LCH-001", "LCH-007", "LCH-010", "TEL-001", "DBG-001"],
      .set(\.launch.keysKeepTheirLetters, false)),
    Defect(
      "no-means-required", "takes MAMPolicyRequired NO for YES", ["LCH-007"],
      .set(\.launch.requiringApps, .withTheSettingOrItsOpposite)),
    Defect(
      "only-mdm-policy-counts", "counts policy as missing that device management has not brought",
      ["LCH-014"], .set(\.launch.sufficientPolicy, .fromDeviceManagement)),
    Defect(
      "warns-without-the-key", "warns that policy is missing without MAMPolicyWarnAbsent",
      ["LCH-007"], .set(\.launch.warningApps, .all)),
    Defect(
      "no-warning", "does not warn that policy is missing", ["LCH-010"],
      .set(\.launch.warningApps, .none)),
    Defect(
      "warns-despite-policy", "warns that policy is missing although it is there", ["LCH-010"],
      .set(\.launch.warningApps, .withTheSettingOrPolicy)),
    Defect(
      "warning-blocks", "keeps the app from starting after the warning", ["LCH-011"],
      .set(\.launch.startsAfterWarning, false)),
    Defect(
      "warning-lost-beside-an-attempt",
      "does not start an app whose warning is closed while somebody is being enrolled",
      ["LCH-011"], .set(\.launch.warnedAppsStartBesideAttempts, false)),
    Defect(
      "second-try-untold",
      "checks in when a person tries a blocked launch again, and does not report it", ["STA-003"],
      .set(\.launch.secondTriesCheckIn, true), .set(\.checkIn.secondTriesAreTold, false)),
    Defect(
      "second-try-moves-nothing",
      "checks in when a person tries a blocked launch again, and once more when it was planned",
      ["POL-001"], .set(\.launch.secondTriesCheckIn, true),
      .set(\.checkIn.secondTriesBeginIntervals, false)),
  ]
}
