import Contract
internal import ExactText
internal import VirtualTime

enum ReportedDefects {
  /// What release notes and issue trackers of MAM SDKs report, beyond ``FieldDefects``.
  static let all: [Defect] = [
    Defect(
      "link-lost-while-enrolling", "drops a link that comes while the launch enrolls a user",
      ["IDN-048"], .set(\.identity.linksOutlastEnrollments, false)),
    Defect(
      "switch-lost-while-enrolling",
      "never ends a switch that comes while an attempt to enroll is under way", ["IDN-027"],
      .set(\.identity.switchesOutlastEnrollments, false)),
    Defect(
      "extensions-say-managed", "isManagementEnabled is true in every extension", ["POL-023"],
      .set(\.policy.managedApps, .alsoExtensions)),
    Defect(
      "local-storage-of-an-account-refused",
      "refuses to open from local storage as soon as an account is named", ["LOC-017"],
      .set(\.locations.localStorageNeedsNoAccount, false)),
    Defect(
      "later-level-not-capped",
      "caps the level of protection of the first policy, and of none that comes later",
      ["FIL-030"], .set(\.protection.laterLevelsAreCapped, false)),
    Defect(
      "refresh-skipped-after-failure", "lets a check-in out after one that has failed",
      ["POL-001"], .set(\.checkIn.afterFailure, .afterTwoIntervals)),
    Defect(
      "policy-quiet-in-background",
      "does not notify of a policy that comes while the app is in the background", ["POL-004"],
      .set(\.policy.notifiesInBackground, false)),
    Defect(
      "configuration-told-as-policy",
      "notifies of a change of policy when only the configuration has changed", ["POL-004"],
      .set(\.policy.configurationIsNoPolicy, false)),
    Defect(
      "configuration-needs-policy", "drops the configuration of a user whom no policy targets",
      ["CFG-018", "CFG-004"], .set(\.policy.configurationNeedsNoPolicy, false)),
    Defect(
      "odd-answer-wipes", "wipes when a check-in is answered with a status that nobody has named",
      ["WIP-008"], .set(\.leaving.wipesAt, [.administratorsCommand, .unnamedAnswer])),
    Defect(
      "broken-off-wipe-hits-the-next",
      "deletes the files of whoever enrolls after a wipe that was broken off",
      ["WIP-010", "WIP-008"], .set(\.leaving.brokenOffWipesEnd, false)),
    Defect(
      "web-links-refused",
      "isURLAllowed is false for the web where the managed browser is required",
      ["POL-014"], .set(\.policy.webLinksAreFree, false)),
    Defect(
      "no-restart-on-managed-devices",
      "needs no restart for a first policy on a device that is enrolled in device management",
      ["RST-001"], .set(\.restart.managedDevicesNeedOne, false)),
    Defect(
      "offline-launch-blocked",
      "keeps an app that requires policy closed when the check-in of its launch fails",
      ["LCH-014", "LCH-006"], .set(\.launch.sufficientPolicy, .confirmed)),
    Defect(
      "sign-out-by-exact-name",
      "does nothing at a deregistration that names the account in other letter case",
      ["DRG-002", "IDN-010"], .set(\.leaving.namesHaveAnyCase, false)),
    Defect(
      "launch-success-not-told", "does not report an attempt at launch that has succeeded",
      ["STA-002"], .set(\.launch.reportsSuccess, false)),
    Defect(
      "nobody-enrolled-while-checking-in",
      "enrolledAccount is nobody while a check-in is under way",
      ["ENR-022"], .set(\.accounts.enrolledAccount, .enrolledAtRest)),
    Defect(
      "remediation-quiet-without-enrollment-delegate",
      "reports no remediation to an app that has set no enrollment delegate", ["AUTH-047"],
      .set(\.enrollment.remediationNeedsNoOtherDelegate, false)),
    Defect(
      "remediation-quiet-beside-a-launch",
      "reports no remediation of a user whom the launch has enrolled", ["AUTH-047"],
      .set(\.enrollment.remediationIsToldBesideLaunches, false)),
    Defect(
      "check-in-ends-a-waiting-switch",
      "forgets a switch that waits for a person when a check-in ends", ["IDN-027"],
      .set(\.identity.switchOutlastsCheckIns, false)),
    Defect(
      "checks-of-who-has-left",
      "asks for the PIN of a user who was enrolled, at a switch to that user",
      ["IDN-026", "IDN-021"],
      .set(\.identity.checksEndWithTheEnrollment, false)),
    Defect(
      "client-lost-beside-an-authority",
      "signs in with its own client ID as soon as the settings name an authority", ["AUTH-003"],
      .set(\.tokens.settingsStandBesideEachOther, false)),
    Defect(
      "update-ends-remediations",
      "forgets a remediation that waits for a restart if the app is updated meanwhile",
      ["AUTH-051", "AUTH-047"], .set(\.enrollment.remediationSurvivesUpdate, false)),
    Defect(
      "failed-remediation-ends-retries",
      "does not try a registered account again after a remediation of it has failed",
      ["ENR-008"], .set(\.enrollment.retriesOutlastRemediations, false)),
    Defect(
      "failed-remediation-hastens-retries",
      "tries a registered account again a minute after a remediation of it has failed",
      ["ENR-009"], .set(\.enrollment.waitAfterRemediation, .minutes(1))),
    Defect(
      "renamed-user-enrolled-by-the-first-name",
      "enrolledAccount names a user who was renamed by the first name", ["ENR-022"],
      .set(\.accounts.renamedUsersHaveTheirNewName, false)),
    Defect(
      "renamed-user-told-by-the-first-name",
      "reports requests of a user who was renamed under the first name", ["STA-006"],
      .set(\.status.renamedUsersAreToldByTheirNewName, false)),
    Defect(
      "renamed-user-wiped-by-the-first-name",
      "asks the app to wipe a user who was renamed under the first name", ["WIP-001"],
      .set(\.leaving.renamedUsersAreWipedByTheirNewName, false)),
    Defect(
      "nameless-screens-with-msal", "shows a sign-in screen without the user's name with MSAL",
      ["ENR-028"], .set(\.tokens.screensNameUsersInEveryLibrary, false)),
    Defect(
      "default-screens-with-msal",
      "shows the sign-in screen of the default authority with MSAL, whatever is set",
      ["AUTH-034"], .set(\.tokens.screensLeadThereInEveryLibrary, false)),
    Defect(
      "cancelled-sign-in-untold-with-msal",
      "reports a needed sign-in when a person cancels the sign-in of MSAL",
      ["ENR-032", "STA-038"], .set(\.tokens.cancelsAreToldInEveryLibrary, false)),
    Defect(
      "launch-sign-in-lost-with-msal",
      "goes on as if nobody had signed in when a person signs in at the launch with MSAL",
      ["LCH-013"], .set(\.tokens.launchesContinueInEveryLibrary, false)),
    Defect(
      "overrides-end-with-the-enrollment-with-msal",
      "uses the runtime overrides until a user is enrolled and no longer with MSAL",
      ["AUTH-026"], .set(\.tokens.overridesOutlastEnrollmentsInEveryLibrary, false)),
    Defect(
      "remediation-left-open-by-another",
      "enrolls whoever signs in for a remediation, and never reports how that has ended",
      ["AUTH-047"], .set(\.enrollment.remediationSignedInForByAnother, .enrollsWhoHasSignedIn)),
    Defect(
      "interaction-required-after-a-sign-in",
      "reports that interaction is required of a remediation for which a person was asked",
      ["AUTH-052"], .set(\.enrollment.interactionIsRequiredOfSilentOnes, false)),
    Defect(
      "remediation-with-anothers-token",
      "uses the token of whoever signs in for a remediation for the user of it",
      ["ENR-007"], .set(\.enrollment.remediationSignedInForByAnother, .isTakenForTheUser)),
    Defect(
      "sign-in-lost-after-a-refusal", "does nothing at the sign-in that follows a refused one",
      ["ENR-028", "ENR-027"], .set(\.enrollment.signInsFollowRefusals, false)),
    // duckduckgo/iOS#726, purchases-ios#288.
    Defect(
      "configuration-waits-for-the-front",
      "has no configuration in a process launched in the background until the app comes to the front",
      ["CFG-018", "CFG-007"], .set(\.configuration.isThereInTheBackground, false)),
    Defect(
      "device-settings-wait-for-the-front",
      "has no settings of device management in such a process until the app comes to the front",
      ["CFG-004", "CFG-007"], .set(\.configuration.deviceSettingsAreThereInTheBackground, false)),
    // ms-intune-app-sdk-android#319.
    Defect(
      "lost-leavers-tried-again",
      "tries a user again whom the service had lost and whom the app has deregistered then",
      ["DRG-003", "DRG-015"], .set(\.enrollment.lostLeaversRest, false)),
    Defect(
      "lost-users-stay-listed",
      "does not take a user off the list whom the service had lost", ["DRG-002"],
      .set(\.leaving.lostUsersAreRemoved, false)),
    // microsoft-authentication-library-for-dotnet#1774, -for-js#2033.
    Defect(
      "throttle-of-all-accounts",
      "puts the retries of all accounts 24 hours ahead when one of them is throttled",
      ["ENR-008", "ENR-011"], .set(\.enrollment.throttlesAreOfOneAccount, false)),
    Defect(
      "throttled-users-kept-out",
      "refuses a throttled user without a request when the app registers the user again",
      ["ENR-006"], .set(\.enrollment.throttledUsersMayReturn, false)),
    // ms-intune-app-sdk-ios#506.
    Defect(
      "first-schemes-kept",
      "leaves the links to the app whose schemes the first launch has named, also after an update",
      ["WEB-006"], .set(\.launch.keepsOfTheFirstLaunch, .schemes)),
    Defect(
      "first-cap-kept", "caps the level of protection as at the first launch after an update, too",
      ["FIL-030"], .set(\.launch.keepsOfTheFirstLaunch, .levelOfProtection)),
    Defect(
      "first-splash-duration-kept",
      "shows the splash for as long as at the first launch after an update, too", ["UIX-002"],
      .set(\.launch.keepsOfTheFirstLaunch, .durationOfTheSplash)),
    Defect(
      "first-client-kept", "asks for tokens with the client of the first launch after an update",
      ["AUTH-003"], .set(\.launch.keepsOfTheFirstLaunch, .client)),
    Defect(
      "first-redirect-kept", "names the redirect of the first launch after an update",
      ["AUTH-003"], .set(\.launch.keepsOfTheFirstLaunch, .redirect)),
    Defect(
      "first-enrollment-kept",
      "enrolls at each launch if the first one had AutoEnrollOnLaunch, also after an update without it",
      ["LCH-001"], .set(\.launch.keepsOfTheFirstLaunch, .enrollment)),
    Defect(
      "first-warning-kept",
      "warns of missing policy if the first launch had to, also after an update that takes the setting away",
      ["LCH-010"], .set(\.launch.keepsOfTheFirstLaunch, .warning)),
    // ms-intune-app-sdk-android#187.
    Defect(
      "copies-by-nobody-are-the-processes",
      "gives a copy that a thread of nobody makes to the user of the process",
      ["FIL-005", "IDN-036"], .set(\.files.copiesByNobodyAreNobodys, false)),
    // ms-intune-app-sdk-ios#73.
    Defect(
      "links-logged-with-encoded-names", "logs the sender of a link percent-encoded",
      ["DBG-023"], .set(\.diagnostics.linksName, .encodedSender)),
    Defect(
      "links-logged-in-capitals", "logs the name of the sender of a link in capitals",
      ["DBG-023"], .set(\.diagnostics.linksName, .senderInCapitals)),
    Defect(
      "links-logged-by-a-part", "logs the sender of a link without the domain", ["DBG-023"],
      .set(\.diagnostics.linksName, .localPart)),
    // ms-intune-app-sdk-ios#328.
    Defect(
      "waiting-links-of-the-first-sender",
      "handles a link that has waited for another one as that of the other one's sender",
      ["IDN-057"], .set(\.identity.waitingLinksHaveTheirSenders, false)),
    // ms-intune-app-sdk-ios#186.
    Defect(
      "no-restart-for-the-next-installation",
      "needs no restart after a reinstallation that keeps the keychain if one was needed before",
      ["RST-001", "RST-002"], .set(\.restart.neededByEachInstallation, false)),
    // FirebaseUI-Android#855.
    Defect(
      "check-in-moved-by-a-corrected-clock",
      "moves the next check-in by as much as a clock was wrong that is put right", ["POL-001"],
      .set(\.checkIn.correctedClocksMoveNothing, false)),
    Defect(
      "retry-moved-by-a-corrected-clock",
      "moves the next retry by as much as a clock was wrong that is put right",
      ["ENR-008", "ENR-009"], .set(\.enrollment.correctedClocksMoveNothing, false)),
    // azure-activedirectory-library-for-objc#924.
    Defect(
      "log-names-who-signs-in-instead",
      "names in an error who was asked for and who has signed in instead", ["DBG-023"],
      .set(\.diagnostics.signInsOfOthersNameNobody, false)),
    // AFOAuth2Manager#136.
    Defect(
      "refused-upload-ends-twice",
      "tells the handler of a refused upload that it has failed, and then that it has succeeded",
      ["DBG-021"], .set(\.diagnostics.refusedUploadsEndOnce, false)),
    // azure-cli#20168.
    Defect(
      "recycled-name-keeps-its-object-id",
      "takes a name that has passed to another user for that of the user who had it before",
      ["IDN-012"], .set(\.identity.namesFollowTheirUsers, false)),
    // cordova-ios#1671.
    Defect(
      "early-link-lost", "drops a link that comes before the app has started",
      ["IDN-048", "IDN-057"], .set(\.identity.linksBeforeTheStart, .lost)),
    Defect(
      "early-link-without-its-sender",
      "does not know who has sent a link that comes before the app has started",
      ["IDN-057"], .set(\.identity.linksBeforeTheStart, .withoutTheirSender)),
    Defect(
      "second-early-link-lost",
      "of several links that come before the app has started opens the first one", ["IDN-048"],
      .set(\.identity.linksBeforeTheStart, .lostBehindAnother)),
    // AFOAuth2Manager#136.
    Defect(
      "failed-switch-succeeds-as-well",
      "calls the handler of a switch that was not made a second time, with a success",
      ["IDN-027"], .set(\.identity.failedSwitchesEndOnce, false)),
    Defect(
      "refused-link-opened-as-well", "opens a link after it was refused", ["IDN-048"],
      .set(\.identity.refusedLinksStayClosed, false)),
    Defect(
      "failed-remediation-compliant-as-well",
      "reports a remediation that has failed a second time, as compliant", ["AUTH-047"],
      .set(\.enrollment.failedRemediationsAreToldOnce, false)),
    // ms-intune-app-sdk-android#135.
    Defect(
      "override-lost-by-a-refused-sign-in",
      "removes the runtime overrides when a sign-in that uses them is refused",
      ["AUTH-025", "AUTH-026"], .set(\.tokens.overridesOutlastRefusedSignIns, false)),
    // microsoft-authentication-library-for-dotnet#850.
    Defect(
      "removed-user-never-found-again",
      "finds no tokens of a user whose tokens were removed, in that process",
      ["AUTH-002"], .set(\.tokens.removedUsersAreFoundAgain, false)),
    // wire-ios#4315.
    Defect(
      "missed-check-ins-made-up-for",
      "makes every check-in that has fallen due in a suspension, one after the other",
      ["POL-001"], .set(\.checkIn.missedCheckInsAreMadeOnce, false)),
    // SalesforceMobileSDK-iOS#3887.
    Defect(
      "link-closes-sign-in", "closes the screen of a sign-in when a link comes",
      ["ENR-028"], .set(\.enrollment.signInsOutlastLinks, false)),
    // microsoft-authentication-library-for-java#578.
    Defect(
      "retry-needs-the-same-letters",
      "finds no token at a retry for a user who has signed in under a name in other letters",
      ["IDN-010", "ENR-008"], .set(\.tokens.retriesFindOtherLetters, false)),
    // torrey1028/FiberSocial#424.
    Defect(
      "earlier-installation-opens-the-gate",
      "starts an app that needs policy by what an earlier installation has left in the keychain",
      ["LCH-006"], .set(\.launch.earlierInstallationsOpenNothing, false)),
    // firezone#11642.
    Defect(
      "early-management-ignored",
      "takes no notice of management that the device gets before the app has started",
      ["CFG-020", "ENR-023"], .set(\.launch.earlyManagementCounts, false)),
  ]
}
