import CGnuTLS
internal import ExactText
import MAMCrypto

extension X509 {
  /// True if an authority's name constraints, which must be critical, let it sign for a name.
  static func permits(_ authority: gnutls_x509_crt_t, name: String) -> Bool {
    let bytes = Array(name.utf8)
    return mam_certificate_permits(authority, 0, bytes, bytes.count) != 0
  }

  /// The same for an IPv4 address.
  static func permits(_ authority: gnutls_x509_crt_t, address: String) -> Bool {
    guard let bytes = NetworkAddress.bytes(address) else { return false }
    return mam_certificate_permits(authority, 1, bytes, bytes.count) != 0
  }
}
