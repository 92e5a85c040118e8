internal import ExactText

/// Violations that show only where two or three things come together, or in what is left afterwards.
enum CombinationDefects {
  static let all: [Defect] = [
    Defect(
      "withdrawn-target-hides-the-default",
      "returns the targeted value of a key that the service does not send any more", ["CFG-010"],
      .set(\.configuration.withdrawnTargetsGiveWay, false)),
    Defect(
      "returner-keeps-old-configuration",
      "gives a user who comes back the configuration of the last enrollment", ["CFG-004"],
      .set(\.configuration.returnersHaveWhatIsSentNow, false)),
    Defect(
      "encrypted-data-of-the-next-user",
      "takes encrypted data for that of the user who is enrolled now", ["DAT-005", "DAT-010"],
      .set(\.protection.encryptedDataKeepsItsOwner, false)),
    Defect(
      "copy-in-a-folder-decrypts-original",
      "decrypts the original too when a copy is written into a folder", ["FIL-017"],
      .set(\.protection.copiesInFoldersLeaveOriginals, false)),
    Defect(
      "registration-drops-resumed-unenrollment",
      "drops the unenrollment with which a launch went on when somebody else is registered",
      ["DRG-004", "STA-004"],
      .set(\.leaving.resumedUnenrollmentsOutlastRegistrations, false)),
    Defect(
      "refusal-beside-overrides-wipes",
      "wipes the user when a check-in is refused while an override is set", ["WIP-008"],
      .set(\.leaving.refusalsBesideOverridesWipeNobody, false)),
    Defect(
      "no-wipe-without-tokens",
      "does not carry out an administrator's wipe of a user without tokens",
      ["WIP-011", "WIP-001"],
      .set(\.leaving.wipesNeedNoTokens, false)),
    Defect(
      "nil-is-the-first-registered",
      "signs in the account registered first for nil, though the device has a managed user",
      ["ENR-029"],
      .set(\.enrollment.nilIsTheManagedUserFirst, false)),
    Defect(
      "taken-over-remediation-not-made-again",
      "drops a remediation of a user for whom a launch went on with one", ["AUTH-047", "AUTH-050"],
      .set(\.enrollment.remediatesAgainWhatWasTakenOver, false)),
    Defect(
      "append-in-a-folder-takes-over",
      "gives a file in a folder to whoever appends to it", ["FIL-004"],
      .set(\.files.appendingInFoldersLeavesTheOwner, false)),
    Defect(
      "folder-owner-forgotten-at-relaunch",
      "does not name the owner of a folder that an earlier process has protected", ["FIL-013"],
      .set(\.files.ownersOfFoldersSurviveRelaunch, false)),
    Defect(
      "process-outlasts-lost-record",
      "keeps the process identity when the service has lost the record", ["IDN-002"],
      .set(\.identity.processEndsWithLostRecords, false)),
    Defect(
      "process-outlasts-departure",
      "keeps the process identity of a user who has left", ["IDN-002"],
      .set(\.identity.processEndsWithDepartures, false)),
    Defect(
      "background-passes-checks",
      "lets a switch succeed whose check waits when the app goes to the background",
      ["IDN-026", "IDN-031"],
      .set(\.identity.backgroundPassesNoChecks, false)),
    Defect(
      "lost-record-leaves-places-closed",
      "restricts places, links and documents after the service has lost the record", ["INT-019"],
      .set(\.policy.queriesOutlast, .lostRecord)),
    Defect(
      "withdrawal-leaves-places-closed",
      "restricts places, links and documents after policy was withdrawn", ["INT-019"],
      .set(\.policy.queriesOutlast, .withdrawal)),
    Defect(
      "departure-leaves-places-closed",
      "restricts places, links and documents after the user has left", ["INT-019", "DRG-006"],
      .set(\.policy.queriesOutlast, .departure)),
    Defect(
      "source-outlasts-withdrawal",
      "tells the source of a policy that was withdrawn", ["POL-008"],
      .set(\.policy.sourceOutlasts, .withdrawal)),
    Defect(
      "source-outlasts-lost-record",
      "tells the source of a policy that has ended with the service's record", ["POL-008"],
      .set(\.policy.sourceOutlasts, .lostRecord)),
    Defect(
      "source-outlasts-departure",
      "tells the source of the policy of a user who has left", ["POL-008"],
      .set(\.policy.sourceOutlasts, .departure)),
    Defect(
      "app-notifies-in-other-letters",
      "the app shows every notification of an account whose name is written in other letters",
      ["NOT-004", "NOT-005"],
      .set(\.duties.notificationsHeedEveryLetterCase, false)),
    Defect(
      "launch-enrolls-former-user",
      "enrolls the user who has left instead of the managed user at launch", ["LCH-002"],
      .set(\.launch.formerUsers, .insteadOfTheManagedUser)),
    Defect(
      "launch-brings-former-user-back",
      "enrolls the user who has left at launch if nobody is managed", ["DRG-003"],
      .set(\.launch.formerUsers, .ifNobodyIsManaged)),
    Defect(
      "lost-location-as-205-after-leavers",
      "reports 205 for a location service out of reach once a user has left", ["STA-023"],
      .set(\.status.lostLocationsAreToldAfterLeavers, false)),
    Defect(
      "redirect-needs-client",
      "uses a redirect URI that is set at run time only beside a client ID", ["AUTH-023"],
      .set(\.tokens.redirectsNeedNoClient, false)),
    Defect(
      "remediation-of-nobody-in-progress",
      "calls a remediation of nobody in progress while somebody is remediated", ["AUTH-056"],
      .set(\.enrollment.nobodyIsNotRemediated, false)),
    Defect(
      "extension-reads-telemetry-as-on",
      "telemetryEnabled is true in an extension whose app has switched it off", ["TEL-007"],
      .set(\.telemetry.extensionsKnowTheSwitch, false)),
    Defect(
      "thread-asks-for-places-of-main",
      "answers a thread's question about places for the identity of the main thread", ["LOC-002"],
      .set(\.policy.placesAreThoseOfTheThread, false)),
    Defect(
      "thread-takes-notifications-as-allowed",
      "notificationPolicy is 0 on every thread but the main one", ["NOT-002"],
      .set(\.policy.threadsKnowNotifications, false)),
    Defect(
      "re-enrollment-hides-configuration",
      "returns no configuration while the user is enrolled again", ["CFG-004"],
      .set(\.configuration.staysDuringReEnrollments, false)),
    Defect(
      "browser-not-required-beside-exempted-web",
      "does not require the managed browser if an exemption names a scheme of the web", ["POL-017"],
      .set(\.policy.exemptionsLeaveTheBrowserRule, false)),
    Defect(
      "cancelled-checks-name-no-window",
      "does not name the window in identitySwitchRequired after a cancelled check", ["IDN-054"],
      .set(\.identity.namesTheWindowOfCancelledChecks, false)),
    Defect(
      "maps-take-nil-for-the-enrolled-account",
      "allows managed places without an account only where all places are asked for at once",
      ["LOC-031", "LOC-032"], .set(\.locations.mapsTakeNilAsOneByOne, false)),
    Defect(
      "maps-compare-accounts-letter-by-letter",
      "forbids managed places to an account in other letters only where all are asked for at once",
      ["LOC-031", "LOC-032"], .set(\.locations.mapsKnowAccountsInAnyCase, false)),
    Defect(
      "received-files-taken-by-the-only-identity",
      "gives what an app of one identity receives to that identity, whoever owns the item",
      ["SHR-022", "WIP-010"], .set(\.files.appsOfOneIdentityReceiveForOthers, false)),
    Defect(
      "owners-end-with-the-extension",
      "forgets whom a file belongs to when the extension ends that has made it",
      ["FIL-001", "SHR-022", "WIP-007"], .set(\.files.ownersOutliveExtensions, false)),
    Defect(
      "copies-of-plain-files-taken-by-the-screen",
      "gives a copy of a file of nobody to the UI identity", ["IDN-015"],
      .set(\.files.copiesOfPlainFilesAreNotOfTheScreen, false)),
  ]
}
