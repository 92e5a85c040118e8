internal import ExactText

/// A user name (UPN) that compares without regard to letter case.
///
/// Requirements IDN-009, IDN-010 and IDN-011; conflict CNF-01 holds in every edition. The text is kept as
/// it was given, only comparing and hashing fold it; what letter case is, `foldedCase()` says.
package struct IdentityName: Sendable, Hashable, CustomStringConvertible {
  /// The text as it was given.
  package let text: String
  /// The text with every letter folded; equal for equal names.
  package let folded: String

  /// The name of that text; empty text is the unknown, unmanaged person.
  package init(_ text: String) {
    self.text = text
    folded = text.foldedCase()
  }

  /// The part behind the last `@`, folded; nil if there is none or it is empty.
  ///
  /// Two users of one domain belong to one organisation (open question OQ-46).
  package var organisation: String? {
    guard let at = folded.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let domain = folded[folded.utf8.index(after: at)...]
    return domain.isEmpty ? nil : String(domain)
  }

  /// True if two names are the same but for what stands behind the last `@`.
  func isNamedLike(_ other: IdentityName) -> Bool {
    func local(_ name: IdentityName) -> Substring {
      name.folded.utf8.lastIndex(of: UInt8(ascii: "@")).map { name.folded[..<$0] }
        ?? name.folded[...]
    }
    return local(self) == local(other)
  }

  package var description: String { text }

  package static func == (left: IdentityName, right: IdentityName) -> Bool {
    left.folded == right.folded
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ExactString(folded)) }
}

extension IdentityBehaviour.SameNames {
  /// True if they also let two names be one user's that differ in nothing but their letter case.
  func hold(_ left: String, _ right: String) -> Bool {
    switch self {
    case .inAnyLetterCase, .ofAnyDomain: true
    case .inAnyASCIILetterCase: left.asciiLowercased() == right.asciiLowercased()
    case .asLowercased: left.lowercased().utf8.elementsEqual(right.lowercased().utf8)
    case .byteForByte: false
    }
  }
}
