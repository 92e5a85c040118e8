internal import CaseModel
internal import Contract
internal import ExactText

/// Reads which editions a case or step is for.
enum EditionSet {
  /// `all`, one edition, `2017-11+` (from it on), `..2016-12` (up to it), or a list of these; nil,
  /// and reported, for anything else.
  static func read(_ node: YAMLNode, _ diagnostics: Diagnostics) -> Set<Edition>? {
    if let elements = node.elements {
      guard !elements.isEmpty else {
        diagnostics.error(node.location, "the list of editions is empty")
        return nil
      }
      return elements.reduce(into: Set()) { $0.formUnion(one($1, diagnostics) ?? []) }
    }
    return one(node, diagnostics)
  }

  private static func one(_ node: YAMLNode, _ diagnostics: Diagnostics) -> Set<Edition>? {
    guard let text = node.text else {
      diagnostics.expected("'all', a list, '2017-11+' or '..2016-12'", for: "editions", not: node)
      return nil
    }
    if text == "all" { return Set(Edition.allCases) }
    let name: Substring
    let holds: (Edition, Edition) -> Bool
    if text.hasSuffix("+") {
      name = text.dropLast()
      holds = { $0 >= $1 }
    } else if text.hasPrefix("..") {
      name = text.dropFirst(2)
      holds = { $0 <= $1 }
    } else {
      name = text[...]
      holds = { $0 == $1 }
    }
    guard let edition = Edition(rawValue: String(name)) else {
      diagnostics.unknown(
        "edition", String(name), at: node.location, known: Edition.allCases.map(\.rawValue))
      return nil
    }
    return Set(Edition.allCases.filter { holds($0, edition) })
  }
}
