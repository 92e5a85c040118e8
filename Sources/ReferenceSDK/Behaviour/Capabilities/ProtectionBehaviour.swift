internal import ExactText

/// Protection of data and of files (DAT-003 to DAT-015, FIL-010 to FIL-027).
package struct ProtectionBehaviour: BehaviourArea {
  /// Data that was opened before is opened again each time (DAT-009, DAT-010).
  package var openedDataIsOpenedAgain = true
  /// In the edition of 2017-11, too, the level ends with the user (DAT-011).
  package var levelsEndWithUsers = true
  /// Data of an account that waits for its enrollment is not encrypted (DAT-004).
  package var waitingAccountsAreUnmanaged = true
  /// Folders in a shared container are protected like others (FIL-013).
  package var takesSharedFolders = true
  /// An open file can go back to its start (FIL-026).
  package var seeksToTheStart = true
  /// Nothing is written at the place where a file was that is closed now (FIL-028).
  package var closedFilesAreNotWritten = true
  /// Whose data is encrypted (DAT-003, DAT-004, DAT-015, OQ-56); up to 2017-11 that of every managed user.
  package var encryption = Encryption.asPolicyRequires
  /// Whom protected data belongs to (DAT-005).
  package var owner = Owner.named
  /// Data that the SDK has not protected belongs to nobody (DAT-006).
  package var foreignDataHasNoOwner = true
  /// What comes back of protected data (DAT-007).
  package var opening = Opening.whole
  /// Data that the SDK has not protected comes back as it is (DAT-008).
  package var leavesForeignDataAlone = true
  /// Damaged data gives nil (DAT-009).
  package var refusesDamagedData = true
  /// Damaged data gives nil also once its owner has left (DAT-009).
  package var refusesDamagedDataOfLeavers = true
  /// The keys of a user outlive the enrollment (OQ-54, OQ-93).
  package var keysOutliveEnrollment = true
  /// Data is protected for nil as for nobody (OQ-55).
  package var protectsForNil = true
  /// Strings are protected like data (DAT-010, DAT-003).
  package var stringsAreProtected = true
  /// Protected strings are in base64 (DAT-010).
  package var stringsAreText = true
  /// A change of the level of protection is notified: from the edition of 2017-11 on (DAT-011).
  package var notifiesOfLevel = true
  /// `encryptFile` encrypts (FIL-017).
  package var encryptsFiles = true
  /// `decryptFile` decrypts (FIL-017, FIL-025).
  package var decryptsFiles = true
  /// A decrypted copy is as long as the original, however long that is (FIL-017).
  package var copiesAreWhole = true
  /// A decrypted copy leaves the original as it is (FIL-017).
  package var copyLeavesOriginal = true
  /// How the state of a file is told (FIL-017, FIL-027).
  package var fileState = FileState.asItIs
  /// A file that was renamed is reported as it is (FIL-017, FIL-027).
  package var renamedFilesKeepTheirState = true
  /// So is a file that was moved with its folder (FIL-017, FIL-027).
  package var filesOfMovedFoldersKeepTheirState = true
  /// A file that was moved with its folder is decrypted (FIL-017, FIL-025).
  package var filesOfMovedFoldersAreDecrypted = true
  /// A file that was moved with its folder is read as plain text (FIL-026).
  package var filesOfMovedFoldersAreRead = true
  /// A file is reported as it is, whatever file was at its place before (FIL-017, FIL-027).
  package var placesKeepNoState = true
  /// Which files `protectFileAtPath` encrypts (FIL-024).
  package var fileEncryption = Encryption.asPolicyRequires
  /// `protectFileAtPath` decrypts a file that need not be encrypted any more (FIL-024).
  package var decryptsWhatIsFree = true
  /// Protecting a file for nobody takes its owner away (FIL-009, FIL-010).
  package var nobodyTakesFilesOver = true
  /// Protecting a file gives it to the identity, whoever has owned it (FIL-010).
  package var takesOwnedFiles = true
  /// Data without a byte is protected like other data (DAT-007, DAT-010).
  package var protectsEmptyData = true
  /// A new file is encrypted if policy requires it (FIL-023).
  package var encryptsNewFiles = true
  /// Which new files are encrypted (FIL-023).
  package var newFileEncryption = Encryption.asPolicyRequires
  /// A new file takes the place of the one before (FIL-023).
  package var creatingReplaces = true
  /// A new file belongs to the identity that is named with it (FIL-023).
  package var creatingSetsOwner = true
  /// `protectFileAtPath` gives the file to the identity (FIL-011, FIL-024).
  package var protectingSetsOwner = true
  /// A file that is encrypted keeps its owner (FIL-010, FIL-017).
  package var encryptionSetsOwner = true
  /// `encryptFile` gives a file to an unmanaged user, too (FIL-011, FIL-017).
  package var encryptionServesUnmanagedUsers = true
  /// A decrypted copy takes the place of the file that is at its path (FIL-017).
  package var copiesReplaceFiles = true
  /// Data of a managed user is encrypted however long it is (DAT-003, DAT-015).
  package var longDataIsEncrypted = true
  /// A file that is decrypted in place keeps its owner (FIL-001).
  package var decryptingKeepsTheOwner = true
  /// `protectFileAtPath` gives away a file that is encrypted already, too (FIL-010, FIL-011).
  package var encryptedFilesChangeHands = true
  /// `verifyAndProtect` protects what is not protected for the identity (FIL-014).
  package var protectsWhatIsNot = true
  /// `verifyAndProtect` leaves what is protected for the identity already (FIL-014).
  package var leavesWhatIsProtected = true
  /// `verifyAndProtect` looks at the owner of now, even if it has given the file to the same identity before (FIL-014).
  package var filesAreVerifiedAgain = true
  /// Files that were given to an identity by a call that encrypts are given to it again by the next one (FIL-017, FIL-024).
  package var encryptedFilesAreOwnedAgain = true
  /// `isFileEncryptedAtPath` is about the file that is there, even if an earlier one was encrypted (FIL-027).
  package var newFilesHaveTheirOwnState = true
  /// The app is notified of levels that change after the service has asked for the enrollment again (DAT-011).
  package var levelsOutlastReEnrollments = true
  /// The app is notified of levels that change after the user for whom it has protected data has left (DAT-011).
  package var levelsOutlastUsers = true
  /// Data is no longer encrypted once a later policy does not require it any more (DAT-015).
  package var encryptionEndsWithItsPolicy = true
  /// Data that was encrypted comes back also once policy does not require that any more (DAT-007).
  package var encryptedDataOutlastsItsPolicy = true
  /// Data that was encrypted comes back also once its user was enrolled again on demand of the service (DAT-007).
  package var keysOutlastReEnrollments = true
  /// `openFileAtPath` opens files (FIL-022).
  package var opensFiles = true
  /// It opens only what is there (FIL-022).
  package var opensOnlyWhatIsThere = true
  /// A file that is opened without flags can be written, too (FIL-022).
  package var opensForWriting = true
  /// A file that is opened for reading cannot be written (FIL-022).
  package var obeysFlags = true
  /// Reading and its kin see plain text, whatever is on the disk (FIL-026).
  package var showsPlainText = true
  /// Positional calls leave the offset as it is (FIL-026).
  package var positionalCallsKeepOffset = true
  /// An encrypted file that is cut to nothing stays encrypted (FIL-026, FIL-027).
  package var emptiedFilesStayEncrypted = true
  /// An encrypted file stays encrypted when it is written behind its end (FIL-026, FIL-027).
  package var lengthenedFilesStayEncrypted = true
  /// An open file can be sought behind its end (FIL-026).
  package var seeksBehindTheEnd = true
  /// What is read is counted in bytes, and not in characters (FIL-026).
  package var readsByBytes = true
  /// No offset and no size of an open file may be negative (FIL-026).
  package var refusesNegativeOffsets = true
  /// Decrypting leaves a file alone that is not encrypted (FIL-017).
  package var decryptingLeavesPlainFiles = true
  /// Nothing can be done with a file that was closed (FIL-028).
  package var closedFilesAreUnusable = true
  /// `MaxFileProtectionLevel` caps the level of protection (FIL-030).
  package var levelIsCapped = true
  /// A file without a level of its owner's policy has none, and not the platform's own (FIL-030).
  package var withoutLevelIsNone = true
  /// It also caps a level that comes with a later policy (FIL-030).
  package var laterLevelsAreCapped = true
  /// Folders can be protected as files can (FIL-013).
  package var takesFolders = true
  /// Every change of the level of protection of a process is notified (DAT-011).
  package var notifiesOfEveryLevel = true
  /// The size of an open file is that of its plain text (FIL-026).
  package var sizeIsThatOfTheText = true
  /// The only byte of an encrypted file comes back (FIL-017, FIL-026).
  package var singleBytesComeBack = true
  /// An encrypted file that was cut and written to can be cut again (FIL-026).
  package var encryptedFilesAreCutAgain = true
  /// Protected strings come back with every character (DAT-010).
  package var keepsEveryCharacter = true
  /// Protected data tells its owner also once the owner has left (DAT-005).
  package var ownersOutliveEnrollment = true
  /// The name of an owner may have any character (DAT-005, DAT-010, FIL-010).
  package var ownersHaveEveryCharacter = true
  /// `MaxFileProtectionLevel` raises no level (FIL-030).
  package var capOnlyLowers = true
  /// A file is encrypted also if it is created while a request is under way (FIL-023).
  package var encryptsMeanwhile = true
  /// Data is encrypted also while a request is under way (DAT-003, DAT-015).
  package var encryptsDataMeanwhile = true
  /// A file of a file provider is encrypted also while a request is under way (FIL-017).
  package var encryptsProviderFilesMeanwhile = true
  /// How often a change of the level is notified (DAT-011).
  package var notificationCount = 1
  /// A change of the level is notified also in the background (DAT-011).
  package var notifiesInBackground = true
  /// Data is encrypted also after another user has left (DAT-003, DAT-015).
  package var encryptsAfterLeavers = true
  /// Encrypted data belongs to whom it was encrypted for, whoever is enrolled now (DAT-005, DAT-010).
  package var encryptedDataKeepsItsOwner = true
  /// A decrypted copy leaves its original encrypted, in whatever folder it is written (FIL-017).
  package var copiesInFoldersLeaveOriginals = true
  /// Encrypted files can be read also by later versions of the app (FIL-017, FIL-026).
  package var keysOutlastUpgrades = true
  /// The state of a file is reported whoever owns it (FIL-027, FIL-017); if false, that of managed users' files only.
  package var statesNeedNoManagedOwner = true
  /// Data of the managed user is encrypted in whatever letters the user is named (DAT-003, IDN-010).
  package var ownersHaveAnyCase = true
  /// A file that is encrypted for a user becomes that user's on every thread (FIL-017).
  package var encryptionSetsOwnerEverywhere = true
  /// The app is told of a new level also if it is told of a new configuration at the same time (DAT-011).
  package var levelsAreToldBesideConfiguration = true
  /// A file that is encrypted while it is open stays encrypted when it is written (FIL-026).
  package var openFilesFollowTheDisk = true

  /// The contract of the latest edition.
  package init() {}
}

extension ProtectionBehaviour {
  /// Whose data is encrypted.
  package enum Encryption: Sendable {
    case asPolicyRequires
    case ofManagedUsers
    /// That of unmanaged users too.
    case ofEverybody
    case never
  }

  /// Whom protected data belongs to.
  package enum Owner: Sendable {
    case named, enrolledUser, nobody
  }

  /// What comes back of protected data.
  package enum Opening: Sendable {
    case whole
    case withoutTheLastByte
    /// No more than 8,192 bytes.
    case firstEightKilobytes
    /// Nil instead of empty data.
    case nilIfEmpty
  }

  /// How the state of a file is told.
  package enum FileState: Sendable {
    case asItIs, encrypted, plain
  }
}
