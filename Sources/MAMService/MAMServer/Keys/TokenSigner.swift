import CGnuTLS
internal import ExactText
import JSONText
import MAMCrypto
import MAMDirectory
import MAMSignIn
import MAMWire

/// Signs tokens (RS256 of RFC 7518, section 3.3) with a key that is made when it is needed first.
///
/// Making an RSA key takes longer than a whole start may take, and most services never sign.
///
/// - Note: unchecked, because the key comes into being inside: it is used by the one thread that owns
///   the service, as everything around it is.
final class TokenSigner: TokenSigning, @unchecked Sendable {
  private let load: () -> String?
  private let save: (String) -> Void
  private let random: RandomBytes
  private let sign: Sign
  private var made: Key?
  private var certificate: Certificate?
  /// The key as PEM, once it is known.
  private var text: String?

  /// The name under which the key is kept.
  static let keyName = "tokenKey"

  private struct Key {
    let handle: gnutls_privkey_t
    let modulus: [UInt8]
    let exponent: [UInt8]
    let id: String
  }

  /// The key in a certificate, where some clients look for it (RFC 7517, sections 4.7 and 4.8).
  private struct Certificate {
    let bytes: [UInt8]
    let thumbprint: [UInt8]
  }

  /// Signs bytes by RSA and SHA-256; nil if that fails.
  typealias Sign = (_ key: gnutls_privkey_t, _ bytes: [UInt8]) -> [UInt8]?

  /// A signer whose key is kept elsewhere.
  ///
  /// - Parameters:
  ///   - random: where marks come from.
  ///   - sign: how the key is used.
  ///   - load: gives the key as PEM; nil if there is none.
  ///   - save: keeps a new key.
  init(
    load: @escaping () -> String? = { nil }, save: @escaping (String) -> Void = { _ in },
    random: RandomBytes = .ofSystem, sign: @escaping Sign = TokenSigner.signByGnuTLS
  ) {
    self.load = load
    self.save = save
    self.random = random
    self.sign = sign
  }

  deinit { if let made { gnutls_privkey_deinit(made.handle) } }

  /// The key, made now if there is none; every step that can fail is an error.
  private func key() throws(Refusal) -> Key {
    if let made { return made }
    let pem: String
    if let kept = text ?? load() {
      guard X509.isRSAKey(kept) else {
        throw TokenSigner.failure("the key that is kept is not an RSA key")
      }
      pem = kept
    } else {
      guard let generated = mam_rsa_key_generate() else {
        throw TokenSigner.failure("no key could be created")
      }
      pem = X509.pem(key: generated)
      gnutls_x509_privkey_deinit(generated)
      guard !pem.isEmpty else { throw TokenSigner.failure("the new key could not be written") }
      save(pem)
    }
    let key = try TokenSigner.parsed(pem)
    made = key
    text = pem
    return key
  }

  private static func parsed(_ pem: String) throws(Refusal) -> Key {
    guard let parsed = X509.key(pem) else { throw failure("the key could not be read") }
    let id = X509.keyID(key: parsed)
    var (modulus, exponent) = (gnutls_datum_t(), gnutls_datum_t())
    let exported = gnutls_x509_privkey_export_rsa_raw(
      parsed, &modulus, &exponent, nil, nil, nil, nil)
    defer {
      mam_gnutls_free(modulus.data)
      mam_gnutls_free(exponent.data)
    }
    var handle: gnutls_privkey_t?
    guard exported >= 0, !id.isEmpty, gnutls_privkey_init(&handle) >= 0, let handle else {
      gnutls_x509_privkey_deinit(parsed)
      throw failure("the key could not be read")
    }
    let imported = gnutls_privkey_import_x509(
      handle, parsed, UInt32(GNUTLS_PRIVKEY_IMPORT_AUTO_RELEASE.rawValue))
    guard imported >= 0 else {
      gnutls_privkey_deinit(handle)
      gnutls_x509_privkey_deinit(parsed)
      throw failure("the key could not be read")
    }
    return Key(
      handle: handle, modulus: number(modulus), exponent: number(exponent),
      id: Base64URL.text(id.prefix(12)))
  }

  /// An answer of status 500: nobody gets a token that is not signed.
  private static func failure(_ reason: String) -> Refusal {
    Refusal(.serverError, 90_033, "tokens cannot be signed: \(reason)")
  }

  /// The key as PEM; nil if none has been needed yet.
  var keyText: String? {
    if let text { return text }
    guard let kept = load(), X509.isRSAKey(kept) else { return nil }
    return kept
  }

  /// Signs with another key from now on, which whoever calls this keeps; nil for a new one when it is
  /// needed.
  func replaceKey(with pem: String?) {
    if let made { gnutls_privkey_deinit(made.handle) }
    made = nil
    certificate = nil
    text = pem
  }

  /// The certificate of the key, which is the same whenever it is made.
  ///
  /// It is good at every time of a virtual clock, since nobody is to trust it: it comes with the key, from the same place.
  private func keyCertificate() throws(Refusal) -> Certificate {
    if let certificate { return certificate }
    guard let parsed = text.flatMap(X509.key) else {
      throw TokenSigner.failure("the key could not be read")
    }
    defer { gnutls_x509_privkey_deinit(parsed) }
    var serial = Array(X509.keyID(key: parsed).prefix(16))
    // Positive, and of 16 bytes always (RFC 5280, section 4.1.2.2).
    if !serial.isEmpty { serial[0] = (serial[0] & 0x7F) | 0x40 }
    guard
      let signed = mam_certificate_of_key(
        parsed, "mamconform tokens", serial, serial.count, TokenSigner.year2000,
        TokenSigner.year2049)
    else { throw TokenSigner.failure("the key does not sign its certificate") }
    defer { gnutls_x509_crt_deinit(signed) }
    let made = Certificate(
      bytes: X509.der(certificate: signed),
      thumbprint: X509.fingerprint(signed, GNUTLS_DIG_SHA1))
    certificate = made
    return made
  }

  /// The first second of 2000, before any clock of a test.
  private static let year2000 = 946_684_800
  /// The last second of 2049, where the short form of times in certificates ends (RFC 5280, section 4.1.2.5).
  private static let year2049 = 2_524_607_999

  /// The bytes of an unsigned number without the zeros in front (RFC 7518, section 6.3.1).
  private static func number(_ datum: gnutls_datum_t) -> [UInt8] {
    Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)).drop { $0 == 0 })
  }

  /// A JSON Web Token (RFC 7519) of claims.
  ///
  /// - Throws: a server error if it cannot be signed.
  func token(_ claims: JSONObject) throws(Refusal) -> String {
    let key = try key()
    let header: JSON = ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)]
    let text =
      Base64URL.text(header.text.utf8) + "." + Base64URL.text(JSON.object(claims).text.utf8)
    guard let signature = sign(key.handle, Array(text.utf8)), !signature.isEmpty else {
      throw TokenSigner.failure("the key does not sign")
    }
    return text + "." + Base64URL.text(signature)
  }

  /// gnutls_privkey_sign_data(3).
  private static func signByGnuTLS(_ key: gnutls_privkey_t, _ bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    var signature = gnutls_datum_t()
    let status = bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return gnutls_privkey_sign_data(key, GNUTLS_DIG_SHA256, 0, &datum, &signature)
    }
    guard status >= 0 else { return nil }
    defer { mam_gnutls_free(signature.data) }
    return Array(UnsafeBufferPointer(start: signature.data, count: Int(signature.size)))
  }

  /// The public key as a JSON Web Key Set (RFC 7517, section 5).
  var keySet: JSON {
    get throws(Refusal) {
      let key = try key()
      let certificate = try keyCertificate()
      return [
        "keys": [
          [
            "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(key.id),
            "x5t": .string(Base64URL.text(certificate.thumbprint)),
            "n": .string(Base64URL.text(key.modulus)),
            "e": .string(Base64URL.text(key.exponent)),
            "x5c": [.string(Base64URL.standardText(certificate.bytes))],
          ]
        ]
      ]
    }
  }

  /// A string that nobody can guess who has not been told it, and that never comes again: the text, and a
  /// mark that is drawn at random.
  ///
  /// Counters go back with a reset or a snapshot. A mark that followed from them alone would make what
  /// one user got before good for another user afterwards.
  ///
  /// - Throws: a server error if there are no random bytes.
  func unguessable(_ text: String) throws(Refusal) -> String {
    guard let mark = random.bytes(16) else {
      throw TokenSigner.failure("the machine provides no random bytes")
    }
    return "\(text).\(Base64URL.text(mark))"
  }
}
