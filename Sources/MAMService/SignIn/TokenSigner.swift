import CGnuTLS
internal import ExactText
import JSONText

/// Signs tokens (RS256 of RFC 7518, section 3.3) with a key that is made when it is needed first.
///
/// Making an RSA key takes longer than a whole start may take, and most services never sign.
///
/// - Note: unchecked, because the key comes into being inside: it is used by the one thread that owns
///   the service, as everything around it is.
final class TokenSigner: @unchecked Sendable {
  private let load: () -> String?
  private let save: (String) -> Void
  private var made: Key?
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

  /// A signer whose key is kept elsewhere.
  ///
  /// - Parameters:
  ///   - load: gives the key as PEM; nil if there is none.
  ///   - save: keeps a new key.
  init(load: @escaping () -> String? = { nil }, save: @escaping (String) -> Void = { _ in }) {
    self.load = load
    self.save = save
  }

  deinit { if let made { gnutls_privkey_deinit(made.handle) } }

  private var key: Key {
    if let made { return made }
    let pem: String
    if let kept = text ?? load(), let parsed = X509.key(kept) {
      gnutls_x509_privkey_deinit(parsed)
      pem = kept
    } else {
      let generated = mam_rsa_key_generate()!
      pem = X509.pem(key: generated)
      gnutls_x509_privkey_deinit(generated)
      save(pem)
    }
    let parsed = X509.key(pem)!
    var (modulus, exponent) = (gnutls_datum_t(), gnutls_datum_t())
    gnutls_x509_privkey_export_rsa_raw(parsed, &modulus, &exponent, nil, nil, nil, nil)
    defer {
      mam_gnutls_free(modulus.data)
      mam_gnutls_free(exponent.data)
    }
    var handle: gnutls_privkey_t?
    gnutls_privkey_init(&handle)
    gnutls_privkey_import_x509(
      handle, parsed, UInt32(GNUTLS_PRIVKEY_IMPORT_AUTO_RELEASE.rawValue))
    let key = Key(
      handle: handle!, modulus: TokenSigner.number(modulus),
      exponent: TokenSigner.number(exponent),
      id: Base64URL.text(X509.keyID(key: parsed).prefix(12)))
    made = key
    text = pem
    return key
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
    text = pem
  }

  /// The bytes of an unsigned number without the zeros in front (RFC 7518, section 6.3.1).
  private static func number(_ datum: gnutls_datum_t) -> [UInt8] {
    Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)).drop { $0 == 0 })
  }

  /// A JSON Web Token (RFC 7519) of claims.
  func token(_ claims: JSONObject) -> String {
    let key = key
    let header: JSON = ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)]
    let text =
      Base64URL.text(header.text.utf8) + "." + Base64URL.text(JSON.object(claims).text.utf8)
    var bytes = Array(text.utf8)
    var signature = gnutls_datum_t()
    let status = bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return gnutls_privkey_sign_data(key.handle, GNUTLS_DIG_SHA256, 0, &datum, &signature)
    }
    guard status >= 0 else { return text + "." }
    defer { mam_gnutls_free(signature.data) }
    return text + "."
      + Base64URL.text(UnsafeBufferPointer(start: signature.data, count: Int(signature.size)))
  }

  /// The public key as a JSON Web Key Set (RFC 7517, section 5).
  var keySet: JSON {
    let key = key
    return [
      "keys": [
        [
          "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(key.id),
          "n": .string(Base64URL.text(key.modulus)), "e": .string(Base64URL.text(key.exponent)),
        ]
      ]
    ]
  }

  /// A text that nobody can guess who has not been told it, and that never comes again: the text, and a
  /// mark that is drawn by lot.
  ///
  /// Counters go back with a reset or a snapshot. A mark that followed from them alone would make what
  /// one user got before good for another user afterwards.
  func unguessable(_ text: String) -> String {
    var mark = [UInt8](repeating: 0, count: 16)
    gnutls_rnd(GNUTLS_RND_KEY, &mark, mark.count)
    return "\(text).\(Base64URL.text(mark))"
  }
}

/// The hash of FIPS 180-4.
enum SHA256 {
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest)
    return digest
  }
}
