internal import ExactText
import Glibc

/// AES with 256 bits in the mode SIV (RFC 5297) by GnuTLS, which is loaded at its first use: an app that encrypts nothing
/// starts without it.
///
/// The key is the same everywhere: what is to be seen is that the bytes are not those of the text, and the same text has to
/// give the same bytes in every run.
enum Cipher {
  private typealias Step =
    @Sendable @convention(c) (
      OpaquePointer?, UnsafePointer<UInt8>?, Int, UnsafePointer<UInt8>?, Int, Int,
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?
    ) -> Int32
  private typealias Begin =
    @Sendable @convention(c) (
      UnsafeMutablePointer<OpaquePointer?>?, Int32, UnsafeRawPointer?
    ) -> Int32
  private typealias End = @Sendable @convention(c) (OpaquePointer?) -> Void

  /// `gnutls_datum_t`.
  private struct Datum {
    var data: UnsafePointer<UInt8>?
    var size: UInt32
  }

  /// The functions of the library; nil if it is not there.
  private struct Library: Sendable {
    let begin: Begin
    let seal: Step
    let open: Step
    let end: End

    init?() {
      guard let library = dlopen("libgnutls.so.30", RTLD_NOW),
        let begin = dlsym(library, "gnutls_aead_cipher_init"),
        let seal = dlsym(library, "gnutls_aead_cipher_encrypt"),
        let open = dlsym(library, "gnutls_aead_cipher_decrypt"),
        let end = dlsym(library, "gnutls_aead_cipher_deinit")
      else { return nil }
      self.begin = unsafeBitCast(begin, to: Begin.self)
      self.seal = unsafeBitCast(seal, to: Step.self)
      self.open = unsafeBitCast(open, to: Step.self)
      self.end = unsafeBitCast(end, to: End.self)
    }
  }

  private static let library = Library()
  /// `GNUTLS_CIPHER_AES_256_SIV`.
  private static let algorithm: Int32 = 38
  /// The tag that stands before the encrypted bytes.
  private static let tagLength = 16
  /// Two keys of 256 bits: one for the tag, one for the bytes.
  private static let key = (0..<64).map { UInt8(($0 * 7 + 11) & 255) }
  private static let nonce = [UInt8](repeating: 1, count: 16)

  /// The encrypted bytes; nil without GnuTLS.
  static func seal(_ bytes: [UInt8]) -> [UInt8]? {
    guard let library else { return nil }
    return perform(library.seal, bytes, room: bytes.count + tagLength)
  }

  /// The bytes that were encrypted; nil if they were changed since.
  static func open(_ sealed: [UInt8]) -> [UInt8]? {
    guard let library, sealed.count >= tagLength else { return nil }
    return perform(library.open, sealed, room: sealed.count)
  }

  private static func perform(_ step: Step, _ bytes: [UInt8], room: Int) -> [UInt8]? {
    guard let library else { return nil }
    return key.withUnsafeBufferPointer { key -> [UInt8]? in
      var datum = Datum(data: key.baseAddress, size: UInt32(key.count))
      var cipher: OpaquePointer?
      guard library.begin(&cipher, algorithm, &datum) >= 0, let cipher else { return nil }
      defer { library.end(cipher) }
      var result = [UInt8](repeating: 0, count: max(room, 1))
      var count = result.count
      let status = step(
        cipher, nonce, nonce.count, nil, 0, tagLength, bytes, bytes.count, &result, &count)
      return status >= 0 ? Array(result.prefix(count)) : nil
    }
  }
}
