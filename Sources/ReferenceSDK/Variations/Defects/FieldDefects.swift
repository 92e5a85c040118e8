import Contract
internal import ExactText
internal import VirtualTime

enum FieldDefects {
  /// What users of real SDKs have reported; the suites named `field` say where.
  static let all: [Defect] = [
    Defect(
      "first-attempt-times-out", "ends the first attempt of every account with a timeout",
      ["STA-002", "ENR-006", "ENR-007"], .set(\.enrollment.firstAttemptFails, .timeout)),
    Defect(
      "overrides-fail-the-enrollment",
      "ends attempts with a timeout in the process that has set a runtime override",
      ["ENR-006", "ENR-007", "AUTH-022", "AUTH-024"], .set(\.tokens.overridesApplyAtOnce, false)),
    Defect(
      "timeout-repeated-at-once", "repeats an attempt 30 seconds after it took too long",
      ["ENR-009", "STA-002"], .set(\.enrollment.waitAfterTimeout, .seconds(30))),
    Defect(
      "refusal-remembered-for-others", "refuses everybody after one user had no licence",
      ["ENR-007", "ENR-008", "STA-019"], .set(\.enrollment.refusalsAreOfOneUser, false)),
    Defect(
      "first-attempt-not-licensed", "refuses every account once for want of a licence",
      ["STA-019", "ENR-007"], .set(\.enrollment.firstAttemptFails, .accountNotLicensed)),
    Defect(
      "first-attempt-not-targeted", "refuses every account once as one that no policy targets",
      ["STA-044", "ENR-007", "STA-002"],
      .set(\.enrollment.firstAttemptFails, .licensedNotTargeted)),
    Defect(
      "migration-put-off", "waits a week for the next attempt while the tenant is being moved",
      ["ENR-008", "ENR-010"], .set(\.enrollment.waitAfterMigration, .days(7))),
    Defect(
      "enrolled-account-is-an-object-id", "enrolledAccount is an object ID after a relaunch",
      ["ENR-022"], .set(\.accounts.enrolledAccount, .objectIDOnceActive)),
    Defect(
      "second-user-told-as-nil", "reports a missing identity for whoever comes after another one",
      ["STA-026", "DRG-022"], .set(\.leaving.codeForReturn, .nilAccount)),
    Defect(
      "return-needs-a-sign-in", "reports a needed sign-in for whoever comes after another one",
      ["DRG-022", "ENR-006"], .set(\.leaving.codeForReturn, .authRequired)),
    Defect(
      "untargeted-user-not-told", "does not report that no policy targets a user",
      ["STA-002", "STA-044"], .set(\.status.reportsUntargetedUsers, false)),
    Defect(
      "lost-user-not-retried", "does not try a user again whose record the service has lost",
      ["ENR-015", "ENR-008"], .set(\.enrollment.lostUsersAreRetried, false)),
    Defect(
      "absence-ends-enrollment", "forgets an enrollment after a month without a launch",
      ["ENR-022", "POL-001"], .set(\.launch.absenceEndsEnrollment, .days(30))),
    Defect(
      "location-lost-by-a-relaunch", "does not find the hosts again after a relaunch",
      ["STA-023", "POL-001"], .set(\.checkIn.findsHostsAfterRelaunch, false)),
    Defect(
      "refused-check-in-wipes", "wipes when a check-in is refused for want of a token", ["WIP-008"],
      .set(\.leaving.wipesAt, [.administratorsCommand, .refusedCheckIn])),
    Defect(
      "clock-jump-wipes", "wipes when the device's clock is set ahead by a month", ["WIP-008"],
      .set(\.leaving.wipesAt, [.administratorsCommand, .clockJump])),
    Defect(
      "long-use-wipes", "wipes after a hundred operations of one process", ["WIP-008"],
      .set(\.leaving.wipesAtOperation, 100)),
    Defect(
      "wipe-needs-a-single-account", "makes no wipe while another account is registered",
      ["WIP-001", "DRG-017"], .set(\.leaving.wipesBesideOthers, false)),
    Defect(
      "gate-opens-in-background", "lets an app start that goes to the background at launch",
      ["LCH-006"], .set(\.launch.staysClosedInBackground, false)),
    Defect(
      "completion-lost-in-background",
      "forgets a switch that waits for a person when the app goes to the background", ["IDN-027"],
      .set(\.identity.switchSurvivesBackground, false)),
    Defect(
      "refresh-slows-down", "doubles the interval of check-ins after the twentieth",
      ["POL-001", "POL-003"], .set(\.checkIn.slowsDownAfter, 20)),
    Defect(
      "refresh-put-off-by-background-launch", "restarts the 8 hours at a launch in the background",
      ["POL-001", "POL-003"], .set(\.checkIn.atBackgroundLaunch, .startsAnew)),
    Defect(
      "retry-put-off-by-background-launch", "restarts the 24 hours at a launch in the background",
      ["ENR-008"], .set(\.enrollment.retryAtBackgroundLaunch, .startsAnew)),
    Defect(
      "sign-out-stopped-by-a-screen", "does nothing at a deregistration while a screen is open",
      ["DRG-002", "STA-004"], .set(\.leaving.screensDoNotMatter, false)),
    Defect(
      "auto-enrollment-on-foreground",
      "enrolls by AutoEnrollOnLaunch whenever the app comes to the foreground",
      ["DRG-003", "DRG-002", "DRG-015"], .set(\.launch.enrollsOnlyAtLaunch, false)),
    Defect(
      "late-answer-enrolls-a-leaver", "enrolls a user who was deregistered during the attempt",
      ["DRG-002", "DRG-003"], .set(\.leaving.endsRunningAttempts, false)),
    Defect(
      "next-user-told-as-other",
      "reports the check-ins of whoever comes after another one as those of a stranger",
      ["STA-033", "STA-015", "POL-001"], .set(\.checkIn.knowsTheNextUser, false)),
    Defect(
      "pinned-to-an-old-installation",
      "refuses whoever is not the user of an installation that was deleted",
      ["ENR-007", "ENR-044", "ENR-022"], .set(\.enrollment.ignoresOldInstallations, false)),
    Defect(
      "policy-of-the-user-before", "starts a new enrollment with the policy of the user before",
      ["POL-006", "DRG-006"], .set(\.policy.startsWithoutPolicy, false)),
    Defect(
      "policy-needs-a-single-sign-in", "adopts no policy while several users have signed in",
      ["POL-010", "POL-006"], .set(\.policy.appliesBesideOtherUsers, false)),
    Defect(
      "remediation-told-again", "reports the end of a remediation again a day later",
      ["AUTH-047", "AUTH-050"], .set(\.enrollment.remediationIsToldOnce, false)),
    Defect(
      "remediation-without-words", "reports the end of a remediation without a message and a title",
      ["AUTH-049"], .set(\.enrollment.remediationHasWords, false)),
    Defect(
      "remediation-wipes-whom-it-removes", "wipes the user whom a remediation removes for another",
      ["WIP-008"], .set(\.enrollment.remediationRemovesWithoutWipe, false)),
    Defect(
      "silent-remediation-asks", "asks the user in a remediation that is to be silent",
      ["AUTH-052"], .set(\.enrollment.silentRemediationAsksNobody, false)),
    Defect(
      "remediation-never-over", "says of a remediation that is over that it is in progress",
      ["AUTH-056"], .set(\.enrollment.remediationIsOverAtItsEnd, false)),
  ]
}

extension FieldDefects {
  /// Further bugs that users of SDKs of this kind have reported, and of the libraries below them.
  static let further: [Defect] = [
    Defect(
      "slow-enrollment-not-told",
      "does not report an enrollment that has taken more than twenty seconds",
      ["STA-002"], .set(\.status.slowEnrollmentsAreTold, false)),
    Defect(
      "results-wait-for-the-foreground",
      "reports what ends in the background only once the app comes to the foreground",
      ["STA-002", "STA-003", "STA-004"], .set(\.status.isToldInBackground, false)),
    Defect(
      "restart-for-an-old-installation",
      "asks for a restart at the first launch of an app that was deleted while it was enrolled",
      ["RST-001", "RST-007"], .set(\.restart.oldInstallationsNeedNone, false)),
    Defect(
      "signed-in-user-cannot-leave",
      "does nothing at the deregistration of a user who was enrolled by a sign-in of this process",
      ["DRG-002", "DRG-004"], .set(\.leaving.signedInUsersLeave, false)),
    Defect(
      "sign-in-screen-of-the-leaver",
      "shows the next user the sign-in screen of the authority of who has left",
      ["AUTH-034"], .set(\.tokens.screensForgetLeavers, false)),
    Defect(
      "first-managed-user-kept",
      "takes the managed user that it has seen first for that of the device",
      ["ENR-029"], .set(\.accounts.managedUserIsCurrent, false)),
    Defect(
      "stuck-soon-after-a-check-in",
      "lets no app start that is launched within five minutes of its last check-in",
      ["LCH-007", "LCH-014"], .set(\.launch.startsSoonAfterCheckIns, false)),
    Defect(
      "sign-in-told-late",
      "reports the enrollment of a sign-in forty seconds late",
      ["STA-002"], .set(\.status.signInsAreToldAtOnce, false)),
    Defect(
      "open-prompt-shown-again",
      "shows an open prompt for credentials again when the app comes to the foreground",
      ["ENR-028"], .set(\.enrollment.promptsAreShownOnce, false)),
    Defect(
      "managed-schemes-with-dots-blocked",
      "blocks a URL of a managed app whose scheme has dots",
      ["POL-014"], .set(\.policy.managedSchemesMayHaveDots, false)),
    Defect(
      "universal-links-need-the-browser",
      "isUniversalLinkAllowed is false where the managed browser is required though data may go to every app",
      ["POL-015"], .set(\.policy.universalLinksNeedNoBrowser, false)),
    Defect(
      "first-scheme-of-an-exemption-only",
      "exempts only the first of the schemes that one exemption names",
      ["POL-014"], .set(\.policy.exemptionsHaveSeveralSchemes, false)),
    Defect(
      "documents-of-strangers-taken",
      "opens a document of an unmanaged sender without asking for a switch",
      ["IDN-043", "IDN-051"], .set(\.identity.documentsNeedSwitches, false)),
    Defect(
      "local-storage-closed-at-the-free-level",
      "refuses to open from local storage though data may come from every app",
      ["LOC-017"], .set(\.locations.freeLevelOpensLocalStorage, false)),
    Defect(
      "pickers-of-strangers-restricted",
      "judges the document picker of an unmanaged user by the managed user's policy",
      ["POL-016", "IDN-021"], .set(\.identity.pickersAreFreeForOthers, false)),
    Defect(
      "one-encryption-type-counts",
      "takes encryption for required only if it holds whenever the device is locked",
      ["FIL-019", "DAT-015"], .set(\.policy.everyEncryptionCounts, false)),
    Defect(
      "files-plain-during-requests",
      "does not encrypt a file that is created while a request is under way",
      ["FIL-023"], .set(\.protection.encryptsMeanwhile, false)),
    Defect(
      "service-settings-lost-beside-device-settings",
      "leaves the settings of the service out for a user who also has some from device management",
      ["CFG-004", "CFG-018"], .set(\.configuration.bothChannelsCount, false)),
    Defect(
      "full-data-only-after-restart",
      "fullData is empty until the app has restarted",
      ["CFG-007"], .set(\.configuration.fullDataComesAtOnce, false)),
    Defect(
      "same-failure-not-told-again",
      "does not report that an account which is registered again has failed for the same reason as before",
      ["STA-002"], .set(\.status.repeatedFailuresAreTold, false)),
    Defect(
      "refused-user-brings-the-leaver-back",
      "puts the policy of who has left in force again when the next user is refused for want of a licence",
      ["DRG-006"], .set(\.leaving.refusalsBringNobodyBack, false)),
    Defect(
      "lost-user-cannot-sign-in",
      "does nothing at the sign-in of a user whose record the service has lost",
      ["ENR-027"], .set(\.enrollment.lostUsersCanSignIn, false)),
    Defect(
      "retries-after-ten-seconds-without-token",
      "tries an account again ten seconds after it had no token",
      ["ENR-009"], .set(\.enrollment.waitAfterNeededSignIn, .seconds(10))),
    Defect(
      "refused-users-retried-at-12h",
      "tries an account again twelve hours after its user had no licence",
      ["ENR-009"], .set(\.enrollment.waitAfterRefusal, .hours(12))),
    Defect(
      "credentials-open-the-gate",
      "lets an app that requires policy start as soon as the person has entered credentials",
      ["LCH-006", "LCH-013"], .set(\.launch.credentialsAreNotEnough, false)),
    Defect(
      "leaver-cannot-sign-in",
      "does nothing at a sign-in of the user who has left last",
      ["ENR-027", "DRG-022"], .set(\.enrollment.leaversCanSignIn, false)),
    Defect(
      "prompted-remediation-not-told",
      "does not report a remediation that has succeeded once the person had signed in",
      ["AUTH-047"], .set(\.enrollment.remediationIsToldAfterPrompts, false)),
    Defect(
      "own-wipe-not-acknowledged",
      "does not say which administrator's wipe was carried out if the SDK has deleted the files",
      ["DRG-017"], .set(\.leaving.acknowledgesOwnWipes, false)),
    Defect(
      "apostrophes-fail",
      "fails the enrollment of a user whose name has an apostrophe",
      ["ENR-007"], .set(\.enrollment.namesMayHaveEveryCharacter, false)),
    Defect(
      "managed-user-not-asked",
      "does not ask for the credentials of the managed user of the device in a sign-in",
      ["ENR-028"], .set(\.enrollment.managedUsersAreAsked, false)),
    Defect(
      "registration-lost-beside-the-restart-dialog",
      "ignores a registration while the dialog of the restart is open",
      ["ENR-005", "ENR-006"], .set(\.enrollment.restartDialogsDoNotMatter, false)),
    Defect(
      "nobody-enrolled-without-token",
      "enrolledAccount is nil while no token of the user is cached",
      ["ENR-022"], .set(\.accounts.enrolledNeedsNoToken, false)),
    Defect(
      "prompt-signs-in-by-the-settings-client",
      "signs a person in by the client ID of the settings although one is set at run time",
      ["AUTH-023", "AUTH-024"], .set(\.tokens.peopleSignInByRuntimeClient, false)),
    Defect(
      "sign-in-at-common",
      "signs a person in at the common tenant whatever the authority",
      ["AUTH-034"], .set(\.tokens.peopleSignInAtTheAuthority, false)),
    Defect(
      "expired-token-used",
      "goes on using an access token that has expired",
      ["POL-001"], .set(\.tokens.expiredTokensAreRenewed, false)),
    Defect(
      "next-sign-in-by-the-leavers-token",
      "enrolls who signs in next with the tokens of the user who has left",
      ["ENR-007"], .set(\.tokens.leaversTokensServeNobody, false)),
    Defect(
      "accounts-of-other-apps-listed",
      "registeredAccounts also lists users who have enrolled other apps of the device",
      ["ENR-021"], .set(\.accounts.listsOwnAccountsOnly, false)),
    Defect(
      "configuration-notified-twice",
      "posts the notification of a configuration change two times",
      ["CFG-019"], .set(\.configuration.notificationCount, 2)),
    Defect(
      "configuration-quiet-in-background",
      "does not notify of a change of configuration that comes while the app is in the background",
      ["CFG-019"], .set(\.configuration.notifiesInBackground, false)),
    Defect(
      "device-settings-of-the-launch",
      "goes on returning the settings of device management that it found at the launch",
      ["CFG-020"], .set(\.configuration.deviceSettingsAreCurrent, false)),
    Defect(
      "managed-user-signed-in-for-another",
      "enrolls the managed user of the device in a sign-in that names another one",
      ["STA-029"], .set(\.enrollment.signInIsForTheNamedUser, false)),
    Defect(
      "links-refused-while-nobody-is-enrolled",
      "refuses links of other apps while nobody is enrolled",
      ["IDN-018", "IDN-021"], .set(\.identity.unmanagedAppsTakeLinks, false)),
    Defect(
      "documents-lost-behind-a-check",
      "drops a document that comes while a check waits for a person",
      ["IDN-048"], .set(\.identity.documentsOutlastChecks, false)),
    Defect(
      "links-lost-in-new-windows",
      "drops a link that opens a window",
      ["IDN-043"], .set(\.identity.newWindowsTakeLinks, false)),
    Defect(
      "browser-free-at-the-free-level",
      "isManagedBrowserRequired is false if data may go to every app",
      ["POL-017"], .set(\.policy.browserRuleStandsAlone, false)),
    Defect(
      "running-extensions-learn-nothing",
      "does not tell a running extension that its app has enrolled",
      ["ENR-022", "POL-010"], .set(\.accounts.extensionsFollowTheApp, false)),
    Defect(
      "extensions-keep-the-first-policy",
      "leaves extensions under the first policy of the app",
      ["POL-010", "POL-028"], .set(\.accounts.extensionsGetLaterPolicies, false)),
    Defect(
      "update-wipes",
      "wipes at the first launch after an update of the app",
      ["WIP-008"], .set(\.leaving.updatesWipeNobody, false)),
    Defect(
      "update-forgets-accounts",
      "forgets the registered accounts that have not enrolled when the app is updated",
      ["ENR-021", "ENR-005"], .set(\.accounts.surviveUpdates, false)),
    Defect(
      "unset-process-identity-is-empty",
      "getProcessIdentity returns the empty text where none is set",
      ["IDN-005", "IDN-041"], .set(\.identity.unsetProcessIdentityIsNil, false)),
    Defect(
      "check-ins-end-with-a-refused-token",
      "makes no check-in any more after one for which the user had to sign in",
      ["POL-001"], .set(\.checkIn.goOnAfterRefusedTokens, false)),
    Defect(
      "untargeted-told-as-success",
      "reports a success for a user whom no policy targets",
      ["STA-044", "STA-010"], .set(\.status.untargetedUser, .newPoliciesReceived)),
    Defect(
      "configuration-by-exact-name",
      "returns no configuration for an identity in other letter case",
      ["CFG-004", "IDN-010"], .set(\.configuration.namesHaveAnyCase, false)),
    Defect(
      "other-app-brings-the-leaver-back",
      "enrolls a user who has left again when another app of the device enrolls that user",
      ["DRG-003", "LCH-001"], .set(\.accounts.followsNobodyIn, false)),
    Defect(
      "managed-account-of-the-launch",
      "mdmEnrolledAccount is that of the launch",
      ["ENR-023"], .set(\.accounts.mdmAccountIsCurrent, false)),
  ]
}
