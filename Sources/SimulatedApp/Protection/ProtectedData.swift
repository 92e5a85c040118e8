internal import ExactText

/// Data that the SDK has protected: a header with its owner, then the data, encrypted or not (DAT-003, DAT-004).
struct ProtectedData {
  /// What such data begins with.
  private static let mark = Array("MAM1".utf8)

  /// The owner; the empty text for nobody.
  let owner: String
  let isEncrypted: Bool
  /// What comes behind the header.
  let payload: [UInt8]

  /// Protects data; nil if it cannot be encrypted.
  init?(_ data: [UInt8], owner: String, encrypting: Bool) {
    self.owner = owner
    isEncrypted = encrypting
    guard let payload = encrypting ? Cipher.seal(data) : data else { return nil }
    self.payload = payload
  }

  /// Reads protected data; nil if the bytes are other data.
  init?(reading bytes: [UInt8]) {
    guard bytes.starts(with: ProtectedData.mark), bytes.count >= 7 else { return nil }
    let length = Int(bytes[5]) << 8 | Int(bytes[6])
    guard bytes.count >= 7 + length, bytes[4] <= 1 else { return nil }
    isEncrypted = bytes[4] == 1
    owner = String(decoding: bytes[7..<7 + length], as: UTF8.self)
    payload = Array(bytes[(7 + length)...])
  }

  /// Header and data, as they are handed out and stored.
  var bytes: [UInt8] {
    let name = Array(owner.utf8)
    return ProtectedData.mark
      + [isEncrypted ? 1 : 0, UInt8(name.count >> 8 & 255), UInt8(name.count & 255)] + name
      + payload
  }

  /// The data as it was; nil if it was changed since.
  var opened: [UInt8]? { isEncrypted ? Cipher.open(payload) : payload }
}
