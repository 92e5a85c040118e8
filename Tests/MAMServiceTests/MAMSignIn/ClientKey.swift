import CGnuTLS
import Glibc
import JSONText

@testable import MAMEngine
@testable import MAMDirectory
@testable import MAMWire
@testable import MAMCrypto

/// A key of a client with its certificate, as an administrator would have made them.
struct ClientKey: @unchecked Sendable {
  /// Making one takes longer than the tests do.
  static let first = ClientKey()
  static let second = ClientKey()

  /// The certificate in PEM form.
  let certificate: String
  /// Its SHA-256 thumbprint, as `x5t#S256` has it.
  let thumbprint: String
  private let key: gnutls_privkey_t

  private init() {
    let made = mam_rsa_key_generate()!
    let now = time(nil)
    let signed = mam_certificate_make(
      made, "client", MAM_CERTIFICATE_AUTHORITY, nil, now - 60, now + 86_400, nil, made)!
    certificate = X509.pem(certificate: signed)
    thumbprint = Base64URL.text(X509.fingerprint(signed, GNUTLS_DIG_SHA256))
    gnutls_x509_crt_deinit(signed)
    var handle: gnutls_privkey_t?
    gnutls_privkey_init(&handle)
    gnutls_privkey_import_x509(handle, made, UInt32(GNUTLS_PRIVKEY_IMPORT_AUTO_RELEASE.rawValue))
    key = handle!
  }

  /// An assertion with the given claims, and with further members in its header.
  func assertion(
    _ claims: JSONObject, algorithm: String = "PS256", header more: JSONObject = [:]
  ) -> String {
    var header: JSONObject = ["alg": .string(algorithm), "typ": "JWT"]
    for member in more.members { header[member.name] = member.value }
    let text =
      Base64URL.text(JSON.object(header).text.utf8) + "."
      + Base64URL.text(JSON.object(claims).text.utf8)
    var bytes = Array(text.utf8)
    var signature = gnutls_datum_t()
    let kind = algorithm == "PS256" ? GNUTLS_SIGN_RSA_PSS_SHA256 : GNUTLS_SIGN_RSA_SHA256
    bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      _ = gnutls_privkey_sign_data2(key, kind, 0, &datum, &signature)
    }
    defer { mam_gnutls_free(signature.data) }
    let signed = UnsafeBufferPointer(start: signature.data, count: Int(signature.size))
    return "\(text).\(Base64URL.text(signed))"
  }
}
