import CGnuTLS
internal import ExactText
import MAMCrypto

/// Closes secrets so that they can leave the service and nobody but the service can open them again.
///
/// The same secret at the same place is always sealed to the same text, so that the same state gives the
/// same snapshot; what was sealed for one place does not open at another (RFC 5297, AES-SIV).
final class Sealer {
  /// The name under which the key is kept in a state file.
  static let keyName = "sealKey"
  private static let keyLength = 64
  private static let tagLength = 16

  private let load: () -> String?
  private let save: (String) -> Void
  private let random: RandomBytes
  private var key: [UInt8]?

  /// A sealer whose key is made when it is needed first.
  ///
  /// - Parameters:
  ///   - load: gives the key of an earlier start; nil if there is none.
  ///   - save: keeps a new key.
  init(
    load: @escaping () -> String?, save: @escaping (String) -> Void,
    random: RandomBytes = .ofSystem
  ) {
    self.load = load
    self.save = save
    self.random = random
  }

  /// The text that stands for a secret at a place; nil if the library or the source of random bytes fails.
  func sealed(_ secret: String, at place: String) -> String? {
    guard let key = usableKey() else { return nil }
    let text = Array(secret.utf8)
    return Sealer.work(key, text, at: place, room: text.count + Sealer.tagLength) {
      gnutls_aead_cipher_encrypt($0, $1, $2, $3, $4, Sealer.tagLength, $5, $6, $7, $8)
    }.map { Base64URL.text($0) }
  }

  /// The secret that a string stands for; nil if it was sealed by another service or for another place.
  func opened(_ text: String, at place: String) -> String? {
    guard let key = usableKey(), let bytes = Base64URL.bytes(text), bytes.count >= Sealer.tagLength
    else { return nil }
    return Sealer.work(key, bytes, at: place, room: bytes.count) {
      gnutls_aead_cipher_decrypt($0, $1, $2, $3, $4, Sealer.tagLength, $5, $6, $7, $8)
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  private func usableKey() -> [UInt8]? {
    if let key { return key }
    if let kept = load().flatMap({ Base64URL.bytes($0) }), kept.count == Sealer.keyLength {
      key = kept
    } else if let made = random.bytes(Sealer.keyLength) {
      key = made
      save(Base64URL.text(made))
    }
    return key
  }

  private typealias Step = (
    gnutls_aead_cipher_hd_t, UnsafePointer<UInt8>, Int, UnsafePointer<UInt8>, Int,
    UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>
  ) -> Int32

  private static func work(
    _ key: [UInt8], _ bytes: [UInt8], at place: String, room: Int, _ step: Step
  ) -> [UInt8]? {
    var key = key
    var cipher: gnutls_aead_cipher_hd_t?
    let status = key.withUnsafeMutableBufferPointer { buffer in
      var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return gnutls_aead_cipher_init(&cipher, GNUTLS_CIPHER_AES_256_SIV, &datum)
    }
    guard status >= 0, let cipher else { return nil }
    defer { gnutls_aead_cipher_deinit(cipher) }
    // SIV makes its own of the text and the place; equal strings at one place may be seen to be equal.
    let nonce = [UInt8](repeating: 0, count: 16)
    let place = Array(place.utf8)
    var result = [UInt8](repeating: 0, count: max(1, room))
    var count = room
    guard
      step(cipher, nonce, nonce.count, place, place.count, bytes, bytes.count, &result, &count) >= 0
    else { return nil }
    return Array(result.prefix(count))
  }
}
