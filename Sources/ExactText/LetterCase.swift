// What letter case means: one rule for the judge, the SDK and the service, and a narrower one for the words of protocols.

extension StringProtocol {
  /// The text as identities and names of a directory are compared: without regard to letter case (contract, IDN-010 to
  /// IDN-012, CNF-01, OQ-05).
  ///
  /// No source says what letter case is outside of ASCII. This project reads it so: every scalar is replaced by its simple
  /// lower-case mapping in Unicode, in no language, and a final sigma by a sigma. So:
  /// - "ANA" is "ana", "JÖRG" is "jörg", "ΟΔΟΣ" is "οδος", "ẞ" is "ß".
  /// - What needs more than one scalar is not case: "SS" is not "ß", and "İ" is neither "i" nor "i̇".
  /// - "ı", which has no dot, is not "I": that holds in Turkish only.
  /// - Nothing that differs only in its normal form becomes the same: "é" as one scalar is not "é" as two, and the
  ///   signs for kelvin, ångström and ohm are not the letters K, Å and Ω, which have lower-case mappings in common with them.
  ///
  /// Two texts are the same identity if and only if what this returns has the same bytes.
  public func foldedCase() -> String {
    switch withBytes(CaseContent.init) {
    case .folded: String(self)
    case .ascii: asciiLowercased()
    case .others:
      String(String.UnicodeScalarView(unicodeScalars.map(\.foldedCase)))
    }
  }

  /// True if both are the same but for letter case, as ``foldedCase()`` has it.
  public func isSameIgnoringCase(as other: some StringProtocol) -> Bool {
    if hasBytes(of: other) { return true }
    return foldedCase().hasBytes(of: other.foldedCase())
  }

  /// The text with the letters A to Z as small ones and all else as it is: for words of protocols, which are ASCII, such
  /// as names of header fields (RFC 9110, section 5.1), schemes and hosts of URLs, and keywords of OData.
  public func asciiLowercased() -> String {
    let isLower = withBytes { bytes in !bytes.contains { $0 >= 0x41 && $0 <= 0x5A } }
    if isLower { return String(self) }
    return String(unsafeUninitializedCapacity: utf8.count) { target in
      var count = 0
      for byte in utf8 {
        target[count] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }
}

extension StringProtocol {
  /// The text with the letters a to z as capitals and all else as it is: for methods of HTTP and the like.
  public func asciiUppercased() -> String {
    String(decoding: utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }, as: UTF8.self)
  }
}

/// What there is to fold in a text.
private enum CaseContent {
  /// Nothing.
  case folded
  /// Letters A to Z, and nothing beyond ASCII.
  case ascii
  /// Perhaps something beyond ASCII.
  case others

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var hasCapitals = false
    for byte in bytes {
      if byte >= 0x80 {
        self = .others
        return
      }
      if byte >= 0x41, byte <= 0x5A { hasCapitals = true }
    }
    self = hasCapitals ? .ascii : .folded
  }
}

extension Unicode.Scalar {
  /// The scalar that stands for all that differ from this one in letter case only.
  fileprivate var foldedCase: Unicode.Scalar {
    switch value {
    case 0x41...0x5A: return Unicode.Scalar(UInt8(value) | 0x20)
    case 0..<0x80: return self
    // OHM SIGN, KELVIN SIGN and ANGSTROM SIGN are other spellings of Ω, K and Å, which normalization would replace.
    case 0x2126, 0x212A, 0x212B: return self
    // GREEK SMALL LETTER FINAL SIGMA is how a small sigma is written at the end of a word.
    case 0x3C2: return "\u{3C3}"
    default:
      let mapping = properties.lowercaseMapping.unicodeScalars
      guard let first = mapping.first, mapping.count == 1 else { return self }
      return first
    }
  }
}
