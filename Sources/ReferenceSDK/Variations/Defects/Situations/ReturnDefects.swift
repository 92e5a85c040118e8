internal import ExactText

/// Deviations in what comes back: re-enrollments, users after a failure, apps after an update.
enum ReturnDefects {
  static let all: [Defect] = [
    Defect(
      "wipe-before-policy-ignored",
      "does not carry out a wipe that comes before the enrollment has brought any policy",
      ["DRG-017", "WIP-009", "STA-016"], .set(\.leaving.wipesBeforePolicy, false)),
    Defect(
      "untold-wipe-made-again",
      "wipes the user who has enrolled by the next launch, if the service could not be told of an administrator's wipe",
      ["WIP-008"], .set(\.leaving.untoldWipesAreOver, false)),
    Defect(
      "period-begins-with-a-registration",
      "counts the 8 hours to the next check-in from a registration of the enrolled user",
      ["POL-001"], .set(\.checkIn.registrationsMoveNothing, false)),
    Defect(
      "policy-of-a-re-enrollment-unannounced",
      "does not announce policy that has changed when it comes with a re-enrollment", ["POL-004"],
      .set(\.policy.postsWhatReEnrollmentsBring, false)),
    Defect(
      "restart-for-policy-of-a-re-enrollment",
      "asks for a restart when a re-enrollment brings another policy", ["RST-007"],
      .set(\.restart.reEnrollmentsNeedNone, false)),
    Defect(
      "colleagues-of-leavers-refused",
      "refuses switches to colleagues of a user who has left as long as nobody is enrolled",
      ["IDN-032", "IDN-031"], .set(\.identity.colleaguesOfLeaversAreFree, false)),
    Defect(
      "asked-users-are-not-added",
      "does not ask the app to add a user whom a launch had to ask for credentials", ["IDN-055"],
      .set(\.identity.asksToAddWhoWasAsked, false)),
    Defect(
      "received-files-of-the-enrolled-user",
      "gives each owned file that the app receives to the user who has enrolled the app",
      ["SHR-022", "WIP-007"], .set(\.files.receivedFilesStayTheirOwners, false)),
    Defect(
      "received-files-of-the-first-owner",
      "gives each file that the app receives to the owner of the first one", ["SHR-022"],
      .set(\.files.everyReceivedFileHasItsOwner, false)),
    Defect(
      "names-end-at-the-hash-sign", "sends the name of a guest only up to its first hash sign",
      ["IDN-009", "ENR-007"], .set(\.requests.namesKeepTheirMarks, false)),
    Defect(
      "launch-ends-retries-of-unsigned",
      "does not try an account again after a launch if its user had to sign in", ["ENR-008"],
      .set(\.enrollment.launchesKeepRetriesOfUnsigned, false)),
    Defect(
      "configuration-announced-by-a-re-enrollment",
      "announces the configuration after a re-enrollment although it has not changed", ["CFG-019"],
      .set(\.configuration.reEnrollmentsAnnounceNone, false)),
    Defect(
      "re-enrollment-resumes-retries",
      "tries the other registered accounts again after the enrolled user is re-enrolled",
      ["ENR-013", "ENR-014"], .set(\.enrollment.othersRestAfterReEnrollments, false)),
    Defect(
      "one-overdue-account-tried",
      "after a suspension tries only the first of the accounts that were due, and the others a day later",
      ["ENR-011", "ENR-008"], .set(\.enrollment.triesAllThatWereDue, false)),
    Defect(
      "file-given-away-once", "gives a file to somebody else once in a process only", ["FIL-010"],
      .set(\.files.filesAreGivenAwayAgain, false)),
    Defect(
      "first-authority-of-the-process-used",
      "gets tokens from the first authority that was set in the process, whichever was set last",
      ["AUTH-022", "AUTH-024"], .set(\.tokens.latestAuthorityIsUsed, false)),
    Defect(
      "wipe-needs-the-unenrollment",
      "carries out an administrator's wipe only once the service has taken the unenrollment",
      ["WIP-003", "WIP-001", "DRG-017"], .set(\.leaving.administratorsWipesNeedNoAnswer, false)),
    Defect(
      "device-forgets-who-signs-in",
      "enrolls whoever signs in instead of the user who was asked for, although the device rules that user out",
      ["ENR-044", "ENR-022"], .set(\.enrollment.deviceRulesOutWhoSignsIn, false)),
    Defect(
      "enrolled-user-signs-in-elsewhere",
      "has the enrolled user sign in for a remediation without the authority that the app has set",
      ["AUTH-034", "AUTH-022"], .set(\.tokens.enrolledUsersSignInAtTheOverride, false)),
    Defect(
      "exchanged-elements-not-posted",
      "does not post a policy in which only a list has changed, with as many elements as before",
      ["POL-004"], .set(\.policy.elementsOfListsCount, false)),
    Defect(
      "file-verified-once",
      "does not verify a file again for an identity for which it has verified it, whoever owns it since",
      ["FIL-014", "FIL-010"], .set(\.protection.filesAreVerifiedAgain, false)),
    Defect(
      "encrypted-file-owned-once",
      "leaves an encrypted file to its new owner if it is encrypted for the user for the second time",
      ["FIL-017", "FIL-024", "FIL-010"], .set(\.protection.encryptedFilesAreOwnedAgain, false)),
    Defect(
      "encrypted-state-of-the-path",
      "reports a plain file as encrypted at whose path another file was encrypted before",
      ["FIL-027"], .set(\.protection.newFilesHaveTheirOwnState, false)),
    Defect(
      "level-forgotten-at-re-enrollment",
      "forgets at a re-enrollment that the app protects data, and does not tell it of the next level",
      ["DAT-011"], .set(\.protection.levelsOutlastReEnrollments, false)),
    Defect(
      "level-forgotten-at-departure",
      "forgets when its user leaves that the app protects data, and does not tell it of the next level",
      ["DAT-011"], .set(\.protection.levelsOutlastUsers, false)),
    Defect(
      "check-ins-rest-behind-suspensions",
      "does not check in while the app is in the background to which it has come from its suspension",
      ["POL-003", "POL-001"], .set(\.checkIn.goOnBehindSuspensions, false)),
    Defect(
      "failed-launch-ends-retries",
      "does not try a registered account again by itself once an attempt of the launch has failed",
      ["ENR-008", "ENR-011", "ENR-010"], .set(\.enrollment.launchesLeaveRetries, false)),
    Defect(
      "retries-rest-behind-suspensions",
      "tries no account again while the app is in the background to which it has come from its suspension",
      ["ENR-008", "POL-003"], .set(\.enrollment.retriesGoOnBehindSuspensions, false)),
    Defect(
      "library-switch-of-the-launch",
      "works with MSAL if it was preferred at the launch, although it is not at the first authentication",
      ["AUTH-041", "AUTH-042"], .set(\.tokens.switchOfTheLaunchIsOver, false)),
  ]
}
