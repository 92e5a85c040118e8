internal import ExactText

/// The entity tags of a condition (RFC 9110, section 8.8.3).
package enum EntityTag {
  /// The tag, with the quotes, of an entity that has no count of its changes: its ID and a hash (FNV-1a) of
  /// whatever can change, because a list makes one for every item.
  package static func of(_ id: String, _ content: String...) -> String {
    "\"\(id)-\(hash(content))\""
  }

  /// A hash of strings, as a hexadecimal number.
  package static func hash(_ content: String...) -> String { hash(content) }

  private static func hash(_ content: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in content {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      // No byte of UTF-8: strings do not run into each other.
      hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
