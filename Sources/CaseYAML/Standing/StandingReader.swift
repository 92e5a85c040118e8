internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Reads standing checks: what has to be so in every history, whatever the case.
struct StandingReader {
  private let reader: StepReader
  private let diagnostics: Diagnostics

  /// The keys of a demand, each with those that may stand beside it.
  private static let demands: [(key: String, beside: [String])] = [
    ("has", []), ("returns", ["until"]), ("none", ["for", "until"]),
    ("expect", ["within", "until"]), ("before", ["since"]),
  ]
  static let keys =
    ["id", "title", "editions", "proves", "advisory", "when", "while", "where", "unless"]
    + demands.map(\.key) + ["for", "within", "until", "since"]

  init(contract: Contract, diagnostics: Diagnostics) {
    self.diagnostics = diagnostics
    let nowhere = CaseWorld(world: World(), names: [:], upns: [:])
    reader = StepReader(
      world: nowhere, contract: contract, diagnostics: diagnostics, isStanding: true)
  }

  /// The checks of the files of a folder, by edition; what is wrong with them is reported.
  static func checks(
    of folder: String, contract: Contract, diagnostics: Diagnostics
  ) -> [Edition: StandingChecks] {
    let reader = StandingReader(contract: contract, diagnostics: diagnostics)
    var all: [(check: Check, editions: Set<Edition>)] = []
    var places: [ExactString: SourceLocation] = [:]
    do throws(Diagnostic) {
      for entry in try TextFile.entries(of: folder)
      where !entry.isFolder && entry.name.hasSuffix(".yaml") {
        for item in reader.file(
          YAMLNode.read(path: "\(folder)/\(entry.name)", diagnostics: diagnostics))
        {
          if let first = places[item.check.id] {
            diagnostics.error(
              item.check.location, "the standing check '\(item.check.id)' is defined twice",
              suggestion: "the first is at \(first.file):\(first.line)")
          }
          places[item.check.id] = item.check.location
          all.append(item)
        }
      }
    } catch {
      diagnostics.add(error)
    }
    var checks: [Edition: StandingChecks] = [:]
    for edition in Edition.allCases {
      checks[edition] = StandingChecks(
        all.compactMap { item in
          guard item.editions.contains(edition) else { return nil }
          var check = item.check
          check.requirements.removeAll { !contract.holds($0, in: edition) }
          return check.requirements.isEmpty ? nil : check
        })
    }
    return checks
  }

  /// Reports what is wrong with a file of standing checks.
  func lint(_ root: YAMLNode) { _ = file(root) }

  private func file(_ root: YAMLNode?) -> [(check: Check, editions: Set<Edition>)] {
    guard let root,
      diagnostics.members(root, of: "standing checks", keys: ["title", "patterns", "standing"])
        != nil,
      let list = diagnostics.required("standing", in: root, of: "standing checks"),
      let nodes = diagnostics.list(list, for: "standing", of: "checks")
    else { return [] }
    return nodes.compactMap(check)
  }

  private func check(_ node: YAMLNode) -> (check: Check, editions: Set<Edition>)? {
    let errors = diagnostics.errorCount
    guard diagnostics.members(node, of: "a standing check", keys: StandingReader.keys) != nil,
      let idNode = diagnostics.required("id", in: node, of: "a standing check"),
      let id = diagnostics.id(idNode, for: "id"),
      let titleNode = diagnostics.required("title", in: node, of: id),
      let title = diagnostics.text(titleNode, for: "title"),
      let provesNode = diagnostics.required("proves", in: node, of: id),
      let proves = diagnostics.list(provesNode, for: "proves", of: "requirement IDs"),
      let when = diagnostics.required("when", in: node, of: id),
      let trigger = pattern(when, of: "when"), let demand = demand(node, id)
    else { return nil }
    if !id.hasPrefix(StandingChecks.prefix) {
      diagnostics.error(
        idNode.location, "the ID of a standing check begins with 'always-', not '\(id)'",
        suggestion: "write 'always-\(id)'")
    }
    var rule = StandingRule(title: title, trigger: trigger, demand: demand)
    rule.captures = take(from: &rule.trigger.record, known: [])
    rule.exceptions = patterns(node["unless"], of: "unless")
    rule.limits = patterns(node["until"], of: "until") + patterns(node["since"], of: "since")
    rule.states = states(node["while"], known: rule.captures.map(\.variable))
    rule.conditions = conditions(node["where"], rule)
    rule.digest = node.digest { $0 != "title" && $0 != "editions" }
    var check = Check(
      id: id, requirements: [], demand: .standing(rule),
      isAdvisory: node["advisory"].map { diagnostics.boolean($0, for: "advisory") ?? false }
        ?? false, location: node.location)
    reader.prove(proves, at: provesNode.location, &check)
    var editions = Set<Edition>(Edition.allCases)
    if let value = node["editions"] { editions = EditionSet.read(value, diagnostics) ?? [] }
    checkVariables(node, rule)
    return diagnostics.errorCount == errors ? (check, editions) : nil
  }

  /// Makes variables of the members of a pattern that equal a string such as `$who`, but of those that are known.
  private func take(
    from record: inout RecordPattern, known: [String]
  ) -> [StandingRule.Capture] {
    var captures: [StandingRule.Capture] = []
    func rest(of fields: [RecordPattern.Field], below path: [String]) -> [RecordPattern.Field] {
      fields.compactMap { field in
        switch field.matcher {
        case .equals(.string(let text)) where text.hasPrefix("$") && !known.contains(text):
          captures.append(.init(variable: text, path: path + [field.name]))
          return nil
        case .members(let fields):
          return .init(
            name: field.name, matcher: .members(rest(of: fields, below: path + [field.name])))
        default: return field
        }
      }
    }
    record.fields = rest(of: record.fields, below: [])
    return captures
  }

  /// Reports variables that have no value.
  private func checkVariables(_ node: YAMLNode, _ rule: StandingRule) {
    let known = variables(of: rule)
    func look(_ node: YAMLNode) {
      if let text = node.plainText, text.hasPrefix("$"), !known.contains(text) {
        diagnostics.unknown("variable", text, at: node.location, known: known)
      }
      for element in node.elements ?? [] { look(element) }
      for member in node.members ?? [] { look(member.value) }
    }
    for member in node.members ?? [] where member.name != "title" { look(member.value) }
  }

  private func captures(of rule: StandingRule) -> [StandingRule.Capture] {
    rule.captures + rule.states.flatMap { $0.since.flatMap(\.captures) }
  }

  private func variables(of rule: StandingRule) -> [String] {
    captures(of: rule).map(\.variable)
  }

  private func conditions(_ node: YAMLNode?, _ rule: StandingRule) -> [StandingRule.Condition] {
    guard let node else { return [] }
    guard let members = node.members else {
      diagnostics.expected("variables with what their values must be", for: "where", not: node)
      return []
    }
    return members.compactMap { member in
      guard let capture = captures(of: rule).first(where: { $0.variable == member.name }) else {
        diagnostics.unknown(
          "variable", member.name, at: member.location, known: variables(of: rule))
        return nil
      }
      let name = capture.path.last ?? ""
      return reader.patterns.matcher(member.value, for: name).map {
        .init(
          variable: member.name, matcher: $0,
          isIdentity: IdentityTexts.members.contains(name))
      }
    }
  }

  private func demand(_ node: YAMLNode, _ id: String) -> StandingRule.Demand? {
    let given = StandingReader.demands.filter { node[$0.key] != nil }
    guard given.count == 1, let one = given.first, let value = node[one.key] else {
      diagnostics.error(
        node.location,
        "'\(id)' needs exactly one of \(Diagnostics.list(StandingReader.demands.map(\.key)))")
      return nil
    }
    for key in ["for", "within", "until", "since"] where !one.beside.contains(key) {
      guard let other = node[key] else { continue }
      diagnostics.error(other.location, "'\(key)' does not go with '\(one.key)'")
    }
    switch one.key {
    case "has":
      guard let members = value.members else {
        diagnostics.expected("members with their values", for: "has", not: value)
        return nil
      }
      return .has(
        members.compactMap { member in
          reader.patterns.matcher(member.value, for: member.name).map {
            .init(name: member.name, matcher: $0)
          }
        })
    case "returns":
      let call = node["when"]?["message"]?.text ?? ""
      if call.isEmpty {
        diagnostics.error(
          value.location, "'returns' needs the call: 'when' with one 'message'",
          suggestion: "write when: {message: registeredAccounts}")
      }
      let operation = node["when"]?["do"]?.text ?? ""
      let isIdentity =
        IdentityTexts.calls.contains(call)
        || (call == "file" && IdentityTexts.fileOperations.contains(operation))
      return reader.patterns.matcher(value, for: "returns").map {
        .returns($0, isIdentity: isIdentity)
      }
    case "none":
      let span = node["for"].flatMap { diagnostics.duration($0, for: "for") }
      return pattern(value, of: "none").map { .none($0, within: span) }
    case "expect":
      guard let within = diagnostics.required("within", in: node, of: id),
        let span = diagnostics.duration(within, for: "within")
      else { return nil }
      return pattern(value, of: "expect").map { .expect($0, within: span) }
    default: return pattern(value, of: "before").map { .before($0) }
    }
  }

  private func states(_ node: YAMLNode?, known: [String]) -> [StandingRule.State] {
    guard let node else { return [] }
    var known = known
    return (node.elements ?? [node]).compactMap { state in
      guard diagnostics.members(state, of: "while", keys: ["since", "until"]) != nil,
        let since = diagnostics.required("since", in: state, of: "while")
      else { return nil }
      let beginnings = patterns(since, of: "since").map { pattern in
        var pattern = pattern
        let captures = take(from: &pattern.record, known: known)
        return StandingRule.Beginning(pattern: pattern, captures: captures)
      }
      known += beginnings.flatMap(\.captures).map(\.variable)
      return StandingRule.State(
        since: beginnings, until: patterns(state["until"], of: "until"))
    }
  }

  /// One pattern or a list of them; a list within a list, which an anchor makes, counts as its elements.
  private func patterns(_ node: YAMLNode?, of key: String) -> [StandingRule.Pattern] {
    guard let node else { return [] }
    if let elements = node.elements { return elements.flatMap { patterns($0, of: key) } }
    return pattern(node, of: key).map { [$0] } ?? []
  }

  private func pattern(_ node: YAMLNode, of key: String) -> StandingRule.Pattern? {
    guard let members = node.members else {
      diagnostics.expected("a pattern such as {request: enroll}", for: key, not: node)
      return nil
    }
    var isOfAnyApp = false
    for member in members where member.name == "app" {
      isOfAnyApp = true
      if member.value.plainText != "any" {
        diagnostics.error(
          member.location, "'app' takes only 'any' in a standing check, which cannot name an app")
      }
    }
    return reader.patterns.pattern(
      members.filter { $0.name != "app" }, of: key, at: node.location
    ).map { .init(record: $0, isOfAnyApp: isOfAnyApp) }
  }
}
