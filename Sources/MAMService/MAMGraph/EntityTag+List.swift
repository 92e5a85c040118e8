internal import ExactText
import MAMWire

extension EntityTag {
  /// Reads `"p1-1", W/"p1-2"` or `*`.
  ///
  /// - Parameter field: the header that is blamed.
  /// - Throws: 400 for what is not a list of tags, such as a tag without its quotes.
  static func list(_ text: String, of field: String) throws(GraphError) -> [String] {
    if text.trimmed() == "*" { return ["*"] }
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
