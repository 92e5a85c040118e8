internal import ExactText
import Glibc
import JSONText
import ReferenceSDK
import StepProtocol
import Storage
import SystemFiles

/// Files as the app works with them; the SDK says who owns them (FIL-001 to FIL-005).
struct AppFiles: AppRules {
  let host: AppHost

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
    owners.forgetOwners()
    let place = try FilePlace(folder: folder, path: try text(arguments, "path"))
    let path = folders.path(place)
    let exists = Path.exists(path)
    let thread = arguments["thread"]?.string ?? "main"
    let content = Array((arguments["content"]?.string ?? place.path + "\n").utf8)
    switch operation {
    case .list, .onDisk: break  // The one has no path, the other is the coordinator's.
    case .exists: reply.result = .bool(exists)
    case .owner:
      let owner = try owners.owner(of: place) ?? (exists ? nil : owners.ownerOfMissingFile)
      reply.result = owner.map(JSON.string) ?? .null
    case .create:
      try DiskFiles.replace(path, content)
      try owners.setOwner(.create, place, thread, exists: exists)
    case .truncate:
      try DiskFiles.write(path, content, flags: O_TRUNC)
      try owners.setOwner(.truncate, place, thread, exists: exists)
    case .append:
      try DiskFiles.write(path, content, flags: O_APPEND)
      try owners.setOwner(.append, place, thread, exists: exists)
    case .read:
      guard sdk.open.isEmpty || behaviour.files.areReadableMeanwhile else { return }
      reply.result = .string(String(decoding: try DiskFiles.read(path), as: UTF8.self))
      try owners.setOwner(.read, place, thread)
    case .delete:
      try DiskFiles.delete(path)
      try owners.forget(place)
    case .copy, .rename:
      let target = try FilePlace(
        folder: arguments["toFolder"]?.string ?? folder, path: try text(arguments, "to"))
      if operation == .copy {
        try DiskFiles.replace(folders.path(target), try DiskFiles.read(path))
        fileTraces.copied.insert(ExactString(owners.key(target)))
        try owners.setOwner(.create, target, thread)
        try owners.giveToTheScreen(target, copiedFrom: place, thread)
        if let user = sdk.processBehindNobody(thread: thread),
          !behaviour.files.copiesByNobodyAreNobodys
        {
          try owners.record(user, for: target)
        }
      } else {
        let below = Folder.files(below: path)
        try DiskFiles.rename(path, folders.path(target))
        try follow(place, to: target, thread)
        for name in below {
          try follow(place.file(name), to: target.file(name), thread)
          fileTraces.movedWithFolder.insert(ExactString(owners.key(target.file(name))))
        }
      }
    }
  }

  /// What was at one place has its owner at another one (FIL-001, FIL-004).
  private func follow(
    _ place: FilePlace, to target: FilePlace, _ thread: String
  ) throws(HostError) {
    var before = try owners.owner(of: place)
    if let former = try owners.ownerOfDeleted(target) { before = former }
    try owners.record(nil, for: place)
    owners.leaveBehind(before, at: place, movedTo: target)
    try owners.record(before, for: target)
    fileTraces.renamed.insert(ExactString(owners.key(target)))
    try owners.setOwner(.rename, target, thread)
  }

  /// Deletes every file that a user owns, in the data folder and in the app groups (WIP-007, OQ-37).
  func deleteFiles(of identity: String?) throws(StorageError) {
    owners.forgetOwners()
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
        let owner = try owners.ownerStore(place)?.get(owners.key(place))
        if let identity {
          let isOwn =
            owner.map {
              IdentityName($0) == IdentityName(identity)
                && ($0 == identity || behaviour.files.wipeKnowsEveryLetterCase)
                && ($0 == identity || group == nil || behaviour.files.groupsKnowEveryLetterCase)
            } ?? false
          guard
            isOwn
              ? !isSpared(place) : wasGivenAway(place, by: identity) || isTaken(place, of: owner)
          else { continue }
        }
        try? DiskFiles.delete(folders.path(place))
        guard owner == nil || behaviour.files.wipeForgetsOwners else { continue }
        try owners.ownerStore(place)?.remove(owners.key(place))
        if let owner, !behaviour.files.wipedOwnersStayGone {
          try owners.ownerStore(place)?.set(owners.wipedKey(place), owner)
        }
      }
    }
  }

  /// True for a file that a wipe does not find.
  private func isSpared(_ place: FilePlace) -> Bool {
    let key = ExactString(owners.key(place))
    return fileTraces.renamed.contains(key) && !behaviour.files.wipeFollowsRenames
      || fileTraces.copied.contains(key) && !behaviour.files.wipeReachesCopies
      || fileTraces.received.contains(key) && !behaviour.files.wipeReachesReceivedFiles
      || fileTraces.encrypted.contains(key) && !behaviour.files.wipeReachesEncryptedFiles
  }

  /// True for a file of nobody in an app group, if a wipe takes it along.
  private func isTaken(_ place: FilePlace, of owner: String?) -> Bool {
    owner == nil && place.group != nil && !behaviour.files.wipeSparesFilesOfNobody
  }

  /// True for a file that has belonged to a user before, if a wipe of that user deletes it all the same.
  private func wasGivenAway(_ place: FilePlace, by identity: String) -> Bool {
    guard let before = fileTraces.ownersBefore[ExactString(owners.key(place))],
      IdentityName(before) == IdentityName(identity)
    else { return false }
    return !behaviour.files.wipeSparesWhatWasGivenAway
  }
}
