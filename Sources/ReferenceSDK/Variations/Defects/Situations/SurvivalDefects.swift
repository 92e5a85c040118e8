internal import ExactText

/// Deviations beside screens and work under way, in what replaces something older, and in what depends on a whole name.
enum SurvivalDefects {
  static let all: [Defect] = [
    Defect(
      "no-retry-beside-a-screen",
      "does not try an account again that has failed while a screen asked somebody else",
      ["ENR-008"], .set(\.enrollment.retriesBesideScreens, false)),
    Defect(
      "others-tried-after-a-launch",
      "goes on with the other accounts once the launch has enrolled its user", ["ENR-013"],
      .set(\.enrollment.othersRestAfterLaunches, false)),
    Defect(
      "typed-name-ignored",
      "enrolls the first registered account instead of the one that the person has typed",
      ["ENR-030"], .set(\.enrollment.typedNamesCount, false)),
    Defect(
      "dismissed-prompt-as-203", "reports a sign-in whose prompt is dismissed with 203",
      ["ENR-032", "STA-038"], .set(\.enrollment.dismissedPromptsAreCancelled, false)),
    Defect(
      "enrolled-user-by-exact-name",
      "takes the enrolled user for another one in a sign-in in other letter case", ["STA-027"],
      .set(\.enrollment.enrolledNamesHaveAnyCase, false)),
    Defect(
      "not-in-progress-while-asking",
      "remediationInProgressForIdentity is false while the person is asked for credentials",
      ["AUTH-056"], .set(\.enrollment.remediationIsInProgressWhileAsking, false)),
    Defect(
      "no-wipe-beside-a-check-in", "does not wipe at a deregistration during a check-in",
      ["DRG-009", "DRG-007", "WIP-001"], .set(\.leaving.wipesBesideCheckIns, false)),
    Defect(
      "unenrollment-not-sent-beside-a-check-in",
      "does not tell the service of an unenrollment during a check-in", ["DRG-004"],
      .set(\.leaving.reportsToTheServiceBesideCheckIns, false)),
    Defect(
      "unreadable-unenrollment-as-104",
      "reports an unenrollment whose answer cannot be read as a success", ["STA-025"],
      .set(\.leaving.unreadableAnswersAreFailures, false)),
    Defect(
      "window-keeps-the-policy", "policyForWindow shows the policy of a user who has left",
      ["DRG-006", "POL-007"], .set(\.policy.windowsForgetLeavers, false)),
    Defect(
      "system-schemes-open", "opens mail and telephone links although policy blocks other apps",
      ["POL-014"], .set(\.policy.systemSchemesAreOthers, false)),
    Defect(
      "first-exemptions-kept", "keeps the exempted schemes of the first policy", ["POL-028"],
      .set(\.policy.exemptionsAreRenewed, false)),
    Defect(
      "notifications-follow-sharing", "blocks notifications if no app may receive data",
      ["NOT-002"], .set(\.policy.notificationsHaveTheirSetting, false)),
    Defect(
      "web-scheme-by-its-beginning",
      "leaves links to the app whose scheme only begins with one of the list", ["WEB-006"],
      .set(\.policy.webSchemesAreWhole, false)),
    Defect(
      "switch-moves-the-process",
      "changes the process identity of an app of one identity with a switch",
      ["IDN-002", "IDN-041"], .set(\.identity.processOutlastsSwitches, false)),
    Defect(
      "default-changes-quietly",
      "does not notify of configuration if nothing but the tenant-wide default has changed",
      ["CFG-019"], .set(\.configuration.notifiesOfDefaults, false)),
    Defect(
      "warning-hints-at-the-user",
      "writes the name before the at sign into the warning of a second registration",
      ["DBG-023"], .set(\.diagnostics.warningsNameNobody, false)),
    Defect(
      "not-verbose-once-enrolled", "logs nothing verbose once somebody is enrolled", ["DBG-024"],
      .set(\.diagnostics.logsVerboselyOnceEnrolled, false)),
    Defect(
      "secrets-follow-the-token-cache", "keeps its own secrets in the group of the token cache",
      ["INT-029"], .set(\.accounts.secretsStayBesideOwnCaches, false)),
    Defect(
      "second-and-third-candidate-exchanged",
      "tries the third of the authorities before the second", ["AUTH-033"],
      .set(\.tokens.candidatesKeepTheirOrder, false)),
    Defect(
      "old-refresh-token-kept",
      "keeps the old refresh token although a sign-in has brought another", ["AUTH-002"],
      .set(\.tokens.newRefreshTokensCount, false)),
    Defect(
      "unenrollment-without-overrides",
      "asks for the token of an unenrollment without the runtime overrides",
      ["AUTH-026", "AUTH-022"], .set(\.tokens.unenrollmentsUseOverrides, false)),
    Defect(
      "wipe-takes-files-of-nobody", "deletes files without an owner in the app groups",
      ["WIP-010"], .set(\.files.wipeSparesFilesOfNobody, false)),
  ]
}
