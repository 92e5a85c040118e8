internal import ExactText

/// A user name (UPN) that compares without regard to letter case.
///
/// Requirements IDN-009, IDN-010 and IDN-011; conflict CNF-01 holds in every edition. The text is kept as
/// it was given, only comparing and hashing fold it.
public struct IdentityName: Sendable, Hashable, CustomStringConvertible {
  /// The text as it was given.
  public let text: String
  /// The text with every letter folded; equal for equal names.
  public let folded: String

  /// The name of that text; empty text is the unknown, unmanaged person.
  public init(_ text: String) {
    self.text = text
    folded = IdentityName.fold(text)
  }

  /// True for the empty text: nobody, or an unknown personal account (IDN-036).
  public var isNobody: Bool { text.isEmpty }

  /// The part behind the last `@`, folded; nil if there is none or it is empty.
  ///
  /// Two users of one domain belong to one organisation (open question OQ-46).
  public var organisation: String? {
    guard let at = folded.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let domain = folded[folded.utf8.index(after: at)...]
    return domain.isEmpty ? nil : String(domain)
  }

  public var description: String { text }

  public static func == (left: IdentityName, right: IdentityName) -> Bool {
    left.folded == right.folded
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

  /// The text with simple case folding: one scalar stays one scalar.
  ///
  /// Letters whose only mapping is longer than one scalar stay as they are, and so does the dotless i,
  /// which Unicode keeps apart from i: two spellings of one name must match, two names must not.
  public static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A).contains($0) }) { return text }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { folded.append(fold(scalar)) }
    return String(folded)
  }

  private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return (0x41...0x5A).contains(scalar.value)
        ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
    }
    let dotlessI: Unicode.Scalar = "\u{131}"
    if scalar == dotlessI { return scalar }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? scalar
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
