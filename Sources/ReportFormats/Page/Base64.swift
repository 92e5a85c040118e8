internal import ExactText

/// Base 64 (RFC 4648, section 4), for hashes of a content security policy.
enum Base64 {
  /// `sha256-` and the hash of a string, as a content security policy names a script or style (CSP 3, section 2.3.1).
  static func hashSource(_ text: String) -> String {
    let digits = Array(Digest.of(Array(text.utf8)).utf8)
    func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      value(digits[$0]) << 4 | value(digits[$0 + 1])
    }
    return "sha256-\(self.text(bytes))"
  }

  /// The text of some bytes, with padding.
  static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[Int(bits >> UInt32(18 - 6 * place) & 63)] : "=")
      }
    }
    return text
  }
}
