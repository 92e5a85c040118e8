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
      "abandoned-sign-in-registers",
      "registers the user at the launch after a kill with an open prompt",
      ["ENR-021"],
      .set(\.accounts.abandonedSignInsRegisterNobody, false)),
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
    Defect(
      "lost-record-taken-for-another-failure",
      "goes on with an enrollment whose record is gone if the check-in before has failed",
      ["POL-002", "STA-039", "IDN-022"],
      .set(\.checkIn.missingRecordEndsEnrollmentAfterFailures, false)),
    Defect(
      "telemetry-of-what-began",
      "tells an attempt during which telemetry was switched off", ["TEL-005", "TEL-007"],
      .set(\.telemetry.attemptsObeyLaterSwitches, false)),
    Defect(
      "library-switch-used-up",
      "takes IntuneMAMUseMSALOnNextLaunch away once a process has gone by it", ["AUTH-041"],
      .set(\.tokens.librarySwitchStays, false)),
    Defect(
      "numbers-taken-for-texts",
      "takes a number for the ID of an enrollment", ["STA-025"],
      .set(\.requests.membersHaveTheirTypes, false)),
    Defect(
      "waiting-account-not-remediated",
      "does nothing at the remediation of an account that is registered beside the enrolled one",
      ["AUTH-047", "AUTH-051"],
      .set(\.enrollment.waitingAccountsAreRemediated, false)),
    Defect(
      "namesake-has-the-device",
      "takes a user for the one who has the device if the names differ only in the company",
      ["ENR-044", "STA-028", "STA-029", "STA-030"],
      .set(\.enrollment.namesakesAreOthers, false)),
    Defect(
      "first-broken-attempt-only",
      "makes the first only of several attempts that have died with their process",
      ["ENR-008", "ENR-011"], .set(\.enrollment.everyBrokenAttemptIsMade, false)),
    Defect(
      "no-enrollment-off-screen",
      "makes no enrollment that the service asks for while the app is in the background",
      ["POL-003"], .set(\.checkIn.enrollAgainOffScreen, false)),
    Defect(
      "list-taken-for-a-policy", "takes a list for a policy that restricts nothing", ["STA-025"],
      .set(\.policy.listsAreNoPolicies, false)),
    Defect(
      "remediation-asks-at-the-default",
      "shows the sign-in screen of the default authority for a remediation", ["AUTH-034"],
      .set(\.tokens.remediationsAskAtTheFirst, false)),
    Defect(
      "refused-user-stays-refused",
      "takes a user for refused whom the app has refused in an earlier process", ["IDN-055"],
      .set(\.identity.refusalsAreForgotten, false)),
    Defect(
      "others-tried-after-a-migration",
      "goes on with retries beside an enrolled user once a tenant was being moved", ["ENR-013"],
      .set(\.enrollment.othersRestAfterMigrations, false)),
    Defect(
      "another-enrolls-beside-a-re-enrollment",
      "enrolls another account while the enrolled user is enrolled again", ["ENR-014", "ENR-013"],
      .set(\.enrollment.reEnrollmentsKeepOthersOut, false)),
    Defect(
      "no-answer-beside-a-re-enrollment",
      "does not answer a registration while the enrolled user is enrolled again", ["STA-002"],
      .set(\.enrollment.registrationsBesideReEnrollmentsAreAnswered, false)),
    Defect(
      "leaver-among-others-is-tried",
      "goes on with the retries of a leaver if another account is to be tried earlier",
      ["DRG-003"], .set(\.enrollment.leaversAmongOthersRest, false)),
  ]
}
