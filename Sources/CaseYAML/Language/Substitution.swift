internal import CaseModel
internal import ExactText

/// Substitutes the values of the matrix for `${...}`.
struct Substitution {
  /// The value that a name stands for: itself as written, and its members if it is a mapping.
  struct Binding {
    var name: String
    var value: YAMLNode
    /// What `${axis.member}` looks into; nil for scalars.
    var members: YAMLNode?
    /// Which of the axis's values it is: two bindings of an axis with the same number hold the same.
    var number = 0
  }

  var bindings: [Binding]
  let diagnostics: Diagnostics
  /// The names that were used at least once.
  private(set) var used: Set<ExactString> = []

  init(bindings: [Binding], diagnostics: Diagnostics) {
    self.bindings = bindings
    self.diagnostics = diagnostics
  }

  /// A quick no for nearly every text.
  private static func mayHavePlaceholder(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "$"))
  }

  /// The axes on which a value depends, the edition among them by its name.
  static func dependence(of node: YAMLNode) -> Set<ExactString> {
    var found: Set<ExactString> = []
    for (name, _) in names(in: node) { found.insert(ExactString(name)) }
    return found
  }

  /// The names that a value refers to, with the places where it does.
  static func names(in node: YAMLNode) -> [(name: String, location: SourceLocation)] {
    func names(_ text: String, _ location: SourceLocation) -> [(String, SourceLocation)] {
      guard mayHavePlaceholder(text) else { return [] }
      var found: [(String, SourceLocation)] = []
      var rest = text[...]
      while let start = rest.firstRange(of: "${") {
        rest = rest[start.upperBound...]
        found.append((String(rest.prefix { $0 != "}" && $0 != "." }), location))
      }
      return found
    }
    switch node.content {
    case .scalar(let text, _): return names(text, node.location)
    case .sequence(let elements): return elements.flatMap { Substitution.names(in: $0) }
    case .mapping(let members):
      return members.flatMap { names($0.name, $0.location) + Substitution.names(in: $0.value) }
    }
  }

  /// The value with everything put in its place; what cannot be is reported and left as it is.
  /// Keys may hold placeholders too, so that a matrix can choose between `offline` and `online`.
  mutating func apply(_ node: YAMLNode) -> YAMLNode {
    switch node.content {
    case .scalar(let text, _):
      return Substitution.mayHavePlaceholder(text) ? scalar(text, node) : node
    case .sequence(let elements):
      return YAMLNode(
        location: node.location, content: .sequence(elements.map { apply($0) }))
    case .mapping(let members):
      let applied = members.map {
        YAMLNode.Member(
          name: key($0), isQuoted: $0.isQuoted, location: $0.location, value: apply($0.value))
      }
      return YAMLNode(location: node.location, content: .mapping(applied))
    }
  }

  private mutating func key(_ member: YAMLNode.Member) -> String {
    guard Substitution.mayHavePlaceholder(member.name) else { return member.name }
    let node = YAMLNode(
      location: member.location, content: .scalar(member.name, isPlain: false))
    return apply(node).text ?? member.name
  }

  private mutating func scalar(_ text: String, _ node: YAMLNode) -> YAMLNode {
    guard text.contains("${") else { return node }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        diagnostics.error(node.location, "'${' is not closed in '\(text)'", suggestion: "add '}'")
        return node
      }
      guard let value = value(String(rest[start.upperBound..<end]), at: node.location) else {
        return node
      }
      // A string that is nothing but ${...} becomes the value itself, with its type.
      if start.lowerBound == text.startIndex, rest.index(after: end) == text.endIndex {
        return value
      }
      guard let part = value.text else {
        diagnostics.error(
          node.location, "\(value.kind) cannot be used inside the text '\(text)'",
          suggestion: "name one of its members, such as ${axis.member}")
        return node
      }
      result += rest[..<start.lowerBound] + part
      rest = rest[rest.index(after: end)...]
    }
    return YAMLNode(location: node.location, content: .scalar(result + rest, isPlain: false))
  }

  /// The value of `axis` or `axis.member.member`.
  private mutating func value(_ path: String, at location: SourceLocation) -> YAMLNode? {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let binding = bindings.first(where: { $0.name == names[0] }) else {
      diagnostics.unknown(
        "matrix axis", names[0], at: location, known: bindings.map(\.name))
      return nil
    }
    used.insert(binding.name)
    guard names.count > 1 else { return binding.value }
    var node = binding.members
    var reached = names[0]
    for name in names.dropFirst() {
      guard let members = node?.members else {
        diagnostics.error(
          location, "'${\(reached)}' has no members", suggestion: "write '${\(reached)}'")
        return nil
      }
      guard let next = members.first(where: { $0.name == name }) else {
        diagnostics.unknown(
          "member of '${\(reached)}'", name, at: location, known: members.map(\.name))
        return nil
      }
      node = next.value
      reached += ".\(name)"
    }
    return node
  }
}
