import CGnuTLS
internal import ExactText

/// The hash of FIPS 180-4.
package enum SHA256 {
  /// The 32 bytes; none if the library fails, which fit nothing.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    return gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest) >= 0 ? digest : []
  }
}
