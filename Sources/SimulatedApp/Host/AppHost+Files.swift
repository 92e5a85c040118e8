internal import ExactText
import Glibc
import JSONText
import ReferenceSDK
import StepProtocol
import Storage
import SystemFiles

/// Files as the app works with them; the SDK says who owns them (FIL-001 to FIL-005).
extension AppHost {
  func file(_ arguments: JSONObject) throws(HostError) {
    let word = try text(arguments, "do")
    guard let operation = FileOperation(rawValue: word) else {
      throw HostError(.badArguments, "\"\(word)\" is nothing that can be done to a file")
    }
    let folder = arguments["folder"]?.string
    if operation == .list {
      let group = try FilePlace.group(folder)
      return reply.result = .array(Folder.files(below: folders.root(group)).map(JSON.string))
    }
    forgetOwners()
    let place = try FilePlace(folder: folder, path: try text(arguments, "path"))
    let path = folders.path(place)
    let exists = Path.exists(path)
    let thread = arguments["thread"]?.string ?? "main"
    let content = Array((arguments["content"]?.string ?? place.path + "\n").utf8)
    switch operation {
    case .list, .onDisk: break  // The one has no path, the other is the coordinator's.
    case .exists: reply.result = .bool(exists)
    case .owner:
      let owner = try owner(of: place) ?? (exists ? nil : ownerOfMissingFile)
      reply.result = owner.map(JSON.string) ?? .null
    case .create:
      try DiskFiles.replace(path, content)
      try setOwner(.create, place, thread, exists: exists)
    case .truncate:
      try DiskFiles.write(path, content, flags: O_TRUNC)
      try setOwner(.truncate, place, thread, exists: exists)
    case .append:
      try DiskFiles.write(path, content, flags: O_APPEND)
      try setOwner(.append, place, thread, exists: exists)
    case .read:
      guard sdk.open.isEmpty || behaviour.files.areReadableMeanwhile else { return }
      reply.result = .string(String(decoding: try DiskFiles.read(path), as: UTF8.self))
      try setOwner(.read, place, thread)
    case .delete:
      try DiskFiles.delete(path)
      try record(nil, for: place)
    case .copy, .rename:
      let target = try FilePlace(
        folder: arguments["toFolder"]?.string ?? folder, path: try text(arguments, "to"))
      if operation == .copy {
        try DiskFiles.replace(folders.path(target), try DiskFiles.read(path))
        try setOwner(.create, target, thread)
      } else {
        let before = try owner(of: place)
        try DiskFiles.rename(path, folders.path(target))
        try record(nil, for: place)
        try record(before, for: target)
        fileTraces.renamed.insert(ExactString(key(target)))
        try setOwner(.rename, target, thread)
      }
    }
  }

  /// Performs a call of `IntuneMAMFileProtectionManager`; false if the API is none of its.
  func fileCall(_ call: APICall) throws(HostError) -> Bool {
    guard call.api == .protect || call.api == .protectionInfo else { return false }
    let place = try FilePlace(
      folder: call.arguments["folder"]?.string, path: try text(call.arguments, "path"))
    guard Path.exists(folders.path(place)) else {
      throw HostError(.missing, "there is no file \(place.path)")
    }
    if call.api == .protect {
      let identity = call.identity ?? ""
      let isFolder = Path.isFolder(folders.path(place))
      if behaviour.protection.takesFolders || !isFolder,
        behaviour.protection.takesSharedFolders || !isFolder || place.group == nil,
        !identity.isEmpty || behaviour.protection.nobodyTakesFilesOver,
        try owner(of: place) == nil || behaviour.protection.takesOwnedFiles,
        fileTraces.givenAway.insert(ExactString(key(place))).inserted
          || behaviour.files.filesAreGivenAwayAgain
      {
        try record(identity.isEmpty ? nil : identity, for: place)
      }
    } else if let owner = try owner(of: place) {
      let isOld = !fileTraces.owned.contains(ExactString(key(place)))
      if !isOld || !Path.isFolder(folders.path(place))
        || behaviour.files.ownersOfFoldersSurviveRelaunch
      {
        reply.result = ["identity": .string(owner)]
      }
    }
    return true
  }

  /// Deletes every file that a user owns, in the data folder and in the app groups (WIP-007, OQ-37).
  func deleteFiles(of identity: String?) throws(StorageError) {
    forgetOwners()
    let isLater = fileTraces.hasWiped
    fileTraces.hasWiped = true
    let keepsGroups =
      !folders.groups.isEmpty
      && (!behaviour.files.wipeReachesGroups
        || isLater && !behaviour.files.everyWipeReachesGroups)
    let roots: [String?] = [nil] + (keepsGroups ? [] : folders.groups)
    for group in roots {
      for path in Folder.files(below: folders.root(group)) {
        guard let place = try? FilePlace(folder: group.map { "group:" + $0 }, path: path) else {
          continue
        }
        if path.utf8.contains(UInt8(ascii: "/")), !behaviour.files.wipeReachesSubfolders {
          continue
        }
        let owner = try ownerStore(place)?.get(key(place))
        if let identity {
          let isOwn =
            owner.map {
              IdentityName($0) == IdentityName(identity)
                && ($0 == identity || behaviour.files.wipeKnowsEveryLetterCase)
            } ?? false
          guard
            isOwn
              ? !isSpared(place) : wasGivenAway(place, by: identity) || isTaken(place, of: owner)
          else { continue }
        }
        try? DiskFiles.delete(folders.path(place))
        guard owner == nil || behaviour.files.wipeForgetsOwners else { continue }
        try ownerStore(place)?.remove(key(place))
        if let owner, !behaviour.files.wipedOwnersStayGone {
          try ownerStore(place)?.set(wipedKey(place), owner)
        }
      }
    }
  }

  /// True for a file that a wipe does not find.
  private func isSpared(_ place: FilePlace) -> Bool {
    let key = ExactString(key(place))
    return fileTraces.renamed.contains(key) && !behaviour.files.wipeFollowsRenames
      || fileTraces.received.contains(key) && !behaviour.files.wipeReachesReceivedFiles
      || fileTraces.encrypted.contains(key) && !behaviour.files.wipeReachesEncryptedFiles
  }

  /// True for a file of nobody in an app group, if a wipe takes it along.
  private func isTaken(_ place: FilePlace, of owner: String?) -> Bool {
    owner == nil && place.group != nil && !behaviour.files.wipeSparesFilesOfNobody
  }

  /// True for a file that has belonged to a user before, if a wipe of that user deletes it all the same.
  private func wasGivenAway(_ place: FilePlace, by identity: String) -> Bool {
    guard let before = fileTraces.ownersBefore[ExactString(key(place))],
      IdentityName(before) == IdentityName(identity)
    else { return false }
    return !behaviour.files.wipeSparesWhatWasGivenAway
  }

  // MARK: Owners

  private func setOwner(
    _ operation: FileOwnership.Operation, _ place: FilePlace, _ thread: String,
    exists: Bool = true
  ) throws(HostError) {
    let before = try owner(of: place)
    if operation == .append, exists, place.parent != nil,
      let worker = sdk.fileIdentity(thread: thread), !worker.isEmpty, worker != before,
      !behaviour.files.appendingInFoldersLeavesTheOwner
    {
      return try record(worker, for: place)
    }
    let owner = FileOwnership.owner(
      after: operation, by: sdk.fileIdentity(thread: thread), before: before, exists: exists,
      rules: behaviour.files)
    if operation == .create, let folder = place.parent, let heir = try self.owner(of: folder),
      !behaviour.files.foldersLeaveNewFilesAlone
    {
      return try record(heir, for: place)
    }
    if operation == .create, !behaviour.files.wipedOwnersStayGone,
      let former = try ownerOfWiped(place)
    {
      return try record(former, for: place)
    }
    if owner != before { try record(owner, for: place) }
  }

  /// Forgets whose the files are, at their first use, unless owners survive a relaunch.
  private func forgetOwners() {
    guard !hasUsedFiles else { return }
    hasUsedFiles = true
    if !behaviour.files.ownersSurviveRelaunch { try? store?.owners.removeAll() }
  }

  /// Whom a file belongs to that is not there (FIL-009).
  private var ownerOfMissingFile: String? {
    behaviour.files.missingFilesHaveNoOwner ? nil : "nobody@example.org"
  }

  /// The owner of a file; nil if it has none.
  func owner(of place: FilePlace) throws(HostError) -> String? {
    do throws(StorageError) {
      let owner = try ownerStore(place)?.get(key(place))
      if owner != nil, sdk.hasLeavers, !sdk.isManaged(owner), let next = sdk.enrolledIdentity,
        !behaviour.files.ownersOutlastTheNextUser
      {
        return next
      }
      return owner
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// Who owned a file that a wipe has deleted, for an SDK that keeps that.
  private func ownerOfWiped(_ place: FilePlace) throws(HostError) -> String? {
    do throws(StorageError) {
      return try ownerStore(place)?.get(wipedKey(place))
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// Notes who owns a file.
  func record(_ owner: String?, for place: FilePlace) throws(HostError) {
    do throws(StorageError) {
      if let before = try ownerStore(place)?.get(key(place)), owner != nil {
        fileTraces.ownersBefore[ExactString(key(place))] = before
      }
      if let owner {
        fileTraces.owned.insert(ExactString(key(place)))
        try ownerStore(place)?.set(key(place), owner)
      } else {
        try ownerStore(place)?.remove(key(place))
      }
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// True if the app was upgraded since it has encrypted a file, for an SDK to which that matters.
  func isOfAnotherVersion() throws(HostError) -> Bool {
    guard !behaviour.protection.keysOutlastUpgrades else { return false }
    let mark = "/version"
    do throws(StorageError) {
      if let version = try store?.owners.get(mark) { return version != sdk.appVersion }
      try store?.owners.set(mark, sdk.appVersion)
      return false
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  private func ownerStore(_ place: FilePlace) -> (any TextTable)? {
    place.group == nil ? store?.owners : shared?.owners
  }

  /// No file has this key: paths are relative.
  private func wipedKey(_ place: FilePlace) -> String { "/wiped/" + key(place) }

  func key(_ place: FilePlace) -> String {
    place.group.map { $0 + "/" + place.path } ?? place.path
  }
}

/// What a process has done with files, for an app whose wipes go by it.
struct FileTraces {
  var hasWiped = false
  /// Files that were renamed to these places, or received there.
  var renamed: Set<ExactString> = []
  var received: Set<ExactString> = []
  /// To whom the first received file belongs; nil before there is one.
  var firstReceivedOwner: String?
  /// Files that were given to somebody by a call.
  var givenAway: Set<ExactString> = []
  /// Files that were encrypted by a call.
  var encrypted: Set<ExactString> = []
  /// What was given an owner.
  var owned: Set<ExactString> = []
  /// To whom files belonged before.
  var ownersBefore: [ExactString: String] = [:]
}
