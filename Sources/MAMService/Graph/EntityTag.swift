internal import ExactText

/// The entity tags of a condition (RFC 9110, section 8.8.3).
enum EntityTag {
  /// The tag, with the quotes, of an entity that has no count of its changes: its ID and a hash (FNV-1a) of
  /// whatever can change, because a list makes one for every item.
  static func of(_ id: String, _ content: String...) -> String { "\"\(id)-\(hash(content))\"" }

  /// A hash of texts, as a hexadecimal number.
  static func hash(_ content: String...) -> String { hash(content) }

  private static func hash(_ content: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in content {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      // No byte of UTF-8: texts do not run into each other.
      hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
    }
    return String(hash, radix: 16)
  }

  /// Reads `"p1-1", W/"p1-2"` or `*`.
  ///
  /// - Parameter field: the header that is blamed.
  /// - Throws: 400 for what is no list of tags, such as a tag without its quotes.
  static func list(_ text: String, of field: String) throws(GraphError) -> [String] {
    if trimmed(text) == "*" { return ["*"] }
    var tags: [String] = []
    var rest = text.utf8[...]
    repeat {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let start = rest.startIndex
      if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
      guard rest.first == UInt8(ascii: "\""),
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
      else {
        throw .badRequest(
          "\(field) must be * or entity tags with their quotes such as \"p1-1\", not \(text)")
      }
      tags.append(String(text[start...end]))
      rest = rest[rest.index(after: end)...]
        .drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else {
        throw .badRequest("\(field): expected a comma between entity tags, found \(text)")
      }
      rest = rest.dropFirst()
    } while !rest.isEmpty
    return tags
  }
}
