internal import ExactText

enum ProtectionDefects {
  /// Protection of data and of files.
  static let all: [Defect] = [
    Defect(
      "data-never-encrypted", "encrypts no data",
      ["DAT-003", "DAT-015"],
      .set(\.protection.encryption, .never)),
    Defect(
      "data-of-everybody-encrypted", "encrypts data of unmanaged users too",
      ["DAT-004"],
      .set(\.protection.encryption, .ofEverybody)),
    Defect(
      "data-of-managed-users-encrypted",
      "encrypts data of managed users although policy requires no encryption",
      ["DAT-015"],
      .set(\.protection.encryption, .ofManagedUsers)),
    Defect(
      "data-of-the-enrolled-user", "gives all data to the enrolled user",
      ["DAT-005", "DAT-004"],
      .set(\.protection.owner, .enrolledUser)),
    Defect(
      "data-of-nobody", "gives data no owner",
      ["DAT-005"],
      .set(\.protection.owner, .nobody)),
    Defect(
      "foreign-data-has-owner", "returns information about data that it has not protected",
      ["DAT-006", "DAT-010"],
      .set(\.protection.foreignDataHasNoOwner, false)),
    Defect(
      "last-byte-lost", "loses the last byte of protected data",
      ["DAT-007"],
      .set(\.protection.opening, .withoutTheLastByte)),
    Defect(
      "long-data-cut", "loses what lies behind the first 8,192 bytes of protected data",
      ["DAT-007", "DAT-010"],
      .set(\.protection.opening, .firstEightKilobytes)),
    Defect(
      "empty-data-lost", "returns nil for protected data that is empty",
      ["DAT-007"],
      .set(\.protection.opening, .nilIfEmpty)),
    Defect(
      "foreign-data-refused", "returns nil for data that it has not protected",
      ["DAT-008", "DAT-010"],
      .set(\.protection.leavesForeignDataAlone, false)),
    Defect(
      "damaged-data-returned", "returns what is left of damaged data",
      ["DAT-009"],
      .set(\.protection.refusesDamagedData, false)),
    Defect(
      "damaged-data-of-leavers-returned",
      "returns what is left of damaged data once its owner has left",
      ["DAT-009"],
      .set(\.protection.refusesDamagedDataOfLeavers, false)),
    Defect(
      "protected-strings-are-bytes", "returns protected strings as bytes instead of base64",
      ["DAT-010"],
      .set(\.protection.stringsAreText, false)),
    Defect(
      "protection-level-not-notified", "does not notify of a change of the level of protection",
      ["DAT-011"],
      .set(\.protection.notifiesOfLevel, false)),
    Defect(
      "files-not-encrypted", "does not encrypt files",
      ["FIL-017"],
      .set(\.protection.encryptsFiles, false)),
    Defect(
      "files-not-decrypted", "does not decrypt files",
      ["FIL-017", "FIL-025"],
      .set(\.protection.decryptsFiles, false)),
    Defect(
      "decrypted-copies-cut", "cuts a decrypted copy off after 4,000 bytes",
      ["FIL-017"],
      .set(\.protection.copiesAreWhole, false)),
    Defect(
      "copy-decrypts-original", "decrypts the original beside its copy",
      ["FIL-017"],
      .set(\.protection.copyLeavesOriginal, false)),
    Defect(
      "every-file-told-as-encrypted", "tells that every file is encrypted",
      ["FIL-017", "FIL-027"],
      .set(\.protection.fileState, .encrypted)),
    Defect(
      "renamed-files-told-as-plain", "reports that a renamed file is not encrypted",
      ["FIL-017", "FIL-027"],
      .set(\.protection.renamedFilesKeepTheirState, false)),
    Defect(
      "files-of-moved-folders-told-as-plain",
      "reports that a file that was moved with its folder is not encrypted",
      ["FIL-017", "FIL-027"],
      .set(\.protection.filesOfMovedFoldersKeepTheirState, false)),
    Defect(
      "files-of-moved-folders-not-decrypted",
      "does not decrypt a file that was moved with its folder",
      ["FIL-017", "FIL-025"],
      .set(\.protection.filesOfMovedFoldersAreDecrypted, false)),
    Defect(
      "files-of-moved-folders-read-as-stored",
      "reads an encrypted file that was moved with its folder as it is on the disk",
      ["FIL-026"],
      .set(\.protection.filesOfMovedFoldersAreRead, false)),
    Defect(
      "places-keep-the-state-of-their-files",
      "reports a plain file as encrypted if an encrypted one was at its place before",
      ["FIL-017", "FIL-027"],
      .set(\.protection.placesKeepNoState, false)),
    Defect(
      "every-file-told-as-plain", "tells that no file is encrypted",
      ["FIL-017", "FIL-027"],
      .set(\.protection.fileState, .plain)),
    Defect(
      "protected-files-plain", "does not encrypt a file that policy requires to be encrypted",
      ["FIL-024"],
      .set(\.protection.fileEncryption, .never)),
    Defect(
      "protected-files-of-managed-users-encrypted",
      "encrypts files of managed users although policy requires no encryption",
      ["FIL-024"],
      .set(\.protection.fileEncryption, .ofManagedUsers)),
    Defect(
      "free-files-stay-encrypted", "leaves a file encrypted that need not be any more",
      ["FIL-024"],
      .set(\.protection.decryptsWhatIsFree, false)),
    Defect(
      "new-files-plain", "does not encrypt a new file",
      ["FIL-023"],
      .set(\.protection.encryptsNewFiles, false)),
    Defect(
      "encryption-sets-no-owner", "does not set the owner of a file that it encrypts",
      ["FIL-017", "FIL-010"],
      .set(\.protection.encryptionSetsOwner, false)),
    Defect(
      "verified-files-unprotected", "leaves a file as it is that is not protected for the identity",
      ["FIL-014", "FIL-011"],
      .set(\.protection.protectsWhatIsNot, false)),
    Defect(
      "folders-unprotected", "leaves a folder as it is that is to be protected",
      ["FIL-013"],
      .set(\.protection.takesFolders, false)),
    Defect(
      "protect-for-nobody-keeps-owner", "leaves the owner of a file that is protected for nobody",
      ["FIL-010", "FIL-009"],
      .set(\.protection.nobodyTakesFilesOver, false)),
    Defect(
      "empty-data-not-protected", "returns nil for data without a byte that is to be protected",
      ["DAT-010", "DAT-007"],
      .set(\.protection.protectsEmptyData, false)),
    Defect(
      "seek-stops-at-the-end", "does not seek behind the end of an open file", ["FIL-026"],
      .set(\.protection.seeksBehindTheEnd, false)),
    Defect(
      "negative-offsets-taken",
      "takes a negative offset or size for the start of an open file, instead of refusing it",
      ["FIL-026"],
      .set(\.protection.refusesNegativeOffsets, false)),
    Defect(
      "decrypting-empties-plain-files", "empties a plain file that is to be decrypted",
      ["FIL-017"],
      .set(\.protection.decryptingLeavesPlainFiles, false)),
    Defect(
      "protected-files-of-everybody-encrypted",
      "encrypts a file that is protected for an unmanaged user", ["FIL-024"],
      .set(\.protection.fileEncryption, .ofEverybody)),
    Defect(
      "copy-leaves-what-is-there", "writes no decrypted copy where there is a file", ["FIL-017"],
      .set(\.protection.copiesReplaceFiles, false)),
    Defect(
      "long-data-not-encrypted", "leaves data of more than a thousand bytes as it is",
      ["DAT-003", "DAT-015"], .set(\.protection.longDataIsEncrypted, false)),
    Defect(
      "encrypted-files-of-others-as-plain",
      "reports an encrypted file as plain whose owner is not managed", ["FIL-027", "FIL-017"],
      .set(\.protection.statesNeedNoManagedOwner, false)),
  ]
}
