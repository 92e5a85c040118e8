internal import ExactText

/// Deviations in remediations, and in what is kept of users who have left.
enum DepartureDefects {
  static let all: [Defect] = [
    Defect(
      "third-remediation-lost",
      "keeps one waiting remediation, and drops those of further users", ["AUTH-050"],
      .set(\.enrollment.everyRemediationWaits, false)),
    Defect(
      "repeated-remediation-by-exact-name",
      "takes a repeated remediation in other letter case for that of another user", ["AUTH-050"],
      .set(\.enrollment.repeatedRemediationsHaveAnyCase, false)),
    Defect(
      "cancelled-remediation-without-words",
      "reports remediations that the person has cancelled without a text", ["AUTH-049"],
      .set(\.enrollment.cancelledRemediationsHaveWords, false)),
    Defect(
      "remediation-in-progress-by-exact-name",
      "remediationInProgressForIdentity knows the user by the exact name only", ["AUTH-056"],
      .set(\.enrollment.remediatedNamesHaveAnyCase, false)),
    Defect(
      "wiped-remediation-not-told",
      "does not report the remediation of a user who is wiped meanwhile", ["AUTH-047"],
      .set(\.enrollment.wipedRemediationsAreTold, false)),
    Defect(
      "remediations-after-departures-dropped",
      "drops every remediation of a user whose remediation a deregistration has ended",
      ["AUTH-050"],
      .set(\.enrollment.endedRemediationsAreForgotten, false)),
    Defect(
      "lost-users-are-compliant",
      "reports Compliant for a user whose record is gone when the remediation checks in",
      ["AUTH-049"],
      .set(\.enrollment.lostUsersAreNotCompliant, false)),
    Defect(
      "switch-refused-while-remediating",
      "refuses switches with NotAllowed while a remediation is in progress", ["IDN-032"],
      .set(\.identity.switchesGoOnBesideRemediations, false)),
    Defect(
      "remediation-drops-other-accounts",
      "a remediation that removes a user takes the other registered accounts off the list",
      ["ENR-021"],
      .set(\.enrollment.remediationLeavesOtherAccounts, false)),
    Defect(
      "remediation-keeps-overrides",
      "keeps the runtime overrides when a remediation removes a user", ["AUTH-027"],
      .set(\.tokens.overridesEndWithRemediation, false)),
    Defect(
      "wipe-resets-colours",
      "a wipe restores the default colours", ["UIX-013"],
      .set(\.colors.outliveWipes, false)),
    Defect(
      "departure-turns-telemetry-on",
      "an unenrollment switches telemetry on again", ["TEL-007"],
      .set(\.telemetry.choiceOutlivesUsers, false)),
    Defect(
      "telemetry-choice-lost-at-relaunch",
      "forgets at a relaunch that telemetry was switched off", ["TEL-007"],
      .set(\.telemetry.choiceSurvivesRelaunch, false)),
    Defect(
      "wipe-resets-library-choice",
      "a wipe takes IntuneMAMUseMSALOnNextLaunch away", ["AUTH-041"],
      .set(\.tokens.librarySwitchOutlivesWipes, false)),
    Defect(
      "configuration-back-after-relaunch",
      "has the app configuration of a user who has left back after a relaunch",
      ["ENR-024", "CFG-004"],
      .set(\.configuration.endsWithTheEnrollment, false)),
    Defect(
      "places-of-former-users",
      "allows managed places of the account of whoever was enrolled before in the process",
      ["LOC-002"],
      .set(\.locations.account, .enrolledOrFormer)),
    Defect(
      "former-users-managed-with-the-next",
      "isIdentityManaged is true for a user who has left once another one enrolls", ["IDN-022"],
      .set(\.identity.reportedAsManaged, .enrolledUserBefore)),
    Defect(
      "owner-of-data-forgotten",
      "protectionInfo of data is nil once its owner has left", ["DAT-005"],
      .set(\.protection.ownersOutliveEnrollment, false)),
    Defect(
      "object-ids-of-leavers-forgotten",
      "isIdentity:equalTo: forgets the object ID of a user who has left", ["IDN-012"],
      .set(\.identity.objectIDsOutliveUsers, false)),
    Defect(
      "files-given-away-are-wiped",
      "a wipe deletes files that the user has owned before another one", ["WIP-010"],
      .set(\.files.wipeSparesWhatWasGivenAway, false)),
    Defect(
      "renamed-files-not-wiped",
      "a wipe leaves files that were renamed since", ["WIP-007"],
      .set(\.files.wipeFollowsRenames, false)),
    Defect(
      "received-files-not-wiped",
      "a wipe leaves files that the app has received as an item", ["WIP-007"],
      .set(\.files.wipeReachesReceivedFiles, false)),
    Defect(
      "link-refused-while-remediating",
      "refuses links while a remediation is in progress", ["IDN-043"],
      .set(\.identity.linksGoOnBesideRemediations, false)),
    Defect(
      "nobody-leaves-while-remediating",
      "does nothing at the deregistration of other users while a remediation is in progress",
      ["DRG-002"],
      .set(\.leaving.worksBesideRemediations, false)),
    Defect(
      "lost-record-resets-colours",
      "restores the default colours when the service has lost the record", ["UIX-013"],
      .set(\.colors.outliveLostRecords, false)),
    Defect(
      "departure-resets-library-choice",
      "an unenrollment without a wipe takes IntuneMAMUseMSALOnNextLaunch away", ["AUTH-041"],
      .set(\.tokens.librarySwitchOutlivesUsers, false)),
    Defect(
      "encrypted-files-not-wiped",
      "a wipe leaves files that were encrypted by a call", ["WIP-007"],
      .set(\.files.wipeReachesEncryptedFiles, false)),
    Defect(
      "copies-not-wiped",
      "a wipe leaves files that were made as copies of others in the same process", ["WIP-007"],
      .set(\.files.wipeReachesCopies, false)),
  ]
}
