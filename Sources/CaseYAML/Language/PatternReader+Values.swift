internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import Wording

/// Looks at what a pattern demands of a member: a value that the member can never have makes a check that no SDK passes, or
/// that every SDK does.
extension PatternReader {
  /// Reports what the member of a record can never be.
  ///
  /// - Parameters:
  ///   - kind: the kind of the record.
  ///   - events: the names of the events that the pattern matches; all if there is none.
  func checkValue(
    _ node: YAMLNode, for member: String, of kind: RecordKind, _ events: [String]
  ) {
    let kinds = PatternReader.kinds(of: member, kind, events)
    guard !kinds.isEmpty else { return }
    checkValue(node, for: member, kinds)
  }

  private func checkValue(_ node: YAMLNode, for member: String, _ kinds: [ValueKind]) {
    guard let members = node.members else { return checkScalar(node, for: member, kinds) }
    guard let first = members.first else { return }
    switch first.name {
    case "in":
      guard let elements = first.value.elements else { return }
      if elements.isEmpty {
        diagnostics.error(
          first.value.location, "'in' takes at least one value, and the list is empty")
      }
      for element in elements { checkValue(element, for: member, kinds) }
    case "not": checkValue(first.value, for: member, kinds)
    case let name where Vocabulary.operators.contains(name): return
    default:
      guard !kinds.contains(where: \.takesMembers) else { return }
      diagnostics.error(
        first.location, "'\(member)' is never a mapping, and '\(first.name)' is no operator",
        suggestion: Spelling.suggestion(for: first.name, among: Vocabulary.operators))
    }
  }

  private func checkScalar(_ node: YAMLNode, for member: String, _ kinds: [ValueKind]) {
    let value = node.json()
    // Null stands for a member that is absent.
    guard value != .null, !isVariable(node), !kinds.contains(where: { $0.isRight(value) }) else {
      return
    }
    let words = kinds.flatMap(\.words)
    if words.count > 0, let text = value.string {
      diagnostics.unknown(member, text, at: node.location, known: words)
    } else {
      diagnostics.expected(
        kinds.map(\.description).joined(separator: " or "), for: member, not: node)
    }
  }

  /// What the member may be; empty if that is not known.
  private static func kinds(
    of member: String, _ kind: RecordKind, _ events: [String]
  ) -> [ValueKind] {
    if kind == .request, member == "status" { return [.integer] }
    guard kind == .event else { return [] }
    let named = events.isEmpty ? EventName.allCases : events.compactMap(EventName.init)
    return named.flatMap(\.members).filter { $0.name == member }.map(\.kind)
  }
}

extension ValueKind {
  /// True if a pattern can look into a value.
  fileprivate var takesMembers: Bool {
    switch self {
    case .object, .any, .array: true
    default: false
    }
  }

  /// The words that the value can be; none if it is no word.
  fileprivate var words: [String] {
    switch self {
    case .word(let words): words
    case .api: Vocabulary.words(APIName.allCases)
    default: []
    }
  }

  /// What a value is, in words.
  fileprivate var description: String {
    switch self {
    case .integer: "an integer"
    case .count: "a number of something"
    case .number: "a number"
    case .boolean: "true or false"
    case .string: "a string"
    case .strings: "a list of strings"
    case .array: "a list"
    case .object: "a mapping"
    case .api: "the name of an API"
    case .word(let words): "one of \(Diagnostics.list(words))"
    case .any: "a value"
    }
  }
}
