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
  /// Two strings are the same identity if and only if what this returns has the same bytes.
  @inlinable public func foldedCase() -> String { folded(String(self)) }

  /// True if both are the same but for letter case, as ``foldedCase()`` has it.
  @inlinable public func isSameIgnoringCase(as other: some StringProtocol) -> Bool {
    let isSame = withBytes { left in other.withBytes { right in areSameInASCII(left, right) } }
    return isSame ?? (foldedCase() == other.foldedCase())
  }

  /// The text with the letters A to Z as small ones and all else as it is: for words of protocols, which are ASCII, such
  /// as names of header fields (RFC 9110, section 5.1), schemes and hosts of URLs, and keywords of OData.
  @inlinable public func asciiLowercased() -> String { inSmallLetters(String(self)) }
}

extension StringProtocol {
  /// The text with the letters a to z as capitals and all else as it is: for methods of HTTP and the like.
  @inlinable public func asciiUppercased() -> String { inCapitals(String(self)) }
}

// What the methods do is not generic, so that no other module has to do it by way of a table of methods.

/// The text with every letter replaced by what stands for it in all cases.
@usableFromInline
func folded(_ text: String) -> String {
  switch text.withBytes(CaseContent.init) {
  case .folded: text
  case .ascii: inSmallLetters(text)
  case .others: String(String.UnicodeScalarView(text.unicodeScalars.map(\.foldedCase)))
  }
}

/// True or false if that is certain without a look at anything beyond ASCII, which never folds to a letter of ASCII;
/// nil if it is not.
@usableFromInline
func areSameInASCII(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool? {
  for index in 0..<min(left.count, right.count) {
    let (one, other) = (left[index], right[index])
    if one | other >= 0x80 { return nil }
    if one != other, smallLetter(one) != smallLetter(other) { return false }
  }
  // Every scalar is replaced by one, so the longer one has more of them.
  return left.count == right.count
}

private func smallLetter(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}

/// The text with the letters A to Z as small ones.
@usableFromInline
func inSmallLetters(_ text: String) -> String {
  text.withBytes { bytes in
    guard bytes.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return text }
    return String(unsafeUninitializedCapacity: bytes.count) { target in
      for (index, byte) in bytes.enumerated() { target[index] = smallLetter(byte) }
      return bytes.count
    }
  }
}

/// The text with the letters a to z as capitals.
@usableFromInline
func inCapitals(_ text: String) -> String {
  String(decoding: text.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }, as: UTF8.self)
}

/// What there is to fold in a string.
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
