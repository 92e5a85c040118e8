internal import ExactText

/// Deviations where two areas meet, and what lies beside them.
enum MeetingDefects {
  static let all: [Defect] = [
    Defect(
      "killed-in-callback-loses-policy",
      "saves a new policy only when policyRequest has returned", ["POL-028"],
      .set(\.checkIn.savePolicyFirst, false)),
    Defect(
      "killed-in-callback-loses-enrollment",
      "saves an enrollment only when the enrollment callback has returned", ["ENR-022"],
      .set(\.enrollment.isSavedFirst, false)),
    Defect(
      "killed-in-wipe-twice-lost",
      "goes on once with a wipe that was broken off, and forgets it when it is broken off again",
      ["WIP-001"],
      .set(\.leaving.resumesWipesEachTime, false)),
    Defect(
      "prompt-back-after-relaunch",
      "asks for credentials at the launch after a kill with an open prompt",
      ["ENR-028", "LCH-001"],
      .set(\.enrollment.promptsEndWithTheProcess, false)),
    Defect(
      "clock-set-while-held-told-as-timeout",
      "reports the answer of a request during which the clock was set as a timeout", ["STA-035"],
      .set(\.requests.answersOutlastClockChanges, false)),
    Defect(
      "app-update-drops-overrides",
      "forgets the runtime overrides when the app is updated", ["AUTH-025"],
      .set(\.tokens.overridesSurviveUpdates, false)),
    Defect(
      "nobody-captured-as-nil",
      "a task that is dispatched under the empty string runs under nil", ["THR-001"],
      .set(\.tasks.captureNobody, false)),
    Defect(
      "places-by-exact-name",
      "knows the account of a managed place by its exact name only", ["LOC-002"],
      .set(\.locations.accountsHaveAnyCase, false)),
    Defect(
      "items-in-groups-without-owner",
      "does not tell whose a shared item in an app group is", ["SHR-019"],
      .set(\.files.itemsOfGroupsHaveOwners, false)),
    Defect(
      "removed-test-policy-stays",
      "keeps a test policy in force that was taken away", ["DBG-001"],
      .set(\.diagnostics.testPoliciesCanBeRemoved, false)),
    Defect(
      "warning-only-once",
      "warns that policy is missing at the first launch only", ["LCH-010"],
      .set(\.launch.warnsAtEveryLaunch, false)),
    Defect(
      "splash-ends-in-background",
      "takes the splash off the screen when the app goes to the background", ["UIX-002"],
      .set(\.launch.splashOutlastsBackground, false)),
    Defect(
      "one-handled-scheme",
      "leaves the first scheme of WebViewHandledURLSchemes to the app only", ["WEB-006"],
      .set(\.policy.leavesEverySchemeToApp, false)),
    Defect(
      "siri-of-everybody",
      "areSiriIntentsAllowed is that of the enrolled user whoever is asked about", ["SIR-001"],
      .set(\.policy.siriIsOfTheIdentity, false)),
    Defect(
      "unknown-setting-ends-settings",
      "ignores MultiIdentity when the settings have an unknown key", ["IDN-003"],
      .set(\.identity.unknownSettingsDoNotMatter, false)),
    Defect(
      "first-authority-only",
      "tries the first authority of the list only, in silent sign-ins", ["AUTH-033"],
      .set(\.tokens.triesEveryAuthority, false)),
    Defect(
      "cap-lowest-level",
      "a file-protection cap replaces the level also where the level is lower", ["FIL-030"],
      .set(\.protection.capOnlyLowers, false)),
  ]
}
