internal import ExactText

/// What is left behind by one thing and decides another one, of another kind.
enum AftermathDefects {
  static let all: [Defect] = [
    Defect(
      "cancelled-link-cancels-the-next-switch",
      "ends a switch that has passed its checks as the link before it has ended",
      ["IDN-031"], .set(\.identity.linksLeaveNoResult, false)),
    Defect(
      "cancelled-switch-refuses-the-next-link",
      "does not handle a link that has passed its checks if the switch before it did not succeed",
      ["IDN-048"], .set(\.identity.switchesLeaveNoResult, false)),
    Defect(
      "open-files-as-they-were",
      "writes a file in plain text that was encrypted after it was opened",
      ["FIL-026", "FIL-027"], .set(\.protection.openFilesFollowTheDisk, false)),
    Defect(
      "files-given-away-with-their-folder",
      "gives the files of a folder's owner to whom the folder is given",
      ["FIL-001", "FIL-014"], .set(\.files.filesOutlastOwnersOfFolders, false)),
    Defect(
      "no-wipe-after-a-re-enrollment",
      "does not carry out a wipe that comes with the first check-in after a re-enrollment",
      ["WIP-009", "DRG-017"], .set(\.leaving.wipesAfterReEnrollments, false)),
    Defect(
      "one-re-enrollment-at-a-time",
      "does not enroll again if the first check-in after a re-enrollment asks for another one",
      ["POL-001", "POL-028"], .set(\.checkIn.enrollAgainTwice, false)),
    Defect(
      "re-enrolled-records-stay",
      "stays enrolled if the record is gone at the first check-in after a re-enrollment",
      ["IDN-022", "ENR-008"], .set(\.checkIn.missingRecordEndsReEnrollments, false)),
    Defect(
      "one-account-of-a-tenant",
      "puts an account off for a day because another one of its tenant has just failed",
      ["ENR-011", "ENR-012"], .set(\.enrollment.triesEveryAccountOfATenant, false)),
    Defect(
      "sign-in-beside-an-attempt-ignored",
      "ignores a sign-in while an attempt of its user is under way", ["ENR-027", "STA-002"],
      .set(\.enrollment.signInsCountBesideAttempts, false)),
    Defect(
      "extension-puts-overdue-retries-off",
      "tries an account a day after an extension was launched that has found the retry overdue",
      ["ENR-008", "ENR-010"], .set(\.enrollment.extensionsLeaveOverdueRetries, false)),
    Defect(
      "extension-puts-overdue-check-ins-off",
      "checks in eight hours after an extension was launched that has found the check-in overdue",
      ["POL-001"], .set(\.checkIn.extensionsLeaveOverdueCheckIns, false)),
    Defect(
      "returned-users-not-unenrolled",
      "does not tell the service of a user who was registered again before it could",
      ["DRG-004"], .set(\.leaving.unenrollsWhoHasReturned, false)),
    Defect(
      "leavers-refused-tokens-kept",
      "goes on with a token that the service has refused when its user left", ["AUTH-002"],
      .set(\.tokens.renewsTokensRefusedToLeavers, false)),
  ]
}
