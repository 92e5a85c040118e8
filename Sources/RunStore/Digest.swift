import CGnuTLS
internal import ExactText
internal import SystemFiles

/// The hash SHA-256 (FIPS 180-4), by which a run names its suites, its SDK and its histories.
package enum Digest {
  /// The 32 bytes of the hash; none if the library fails, which is the hash of nothing.
  static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    return gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest) >= 0 ? digest : []
  }

  /// The hash of some bytes in hexadecimal.
  package static func text(of bytes: [UInt8]) -> String { text(self.bytes(of: bytes)) }

  /// A hash in hexadecimal.
  static func text(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The hash of a file; nil if it cannot be read.
  package static func text(ofFile path: String) -> String? {
    do throws(SystemError) { return text(of: try WholeFile.bytes(path)) } catch { return nil }
  }

  /// The hash of some files together: of a line for each, its own hash and its path as `sha256sum` writes it.
  package static func text(ofFiles files: [(path: String, bytes: [UInt8])]) -> String {
    let lines = files.map { "\(text(of: $0.bytes))  \($0.path)\n" }
    return text(of: Array(lines.joined().utf8))
  }
}
