internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import StepProtocol

/// A step for one combination of the matrix, before an edition selects its requirements.
struct EditionlessStep {
  var location: SourceLocation
  /// What other steps call it, if they do.
  var name: String?
  /// The editions that the step itself is restricted to.
  var editions: Set<Edition>
  var action: Action?
  var opensWindow: Bool
  /// The check with every requirement that the case names.
  var check: Check?
  /// The step is taken only if there is such a record by then.
  var condition: RecordPattern?
  /// The step is left out if there is such a record by then.
  var exception: RecordPattern?
  /// What shows whether the step was edited.
  var digests: Step.Digests
  /// Why it cannot be taken with the numbers of the profile; nil if it can.
  var unfitness: String?
}

/// Reads steps strictly: every key, word and type is checked, and the nearest word suggested.
struct StepReader {
  let world: CaseWorld
  let contract: Contract
  let diagnostics: Diagnostics
  /// True for standing checks, which are of no case: they know no users and apps by their names, and look at every record.
  var isStanding = false

  var patterns: PatternReader {
    PatternReader(world: world, diagnostics: diagnostics, isStanding: isStanding)
  }

  /// What a verb says: an action, a demand, or both.
  private struct Meaning {
    var action: Action?
    var demand: Demand?
  }

  /// A step whose `${...}` have been replaced; nil, and reported, if it cannot be read.
  func step(_ node: YAMLNode) -> EditionlessStep? {
    let errors = diagnostics.errorCount
    diagnostics.unfitness = nil
    guard let members = node.members else {
      diagnostics.expected("a mapping with a verb", for: "steps", not: node)
      return nil
    }
    guard let verb = verb(of: members, at: node.location) else { return nil }
    var editions = Set(Edition.allCases)
    if let value = node["editions"] { editions = EditionSet.read(value, diagnostics) ?? [] }
    var meaning = meaning(of: verb)
    var looks = false
    if let returns = node["returns"] {
      if verb.name == "call" || verb.name == "file" {
        meaning.demand = patterns.matcher(returns, for: "returns").map {
          .returns($0, isIdentity: returnsIdentity(meaning.action))
        }
        if case .operation(_, .call(let call))? = meaning.action,
          case .returns(let matcher, _)? = meaning.demand
        {
          checkNone(returns, of: call, matcher)
        }
        looks = true
      } else {
        diagnostics.error(
          returns.location, "'returns' is only allowed with 'call' and 'file', not '\(verb.name)'")
      }
    }
    let check = check(node, meaning.demand, of: verb)
    let condition = self.condition(node, "if")
    let exception = self.condition(node, "unless")
    guard diagnostics.errorCount == errors else { return nil }
    return EditionlessStep(
      location: node.location, name: node["name"]?.text, editions: editions, action: meaning.action,
      opensWindow: meaning.action != nil && !looks, check: check, condition: condition,
      exception: exception, digests: StepReader.digests(node, acts: meaning.action != nil),
      unfitness: diagnostics.unfitness)
  }

  /// The pattern on which a step hangs, under one of its keys; nil if it does not, or if it cannot be read.
  private func condition(_ node: YAMLNode, _ key: String) -> RecordPattern? {
    guard let value = node[key] else { return nil }
    guard let members = value.members else {
      diagnostics.expected("a pattern such as {event: prompt}", for: key, not: value)
      return nil
    }
    let pattern = patterns.pattern(members, of: key, at: value.location)
    if let check = pattern?.namedChecks.first {
      diagnostics.error(
        value.location, "'\(key)' counts from the record of '\(check)', which only a check can",
        suggestion: "give 'at' as a time since the start of the case, or leave it out")
    }
    return pattern
  }

  /// The digests of a step; its name and its editions are found in what a case makes of it.
  private static func digests(_ node: YAMLNode, acts: Bool) -> Step.Digests {
    let demands = ["check", "proves", "returns", "advisory", "over"]
    return Step.Digests(
      whole: node.digest { $0 != "name" && $0 != "editions" },
      action: acts
        ? node.digest { $0 != "name" && $0 != "editions" && !demands.contains($0) } : nil)
  }

  /// True if what a step returns is an identity.
  private func returnsIdentity(_ action: Action?) -> Bool {
    switch action {
    case .operation(_, .call(let call)): IdentityTexts.calls.contains(call.api.rawValue)
    case .operation(_, .file(let request)):
      IdentityTexts.fileOperations.contains(request.operation.rawValue)
    default: false
    }
  }

  /// The one member of a step that is its verb.
  private func verb(
    of members: [YAMLNode.Member], at location: SourceLocation
  ) -> YAMLNode.Member? {
    var verb: YAMLNode.Member?
    for member in members where !Vocabulary.stepKeys.contains(member.name) {
      guard Vocabulary.verbNames.contains(member.name) else {
        if Vocabulary.patternKeys.contains(member.name) || member.name == "count" {
          diagnostics.error(
            member.location, "'\(member.name)' must not be next to the verb",
            suggestion: "put it in the braces of the verb")
        } else {
          // Whoever guesses a word, such as wait, is helped by none that looks like it.
          diagnostics.unknown(
            "verb", member.name, at: member.location,
            known: Vocabulary.verbNames + Vocabulary.stepKeys,
            otherwise: "the verbs are \(Vocabulary.verbNames.joined(separator: ", "))")
        }
        return nil
      }
      if let verb {
        diagnostics.error(
          member.location,
          "a step has one verb, but this one has '\(verb.name)' and '\(member.name)'",
          suggestion: "start another step with '- '")
        return nil
      }
      verb = member
    }
    if verb == nil {
      diagnostics.error(location, "the step has no verb, such as 'launch', 'call' or 'expect'")
    }
    return verb
  }

  private func meaning(of verb: YAMLNode.Member) -> Meaning {
    let value = verb.value
    switch verb.name {
    case "expect":
      guard let members = value.members else { return needPattern(verb) }
      let pattern = patterns.pattern(
        members.filter { $0.name != "count" }, of: verb.name, at: value.location)
      guard let pattern, let count = count(value["count"]) else { return Meaning() }
      return Meaning(demand: .count(pattern, count))
    case "none":
      guard let members = value.members else { return needPattern(verb) }
      return Meaning(
        demand: patterns.pattern(members, of: verb.name, at: value.location)
          .map { .count($0, 0...0) })
    case "sequence":
      guard let elements = diagnostics.list(value, for: verb.name, of: "patterns") else {
        return Meaning()
      }
      if elements.count < 2 {
        diagnostics.expected("at least two patterns", for: verb.name, not: value)
      }
      let list = elements.map { element -> RecordPattern? in
        guard let members = element.members else {
          diagnostics.expected("patterns", for: verb.name, not: element)
          return nil
        }
        return patterns.pattern(members, of: verb.name, at: element.location)
      }
      return Meaning(demand: .sequence(list.compactMap { $0 }))
    case "quiet":
      guard let members = value.members else { return needPattern(verb) }
      let pattern = patterns.pattern(
        members.filter { $0.name != "for" }, of: verb.name, at: value.location)
      let duration = diagnostics.required("for", in: value, of: verb.name)
        .flatMap { diagnostics.duration($0, for: "for") }
      guard let pattern, let duration else { return Meaning() }
      return Meaning(action: .advance(duration), demand: .count(pattern, 0...0))
    default: return Meaning(action: action(verb))
    }
  }

  private func needPattern(_ verb: YAMLNode.Member) -> Meaning {
    diagnostics.expected("a pattern such as {request: enroll}", for: verb.name, not: verb.value)
    return Meaning()
  }

  private func count(_ node: YAMLNode?) -> ClosedRange<Int>? {
    guard let node else { return 1...1 }
    let bounds = 0...1_000_000
    guard node.members != nil else {
      return diagnostics.integer(node, for: "count", in: bounds).map { $0...$0 }
    }
    guard diagnostics.members(node, of: "count", keys: ["min", "max"]) != nil else { return nil }
    var (low, high) = (0, Int.max)
    if let min = node["min"] {
      guard let value = diagnostics.integer(min, for: "min", in: bounds) else { return nil }
      low = value
    }
    if let max = node["max"] {
      guard let value = diagnostics.integer(max, for: "max", in: bounds) else { return nil }
      high = value
    }
    guard low <= high else {
      diagnostics.error(
        node.location, "'count' allows nothing: 'min' is \(low), and 'max' is \(high)")
      return nil
    }
    guard (low, high) != (0, .max) else {
      diagnostics.error(
        node.location, "'count' allows everything", suggestion: "give 'max', or a 'min' above 0")
      return nil
    }
    return low...high
  }

  /// The check of a step that demands something; its ID has been read before.
  private func check(_ node: YAMLNode, _ demand: Demand?, of verb: YAMLNode.Member) -> Check? {
    let demands = node["returns"] != nil || Vocabulary.checks.contains { $0.name == verb.name }
    let span = span(node["over"], of: verb)
    guard demands else {
      for key in ["check", "proves", "advisory"] {
        guard let value = node[key] else { continue }
        diagnostics.error(
          value.location, "'\(key)' is not allowed with '\(verb.name)', which demands nothing",
          suggestion: "move it to an 'expect' after it, or add 'returns' to a 'call'")
      }
      return nil
    }
    let idNode = diagnostics.required("check", in: node, of: verb.name)
    let provesNode = diagnostics.required("proves", in: node, of: verb.name)
    guard let id = idNode.flatMap({ diagnostics.text($0, for: "check") }), let provesNode,
      let proves = diagnostics.list(provesNode, for: "proves", of: "requirement IDs")
    else { return nil }
    let isAdvisory =
      node["advisory"].map { diagnostics.boolean($0, for: "advisory") ?? false } ?? false
    if id.hasPrefix(StandingChecks.prefix) {
      diagnostics.error(
        idNode?.location ?? node.location, "the ID of a check must not begin with 'always-'",
        suggestion: "that is for standing checks")
    }
    guard let demand else {
      _ = proven(proves, at: provesNode.location, nil)
      return nil
    }
    var check = Check(
      id: id, requirements: [], demand: demand, isAdvisory: isAdvisory, span: span,
      location: node.location)
    prove(proves, at: provesNode.location, &check)
    return check
  }

  /// Gives a check the requirements that it proves.
  func prove(_ proves: [YAMLNode], at location: SourceLocation, _ check: inout Check) {
    let (requirements, bindings, suspects) = proven(proves, at: location, check.demand)
    check.requirements = requirements
    check.bindings = bindings
    check.suspects = suspects
    let parties = requirements.compactMap { contract.requirement($0)?.party }.distinct
    check.isDuty = parties.contains(Requirement.app)
    if check.isDuty, parties.count > 1 {
      diagnostics.error(
        location, "'proves' names duties of the app and requirements of the SDK",
        suggestion: "make two checks of it: a finding is about one of the two")
    }
  }

  private func proven(
    _ proves: [YAMLNode], at location: SourceLocation, _ demand: Demand?
  ) -> (requirements: [String], bindings: [Check.Binding], suspects: [String]) {
    var requirements: [String] = []
    var bindings: [Check.Binding] = []
    var suspects: [String] = []
    for element in proves {
      guard let (word, members) = requirement(element) else { continue }
      let (name, revision) = StepReader.revision(of: word)
      if let known = contract.requirement(name) {
        guard !requirements.contains(name) else {
          diagnostics.error(element.location, "the requirement \(name) is given twice")
          continue
        }
        requirements.append(name)
        if compare(revision, with: known, at: element.location) { suspects.append(name) }
        if let members, let demand { checkMembers(members, at: element.location, demand) }
        let bound = members ?? known.members
        if !bound.isEmpty { bindings.append(Check.Binding(requirement: name, members: bound)) }
      } else {
        diagnostics.unknown(
          "requirement", name, at: element.location, known: contract.requirements.map(\.id))
      }
    }
    if proves.isEmpty { diagnostics.error(location, "'proves' names no requirement") }
    return (requirements, bindings, suspects)
  }

  /// Which records a check looks at: those of its window, unless `over` names others.
  private func span(_ node: YAMLNode?, of verb: YAMLNode.Member) -> CheckSpan {
    guard let node else { return .window }
    guard ["expect", "none", "sequence"].contains(verb.name) else {
      diagnostics.error(
        node.location, "'over' is not allowed with '\(verb.name)', which does not look back",
        suggestion: "it is for 'expect', 'none' and 'sequence'")
      return .window
    }
    if node.plainText == "case" { return .wholeCase }
    guard let members = node.members, !members.isEmpty,
      diagnostics.members(node, of: "over", keys: ["from", "to"]) != nil
    else {
      if node.members?.isEmpty ?? true {
        diagnostics.expected("'case' or {from: STEP, to: STEP}", for: "over", not: node)
      }
      return .window
    }
    return .between(
      from: node["from"].flatMap { diagnostics.id($0, for: "from") },
      to: node["to"].flatMap { diagnostics.id($0, for: "to") })
  }

  /// A requirement that a check proves: its ID, or `{ID: member}` or `{ID: [member, ...]}` where it speaks of these
  /// members alone, whatever the contract says.
  private func requirement(_ node: YAMLNode) -> (name: String, members: [String]?)? {
    guard let pairs = node.members else {
      return diagnostics.text(node, for: "proves").map { ($0, nil) }
    }
    guard pairs.count == 1, let pair = pairs.first else {
      diagnostics.expected(
        "a requirement ID, or one with its members as {STA-010: didSucceed}", for: "proves",
        not: node)
      return nil
    }
    if pair.value.text != nil {
      return diagnostics.text(pair.value, for: pair.name).map { (pair.name, [$0]) }
    }
    guard let elements = diagnostics.list(pair.value, for: pair.name, of: "member names") else {
      return nil
    }
    return (pair.name, elements.compactMap { diagnostics.text($0, for: pair.name) })
  }

  /// A requirement that is bound to a member that the check does not demand would never be blamed.
  private func checkMembers(_ members: [String], at location: SourceLocation, _ demand: Demand) {
    var known = demand.memberNames
    if case .returns = demand {} else { known += ["at", "record"] }
    for member in members where !known.contains(member) {
      diagnostics.unknown("member of this check", member, at: location, known: known)
    }
  }
}
