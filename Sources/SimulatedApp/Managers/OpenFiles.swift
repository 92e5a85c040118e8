internal import ExactText
import JSONText
import ReferenceSDK
internal import StepProtocol
import SystemFiles

/// A file that was opened through the SDK: an `IntuneMAMFile` (FIL-022 to FIL-028).
struct OpenFile {
  let place: FilePlace
  let isWritable: Bool
  var offset = 0
  var isClosed = false
  /// True if it was encrypted on the disk when it was opened.
  var wasEncrypted = false
  /// True once it was cut, and once it was written to after that: by the contract neither matters (FIL-026).
  var wasCut = false
  var wasWrittenAfterCut = false
}

/// Files that are opened through the SDK, files that are received, and how the platform protects them.
struct OpenFiles: AppRules {
  let host: AppHost

  /// Performs a call about such a file; false if the call is none.
  func openFileCall(_ call: APICall) throws(HostError) -> Bool {
    switch call.api {
    case .loadItem: try load(call)
    case .fileProtectionLevel: reply.result = .string(try protectionLevel(call))
    case .openFileAtPath: try open(call)
    default:
      guard call.api.capability == .openFiles else { return false }
      try work(call)
    }
    return true
  }

  private func place(_ call: APICall) throws(HostError) -> FilePlace {
    try FilePlace(
      folder: call.arguments["folder"]?.string, path: try text(call.arguments, "path"))
  }

  /// `openFileAtPath:` and `openFileAtPath:flags:`: false for a file that is not there (FIL-022).
  private func open(_ call: APICall) throws(HostError) {
    let place = try place(call)
    guard Path.exists(folders.path(place)) else {
      return reply.result = .bool(!behaviour.protection.opensOnlyWhatIsThere)
    }
    guard behaviour.protection.opensFiles else { return reply.result = false }
    let reads = call.arguments["mode"] == "read" && behaviour.protection.obeysFlags
    let isWritable =
      !reads && (call.arguments["mode"] != nil || behaviour.protection.opensForWriting)
    host.openFiles[ExactString(place.path)] = OpenFile(
      place: place, isWritable: isWritable,
      wasEncrypted: (try? fileManager.isEncryptedOnDisk(place)) ?? false)
    reply.result = true
  }

  /// Works with an open file; false for what it does not allow (FIL-026, FIL-028).
  private func work(_ call: APICall) throws(HostError) {
    let key = ExactString(try text(call.arguments, "path"))
    guard var file = host.openFiles[key],
      !file.isClosed || !behaviour.protection.closedFilesAreUnusable
        || call.api == .write && !behaviour.protection.closedFilesAreNotWritten
    else { return reply.result = false }
    let offset = call.arguments["offset"]?.int ?? 0
    let count = call.arguments["count"]?.int ?? 0
    if offset < 0 || count < 0, behaviour.protection.refusesNegativeOffsets {
      return reply.result = false
    }
    switch call.api {
    case .read:
      let bytes = try content(of: file, from: file.offset, count)
      file.offset += bytes.count
      reply.result = .string(String(decoding: bytes, as: UTF8.self))
    case .pread:
      let bytes = try content(of: file, from: offset, count)
      if !behaviour.protection.positionalCallsKeepOffset { file.offset = offset + bytes.count }
      reply.result = .string(String(decoding: bytes, as: UTF8.self))
    case .write, .pwrite:
      guard file.isWritable else { return reply.result = false }
      let isPositional = call.api == .pwrite
      let data = Array(try text(call.arguments, "data").utf8)
      file.wasWrittenAfterCut = file.wasCut
      try put(data, into: file, at: isPositional ? offset : file.offset)
      if !isPositional { file.offset += data.count }
      reply.result = .int(data.count)
    case .seek:
      if offset == 0, !behaviour.protection.seeksToTheStart { return reply.result = false }
      file.offset = offset
      if try content(of: file).count < offset, !behaviour.protection.seeksBehindTheEnd {
        file.offset = try content(of: file).count
      }
      reply.result = .int(file.offset)
    case .truncate:
      guard file.isWritable else { return reply.result = false }
      let all = try content(of: file)
      let size = max(0, count)
      if file.wasEncrypted, file.wasWrittenAfterCut, size < all.count,
        !behaviour.protection.encryptedFilesAreCutAgain
      {
        return reply.result = false
      }
      file.wasCut = file.wasCut || size < all.count
      try store(
        Array(all.prefix(size)) + Array(repeating: 0, count: max(0, size - all.count)), file)
      reply.result = true
    case .tell: reply.result = .int(file.offset)
    case .size:
      let isPlain = behaviour.protection.sizeIsThatOfTheText
      let bytes = isPlain ? try content(of: file) : try DiskFiles.read(folders.path(file.place))
      reply.result = .int(bytes.count)
    default:
      file.isClosed = true
      reply.result = true
    }
    host.openFiles[key] = file
  }

  /// The bytes that the app sees: plain text, whatever is on the disk.
  private func content(of file: OpenFile) throws(HostError) -> [UInt8] {
    behaviour.protection.showsPlainText
      && (!fileManager.isMovedWithFolder(file.place)
        || behaviour.protection.filesOfMovedFoldersAreRead)
      ? try fileManager.plainData(file.place) : try DiskFiles.read(folders.path(file.place))
  }

  private func content(
    of file: OpenFile, from offset: Int, _ count: Int
  ) throws(HostError) -> [UInt8] {
    let all = try content(of: file)
    if all.contains(where: { $0 > 127 }), !behaviour.protection.readsByBytes {
      let text = String(decoding: all, as: UTF8.self)
      return Array(String(text.dropFirst(max(0, offset)).prefix(max(0, count))).utf8)
    }
    return Array(all.dropFirst(max(0, offset)).prefix(max(0, count)))
  }

  /// Writes bytes over what is there, from a place on; a gap is filled with zeros.
  private func put(_ data: [UInt8], into file: OpenFile, at offset: Int) throws(HostError) {
    var all = try fileManager.plainData(file.place)
    let end = max(0, offset) + data.count
    if all.count < end { all += Array(repeating: 0, count: end - all.count) }
    all.replaceSubrange(max(0, offset)..<end, with: data)
    try store(all, file)
  }

  /// Stores the whole content, encrypted if the file was.
  private func store(_ data: [UInt8], _ file: OpenFile) throws(HostError) {
    var isEncrypted = try fileManager.isEncryptedOnDisk(file.place)
    if isEncrypted, data.isEmpty, !behaviour.protection.emptiedFilesStayEncrypted {
      isEncrypted = false
    }
    if isEncrypted, try fileManager.plainData(file.place).count < data.count,
      !behaviour.protection.lengthenedFilesStayEncrypted
    {
      isEncrypted = false
    }
    if isEncrypted != file.wasEncrypted, !behaviour.protection.openFilesFollowTheDisk {
      isEncrypted = file.wasEncrypted
    }
    try fileManager.write(
      file.place, try owners.owner(of: file.place) ?? "", encrypting: isEncrypted, data)
  }

  /// Receives a file that another app shares; it keeps its owner (SHR-022).
  private func load(_ call: APICall) throws(HostError) {
    let place = try place(call)
    let target = try FilePlace(folder: nil, path: try text(call.arguments, "to"))
    if let owner = try owners.owner(of: place), !sdk.isManaged(owner),
      !behaviour.files.receivesFilesOfLeavers
    {
      return reply.result = false
    }
    if behaviour.files.receivedFilesReplaceOthers || !Path.exists(folders.path(target)) {
      try DiskFiles.replace(folders.path(target), try DiskFiles.read(folders.path(place)))
    }
    var owner = try owners.owner(of: place)
    if let first = fileTraces.firstReceivedOwner, first != owner,
      !behaviour.files.everyReceivedFileHasItsOwner
    {
      owner = first
    }
    if owner != nil, !behaviour.files.appsOfOneIdentityReceiveForOthers,
      let only = sdk.onlyIdentity
    {
      owner = only
    }
    if owner != nil, let user = sdk.managedUser, user != owner,
      !behaviour.files.receivedFilesStayTheirOwners
    {
      owner = user
    }
    fileTraces.firstReceivedOwner = fileTraces.firstReceivedOwner ?? owner
    try owners.record(behaviour.files.receivedFilesHaveOwners ? owner : nil, for: target)
    fileTraces.received.insert(ExactString(owners.key(target)))
    reply.result = true
  }

  /// The levels of protection, from low to high (OQ-53), with the encryption that asks for each.
  private static let levels: [(name: String, encryption: String)] = [
    ("NSFileProtectionNone", "useDeviceSettings"),
    ("NSFileProtectionCompleteUntilFirstUserAuthentication", "afterDeviceRestart"),
    ("NSFileProtectionCompleteUnlessOpen", "whenDeviceLockedExceptOpenFiles"),
    ("NSFileProtectionComplete", "whenDeviceLocked"),
  ]

  /// The level of a file: that of its owner's policy, but no higher than the settings allow (FIL-030).
  private func protectionLevel(_ call: APICall) throws(HostError) -> String {
    let place = try place(call)
    let owner = owners.toldBefore(
      try owners.owner(of: place), place, counts: behaviour.files.levelsFollowOwnersThatOthersSet)
    let type = sdk.encryptionType(of: owner)
    if type == nil, !behaviour.protection.withoutLevelIsNone {
      return "NSFileProtectionCompleteUntilFirstUserAuthentication"
    }
    let asked = OpenFiles.levels.firstIndex { $0.encryption == type } ?? 0
    let cap = sdk.setting("MaxFileProtectionLevel").flatMap { cap in
      OpenFiles.levels.firstIndex { $0.name == cap }
    }
    if let cap, cap > asked, !behaviour.protection.capOnlyLowers {
      return OpenFiles.levels[cap].name
    }
    guard let cap, cap < asked, behaviour.protection.levelIsCapped,
      !sdk.hasChangedPolicy || behaviour.protection.laterLevelsAreCapped
    else {
      return OpenFiles.levels[asked].name
    }
    return OpenFiles.levels[cap].name
  }
}
