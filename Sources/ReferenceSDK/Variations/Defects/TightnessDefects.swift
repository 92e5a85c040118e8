import Contract
internal import ExactText
internal import VirtualTime

enum TightnessDefects {
  /// Deviations that suites did not notice before the suites named `tight`.
  static let all: [Defect] = [
    Defect(
      "restart-dialog-does-nothing",
      "does not end the process when the person has confirmed the restart dialog", ["RST-005"],
      .set(\.restart.endsOnceConfirmed, false)),
    Defect(
      "waiting-switches-lost", "forgets the switches in line when the person cancels the first",
      ["IDN-027"], .set(\.identity.waitingSwitchesGoOn, false)),
    Defect(
      "deregistration-needs-the-screen", "does nothing at a deregistration in the background",
      ["DRG-002", "DRG-004"], .set(\.leaving.worksInBackground, false)),
    Defect(
      "deregistration-signs-out", "signs a leaver out of every app of the device",
      ["POL-001", "STA-015"], .set(\.leaving.keepsTokens, false)),
    Defect(
      "first-wipe-answer-kept", "takes the answer to the first wipe for that to every later one",
      ["WIP-003", "WIP-004"], .set(\.leaving.everyAnswerCounts, false)),
    Defect(
      "check-ins-follow-the-clock", "moves the check-in when the device's clock is set",
      ["POL-001"],
      .set(\.checkIn.clock, .device)),
    Defect(
      "gives-up-after-the-fifth", "does not try an account again after the fifth failure",
      ["ENR-010", "ENR-008"], .set(\.enrollment.mostFailures, 5)),
    Defect(
      "third-account-refused", "refuses a third account though nobody is enrolled",
      ["ENR-005", "ENR-021"], .set(\.accounts.mostAccounts, 2)),
    Defect(
      "second-remediation-compliant", "reports every remediation after the first as compliant",
      ["AUTH-049", "AUTH-047"], .set(\.enrollment.remediationsHaveOwnResults, false)),
    Defect(
      "delegate-cannot-be-taken-away", "goes on calling a delegate that the app has taken away",
      ["STA-005"], .set(\.accounts.delegateCanBeTakenAway, false)),
    Defect(
      "configuration-quiet-without-policy",
      "does not notify of a change of configuration while there is no policy", ["CFG-019"],
      .set(\.policy.notifiesWithoutPolicy, false)),
    Defect(
      "broken-off-wipe-stops-others",
      "does not try other accounts again after a wipe that a kill has broken off", ["ENR-015"],
      .set(\.leaving.othersResumeAfterBrokenOffWipe, false)),
    Defect(
      "second-failed-reenrollment-ends-check-ins",
      "makes no more check-ins once a re-enrollment has failed twice in a process", ["POL-001"],
      .set(\.checkIn.mostFailedReenrollments, 2)),
    Defect(
      "other-app-ends-what-extensions-see",
      "hides the enrollment from extensions when another app loses that of the same user",
      ["ENR-022", "POL-006"], .set(\.accounts.sharesWhateverOthersLose, false)),
    Defect(
      "lost-record-ends-remediations",
      "forgets remediations, without a result, when the service has lost the record",
      ["AUTH-047", "AUTH-050"], .set(\.enrollment.remediationOutlastsTheRecord, false)),
    Defect(
      "failures-drop-overrides",
      "drops the overrides set at run time when retries go on failing", ["AUTH-026"],
      .set(\.tokens.overridesOutlastFailures, false)),
    Defect(
      "lost-record-quiet-in-background",
      "does not post in the background that policy has ended with the service's record",
      ["POL-004"], .set(\.policy.postsLostRecordInBackground, false)),
    Defect(
      "imports-into-windows-as-links",
      "gives the reason of links for a document that is opened in a named window", ["IDN-052"],
      .set(\.identity.importsHaveOneReason, false)),
    Defect(
      "failed-leavers-not-unenrolled-again",
      "does not tell the service that a user leaves whose unenrollment has failed before",
      ["DRG-004"], .set(\.leaving.tellsTheServiceAgain, false)),
    Defect(
      "resumed-failures-not-reported",
      "does not report that an unenrollment has failed with which a launch went on", ["STA-004"],
      .set(\.leaving.reportsResumedFailures, false)),
    Defect(
      "extension-of-enrolled-app-is-managed",
      "calls an extension managed whose app has a user without policy", ["POL-023"],
      .set(\.policy.managedApps, .alsoExtensionsOfEnrolledApps)),
    Defect(
      "numbers-with-spaces", "takes texts with spaces before or behind the digits for numbers",
      ["CFG-014", "CFG-016"], .set(\.configuration.spacesAreNoPartOfNumbers, false)),
    Defect(
      "second-unenrollment-keeps-overrides",
      "drops the overrides set at run time only at the first unenrollment of a process",
      ["AUTH-027"], .set(\.tokens.overridesEndEachTime, false)),
    Defect(
      "override-without-its-slash", "gives an override back without the slash at its end",
      ["AUTH-022", "AUTH-023"], .set(\.tokens.overrideReadsAs, .withoutLastSlash)),
    Defect(
      "override-in-small-letters", "gives an override back in small letters",
      ["AUTH-022", "AUTH-023"], .set(\.tokens.overrideReadsAs, .inSmallLetters)),
    Defect(
      "refused-token-used-again", "goes on using an access token that the service has refused",
      ["AUTH-002"], .set(\.tokens.renewsRefusedTokens, .never)),
    Defect(
      "second-refused-token-used-again",
      "renews only the first access token of a process that the service refuses", ["AUTH-002"],
      .set(\.tokens.renewsRefusedTokens, .once)),
    Defect(
      "leaver-drops-waiting-switches",
      "drops the switches that wait behind the one of a user who leaves", ["IDN-027"],
      .set(\.identity.switchesOutlastLeavers, false)),
    Defect(
      "wiped-files-keep-their-owner", "still names the owner of a file that a wipe has deleted",
      ["FIL-009"], .set(\.files.wipeForgetsOwners, false)),
    Defect(
      "blocked-app-not-wiped", "ignores an administrator's wipe while the app may not start",
      ["DRG-017", "WIP-009"], .set(\.leaving.wipesBlockedApps, false)),
    Defect(
      "windows-before-2020", "keeps an identity for each window in editions that know one window",
      ["IDN-014"], .set(\.identity.windowsComeEarly, true)),
    Defect(
      "typed-user-remembered",
      "signs in whom a person has typed before, instead of asking for the user", ["ENR-030"],
      .set(\.enrollment.namelessSignIn, .managedOrTypedUser)),
  ]
}
