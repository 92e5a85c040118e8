internal import ExactText

/// Deviations that single changed lines of another SDK have shown: what is left of users who are gone, and what
/// belongs to somebody else.
enum OwnershipDefects {
  static let all: [Defect] = [
    Defect(
      "leaver-closes-the-last-screen",
      "closes the sign-in that was opened last when an account is deregistered during its attempt",
      ["DRG-005"], .set(\.leaving.leavesScreensOfOthers, false)),
    Defect(
      "leaver-takes-handlers",
      "forgets what it has asked the app about the enrolled user when another account is deregistered",
      ["DRG-005", "IDN-048"], .set(\.leaving.leavesHandlersOfOthers, false)),
    Defect(
      "leaver-takes-checks",
      "forgets the check of the enrolled user that waits for a person when another account is deregistered",
      ["DRG-005", "IDN-027"], .set(\.leaving.leavesChecksOfOthers, false)),
    Defect(
      "one-attempt-ends", "breaks off only one of the attempts of an account that is deregistered",
      ["DRG-003"], .set(\.leaving.endsEveryAttempt, false)),
    Defect(
      "departure-without-policy-is-posted",
      "posts a change of policy when a user leaves who has no policy", ["POL-004"],
      .set(\.policy.departuresWithoutPolicyAreQuiet, false)),
    Defect(
      "lost-record-without-policy-is-posted",
      "posts a change of policy when the record of a user is lost who has no policy", ["POL-004"],
      .set(\.policy.lostRecordsWithoutPolicyAreQuiet, false)),
    Defect(
      "end-of-no-configuration-is-posted",
      "notifies of configuration when a user leaves who has none", ["CFG-019"],
      .set(\.configuration.endsOfNothingAreQuiet, false)),
    Defect(
      "booleans-are-numbers", "returns a boolean of device management as a number",
      ["CFG-014", "CFG-018"], .set(\.configuration.booleansAreNoNumbers, false)),
    Defect(
      "numbers-are-booleans", "returns a number of device management as a boolean",
      ["CFG-013", "CFG-018"], .set(\.configuration.numbersAreNoBooleans, false)),
    Defect(
      "extension-works-as-nobody",
      "leaves the process identity of an extension empty that runs beside its app",
      ["IDN-002", "FIL-005"],
      .set(\.identity.extensionsWorkAsTheirUser, false)),
    Defect(
      "second-try-enrolls",
      "enrolls the user of the device when a person tries a blocked launch again, without AutoEnrollOnLaunch",
      ["LCH-001"], .set(\.launch.secondTriesNeedTheSetting, false)),
    Defect(
      "name-asked-for-while-enrolled",
      "asks for a name at a sign-in without one although a user has enrolled the app",
      ["ENR-029"], .set(\.enrollment.enrolledUsersNeedNoName, false)),
    Defect(
      "remediation-outlives-its-sign-in",
      "never ends the remediation of a user who is deregistered while a sign-in is open for it",
      ["AUTH-047", "AUTH-050"], .set(\.enrollment.remediationsEndAtSignIns, false)),
    Defect(
      "wiped-told-compliant",
      "reports the remediation of a user as compliant whom the administrator wipes meanwhile",
      ["AUTH-049"], .set(\.enrollment.wipedUsersAreNotCompliant, false)),
    Defect(
      "test-wipe-dies", "does not go on with a test wipe that has died with its process",
      ["DBG-011"], .set(\.diagnostics.testWipesSurviveDeath, false)),
    Defect(
      "test-wipe-cannot-be-taken-back",
      "makes a test wipe although it was switched off again before the launch",
      ["DBG-011", "WIP-008"], .set(\.diagnostics.testWipesCanBeTakenBack, false)),
    Defect(
      "encryption-ignores-unmanaged-users",
      "leaves the owner of a file as it is that is to be encrypted for an unmanaged user",
      ["FIL-011", "FIL-017"], .set(\.protection.encryptionServesUnmanagedUsers, false)),
    Defect(
      "decrypting-takes-the-owner-away",
      "takes the owner of a file away that is decrypted in place", ["FIL-001", "WIP-007"],
      .set(\.protection.decryptingKeepsTheOwner, false)),
    Defect(
      "encrypted-files-change-no-hands",
      "leaves the owner of an encrypted file as it is that is protected for another identity",
      ["FIL-010", "FIL-011"], .set(\.protection.encryptedFilesChangeHands, false)),
    Defect(
      "items-without-owner-beside-the-app",
      "does not tell an extension with its own identifier whose an item in an app group is",
      ["SHR-019"], .set(\.files.ownExtensionsKnowOwners, false)),
    Defect(
      "moved-files-leave-their-owner",
      "gives what nobody makes where a file was that was moved to another folder to the owner of that one",
      ["FIL-001", "FIL-009", "WIP-010"], .set(\.files.movedOwnersLeaveNothingBehind, false)),
    Defect(
      "pickers-ignore-the-window",
      "isDocumentPickerAllowed goes by the thread, whatever window is named",
      ["POL-016", "IDN-042"], .set(\.policy.pickersFollowTheWindow, false)),
    Defect(
      "places-ignore-the-window",
      "places to save to and to open from go by the thread, whatever window is named",
      ["LOC-002", "LOC-017", "IDN-042"], .set(\.locations.placesFollowTheWindow, false)),
    Defect(
      "second-users-attempt-untold",
      "sends no telemetry of the attempt of a second user in a process", ["TEL-003"],
      .set(\.telemetry.tellsEveryUser, false)),
    Defect(
      "earlier-record-kept",
      "goes on with the earlier record after an enrollment that the service has asked for",
      ["POL-001", "ENR-022"], .set(\.enrollment.newEnrollmentsBringTheirRecord, false)),
    Defect(
      "token-outlasts-its-authority",
      "uses an access token although another authority has come into force",
      ["AUTH-022", "AUTH-026"], .set(\.tokens.tokensEndWithTheirAuthority, false)),
  ]
}
