internal import CaseModel
internal import CGnuTLS
internal import Conformance
internal import ExactText
internal import Reporting

/// SHA-256 (FIPS 180-4) of files and of folders, in hexadecimal digits.
package enum Digest {
  /// The digest of some bytes.
  package static func of(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    guard gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest) >= 0 else { return "" }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of a folder: that of the lines that `sha256sum` prints of its files, sorted by the bytes of their paths.
  ///
  /// Whoever has the folder can check it without this program:
  /// `find * -type f | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum`.
  package static func ofFolder(_ files: [(path: String, bytes: [UInt8])]) -> String {
    var lines: [UInt8] = []
    for file in files.sorted(by: { $0.path < $1.path }) {
      lines += "\(of(file.bytes))  \(file.path)\n".utf8
    }
    return of(lines)
  }

  /// The digest of the folder of all histories of a run, as `--histories` writes it.
  static func ofHistories(_ results: [CaseResult]) -> String {
    ofFolder(
      results.map { (HistoryFileName.path(of: $0.conformanceCase.name), $0.history.lines) })
  }

  /// A UUID of version 8 (RFC 9562, section 5.8) for a name: the same for the same name everywhere.
  static func uuid(_ name: String) -> String {
    var digits = Array(of(Array(name.utf8)).utf8.prefix(32))
    digits[12] = UInt8(ascii: "8")
    digits[16] = UInt8(ascii: "a")
    let text = String(decoding: digits, as: UTF8.self)
    var parts: [Substring] = []
    var rest = text[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }
}
