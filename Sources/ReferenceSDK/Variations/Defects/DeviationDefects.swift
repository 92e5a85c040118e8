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
      "task-inherits-what-was-set",
      "runs a task without an identity under the one that a task before it in its queue has set",
      ["THR-007"], .set(\.tasks.whatTasksSetEnds, false)),
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

extension DeviationDefects {
  /// The bugs that users have reported, at work in the background, after updates and the second time.
  static let reported: [Defect] = [
    Defect(
      "lost-user-not-remediated",
      "does nothing at the remediation of a user whose record the service has lost",
      ["AUTH-047"], .set(\.enrollment.lostUsersAreRemediated, false)),
    Defect(
      "links-lost-behind-a-sign-in",
      "drops a link that comes while a screen asks for credentials",
      ["IDN-043", "IDN-048"], .set(\.identity.linksOutlastSignIns, false)),
    Defect(
      "extensions-keep-withdrawn-policy",
      "leaves extensions under a policy that targets the user no more",
      ["POL-028"], .set(\.accounts.extensionsLearnOfWithdrawal, false)),
    Defect(
      "neighbours-end-retries",
      "does not try a registered account again once another app has enrolled its user",
      ["ENR-008"], .set(\.accounts.othersEndNoRetries, false)),
    Defect(
      "neighbours-put-check-ins-off",
      "restarts the eight hours when another app of the device enrolls or leaves",
      ["POL-001"], .set(\.checkIn.othersMoveNothing, false)),
    Defect(
      "update-hastens-retries",
      "tries a registered account again when the app is updated",
      ["ENR-009"], .set(\.enrollment.updatesMoveNoRetry, false)),
    Defect(
      "update-puts-check-ins-off",
      "restarts the eight hours when the app is updated",
      ["POL-001"], .set(\.checkIn.updatesMoveNothing, false)),
    Defect(
      "update-asks-for-a-restart",
      "asks for a restart at the first launch after an update",
      ["RST-007"], .set(\.restart.updatesNeedNone, false)),
    Defect(
      "update-switches-telemetry-on",
      "switches telemetry on again when the app is updated",
      ["TEL-007"], .set(\.telemetry.staysOffAfterUpdates, false)),
    Defect(
      "slow-remediation-not-told",
      "does not report a remediation that has taken more than twenty seconds",
      ["AUTH-047"], .set(\.enrollment.slowRemediationsAreTold, false)),
    Defect(
      "remediation-quiet-in-background",
      "does not report a remediation that ends in the background",
      ["AUTH-047"], .set(\.enrollment.remediationsAreToldInBackground, false)),
    Defect(
      "wipe-unasked-in-background",
      "wipes without asking the app while it is in the background",
      ["WIP-001"], .set(\.leaving.asksInBackground, false)),
    Defect(
      "restart-lost-in-background",
      "does not ask for the restart if the first policy comes in the background",
      ["RST-002", "RST-001"], .set(\.restart.neededInBackground, false)),
    Defect(
      "remediated-once-in-a-process",
      "does nothing at the second remediation of a user in a process",
      ["AUTH-047"], .set(\.enrollment.remediatesAgain, false)),
    Defect(
      "nobody-enrolled-in-background",
      "enrolledAccount is nil while the app is in the background",
      ["ENR-022"], .set(\.accounts.enrolledInBackground, false)),
    Defect(
      "policy-free-in-background",
      "restricts nobody while the app is in the background",
      ["POL-006"], .set(\.policy.isInForceInBackground, false)),
    Defect(
      "second-unenrollment-not-told",
      "reports only the first unenrollment of a process",
      ["STA-004"], .set(\.status.everyUnenrollmentIsTold, false)),
    Defect(
      "second-wipe-not-asked",
      "asks the app only for the first wipe of a process",
      ["WIP-001"], .set(\.leaving.asksForEveryWipe, false)),
    Defect(
      "registration-lost-beside-a-sign-in",
      "ignores a registration while a screen asks for credentials",
      ["ENR-006"], .set(\.enrollment.registersBesideSignIns, false)),
    Defect(
      "launch-prompts-by-the-settings-client",
      "signs a person in at the launch by the client ID of the settings although one is set at run time",
      ["AUTH-023", "AUTH-024"], .set(\.tokens.launchesUseRuntimeClient, false)),
    Defect(
      "restart-dialog-again-at-later-policy",
      "shows the open dialog of the restart again when a later policy comes",
      ["RST-007", "ENR-018"], .set(\.restart.laterPolicyShowsNothing, false)),
    Defect(
      "registration-waits-for-the-foreground",
      "tries an account that is registered in the background only in the foreground",
      ["ENR-006"], .set(\.enrollment.registersInBackground, false)),
    Defect(
      "data-of-leavers-plain",
      "does not encrypt data of who enrolls after another one has left, in the same process",
      ["DAT-003"], .set(\.protection.encryptsAfterLeavers, false)),
    Defect(
      "later-windows-share-the-first",
      "gives every window after the second the identity of the second",
      ["IDN-042"], .set(\.identity.thirdWindowsAreApart, false)),
    Defect(
      "link-lost-behind-an-addition",
      "drops a link that comes while the app is asked to add a user",
      ["IDN-043", "IDN-048"], .set(\.identity.linksOutlastAdditions, false)),
    Defect(
      "deleted-files-leave-their-owner",
      "gives a file that is renamed to where one was deleted to the owner of that one",
      ["FIL-001", "FIL-004", "FIL-009", "WIP-010"], .set(\.files.deletedOwnersStayGone, false)),
    Defect(
      "failures-stop-other-operations",
      "sends no request of another operation for five minutes after a host has failed",
      ["ENR-006", "DRG-004", "ENR-007", "DRG-022"],
      .set(\.requests.failuresAreOfOneOperation, false)),
    Defect(
      "encrypted-data-ends-with-its-policy",
      "does not give data back that was encrypted once policy does not require that any more",
      ["DAT-007", "DAT-010"], .set(\.protection.encryptedDataOutlastsItsPolicy, false)),
    Defect(
      "keys-renewed-by-re-enrollments",
      "does not give data back that was encrypted before the service has asked for a new enrollment",
      ["DAT-007", "DAT-010"], .set(\.protection.keysOutlastReEnrollments, false)),
    Defect(
      "splash-ends-with-its-user", "hides the splash as soon as its user has left", ["UIX-002"],
      .set(\.launch.splashOutlastsDepartures, false)),
    Defect(
      "documents-of-others-refused-without-limit",
      "refuses documents of other accounts although no place is limited",
      ["LOC-002", "LOC-017"], .set(\.locations.unlimitedMeansEveryAccount, false)),
    Defect(
      "no-client-once-the-override-is-removed",
      "names no client, in an app without keys, once the app has removed the client ID that it had set",
      ["AUTH-009", "AUTH-028"], .set(\.tokens.ownClientComesBack, false)),
    Defect(
      "renewed-tokens-in-the-default-group",
      "keeps what a refresh brings in com.microsoft.adalcache although the settings name another group",
      ["AUTH-021"], .set(\.tokens.renewalsStayInTheGroup, false)),
    Defect(
      "opened-data-is-remembered",
      "returns what it has opened before for a buffer that was damaged since",
      ["DAT-009", "DAT-010"], .set(\.protection.openedDataIsOpenedAgain, false)),
    Defect(
      "refused-account-tried-once-the-other-is-gone",
      "tries who was refused while another user left as soon as that user is gone",
      ["ENR-009", "ENR-008"], .set(\.enrollment.whileAnotherLeaves, .waitsForTheRemoval),
      .set(\.enrollment.refusedBehindLeaversWait, false)),
    Defect(
      "lost-account-tried-at-its-duplicate",
      "tries an account at once that is registered again after the service has lost its record",
      ["ENR-016", "ENR-009"], .set(\.accounts.lostUsersAreDuplicates, false)),
    // SalesforceMobileSDK-iOS#3488.
    Defect(
      "device-settings-of-the-launch-with-app-groups",
      "goes on returning the settings of device management of the launch in an app with app groups",
      ["CFG-020"], .set(\.configuration.deviceSettingsFollowBesideAppGroups, false)),
    // SalesforceMobileSDK-iOS#3028.
    Defect(
      "single-byte-lost", "loses the only byte of an encrypted file", ["FIL-017", "FIL-026"],
      .set(\.protection.singleBytesComeBack, false)),
    // rfjakob/gocryptfs#1024.
    Defect(
      "encrypted-file-cut-once",
      "does not cut an encrypted file again that was cut and written to", ["FIL-026"],
      .set(\.protection.encryptedFilesAreCutAgain, false)),
    // ms-intune-app-sdk-ios#370.
    Defect(
      "revoked-user-not-compliant",
      "tells that a user is not compliant whose tokens are not good any more, in a silent remediation",
      ["AUTH-052"], .set(\.status.revokedUsersNeedInteraction, false)),
    // ms-intune-app-sdk-android, release notes of 5.2.
    Defect(
      "licence-untold-under-an-override",
      "reports an internal error for a user without a licence under an authority set at run time",
      ["STA-019"], .set(\.status.licencesAreToldUnderEveryAuthority, false)),
    // pocket-ios#607.
    Defect(
      "extension-empties-the-cache",
      "removes all tokens when an extension is launched before its app was",
      ["AUTH-002", "ENR-007"], .set(\.launch.extensionsLeaveTokens, false)),
  ]
}
