internal import ExactText
import Glibc
import JSONText
import ReferenceSDK
internal import StepProtocol
import SystemFiles

/// `IntuneMAMDataProtectionManager`: protection of data that the app keeps in named buffers (DAT-003 to DAT-015).
extension AppHost {
  /// Performs a call of the data-protection manager; false if the call is none of its.
  func dataCall(_ call: APICall) throws(HostError) -> Bool {
    let isOfData = call.arguments["data"] != nil || call.arguments["buffer"] != nil
    switch call.api {
    case .protect where isOfData, .protectString: try protect(call)
    case .unprotect, .unprotectString: try unprotect(call)
    case .protectionInfo where isOfData, .protectionInfoForString:
      reply.result = try bytes(call).map { dataInfo(of: $0, call) } ?? .null
    default: return false
    }
    sdk.observeDataProtection()
    return true
  }

  private func isOfString(_ call: APICall) -> Bool {
    switch call.api {
    case .protectString, .unprotectString, .protectionInfoForString: true
    default: false
    }
  }

  /// True if data of an identity is encrypted (DAT-003, DAT-004, DAT-015, OQ-56).
  func isEncrypted(_ rule: ProtectionBehaviour.Encryption, _ identity: String) -> Bool {
    switch rule {
    case .asPolicyRequires: sdk.isManaged(identity) && sdk.requiresEncryption(of: identity)
    case .ofManagedUsers: sdk.isManaged(identity)
    case .ofEverybody: true
    case .never: false
    }
  }

  private func protect(_ call: APICall) throws(HostError) {
    let text = try text(call.arguments, "data")
    let name = call.arguments["buffer"]?.string
    if call.identity == nil && !behaviour.protection.protectsForNil
      || text.isEmpty && !behaviour.protection.protectsEmptyData
    {
      if let name { buffers[name] = KeptBuffer.none }
      return reply.result = .null
    }
    let identity = call.identity ?? ""
    let isRequired =
      isEncrypted(behaviour.protection.encryption, identity)
      || !behaviour.protection.waitingAccountsAreUnmanaged && sdk.isWaiting(identity)
    hasEncryptedData = hasEncryptedData || isRequired
    let isKept =
      hasEncryptedData && sdk.isManaged(identity)
      && !behaviour.protection.encryptionEndsWithItsPolicy
    let encrypts =
      (isRequired || isKept)
      && (sdk.open.isEmpty || behaviour.protection.encryptsDataMeanwhile)
      && (!sdk.hasLeavers || behaviour.protection.encryptsAfterLeavers)
    let owner =
      switch behaviour.protection.owner {
      case .named: identity
      case .enrolledUser: sdk.managedUser ?? identity
      case .nobody: ""
      }
    var kept = Array(text.utf8)
    if isOfString(call), kept.contains(where: { $0 > 127 }),
      !behaviour.protection.keepsEveryCharacter
    {
      kept = kept.filter { $0 < 128 }
    }
    guard let data = ProtectedData(kept, owner: owner, encrypting: encrypts) else {
      throw HostError(.failed, "data cannot be encrypted without GnuTLS")
    }
    var bytes = data.bytes
    if isOfString(call), behaviour.protection.stringsAreText { bytes = Base64.encode(bytes) }
    if isOfString(call), !behaviour.protection.stringsAreProtected { bytes = kept }
    if let name { buffers[name] = .bytes(bytes) }
    reply.result = [
      "holdsData": .bool(AppHost.holds(bytes, Array(text.utf8))),
      "isText": .bool(Base64.decode(bytes) != nil),
    ]
  }

  private func unprotect(_ call: APICall) throws(HostError) {
    guard let given = try bytes(call) else { return reply.result = .null }
    guard let data = protectedData(given, call) else {
      let isKept = behaviour.protection.leavesForeignDataAlone
      reply.result = isKept ? .string(String(decoding: given, as: UTF8.self)) : .null
      return
    }
    if data.isEncrypted, !sdk.isManaged(data.owner), !behaviour.protection.keysOutliveEnrollment {
      return reply.result = .null
    }
    guard var opened = data.opened else {
      reply.result =
        behaviour.protection.refusesDamagedData
        ? .null : .string(String(decoding: data.payload, as: UTF8.self))
      return
    }
    switch behaviour.protection.opening {
    case .whole: break
    case .withoutTheLastByte: if !opened.isEmpty { opened.removeLast() }
    case .nilIfEmpty: if opened.isEmpty { return reply.result = .null }
    }
    reply.result = .string(String(decoding: opened, as: UTF8.self))
  }

  private func dataInfo(of bytes: [UInt8], _ call: APICall) -> JSON {
    guard let data = protectedData(bytes, call) else {
      return behaviour.protection.foreignDataHasNoOwner ? .null : ["identity": ""]
    }
    if data.isEncrypted, !sdk.isManaged(data.owner), !behaviour.protection.ownersOutliveEnrollment {
      return .null
    }
    if data.isEncrypted, let user = sdk.managedUser, !user.isSameIgnoringCase(as: data.owner),
      !behaviour.protection.encryptedDataKeepsItsOwner
    {
      return ["identity": .string(user)]
    }
    return data.owner.isEmpty ? .null : ["identity": .string(data.owner)]
  }

  private func protectedData(_ bytes: [UInt8], _ call: APICall) -> ProtectedData? {
    if isOfString(call), let decoded = Base64.decode(bytes) {
      return ProtectedData(reading: decoded)
    }
    return ProtectedData(reading: bytes)
  }

  /// The bytes that a call is about: those of a buffer, damaged if the case wants it, or of a text; nil if what the SDK
  /// has returned for the buffer was nil.
  private func bytes(_ call: APICall) throws(HostError) -> [UInt8]? {
    if let text = call.arguments["data"]?.string { return Array(text.utf8) }
    let name = try text(call.arguments, "buffer")
    guard let buffer = buffers[name] else {
      throw HostError(.failed, "no buffer has the name \"\(name)\"")
    }
    guard case .bytes(var bytes) = buffer else { return nil }
    if call.arguments["damaged"]?.bool == true {
      if isOfString(call), let decoded = Base64.decode(bytes) {
        bytes = Base64.encode(AppHost.damaged(decoded))
      } else {
        bytes = AppHost.damaged(bytes)
      }
    }
    return bytes
  }

  private static func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if let last = bytes.last { bytes[bytes.count - 1] = last ^ 1 }
    return bytes
  }

  static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains {
      bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}

/// What the SDK has returned for data that the app has had protected, under a name.
enum KeptBuffer {
  case bytes([UInt8])
  /// Nil: the SDK has not protected the data.
  case none
}

/// Base64 (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var value = group.reduce(0) { $0 << 8 | Int($1) }
      value <<= 8 * (3 - group.count)
      for place in 0..<4 {
        text.append(place <= group.count ? digits[value >> (18 - 6 * place) & 63] : padding)
      }
      index += 3
    }
    return text
  }

  /// The bytes; nil if the text is no base64, or nothing.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard !text.isEmpty, text.count.isMultiple(of: 4) else { return nil }
    let end = text.lastIndex { $0 != padding }.map { $0 + 1 } ?? 0
    guard text.count - end <= 2 else { return nil }
    var bytes: [UInt8] = []
    var value = 0
    for (index, byte) in text[..<end].enumerated() {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      value = value << 6 | digit
      if index % 4 != 0 { bytes.append(UInt8(value >> (6 - 2 * (index % 4)) & 255)) }
    }
    return bytes
  }
}

/// Encryption of files on the disk (FIL-010 to FIL-027).
extension AppHost {
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
        fileTraces.encrypted.insert(ExactString(key(place)))
      }
      if behaviour.protection.encryptionSetsOwner { try own(place, identity) }
    case .decryptFile: try decrypt(place, to: call.arguments["to"]?.string)
    case .decryptFileAtPath: try decrypt(place, to: nil)
    case .protectFileAtPath:
      try protectFile(place, identity)
      if behaviour.protection.protectingSetsOwner { try own(place, identity) }
    case .verifyAndProtect:
      try verify(place, identity)
    default: reply.result = .bool(try fileState(place))
    }
    return true
  }

  /// `protectionInfoForItemProvider:`, of a file that another app shares (SHR-019, SHR-021); false for another call.
  func itemCall(_ call: APICall) throws(HostError) -> Bool {
    guard call.api == .protectionInfoForItemProvider else { return false }
    let place = try FilePlace(
      folder: call.arguments["folder"]?.string, path: try text(call.arguments, "path"))
    if let owner = try owner(of: place) {
      if behaviour.files.itemsHaveOwners,
        place.group == nil || behaviour.files.itemsOfGroupsHaveOwners
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
    if data.isEncrypted, try isOfAnotherVersion() { return bytes }
    guard let opened = data.opened else {
      throw HostError(.failed, "\(place.path) cannot be decrypted")
    }
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
    _ = try isOfAnotherVersion()
    guard let sealed = ProtectedData(plain, owner: owner, encrypting: true) else {
      throw HostError(.failed, "files cannot be encrypted without GnuTLS")
    }
    try DiskFiles.replace(folders.path(place), sealed.bytes)
  }

  /// `decryptFile:` and `decryptFile:toCopyPath:` (FIL-017, FIL-025).
  private func decrypt(_ place: FilePlace, to target: String?) throws(HostError) {
    guard behaviour.protection.decryptsFiles else { return }
    if let target {
      let copy = try FilePlace(folder: nil, path: target)
      try DiskFiles.replace(folders.path(copy), try plainData(place))
      let isInFolder = copy.parent != nil
      if behaviour.protection.copyLeavesOriginal,
        !isInFolder || behaviour.protection.copiesInFoldersLeaveOriginals
      {
        return
      }
    }
    if try isEncryptedOnDisk(place) {
      try write(place, "", encrypting: false)
    } else if !behaviour.protection.decryptingLeavesPlainFiles {
      try DiskFiles.replace(folders.path(place), [])
    }
  }

  /// `protectFileAtPath:forIdentity:`: encrypts what policy requires and decrypts what it does not (FIL-024).
  private func protectFile(_ place: FilePlace, _ identity: String) throws(HostError) {
    let wasEncrypted = try isEncryptedOnDisk(place)
    let encrypts = isEncrypted(behaviour.protection.fileEncryption, identity)
    if encrypts, !wasEncrypted {
      try write(place, identity, encrypting: true)
    } else if !encrypts, wasEncrypted, behaviour.protection.decryptsWhatIsFree {
      try write(place, identity, encrypting: false)
    }
  }

  /// `verifyAndProtect:` gives a file the owner that it does not have yet (FIL-014).
  private func verify(_ place: FilePlace, _ identity: String) throws(HostError) {
    if try owner(of: place) == identity {
      if !behaviour.protection.leavesWhatIsProtected { try own(place, "") }
    } else if behaviour.protection.protectsWhatIsNot {
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
      isEncrypted(behaviour.protection.newFileEncryption, identity)
      && (sdk.open.isEmpty || behaviour.protection.encryptsMeanwhile)
    try write(
      place, identity, encrypting: encrypts && behaviour.protection.encryptsNewFiles, data)
    if behaviour.protection.creatingSetsOwner { try own(place, identity) }
  }

  func own(_ place: FilePlace, _ identity: String) throws(HostError) {
    try record(identity.isEmpty ? nil : identity, for: place)
  }

  /// `isFileEncrypted:` and `isFileEncryptedAtPath:` (FIL-017, FIL-027).
  private func fileState(_ place: FilePlace) throws(HostError) -> Bool {
    let isEncrypted = try isEncryptedOnDisk(place)
    return switch behaviour.protection.fileState {
    case .asItIs: isEncrypted
    case .encrypted: true
    case .plain: false
    }
  }
}
