internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
import Wording

/// Reads the patterns and matchers of checks.
struct PatternReader {
  let world: CaseWorld
  let diagnostics: Diagnostics
  /// True for the patterns of standing checks: they speak of every kind of record, and may name variables.
  var isStanding = false

  private var kinds: [String] {
    isStanding ? RecordKind.allCases.map(\.rawValue) : Vocabulary.patternKinds
  }

  /// The pattern made of some members; nil, and reported, if it cannot be.
  func pattern(
    _ members: [YAMLNode.Member], of verb: String, at location: SourceLocation
  ) -> RecordPattern? {
    let errors = diagnostics.errorCount
    var given = members.filter { kinds.contains($0.name) }
    // Members of some records have the names of kinds, such as the result of a check-in; the kind stands in front.
    if isStanding, let first = members.first, kinds.contains(first.name) { given = [first] }
    guard given.count == 1, let kind = given.first, let recordKind = RecordKind(rawValue: kind.name)
    else {
      diagnostics.error(
        location, "'\(verb)' needs exactly one of \(Diagnostics.list(kinds))",
        suggestion: misspeltKind(members))
      return nil
    }
    var pattern = RecordPattern(kind: recordKind)
    var known: [String]
    var name: String?
    if kind.value.members != nil {
      pattern.alternatives = alternatives(kind, recordKind)
      known = pattern.alternatives.flatMap { fieldNames(of: recordKind, $0) }
    } else {
      name = self.name(kind, recordKind, kind.value)
      pattern.name = name == Vocabulary.anyName ? nil : name
      known = fieldNames(of: recordKind, pattern.name)
    }
    for member in members where member.name != kind.name {
      switch member.name {
      case "app", "by":
        pattern.app = diagnostics.word(
          member.value, for: member.name, "app", among: world.names(in: "apps"))
      case "at" where member.value.members != nil: pattern.times = times(member.value)
      case "at": pattern.at = diagnostics.duration(member.value, for: "at")
      default:
        guard known.contains(member.name) || isOpen(recordKind, pattern) else {
          diagnostics.error(
            member.location, "'\(name ?? kind.name)' has no member '\(member.name)'",
            suggestion: Spelling.suggestion(for: member.name, among: known))
          continue
        }
        checkValue(
          member.value, for: member.name, of: recordKind,
          pattern.name.map { [$0] } ?? pattern.alternatives)
        if let matcher = matcher(member.value, for: member.name) {
          pattern.fields.append(.init(name: member.name, matcher: matcher))
        }
      }
    }
    return diagnostics.errorCount == errors ? pattern : nil
  }

  /// The times of `{in: [...]}` or `{after: CHECK, by: DURATION}`.
  private func times(_ node: YAMLNode) -> [RecordPattern.Time] {
    guard let list = node["in"] else { return [time(node)].compactMap(\.self) }
    guard diagnostics.members(node, of: "at", keys: ["in"]) != nil,
      let elements = diagnostics.list(list, for: "in", of: "times")
    else { return [] }
    if elements.isEmpty { diagnostics.expected("at least one time", for: "in", not: list) }
    return elements.compactMap(time)
  }

  private func time(_ node: YAMLNode) -> RecordPattern.Time? {
    guard node.members != nil else { return diagnostics.duration(node, for: "at").map { .at($0) } }
    guard diagnostics.members(node, of: "at", keys: ["after", "by"]) != nil,
      let after = diagnostics.required("after", in: node, of: "at"),
      let by = diagnostics.required("by", in: node, of: "at"),
      let check = diagnostics.text(after, for: "after"),
      let span = diagnostics.duration(by, for: "by")
    else { return nil }
    return .after(check: check, span)
  }

  /// What a value must be; nil, and reported, if it cannot be read.
  func matcher(_ node: YAMLNode, for name: String) -> Matcher? {
    guard let members = node.members else {
      checkIdentity(node, for: name)
      return .equals(json(node))
    }
    guard let first = members.first(where: { Vocabulary.operators.contains($0.name) }) else {
      var fields: [RecordPattern.Field] = []
      for member in members {
        if let matcher = matcher(member.value, for: member.name) {
          fields.append(.init(name: member.name, matcher: matcher))
        }
      }
      return .members(fields)
    }
    guard members.count == 1 else {
      diagnostics.error(first.location, "'\(first.name)' must stand alone in its braces")
      return nil
    }
    switch first.name {
    case "in":
      guard let elements = diagnostics.list(first.value, for: "in", of: "values") else {
        return nil
      }
      for element in elements { checkIdentity(element, for: name) }
      guard elements.contains(where: { $0.members != nil }) else {
        return .oneOf(elements.map(json))
      }
      return .anyOf(elements.compactMap { matcher($0, for: name) })
    case "exists": return diagnostics.boolean(first.value, for: "exists").map { .exists($0) }
    case "contains": return diagnostics.text(first.value, for: "contains").map { .contains($0) }
    case "startsWith":
      return diagnostics.text(first.value, for: "startsWith").map { .startsWith($0) }
    case "has": return element(first, for: name).map { .has($0) }
    case "lacks": return element(first, for: name).map { .lacks($0) }
    case "first": return element(first, for: name).map { .first($0) }
    case "atLeast":
      return diagnostics.integer(first.value, for: "atLeast", in: 1...1000).map { .atLeast($0) }
    case "distinct":
      return diagnostics.integer(first.value, for: "distinct", in: 1...1000).map { .distinct($0) }
    case "numbers":
      guard let text = diagnostics.text(first.value, for: "numbers") else { return nil }
      guard text.utf8.count == 1 else {
        diagnostics.error(first.value.location, "'numbers' takes the one character between them")
        return nil
      }
      return .numbers(text)
    default:
      if let inner = first.value["in"], first.value.members?.count == 1 {
        guard let elements = diagnostics.list(inner, for: "in", of: "values") else { return nil }
        for element in elements { unwanted(element, for: name) }
        return .noneOf(elements.map(json))
      }
      unwanted(first.value, for: name)
      return .not(json(first.value))
    }
  }

  /// Looks at a value that must not be there; a mapping would have to be equal as a whole, down to members
  /// that the case does not know.
  private func unwanted(_ node: YAMLNode, for name: String) {
    guard node.members == nil else {
      diagnostics.error(
        node.location, "'not' takes a value or a list, not a mapping",
        suggestion: "put 'not' on the member: {member: {not: value}}")
      return
    }
    checkIdentity(node, for: name)
  }

  /// The value that an element of a list has to be; a pattern there would be compared as it is written.
  private func element(_ member: YAMLNode.Member, for name: String) -> JSON? {
    checkIdentity(member.value, for: name)
    if let members = member.value.members, members.count == 1,
      let word = members.first, Vocabulary.operators.contains(word.name)
    {
      diagnostics.error(
        word.location, "'\(member.name)' takes a value, not a pattern with '\(word.name)'",
        suggestion: "name whole lists instead: {in: [[a, b], [b, a]]}")
      return nil
    }
    return json(member.value)
  }

  /// The value with UPNs instead of user names.
  func json(_ node: YAMLNode) -> JSON { node.json(replacing: world.upn) }

  /// Reports a plain text that is neither a user nor a UPN where an identity is expected.
  func checkIdentity(_ node: YAMLNode, for name: String) {
    guard name == "other" || IdentityTexts.members.contains(name), let text = node.plainText,
      node.kind == "a string", !text.contains("@"), world.upn(text) == nil, !isVariable(node)
    else { return }
    diagnostics.error(
      node.location, "unknown user '\(text)'",
      suggestion: Spelling.suggestion(for: text, among: world.names(in: "users")))
  }

  func isVariable(_ node: YAMLNode) -> Bool {
    isStanding && node.plainText?.hasPrefix("$") == true
  }

  /// The names of `{in: [...]}` instead of one name.
  private func alternatives(_ kind: YAMLNode.Member, _ recordKind: RecordKind) -> [String] {
    guard diagnostics.members(kind.value, of: kind.name, keys: ["in"]) != nil,
      let list = diagnostics.required("in", in: kind.value, of: kind.name),
      let elements = diagnostics.list(list, for: "in", of: "names")
    else { return [] }
    if elements.isEmpty { diagnostics.expected("at least one name", for: "in", not: list) }
    return elements.compactMap { name(kind, recordKind, $0, allowsAny: false) }
  }

  private func name(
    _ kind: YAMLNode.Member, _ recordKind: RecordKind, _ value: YAMLNode, allowsAny: Bool = true
  ) -> String? {
    let (what, known) =
      switch recordKind {
      case .event: ("event", Vocabulary.words(EventName.allCases))
      case .life:
        ("change of life", isStanding ? Vocabulary.words(LifeChange.allCases) : Vocabulary.life)
      case .message, .result:
        (
          "operation or API",
          Vocabulary.words(StepOperation.allCases) + Vocabulary.words(APIName.allCases)
        )
      case .admin, .fault, .device, .network, .finding: ("name", [])
      case .request, .delivered, .discarded: ("endpoint", Vocabulary.endpoints)
      }
    // The names of these are words of orders, which are no closed set.
    if known.isEmpty { return diagnostics.text(value, for: kind.name) }
    return diagnostics.word(
      value, for: kind.name, what, among: known + (allowsAny ? [Vocabulary.anyName] : []))
  }

  private func fieldNames(of kind: RecordKind, _ name: String?) -> [String] {
    switch kind {
    case .event:
      guard let name else { return EventName.allCases.flatMap(\.members).map(\.name) }
      return EventName(rawValue: name)?.members.map(\.name) ?? []
    case .request: return Vocabulary.requestKeys
    case .life: return Vocabulary.lifeKeys
    case .message: return Vocabulary.messageKeys
    default: return Vocabulary.responseKeys
    }
  }

  /// True for a record of a standing check whose members are no closed set: those of answers are the names of methods.
  private func isOpen(_ kind: RecordKind, _ pattern: RecordPattern) -> Bool {
    guard isStanding else { return false }
    switch kind {
    case .event: return false
    case .message:
      let answers = StepOperation.answers.rawValue
      return pattern.name == answers || pattern.alternatives.contains(answers)
    default: return true
    }
  }

  private func misspeltKind(_ members: [YAMLNode.Member]) -> String? {
    for member in members where !kinds.contains(member.name) {
      if let near = Spelling.nearest(to: member.name, among: kinds) {
        return "did you mean '\(near)' by '\(member.name)'?"
      }
    }
    return nil
  }
}
