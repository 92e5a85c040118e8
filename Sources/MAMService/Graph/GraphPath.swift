/// The path of a Graph request, taken apart.
struct GraphPath: Equatable {
  /// True below `/beta`: properties that v1.0 does not have are shown.
  let isBeta: Bool
  /// The segments in order; a key in parentheses is a segment of its own, a function has no `()`.
  let segments: [String]

  /// Reads `/v1.0/users('ana%40contoso.com')/managedAppRegistrations?$top=5` and the like; without a
  /// version the path is read as v1.0. The query is not regarded.
  init(_ path: String) {
    var segments: [String] = []
    let withoutQuery = path.prefix { $0 != "?" }
    for segment in withoutQuery.split(separator: "/") {
      let text = GraphPath.decoded(segment)
      guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
        segments.append(text)
        continue
      }
      segments.append(String(text[..<open]))
      let key = text[text.index(after: open)...].dropLast()
      if key.hasPrefix("'") && key.hasSuffix("'") && key.count >= 2 {
        segments.append(String(key.dropFirst().dropLast()))
      } else if !key.isEmpty {
        segments.append(String(key))
      }
    }
    isBeta = segments.first == "beta"
    if isBeta || segments.first == "v1.0" { segments.removeFirst() }
    self.segments = segments.map {
      // Actions may be called by their qualified name.
      $0.hasPrefix("microsoft.graph.") ? String($0.dropFirst("microsoft.graph.".count)) : $0
    }
  }

  static func decoded(_ text: Substring) -> String {
    guard text.contains("%") else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(rest.prefix(2)) ?? ""
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
