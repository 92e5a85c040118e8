internal import ExactText
import JSONText
import ReferenceSDK
internal import StepProtocol

/// `IntuneMAMDataProtectionManager`: protection of data that the app keeps in named buffers (DAT-003 to DAT-015).
struct DataProtectionManager: AppRules {
  let host: AppHost

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
      if let name { host.buffers[name] = KeptBuffer.none }
      return reply.result = .null
    }
    let identity = call.identity ?? ""
    let isRequired =
      isEncrypted(behaviour.protection.encryption, identity)
      || !behaviour.protection.waitingAccountsAreUnmanaged && sdk.isWaiting(identity)
    host.hasEncryptedData = host.hasEncryptedData || isRequired
    let isKept =
      host.hasEncryptedData && sdk.isManaged(identity)
      && !behaviour.protection.encryptionEndsWithItsPolicy
    let encrypts =
      (isRequired || isKept)
      && (sdk.open.isEmpty || behaviour.protection.encryptsDataMeanwhile)
      && (!sdk.hasLeavers || behaviour.protection.encryptsAfterLeavers)
      && (text.utf8.count <= 1000 || behaviour.protection.longDataIsEncrypted)
    let isNamedOtherwise =
      encrypts && identity != sdk.managedUser && !behaviour.protection.ownersHaveAnyCase
    let owner =
      switch behaviour.protection.owner {
      case .named: owners.wholeName(identity)
      case .enrolledUser: sdk.managedUser ?? identity
      case .nobody: ""
      }
    var kept = Array(text.utf8)
    if isOfString(call), kept.contains(where: { $0 > 127 }),
      !behaviour.protection.keepsEveryCharacter
    {
      kept = kept.filter { $0 < 128 }
    }
    guard let data = ProtectedData(kept, owner: owner, encrypting: encrypts && !isNamedOtherwise)
    else {
      throw HostError(.failed, "data cannot be encrypted without GnuTLS")
    }
    var bytes = data.bytes
    if isOfString(call), behaviour.protection.stringsAreText { bytes = Base64.encode(bytes) }
    if isOfString(call), !behaviour.protection.stringsAreProtected { bytes = kept }
    if let name {
      host.openedBuffers[name] = nil
      host.buffers[name] = .bytes(bytes)
      host.reEnrollments[name] = sdk.reEnrollments
    }
    reply.result = [
      "holdsData": .bool(DataProtectionManager.holds(bytes, Array(text.utf8))),
      "isText": .bool(Base64.decode(bytes) != nil),
    ]
  }

  private func unprotect(_ call: APICall) throws(HostError) {
    guard let given = try bytes(call) else { return reply.result = .null }
    if let opened = openedBefore(call) { return reply.result = .string(opened) }
    guard let data = protectedData(given, call) else {
      let isKept = behaviour.protection.leavesForeignDataAlone
      reply.result = isKept ? .string(String(decoding: given, as: UTF8.self)) : .null
      return
    }
    if data.isEncrypted, !sdk.isManaged(data.owner), !behaviour.protection.keysOutliveEnrollment {
      return reply.result = .null
    }
    if data.isEncrypted, sdk.isManaged(data.owner), isUnreadable(data, call) {
      return reply.result = .null
    }
    guard var opened = data.opened else {
      let isRefused =
        behaviour.protection.refusesDamagedData
        && (sdk.isManaged(data.owner) || behaviour.protection.refusesDamagedDataOfLeavers)
      reply.result =
        isRefused
        ? .null : .string(String(decoding: data.payload, as: UTF8.self))
      return
    }
    switch behaviour.protection.opening {
    case .whole: break
    case .withoutTheLastByte: if !opened.isEmpty { opened.removeLast() }
    case .firstEightKilobytes: opened.removeLast(max(0, opened.count - 8192))
    case .nilIfEmpty: if opened.isEmpty { return reply.result = .null }
    }
    let text = String(decoding: opened, as: UTF8.self)
    if let name = call.arguments["buffer"]?.string { host.openedBuffers[name] = text }
    reply.result = .string(text)
  }

  /// Nil: what was opened before is opened again, and may have been damaged since (DAT-009, DAT-010).
  private func openedBefore(_ call: APICall) -> String? {
    guard let name = call.arguments["buffer"]?.string, let opened = host.openedBuffers[name],
      !behaviour.protection.openedDataIsOpenedAgain
    else { return nil }
    return opened
  }

  /// False: what was encrypted for the managed user comes back whatever has changed since (DAT-007).
  private func isUnreadable(_ data: ProtectedData, _ call: APICall) -> Bool {
    if !sdk.requiresEncryption(of: data.owner),
      !behaviour.protection.encryptedDataOutlastsItsPolicy
    {
      return true
    }
    guard let name = call.arguments["buffer"]?.string,
      host.reEnrollments[name] != sdk.reEnrollments
    else { return false }
    return !behaviour.protection.keysOutlastReEnrollments
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
    guard let buffer = host.buffers[name] else {
      throw HostError(.failed, "no buffer has the name \"\(name)\"")
    }
    guard case .bytes(var bytes) = buffer else { return nil }
    if call.arguments["damaged"]?.bool == true {
      if isOfString(call), let decoded = Base64.decode(bytes) {
        bytes = Base64.encode(DataProtectionManager.damaged(decoded))
      } else {
        bytes = DataProtectionManager.damaged(bytes)
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
  /// If nil, the SDK has not protected the data.
  case none
}
