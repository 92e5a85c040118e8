internal import ExactText

/// Files and whose they are.
package struct FileBehaviour: BehaviourArea {
  /// The owner of a file that was created (FIL-002, FIL-005).
  package var ownerOfCreated = Owner.worker
  /// The owner of a file that was truncated (FIL-003).
  package var ownerOfTruncated = Owner.worker
  /// The owner of a file that was appended to (FIL-004).
  package var ownerOfAppended = Owner.previous
  /// The owner of a file that was read (FIL-004).
  package var ownerOfRead = Owner.previous
  /// The owner of a file that was renamed (FIL-001).
  package var ownerOfRenamed = Owner.previous
  /// A file that is not there belongs to nobody (FIL-009).
  package var missingFilesHaveNoOwner = true
  /// A new file has nothing of the folder that it is made in (OQ-52).
  package var foldersLeaveNewFilesAlone = true
  /// Owners survive a relaunch (FIL-001, WIP-007).
  package var ownersSurviveRelaunch = true
  /// Files can be read while an enrollment is under way (ENR-017).
  package var areReadableMeanwhile = true
  /// A shared item has the owner of its file (SHR-019).
  package var itemsHaveOwners = true
  /// A file that was shared belongs to its owner where it is received, too (SHR-022).
  package var receivedFilesHaveOwners = true
  /// An item that the SDK does not protect has no owner (SHR-021).
  package var plainItemsHaveNoOwner = true
  /// A wipe reaches the files in app groups (WIP-003, WIP-007).
  package var wipeReachesGroups = true
  /// A wipe reaches the files in folders of folders (WIP-003, WIP-007).
  package var wipeReachesSubfolders = true
  /// Whose a file was is forgotten when a wipe deletes it (FIL-009, FIL-002).
  package var wipeForgetsOwners = true
  /// A file that is made where a wipe has deleted one does not belong to the owner of that one (FIL-002, FIL-009).
  package var wipedOwnersStayGone = true
  /// A file that is renamed to where one was deleted does not belong to the owner of that one (FIL-001, FIL-009).
  package var deletedOwnersStayGone = true
  /// A file that nobody makes where one was that was moved to another folder does not belong to the owner of that one (FIL-001,
  /// FIL-009).
  package var movedOwnersLeaveNothingBehind = true
  /// Every wipe of a process reaches the files in app groups (WIP-003, WIP-007).
  package var everyWipeReachesGroups = true
  /// A wipe spares a file that belongs to somebody else by now (WIP-010).
  package var wipeSparesWhatWasGivenAway = true
  /// A wipe reaches files that were renamed (WIP-003, WIP-007).
  package var wipeFollowsRenames = true
  /// A wipe reaches files that are copies of others (WIP-003, WIP-007).
  package var wipeReachesCopies = true
  /// A wipe reaches files that the app has received (WIP-003, WIP-007).
  package var wipeReachesReceivedFiles = true
  /// A shared item has the owner of its file also in an app group (SHR-019).
  package var itemsOfGroupsHaveOwners = true
  /// A wipe reaches files that were encrypted by a call (WIP-003, WIP-007).
  package var wipeReachesEncryptedFiles = true
  /// A wipe finds files whose owner is written in other letter case (WIP-007, IDN-010).
  package var wipeKnowsEveryLetterCase = true
  /// A wipe leaves files of nobody in the app groups alone (WIP-010).
  package var wipeSparesFilesOfNobody = true
  /// A file that an app with an enrolled user receives has the owner of its item (SHR-022).
  package var receivedFilesStayTheirOwners = true
  /// Each file that the app receives has the owner of its own item (SHR-022).
  package var everyReceivedFileHasItsOwner = true
  /// A file that was given away by a call can be given away again (FIL-010).
  package var filesAreGivenAwayAgain = true
  /// A file in a folder keeps its owner whoever appends to it (FIL-004).
  package var appendingInFoldersLeavesTheOwner = true
  /// The owner of a folder outlives a relaunch (FIL-013).
  package var ownersOfFoldersSurviveRelaunch = true
  /// Files of a user who has left do not become those of the next user (FIL-001, FIL-004).
  package var ownersOutlastTheNextUser = true
  /// A received file takes the place of the file that is at its path (SHR-022).
  package var receivedFilesReplaceOthers = true
  /// A file that an app of one identity receives has the owner of its item (SHR-022).
  package var appsOfOneIdentityReceiveForOthers = true
  /// Whom a file belongs to that an extension has made or was given is kept for its app (FIL-001, FIL-002).
  package var ownersOutliveExtensions = true
  /// A copy of a file of nobody belongs to whoever copies it, and not to the UI identity (IDN-015, FIL-005).
  package var copiesOfPlainFilesAreNotOfTheScreen = true
  /// Extensions with their own identifier know whose an item in an app group is (SHR-019).
  package var ownExtensionsKnowOwners = true
  /// The name of an owner may be of any length (FIL-001, FIL-010).
  package var ownersHaveLongNames = true
  /// A file is given to somebody by its own path, whatever characters that has (FIL-001).
  package var ownersAreOfOnePath = true
  /// A wipe knows the owner of a file in an app group in any letters (WIP-007, IDN-010).
  package var groupsKnowEveryLetterCase = true
  /// By what the SDK knows a file again whose owner it keeps (FIL-001).
  package var ownersAreKept = Key.byPath
  /// The owner of a file is kept in the letters in which the user was named (FIL-011, IDN-011); if false, in capitals.
  package var ownersKeepTheirLetters = true
  /// A file is received whether its owner is managed or not (SHR-022).
  package var receivesFilesOfLeavers = true
  /// A file of an app group that another app has deleted has no owner (FIL-009).
  package var filesThatOthersDeleteHaveNoOwner = true
  /// A file of an app group belongs to whom another app has given it to (FIL-001).
  package var ownersThatOthersSetCount = true
  /// An item in an app group belongs to whom another app has given it to (SHR-019).
  package var ownersOfItemsThatOthersSetCount = true
  /// A file of an app group has the level of whom another app has given it to (FIL-030).
  package var levelsFollowOwnersThatOthersSet = true
  /// A copy that a thread of nobody makes is nobody's, whomever the process works for (FIL-005, IDN-036).
  package var copiesByNobodyAreNobodys = true
  /// The files in a folder that is given to somebody else keep their owners (FIL-001).
  package var filesOutlastOwnersOfFolders = true

  /// The contract of the latest edition.
  package init() {}
}

extension FileBehaviour {
  /// By what a file is known.
  package enum Key: Sendable {
    case byPath
    /// By the path in which codes such as `%20` stand for characters.
    case byDecodedPath
    /// By the path without the dots and blanks at its ends.
    case byTrimmedPath
    /// By the first hundred bytes of the path.
    case byShortenedPath
    /// By its name, whatever folder it is in.
    case byName
  }

  /// To whom a file belongs after something was done to it.
  package enum Owner: Sendable {
    /// To whoever did it.
    case worker
    /// To whom it belonged before.
    case previous
    case nobody
  }
}
