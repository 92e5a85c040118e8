internal import ExactText

/// Deviations in texts and values, and in extensions.
enum ValueDefects {
  static let all: [Defect] = [
    Defect(
      "one-text-for-all-failures",
      "has one text for every failure", ["STA-008"],
      .set(\.status.errorString, .oneForFailures)),
    Defect(
      "success-without-words",
      "has no text for the codes of success", ["STA-008"],
      .set(\.status.errorString, .emptyForSuccesses)),
    Defect(
      "words-of-the-code-before",
      "gives the text of the status code before", ["STA-008"],
      .set(\.status.errorString, .ofTheCodeBefore)),
    Defect(
      "long-names-cut",
      "cuts names of more than 40 characters", ["ENR-022", "ENR-021"],
      .set(\.accounts.namesAreWhole, false)),
    Defect(
      "resumed-wipe-names-nobody",
      "names nobody in the wipe that a launch goes on with", ["WIP-001"],
      .set(\.leaving.resumedWipesNameTheUser, false)),
    Defect(
      "removed-user-told-as-remediated",
      "names the remediated user in the unenrollment of the one who was removed for it",
      ["STA-006"],
      .set(\.leaving.removalsNameWhoIsRemoved, false)),
    Defect(
      "one-log-path-twice",
      "gives the path of the standard log twice", ["DBG-020"],
      .set(\.diagnostics.logsAreApart, false)),
    Defect(
      "version-with-a-suffix",
      "gives a version with a letter behind the numbers", ["DBG-025"],
      .set(\.diagnostics.versionIsNumeric, false)),
    Defect(
      "colour-loses-leading-zeros",
      "drops the zeros at the start of a colour", ["UIX-011"],
      .set(\.colors.keepEveryDigit, false)),
    Defect(
      "configuration-notified-by-policy-manager",
      "posts changes of configuration with the policy manager as object", ["CFG-019"],
      .set(\.policy.configurationHasItsObject, false)),
    Defect(
      "strings-trimmed",
      "trims spaces of strings of the configuration", ["CFG-018"],
      .set(\.configuration.stringsAreWhole, false)),
    Defect(
      "keys-of-any-letter-case",
      "finds keys of the configuration in other letter case", ["CFG-016"],
      .set(\.configuration.keysAreExact, false)),
    Defect(
      "negative-numbers-passed-over",
      "passes over negative numbers of the configuration", ["CFG-014"],
      .set(\.configuration.readsNegativeNumbers, false)),
    Defect(
      "enrollment-takes-no-time",
      "tells every enrollment as one that took no time", ["TEL-003"],
      .set(\.telemetry.measuresDuration, false)),
    Defect(
      "encrypted-size-told",
      "size of an encrypted open file is that on the disk", ["FIL-026"],
      .set(\.protection.sizeIsThatOfTheText, false)),
    Defect(
      "text-cut-at-umlauts",
      "protected strings lose the characters that are not ASCII", ["DAT-010"],
      .set(\.protection.keepsEveryCharacter, false)),
    Defect(
      "extension-without-policy-restricts",
      "an extension of an app without policy blocks every URL", ["INT-019"],
      .set(\.policy.extensionsMayLackPolicy, false)),
    Defect(
      "extension-makes-overdue-check-in",
      "an extension makes the check-in that is due", ["POL-001"],
      .set(\.checkIn.onlyAppsCheckIn, false)),
    Defect(
      "extension-makes-overdue-retry",
      "an extension makes the retry that is due", ["ENR-034"],
      .set(\.enrollment.onlyAppsRetry, false)),
    Defect(
      "extension-makes-early-check-in",
      "an extension makes a check-in when it starts, due or not", ["POL-001"],
      .set(\.checkIn.onlyAppsCheckIn, false), .set(\.checkIn.extensionsMoveNothing, false)),
    Defect(
      "extension-makes-early-retry",
      "an extension makes the retry when it starts, due or not", ["ENR-009"],
      .set(\.enrollment.onlyAppsRetry, false),
      .set(\.enrollment.extensionsMoveNothing, false)),
    Defect(
      "extension-ignores-required-policy",
      "isManagementEnabled is false in an extension although policy is required", ["POL-023"],
      .set(\.policy.managedApps, .appsThatRequireIt)),
    Defect(
      "extension-clears-accounts",
      "an extension that finds nobody enrolled forgets the registered accounts", ["ENR-021"],
      .set(\.accounts.extensionsLeaveAccounts, false)),
    Defect(
      "extension-takes-notifications-as-allowed",
      "notificationPolicy is 0 in an extension", ["NOT-002"],
      .set(\.policy.extensionsKnowNotifications, false)),
    Defect(
      "long-names-cut-in-statuses",
      "cuts names of more than 40 characters in statuses", ["STA-006"],
      .set(\.status.namesAreWhole, false)),
    Defect(
      "long-names-cut-in-wipes",
      "asks about wipes by no more than 40 characters of a name", ["WIP-001"],
      .set(\.leaving.namesAreWhole, false)),
    Defect(
      "extension-without-policy-limits-places",
      "an extension of an app without policy forbids every place", ["LOC-002", "INT-019"],
      .set(\.locations.extensionsMayLackPolicy, false)),
  ]
}
