internal import ExactText
internal import VirtualTime

enum DeviationDefects {
  /// Deviations that suites did not notice before the suites named `deviations`.
  static let all: [Defect] = [
    Defect(
      "retries-soon-after-a-cancelled-sign-in",
      "tries an account again five minutes after its person has cancelled a sign-in", ["ENR-009"],
      .set(\.enrollment.waitAfterCancel, .minutes(5))),
    Defect(
      "first-override-kept", "keeps a runtime override when the app sets another value",
      ["AUTH-022", "AUTH-023"], .set(\.tokens.overridesCanBeChanged, false)),
    Defect(
      "default-authority-always-listed",
      "lists the default authority beside the one that the settings name", ["AUTH-032"],
      .set(\.tokens.settingReplacesDefaultAuthority, false)),
    Defect(
      "allowed-accounts-outlive-their-setting",
      "goes on naming the allowed accounts once all accounts are allowed", ["ACC-002"],
      .set(\.allowedAccounts.named, .lastAllowedUsers)),
    Defect(
      "warning-instead-of-required-policy",
      "only warns an app that requires policy if it is also to be warned of missing policy",
      ["LCH-006", "LCH-014"],
      .set(\.launch.blocksAppsThatWarn, false)),
    Defect(
      "managed-schemes-in-small-letters",
      "blocks a URL of a managed app whose scheme is written in capitals", ["POL-014"],
      .set(\.policy.managedSchemesHaveAnyCase, false)),
    Defect(
      "first-exempted-app-only", "blocks the URLs of all exempted apps but the first", ["POL-014"],
      .set(\.policy.openExemptions, .first)),
    Defect(
      "exempted-apps-blocked", "blocks the URLs of exempted apps as those of any other",
      ["POL-014"], .set(\.policy.openExemptions, .none)),
    Defect(
      "exempted-schemes-letter-by-letter",
      "blocks the URLs of exempted apps whose schemes are listed in capitals", ["POL-014"],
      .set(\.policy.exemptionsHaveAnyCase, false)),
    Defect(
      "named-policy-waits-for-an-answer",
      "policyForIdentity is that of nobody while a check-in is under way or has failed",
      ["POL-006"], .set(\.policy.isKnownWithoutAnswers, false)),
    Defect(
      "registered-user-not-asked",
      "does not ask for credentials in a sign-in of an account that is registered", ["ENR-028"],
      .set(\.enrollment.asksRegisteredUsers, false)),
    Defect(
      "task-inherits-from-the-one-before",
      "runs a task without an identity under that of the one before it in its queue",
      ["THR-005", "THR-007"], .set(\.tasks.tasksAreApart, false)),
    Defect(
      "sign-in-screen-leads-to-the-default",
      "shows the sign-in screen of its default authority whatever the settings and the app name",
      ["AUTH-034"], .set(\.tokens.screensLeadToFirstAuthority, false)),
    Defect(
      "authorities-of-everybody", "lists the authorities of every user of the cache",
      ["AUTH-032", "AUTH-034"], .set(\.tokens.authoritiesAreThoseOfTheUser, false)),
    Defect(
      "authorities-outlive-tokens",
      "goes on listing an authority once the app has deleted its tokens",
      ["AUTH-032", "AUTH-034"],
      .set(\.tokens.authoritiesEndWithTokens, false)),
    Defect(
      "time-limit-by-the-devices-clock",
      "gives up requests under way when the clock of the device is set ahead",
      ["STA-003", "STA-004"], .set(\.requests.limitIsElapsedTime, false)),
    Defect(
      "sign-in-forgets-the-others",
      "takes every other account off the list when a sign-in has succeeded", ["ENR-021"],
      .set(\.accounts.signInKeepsOthers, false)),
    Defect(
      "late-retries-keep-their-hour",
      "tries an account again a day after the retry was due, however late that came", ["ENR-009"],
      .set(\.enrollment.lateAttemptsMoveTheNext, false)),
    Defect(
      "wipe-asked-for-by-another-call",
      "wipes an account because another one, which was not enrolled, has left with a wipe",
      ["DRG-008"], .set(\.leaving.wipeIsOfItsCall, false)),
    Defect(
      "later-codes-without-words", "has no text for the codes that came with later releases",
      ["STA-008"], .set(\.status.errorString, .missingForLaterCodes)),
    Defect(
      "owned-files-not-taken-over", "leaves a file that has an owner when it is to be protected",
      ["FIL-010"], .set(\.protection.takesOwnedFiles, false)),
  ]
}
