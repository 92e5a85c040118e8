internal import ExactText
import JSONText
import ReferenceSDK
internal import StepProtocol
import SystemFiles

/// `IntuneMAMFileProtectionManager`: owners and encryption of files on the disk (FIL-010 to FIL-027).
struct FileProtectionManager: AppRules {
  let host: AppHost

  /// Performs a call of `IntuneMAMFileProtectionManager`; false about owners if the API is none of them.
  func fileCall(_ call: APICall) throws(HostError) -> Bool {
    guard call.api == .protect || call.api == .protectionInfo else { return false }
    let place = try FilePlace(
      folder: call.arguments["folder"]?.string, path: try text(call.arguments, "path"))
    guard Path.exists(folders.path(place)) else {
      // A missing path has no owner (FIL-009).
      if call.api == .protectionInfo {
        if let owner = owners.ownerOfMissingFile ?? owners.ownerBeforeDeletion(place) {
          reply.result = ["identity": .string(owner)]
        }
        return true
      }
      throw HostError(.missing, "there is no file \(place.path)")
    }
    if call.api == .protect {
      let identity = call.identity ?? ""
      let isFolder = Path.isFolder(folders.path(place))
      if behaviour.protection.takesFolders || !isFolder,
        behaviour.protection.takesSharedFolders || !isFolder || place.group == nil,
        !identity.isEmpty || behaviour.protection.nobodyTakesFilesOver,
        try owners.owner(of: place) == nil || behaviour.protection.takesOwnedFiles,
        fileTraces.givenAway.insert(ExactString(owners.key(place))).inserted
          || behaviour.files.filesAreGivenAwayAgain
      {
        if isFolder { try owners.passOn(place, to: identity) }
        try owners.record(identity.isEmpty ? nil : identity, for: place)
      }
    } else if let owner = try owners.owner(of: place) {
      let isOld = !fileTraces.owned.contains(ExactString(owners.key(place)))
      if !isOld || !Path.isFolder(folders.path(place))
        || behaviour.files.ownersOfFoldersSurviveRelaunch
      {
        reply.result = ["identity": .string(owner)]
      }
    }
    return true
  }

  /// Performs a call about encrypted files; false if the call is none.
  func encryptionCall(_ call: APICall) throws(HostError) -> Bool {
    guard call.api.capability == .fileEncryption else { return false }
    let place = try FilePlace(
      folder: call.arguments["folder"]?.string, path: try text(call.arguments, "path"))
    let identity = call.identity ?? ""
    if call.api == .createFileAtPath {
      try create(place, call, identity)
      return true
    }
    guard Path.exists(folders.path(place)) else {
      throw HostError(.missing, "there is no file \(place.path)")
    }
    switch call.api {
    case .encryptFile:
      if behaviour.protection.encryptsFiles, sdk.isManaged(identity),
        sdk.open.isEmpty || behaviour.protection.encryptsProviderFilesMeanwhile
      {
        try write(place, identity, encrypting: true)
        fileTraces.encrypted.insert(ExactString(owners.key(place)))
      }
      if behaviour.protection.encryptionSetsOwner, !isRemembered(place, identity, call.api),
        sdk.isManaged(identity) || behaviour.protection.encryptionServesUnmanagedUsers,
        call.thread == IdentityManager.mainThread
          || behaviour.protection.encryptionSetsOwnerEverywhere
      {
        try own(place, identity)
      }
    case .decryptFile: try decrypt(place, to: call.arguments["to"]?.string)
    case .decryptFileAtPath: try decrypt(place, to: nil)
    case .protectFileAtPath:
      let wasEncrypted = try protectFile(place, identity)
      if behaviour.protection.protectingSetsOwner, !isRemembered(place, identity, call.api),
        !wasEncrypted || behaviour.protection.encryptedFilesChangeHands
      {
        try own(place, identity)
      }
    case .verifyAndProtect:
      if !isRemembered(place, identity, call.api) { try verify(place, identity) }
    default:
      let wasEncrypted =
        call.api == .isFileEncryptedAtPath
        && fileTraces.encryptedAtPaths.contains(ExactString(owners.key(place)))
      let isEncrypted = try fileState(place)
      reply.result = .bool(
        isEncrypted || wasEncrypted && !behaviour.protection.newFilesHaveTheirOwnState)
    }
    return true
  }

  /// `protectionInfoForItemProvider:`, of a file that another app shares (SHR-019, SHR-021); false for another call.
  func itemCall(_ call: APICall) throws(HostError) -> Bool {
    guard call.api == .protectionInfoForItemProvider else { return false }
    let place = try FilePlace(
      folder: call.arguments["folder"]?.string, path: try text(call.arguments, "path"))
    let owner = owners.toldBefore(
      try owners.owner(of: place), place, counts: behaviour.files.ownersOfItemsThatOthersSetCount)
    if let owner {
      if behaviour.files.itemsHaveOwners,
        place.group == nil || behaviour.files.itemsOfGroupsHaveOwners,
        place.group == nil || !sdk.isBesideItsApp || behaviour.files.ownExtensionsKnowOwners
      {
        reply.result = ["identity": .string(owner)]
      }
    } else if !behaviour.files.plainItemsHaveNoOwner {
      reply.result = ["identity": ""]
    }
    return true
  }

  /// The data of a file, decrypted if need be.
  func plainData(_ place: FilePlace) throws(HostError) -> [UInt8] {
    let bytes = try DiskFiles.read(folders.path(place))
    guard let data = ProtectedData(reading: bytes) else { return bytes }
    if data.isEncrypted, try owners.isOfAnotherVersion() { return bytes }
    guard let opened = data.opened else {
      throw HostError(.failed, "\(place.path) cannot be decrypted")
    }
    if data.isEncrypted, opened.count == 1, !behaviour.protection.singleBytesComeBack { return [] }
    return opened
  }

  func isEncryptedOnDisk(_ place: FilePlace) throws(HostError) -> Bool {
    ProtectedData(reading: try DiskFiles.read(folders.path(place)))?.isEncrypted ?? false
  }

  /// Writes a file again, encrypted or not.
  func write(
    _ place: FilePlace, _ owner: String, encrypting: Bool, _ data: [UInt8]? = nil
  ) throws(HostError) {
    let plain: [UInt8]
    if let data { plain = data } else { plain = try plainData(place) }
    guard encrypting else { return try DiskFiles.replace(folders.path(place), plain) }
    _ = try owners.isOfAnotherVersion()
    guard let sealed = ProtectedData(plain, owner: owner, encrypting: true) else {
      throw HostError(.failed, "files cannot be encrypted without GnuTLS")
    }
    try DiskFiles.replace(folders.path(place), sealed.bytes)
  }

  /// `decryptFile:` and `decryptFile:toCopyPath:` (FIL-017, FIL-025).
  private func decrypt(_ place: FilePlace, to target: String?) throws(HostError) {
    guard behaviour.protection.decryptsFiles,
      !isMovedWithFolder(place) || behaviour.protection.filesOfMovedFoldersAreDecrypted
    else { return }
    if let target {
      let copy = try FilePlace(folder: nil, path: target)
      if behaviour.protection.copiesReplaceFiles || !Path.exists(folders.path(copy)) {
        let plain = try plainData(place)
        try DiskFiles.replace(
          folders.path(copy),
          behaviour.protection.copiesAreWhole ? plain : [UInt8](plain.prefix(4_000)))
      }
      let isInFolder = copy.parent != nil
      if behaviour.protection.copyLeavesOriginal,
        !isInFolder || behaviour.protection.copiesInFoldersLeaveOriginals
      {
        return
      }
    }
    if try isEncryptedOnDisk(place) {
      fileTraces.encryptedAtPaths.remove(ExactString(owners.key(place)))
      try write(place, "", encrypting: false)
      if target == nil, !behaviour.protection.decryptingKeepsTheOwner { try own(place, "") }
    } else if !behaviour.protection.decryptingLeavesPlainFiles {
      try DiskFiles.replace(folders.path(place), [])
    }
  }

  /// `protectFileAtPath:forIdentity:`: encrypts what policy requires and decrypts what it does not (FIL-024).
  ///
  /// - Returns: true if the file was encrypted before.
  private func protectFile(_ place: FilePlace, _ identity: String) throws(HostError) -> Bool {
    let wasEncrypted = try isEncryptedOnDisk(place)
    let encrypts = dataManager.isEncrypted(behaviour.protection.fileEncryption, identity)
    let key = ExactString(owners.key(place))
    if encrypts {
      fileTraces.encryptedAtPaths.insert(key)
    } else {
      fileTraces.encryptedAtPaths.remove(key)
    }
    if encrypts, !wasEncrypted {
      try write(place, identity, encrypting: true)
    } else if !encrypts, wasEncrypted, behaviour.protection.decryptsWhatIsFree {
      try write(place, identity, encrypting: false)
    }
    return wasEncrypted
  }

  /// `verifyAndProtect:` gives a file the owner that it does not have yet (FIL-014).
  private func verify(_ place: FilePlace, _ identity: String) throws(HostError) {
    if try owners.owner(of: place) == identity {
      if !behaviour.protection.leavesWhatIsProtected { try own(place, "") }
    } else if behaviour.protection.protectsWhatIsNot {
      if Path.isFolder(folders.path(place)) { try owners.passOn(place, to: identity) }
      try own(place, identity)
    }
  }

  /// `createFileAtPath:forIdentity:` (FIL-023).
  private func create(
    _ place: FilePlace, _ call: APICall, _ identity: String
  ) throws(HostError) {
    var data = Array(try text(call.arguments, "data").utf8)
    if Path.exists(folders.path(place)), !behaviour.protection.creatingReplaces {
      data = try plainData(place) + data
    }
    let encrypts =
      dataManager.isEncrypted(behaviour.protection.newFileEncryption, identity)
      && (sdk.open.isEmpty || behaviour.protection.encryptsMeanwhile)
    try write(
      place, identity, encrypting: encrypts && behaviour.protection.encryptsNewFiles, data)
    if behaviour.protection.creatingSetsOwner { try own(place, identity) }
  }

  /// False: what an earlier call of the kind has made of a file does not matter (FIL-014, FIL-017, FIL-024).
  private func isRemembered(_ place: FilePlace, _ identity: String, _ api: APIName) -> Bool {
    let mark = ExactString(
      api.rawValue + " " + IdentityName(identity).folded + " " + owners.key(place))
    if fileTraces.calls.insert(mark).inserted { return false }
    return api == .verifyAndProtect
      ? !behaviour.protection.filesAreVerifiedAgain
      : !behaviour.protection.encryptedFilesAreOwnedAgain
  }

  func own(_ place: FilePlace, _ identity: String) throws(HostError) {
    try owners.record(identity.isEmpty ? nil : identity, for: place)
  }

  /// True for a file that this process has moved with its folder.
  func isMovedWithFolder(_ place: FilePlace) -> Bool {
    fileTraces.movedWithFolder.contains(ExactString(owners.key(place)))
  }

  /// `isFileEncrypted:` and `isFileEncryptedAtPath:` (FIL-017, FIL-027).
  private func fileState(_ place: FilePlace) throws(HostError) -> Bool {
    let isRenamed = fileTraces.renamed.contains(ExactString(owners.key(place)))
    if isMovedWithFolder(place), !behaviour.protection.filesOfMovedFoldersKeepTheirState {
      return false
    }
    if isMovedWithFolder(place), fileTraces.encrypted.contains(ExactString(owners.key(place))),
      !behaviour.protection.placesKeepNoState
    {
      return true
    }
    let isEncrypted =
      try isEncryptedOnDisk(place)
      && (!isRenamed || behaviour.protection.renamedFilesKeepTheirState)
    if isEncrypted, !sdk.isManaged(try owners.owner(of: place)),
      !behaviour.protection.statesNeedNoManagedOwner
    {
      return false
    }
    return switch behaviour.protection.fileState {
    case .asItIs: isEncrypted
    case .encrypted: true
    case .plain: false
    }
  }
}
