package import CGnuTLS
internal import ExactText

/// GnuTLS objects to and from PEM.
package enum X509 {
  /// The first certificate of a string; nil if there is none. The caller frees it.
  package static func certificate(_ pem: String) -> gnutls_x509_crt_t? {
    var certificate: gnutls_x509_crt_t?
    gnutls_x509_crt_init(&certificate)
    if withDatum(pem, { gnutls_x509_crt_import(certificate, $0, GNUTLS_X509_FMT_PEM) }) >= 0 {
      return certificate
    }
    gnutls_x509_crt_deinit(certificate)
    return nil
  }

  /// The private key of a string; nil if there is none. The caller frees it.
  package static func key(_ pem: String) -> gnutls_x509_privkey_t? {
    var key: gnutls_x509_privkey_t?
    gnutls_x509_privkey_init(&key)
    let status = withDatum(pem) {
      gnutls_x509_privkey_import2(key, $0, GNUTLS_X509_FMT_PEM, nil, 0)
    }
    if status >= 0 { return key }
    gnutls_x509_privkey_deinit(key)
    return nil
  }

  /// True if a string is an RSA private key in PEM.
  package static func isRSAKey(_ pem: String) -> Bool {
    guard let key = key(pem) else { return false }
    defer { gnutls_x509_privkey_deinit(key) }
    return gnutls_x509_privkey_get_pk_algorithm(key) == Int32(bitPattern: GNUTLS_PK_RSA.rawValue)
  }

  /// A certificate as PEM.
  package static func pem(certificate: gnutls_x509_crt_t) -> String {
    text { gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, $0) }
  }

  /// A certificate as DER; empty if it cannot be written.
  package static func der(certificate: gnutls_x509_crt_t) -> [UInt8] {
    var datum = gnutls_datum_t()
    guard gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_DER, &datum) >= 0 else { return [] }
    defer { mam_gnutls_free(datum.data) }
    return Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
  }

  /// A private key as PEM (PKCS #8).
  package static func pem(key: gnutls_x509_privkey_t) -> String {
    text { gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, nil, 0, $0) }
  }

  /// What tells the public key of a certificate from others.
  package static func keyID(certificate: gnutls_x509_crt_t) -> [UInt8] {
    identifier { gnutls_x509_crt_get_key_id(certificate, 0, $0, $1) }
  }

  /// What tells the public half of a private key from others.
  package static func keyID(key: gnutls_x509_privkey_t) -> [UInt8] {
    identifier { gnutls_x509_privkey_get_key_id(key, 0, $0, $1) }
  }

  /// True if the certificate is for a name or an address (RFC 9525, section 6).
  package static func covers(_ certificate: gnutls_x509_crt_t, _ name: String) -> Bool {
    gnutls_x509_crt_check_hostname(certificate, name) != 0
  }

  /// The DNS names that a certificate is for, without those with a wildcard.
  package static func names(_ certificate: gnutls_x509_crt_t) -> [String] {
    var names: [String] = []
    for index in 0... {
      var bytes = [UInt8](repeating: 0, count: 256)
      var length = bytes.count
      let type = gnutls_x509_crt_get_subject_alt_name(
        certificate, UInt32(index), &bytes, &length, nil)
      if type == Int32(GNUTLS_E_SHORT_MEMORY_BUFFER) { continue }
      guard type >= 0 else { break }
      let name = String(decoding: bytes.prefix(length), as: UTF8.self)
      if type == Int32(GNUTLS_SAN_DNSNAME.rawValue), !name.contains("*") { names.append(name) }
    }
    return names
  }

  /// The common name of what a certificate is for; nil if it has none.
  package static func commonName(_ certificate: gnutls_x509_crt_t) -> String? {
    var bytes = [CChar](repeating: 0, count: 256)
    var length = bytes.count
    let status = gnutls_x509_crt_get_dn_by_oid(
      certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, &bytes, &length)
    guard status >= 0 else { return nil }
    // The library escapes what has a meaning in lists of names (RFC 4514, section 2.4).
    let text = bytes.prefix(length).map(UInt8.init(bitPattern:)).filter { $0 != UInt8(ascii: "\\") }
    return String(decoding: text, as: UTF8.self)
  }

  /// True if a string has a certificate whose key signs by RSA.
  package static func hasRSAKey(_ pem: String) -> Bool {
    guard let certificate = certificate(pem) else { return false }
    defer { gnutls_x509_crt_deinit(certificate) }
    return gnutls_x509_crt_get_pk_algorithm(certificate, nil)
      == Int32(bitPattern: GNUTLS_PK_RSA.rawValue)
  }

  /// The hash of a whole certificate.
  package static func fingerprint(
    _ certificate: gnutls_x509_crt_t, _ algorithm: gnutls_digest_algorithm_t
  ) -> [UInt8] {
    identifier { gnutls_x509_crt_get_fingerprint(certificate, algorithm, $0, $1) }
  }

  /// True if the key of a certificate has signed the bytes.
  package static func isSigned(
    _ bytes: [UInt8], _ signature: [UInt8], by certificate: gnutls_x509_crt_t,
    _ algorithm: gnutls_sign_algorithm_t
  ) -> Bool {
    var key: gnutls_pubkey_t?
    gnutls_pubkey_init(&key)
    defer { gnutls_pubkey_deinit(key) }
    guard gnutls_pubkey_import_x509(key, certificate, 0) >= 0 else { return false }
    return withDatum(bytes) { bytes in
      withDatum(signature) { gnutls_pubkey_verify_data2(key, algorithm, 0, bytes, $0) }
    } >= 0
  }

  private static func identifier(
    _ read: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>) -> Int32
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var length = bytes.count
    return read(&bytes, &length) >= 0 ? Array(bytes.prefix(length)) : []
  }

  private static func withDatum(
    _ text: String, _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
  ) -> Int32 {
    withDatum(Array(text.utf8), body)
  }

  private static func withDatum(
    _ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
  ) -> Int32 {
    var bytes = bytes
    return bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return body(&datum)
    }
  }

  private static func text(_ export: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) -> String {
    var datum = gnutls_datum_t()
    guard export(&datum) >= 0 else { return "" }
    defer { mam_gnutls_free(datum.data) }
    return String(
      decoding: UnsafeBufferPointer(start: datum.data, count: Int(datum.size)), as: UTF8.self)
  }
}
