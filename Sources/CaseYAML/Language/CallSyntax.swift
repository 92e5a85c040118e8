internal import CaseModel
internal import ExactText

/// Reads `app.api(identity, name: value)` and `app.api`.
struct CallSyntax {
  var app: String
  var api: String
  /// The arguments in order; the first may be given without its name, `identity`.
  var arguments: [YAMLNode.Member]

  /// Reads a call; nil, and reported at the place of the text, for anything else.
  static func read(_ text: String, at location: SourceLocation, _ diagnostics: Diagnostics)
    -> CallSyntax?
  {
    func fail() -> CallSyntax? {
      diagnostics.error(
        location, "'\(text)' is not a call",
        suggestion: "write 'app.api', 'app.api(identity)' or 'app.api(identity, name: value)'")
      return nil
    }
    guard let dot = text.firstIndex(of: ".") else { return fail() }
    let app = String(text[..<dot])
    let rest = text[text.index(after: dot)...]
    let api = rest.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    let list = rest[api.endIndex...]
    guard !app.isEmpty, !api.isEmpty else { return fail() }
    if list.isEmpty { return CallSyntax(app: app, api: String(api), arguments: []) }
    guard list.hasPrefix("("), list.hasSuffix(")") else { return fail() }
    // The arguments are a YAML list in other brackets, so values have the same rules everywhere.
    let quiet = Diagnostics()
    let node = YAMLReader.read(
      Array("[\(list.dropFirst().dropLast())]".utf8), file: location.file, diagnostics: quiet)
    guard let elements = node?.elements, quiet.errorCount == 0 else { return fail() }
    var arguments: [YAMLNode.Member] = []
    for (index, element) in elements.enumerated() {
      var member: YAMLNode.Member
      if let members = element.members, members.count == 1 {
        member = members[0]
      } else if index == 0, element.text != nil {
        member = .init(name: "identity", location: location, value: element)
      } else {
        return fail()
      }
      guard !arguments.contains(where: { $0.name == member.name }) else { return fail() }
      member.location = location
      member.value = member.value.moved(to: location)
      arguments.append(member)
    }
    return CallSyntax(app: app, api: String(api), arguments: arguments)
  }
}

extension YAMLNode {
  /// The same value, said to be written at another place throughout.
  fileprivate func moved(to location: SourceLocation) -> YAMLNode {
    switch content {
    case .scalar: return YAMLNode(location: location, content: content)
    case .sequence(let elements):
      return YAMLNode(
        location: location, content: .sequence(elements.map { $0.moved(to: location) }))
    case .mapping(let members):
      let moved = members.map {
        Member(
          name: $0.name, isQuoted: $0.isQuoted, location: location,
          value: $0.value.moved(to: location))
      }
      return YAMLNode(location: location, content: .mapping(moved))
    }
  }
}
