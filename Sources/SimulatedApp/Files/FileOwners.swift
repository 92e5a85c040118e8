internal import ExactText
import ReferenceSDK
import StepProtocol
import Storage

/// Who owns the app's files, as the SDK knows it (FIL-001 to FIL-009).
struct FileOwners: AppRules {
  let host: AppHost

  func setOwner(
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
    if owner == nil, operation != .rename, !exists, let former = ownerOfMoved(place) {
      return try record(former, for: place)
    }
    if owner != before { try record(owner, for: place) }
  }

  /// Gives a copy of a file of nobody to the UI identity, for an SDK that lets the screen decide.
  func giveToTheScreen(
    _ copy: FilePlace, copiedFrom original: FilePlace, _ thread: String
  ) throws(HostError) {
    guard thread == "main", try owner(of: original) == nil, try owner(of: copy) == nil,
      let user = sdk.screenIdentity, !behaviour.files.copiesOfPlainFilesAreNotOfTheScreen
    else { return }
    try record(user, for: copy)
  }

  /// Forgets whose the files are, at their first use, unless owners survive a relaunch.
  func forgetOwners() {
    guard !host.hasUsedFiles else { return }
    host.hasUsedFiles = true
    if !behaviour.files.ownersSurviveRelaunch { try? host.store?.owners.removeAll() }
  }

  /// Whom a file belongs to that is not there (FIL-009).
  var ownerOfMissingFile: String? {
    behaviour.files.missingFilesHaveNoOwner ? nil : "nobody@example.org"
  }

  /// The owner of a file; nil if it has none.
  func owner(of place: FilePlace) throws(HostError) -> String? {
    if let owner = fileTraces.ownersOfExtension[ExactString(key(place))] { return owner }
    do throws(StorageError) {
      let owner = try ownerStore(place)?.get(key(place))
      if owner != nil, sdk.hasLeavers, !sdk.isManaged(owner), let next = sdk.enrolledIdentity,
        !behaviour.files.ownersOutlastTheNextUser
      {
        return next
      }
      return toldBefore(owner, place, counts: behaviour.files.ownersThatOthersSetCount)
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// The owner that a file of an app group had when it was first looked up, for an SDK that keeps that.
  ///
  /// - Parameter counts: true if what another app has made of it counts.
  func toldBefore(_ owner: String?, _ place: FilePlace, counts: @autoclosure () -> Bool) -> String?
  {
    guard place.group != nil else { return owner }
    let key = ExactString(key(place))
    guard let before = fileTraces.toldOwners[key] else {
      fileTraces.toldOwners[key] = owner ?? ""
      return owner
    }
    if before == owner ?? "" || counts() { return owner }
    return before.isEmpty ? nil : before
  }

  /// Nil: a file that another app has deleted has no owner (FIL-009).
  func ownerBeforeDeletion(_ place: FilePlace) -> String? {
    guard place.group != nil, let before = fileTraces.toldOwners[ExactString(key(place))],
      !before.isEmpty, !behaviour.files.filesThatOthersDeleteHaveNoOwner
    else { return nil }
    return before
  }

  /// Who owned a file that a wipe has deleted, for an SDK that keeps that.
  private func ownerOfWiped(_ place: FilePlace) throws(HostError) -> String? {
    do throws(StorageError) {
      return try ownerStore(place)?.get(wipedKey(place))
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// Notes that a file was deleted: nobody owns it any more (FIL-009).
  func forget(_ place: FilePlace) throws(HostError) {
    let owner = try owner(of: place)
    try record(nil, for: place)
    guard let owner, !behaviour.files.deletedOwnersStayGone else { return }
    do throws(StorageError) {
      try ownerStore(place)?.set(deletedKey(place), owner)
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// Who owned a file that the app has deleted, for an SDK that keeps that.
  func ownerOfDeleted(_ place: FilePlace) throws(HostError) -> String? {
    do throws(StorageError) {
      return try ownerStore(place)?.get(deletedKey(place))
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// Notes whose file was moved to another folder, for an SDK that keeps that.
  func leaveBehind(_ owner: String?, at place: FilePlace, movedTo target: FilePlace) {
    guard place.group != target.group else { return }
    fileTraces.movedAway[ExactString(key(place))] = owner
  }

  /// Nil: nobody owns what is made where a file was that was moved away (FIL-009).
  private func ownerOfMoved(_ place: FilePlace) -> String? {
    guard let owner = fileTraces.movedAway[ExactString(key(place))],
      !behaviour.files.movedOwnersLeaveNothingBehind
    else { return nil }
    return owner
  }

  /// Gives the files of a folder's owner away with the folder, for an SDK in which they do not keep their owners.
  func passOn(_ folder: FilePlace, to identity: String) throws(HostError) {
    guard let before = try owner(of: folder), before != identity,
      !behaviour.files.filesOutlastOwnersOfFolders
    else { return }
    do throws(StorageError) {
      for entry in try ownerStore(folder)?.all(prefix: key(folder) + "/") ?? []
      where entry.value == before {
        if identity.isEmpty {
          try ownerStore(folder)?.remove(entry.key)
        } else {
          try ownerStore(folder)?.set(entry.key, identity)
        }
      }
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// Notes who owns a file.
  func record(_ owner: String?, for place: FilePlace) throws(HostError) {
    fileTraces.toldOwners[ExactString(key(place))] = owner ?? ""
    if sdk.isExtension, !behaviour.files.ownersOutliveExtensions {
      return fileTraces.ownersOfExtension[ExactString(key(place))] = owner
    }
    do throws(StorageError) {
      if let before = try ownerStore(place)?.get(key(place)), owner != nil {
        fileTraces.ownersBefore[ExactString(key(place))] = before
      }
      if let owner = owner.map(wholeName) {
        fileTraces.owned.insert(ExactString(key(place)))
        try ownerStore(place)?.set(key(place), owner)
        for other in try keysThatMatch(place) { try ownerStore(place)?.set(other, owner) }
      } else {
        try ownerStore(place)?.remove(key(place))
      }
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  /// Other files whose path fits the path as a pattern, for an SDK that looks for owners by one.
  private func keysThatMatch(_ place: FilePlace) throws(StorageError) -> [String] {
    if behaviour.files.ownersAreOfOnePath { return [] }
    let pattern = Array(key(place).utf8)
    guard pattern.contains(UInt8(ascii: "_")) else { return [] }
    let all = try ownerStore(place)?.all(prefix: "") ?? []
    return all.map(\.key).filter { other in
      other.utf8.count == pattern.count && other != key(place)
        && zip(pattern, other.utf8).allSatisfy { $0 == UInt8(ascii: "_") || $0 == $1 }
    }
  }

  /// The name of an owner: all of it, however long it is and whatever characters it has.
  func wholeName(_ name: String) -> String {
    if name.utf8.count > 64, !behaviour.files.ownersHaveLongNames { return String(name.prefix(64)) }
    if name.utf8.contains(where: { $0 >= 0x80 }) {
      let capitals = name.uppercased()
      if capitals.foldedCase() != name.foldedCase(), !behaviour.files.ownersKeepTheirLetters {
        return capitals
      }
    }
    let end = name.utf8.firstIndex {
      $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "#") || $0 >= 0xF0
    }
    guard let end, !behaviour.protection.ownersHaveEveryCharacter else { return name }
    return String(name[..<end])
  }

  /// True if the app was upgraded since it has encrypted a file, for an SDK to which that matters.
  func isOfAnotherVersion() throws(HostError) -> Bool {
    guard !behaviour.protection.keysOutlastUpgrades else { return false }
    let mark = "/version"
    do throws(StorageError) {
      if let version = try host.store?.owners.get(mark) { return version != sdk.appVersion }
      try host.store?.owners.set(mark, sdk.appVersion)
      return false
    } catch {
      throw HostError(.failed, error.description)
    }
  }

  func ownerStore(_ place: FilePlace) -> (any TextTable)? {
    place.group == nil ? host.store?.owners : host.shared?.owners
  }

  /// No file has this key: paths are relative.
  func wipedKey(_ place: FilePlace) -> String { "/wiped/" + key(place) }

  private func deletedKey(_ place: FilePlace) -> String { "/deleted/" + key(place) }

  func key(_ place: FilePlace) -> String {
    let path = keyed(place.path)
    return place.group.map { $0 + "/" + path } ?? path
  }

  /// The path itself: each file has an owner of its own, whatever it is called (FIL-001).
  private func keyed(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".")
        && $0 != UInt8(ascii: " ")
    }
    if isPlain, path.utf8.count <= 100 { return path }
    switch behaviour.files.ownersAreKept {
    case .byPath: return path
    case .byDecodedPath: return path.replacing("%20", with: " ")
    case .byTrimmedPath:
      let ends: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: " ")]
      let begun = path.utf8.drop { ends.contains($0) }
      return String(decoding: begun.reversed().drop { ends.contains($0) }.reversed(), as: UTF8.self)
    case .byShortenedPath: return String(decoding: path.utf8.prefix(100), as: UTF8.self)
    case .byName: return path.split(separator: "/").last.map(String.init) ?? path
    }
  }
}

/// What a process has done with files, for an app whose wipes go by it.
struct FileTraces {
  var hasWiped = false
  /// Files that were renamed to these places, or received there.
  var renamed: Set<ExactString> = []
  var received: Set<ExactString> = []
  /// Files that were moved to these places with their folders.
  var movedWithFolder: Set<ExactString> = []
  /// Files that were made as copies of others.
  var copied: Set<ExactString> = []
  /// To whom the first received file belongs; nil before there is one.
  var firstReceivedOwner: String?
  /// Files that were given to somebody by a call.
  var givenAway: Set<ExactString> = []
  /// Files that were encrypted by a call.
  var encrypted: Set<ExactString> = []
  /// Places at which a file was encrypted by `protectFileAtPath`, and has not been decrypted since.
  var encryptedAtPaths: Set<ExactString> = []
  /// Whose the files were that have been moved to another folder, by the place where they were.
  var movedAway: [ExactString: String] = [:]
  /// Calls about files that were made before: the API, the identity and the place.
  var calls: Set<ExactString> = []
  /// The owners that an extension does not keep for its app.
  var ownersOfExtension: [ExactString: String] = [:]
  /// What was given an owner.
  var owned: Set<ExactString> = []
  /// To whom files of app groups belonged when they were first looked up, or were given away; empty for nobody.
  var toldOwners: [ExactString: String] = [:]
  /// To whom files belonged before.
  var ownersBefore: [ExactString: String] = [:]
}
