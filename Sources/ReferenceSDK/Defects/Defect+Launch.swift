internal import ExactText

extension Defect {
  /// Restart and launch.
  static let ofLaunch: [Defect: Description] = [
    .restartOnEveryRefresh: ("asks for a restart at every new policy", ["RST-007"]),
    .restartWithoutPolicy: (
      "asks for a restart at the launch of an app without policy", ["RST-001"]
    ),
    .restartAgainAfterRestart: ("asks for a restart again at the launch with policy", ["RST-007"]),
    .restartForWithdrawal: ("asks for a restart when policy is withdrawn", ["RST-007"]),
    .noRestart: ("never asks for a restart", ["RST-001", "RST-002", "ENR-018"]),
    .restartAlthoughTrue: ("restarts the app although the app does so itself", ["RST-004"]),
    .exitAlthoughTrue: ("ends the app although the app restarts itself", ["RST-004"]),
    .restartReminder: (
      "comes back to the restart a day later although the app does it itself", ["RST-004"]
    ),
    .noRestartAfterFalse: ("leaves the restart to an app that has declined it", ["RST-005"]),
    .noRestartWithoutMethod: ("does not restart an app that has no method for it", ["RST-010"]),
    .appAskedAndDialogShown: ("shows its own dialog before the app has answered", ["RST-005"]),
    .restartOnMainThread: ("asks for the restart on the main thread", ["RST-003"]),
    .restartDespiteLaunchSettings: (
      "asks for a restart although the launch has enrolled the user", ["RST-008"]
    ),
    .noRestartForRemediation: (
      "does not ask for a restart when a remediation removes a user", ["RST-009"]
    ),
    .autoEnrollWithoutSetting: ("enrolls at launch without AutoEnrollOnLaunch", ["LCH-001"]),
    .autoEnrollNever: (
      "does not enroll at launch in spite of AutoEnrollOnLaunch", ["LCH-002", "LCH-013"]
    ),
    .autoEnrollAlthoughEnrolled: ("enrolls at launch although the app is enrolled", ["LCH-003"]),
    .autoEnrollPrompts: (
      "asks for credentials in an automatic attempt without MAMPolicyRequired", ["LCH-004"]
    ),
    .autoEnrollTakesSignedInUser: (
      "enrolls a signed-in user at launch although nobody is managed", ["LCH-004"]
    ),
    .failedAutoEnrollmentBlocks: (
      "keeps the app from starting when the automatic attempt fails", ["LCH-004", "LCH-007"]
    ),
    .startWithoutRequiredPolicy: (
      "lets the app start although required policy is missing", ["LCH-006"]
    ),
    .startWhileEnrolling: (
      "lets the app start while the launch still enrolls", ["LCH-006", "LCH-013"]
    ),
    .cancelledSignInStarts: ("lets the app start when the person cancels the sign-in", ["LCH-006"]),
    .blockedAppStartsLater: ("lets a blocked app start after an hour", ["LCH-006"]),
    .noMeansRequired: ("takes MAMPolicyRequired NO for YES", ["LCH-007"]),
    .onlyMdmPolicyCounts: (
      "counts policy as missing that device management has not brought", ["LCH-014"]
    ),
    .warnsWithoutTheKey: ("warns that policy is missing without MAMPolicyWarnAbsent", ["LCH-007"]),
    .noWarning: ("does not warn that policy is missing", ["LCH-010"]),
    .warnsDespitePolicy: ("warns that policy is missing although it is there", ["LCH-010"]),
    .warningBlocks: ("keeps the app from starting after the warning", ["LCH-011"]),
  ]
}
