package import CaseModel
package import Contract
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Writes a case as the case language writes it: the counterpart of what reads it.
///
/// A case that was expanded for one edition and combination is written as that alone. Steps are in the flow style of YAML, one
/// a line; UPNs become the names of their users again.
package struct CaseWriter {
  private let item: ConformanceCase
  private let contract: Contract
  /// The names of the users, by UPN.
  private let names: [ExactString: String]

  /// A writer for a case.
  package init(_ item: ConformanceCase, _ contract: Contract) {
    self.item = item
    self.contract = contract
    var names: [ExactString: String] = [:]
    for user in item.world.directory["users"]?.object?.members ?? [] {
      if let upn = user.value["upn"]?.string { names[upn] = user.name }
    }
    self.names = names
  }

  /// A suite with the case alone.
  ///
  /// - Parameters:
  ///   - suite: the name of the suite.
  ///   - id: the ID of the case.
  ///   - title: what the case shows.
  ///   - base: the world that the suite has without saying anything, such as the standard world.
  package func text(suite: String, id: String, title: String, over base: World) -> String {
    var text = "suite: \(suite)\narea: \(item.area)\ntitle: \(FlowYAML.text(.string(title)))\n"
    text += "cases:\n  - id: \(id)\n    title: \(FlowYAML.text(.string(title)))\n"
    text += "    editions: [\(item.edition.rawValue)]\n"
    if item.limit != CaseDefinition.defaultLimit {
      text += "    limit: \(FlowYAML.text(CaseWriter.span(item.limit)))\n"
    }
    let given = given(over: base)
    if !given.isEmpty {
      text += "    given:\n"
      for section in given.members {
        text += "      \(section.name): \(FlowYAML.text(section.value))\n"
      }
    }
    text += "    steps:\n"
    for step in item.steps {
      var lead = "      - "
      for member in members(of: step).members {
        text += "\(lead)\(member.name): \(FlowYAML.text(member.value))\n"
        lead = "        "
      }
    }
    return text
  }

  /// A step as an object of the case language.
  package func text(of step: Step) -> String { FlowYAML.text(.object(members(of: step))) }

  // MARK: - World

  private func given(over base: World) -> JSONObject {
    var given = JSONObject()
    func add(_ name: String, _ before: JSON?, _ after: JSON?) {
      let change = CaseWriter.change(from: before ?? [:], to: after ?? [:])
      if let change { given.append(name, change) }
    }
    for section in item.world.directory.members {
      add(section.name, base.directory[section.name], section.value)
    }
    let before = CaseWriter(ConformanceCase(of: base), contract)
    add("devices", before.named(.object(base.devices)), named(.object(item.world.devices)))
    add("apps", before.named(.object(base.apps)), named(.object(item.world.apps)))
    return given
  }

  /// What makes one value another one, member by member; null takes a member away, nil changes nothing.
  private static func change(from before: JSON, to after: JSON) -> JSON? {
    if before == after { return nil }
    guard let old = before.object, let new = after.object else { return after }
    var object = JSONObject()
    for member in new.members {
      guard let known = old[member.name] else {
        object.append(member.name, member.value)
        continue
      }
      if let change = change(from: known, to: member.value) { object.append(member.name, change) }
    }
    for member in old.members where new[member.name] == nil {
      object.append(member.name, JSON.null)
    }
    return .object(object)
  }

  /// A value with users' names instead of their UPNs.
  private func named(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): .string(names[text] ?? text)
    case .array(let elements): .array(elements.map(named))
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.name, named($0.value)) }))
    default: value
    }
  }

  // MARK: - Steps

  private func members(of step: Step) -> JSONObject {
    var object = JSONObject()
    if case .count(let pattern, 0...0) = step.check?.demand, case .advance(let span) = step.action {
      var quiet: JSONObject = ["for": CaseWriter.span(span)]
      for member in members(of: pattern).members { quiet.append(member.name, member.value) }
      object.append("quiet", .object(quiet))
    } else {
      if let action = step.action {
        let (verb, value) = self.action(action)
        object.append(verb, value)
      }
      if let demand = step.check?.demand {
        let (verb, value) = self.demand(demand)
        object.append(verb, value)
      }
    }
    if let name = step.name { object.append("name", .string(name)) }
    if let condition = step.condition { object.append("if", .object(members(of: condition))) }
    if let exception = step.exception {
      object.append("unless", .object(members(of: exception)))
    }
    guard let check = step.check else { return object }
    object.append("check", .string(check.id))
    object.append("proves", .array(check.requirements.map { proof($0, check) }))
    if check.isAdvisory { object.append("advisory", true) }
    switch check.span {
    case .window: break
    case .wholeCase: object.append("over", "case")
    case .between(let from, let to):
      var over = JSONObject()
      over.append("from", string: from)
      over.append("to", string: to)
      object.append("over", .object(over))
    }
    return object
  }

  /// A requirement at the revision that the check proves, with its members, where they are others than the contract binds it to.
  private func proof(_ id: String, _ check: Check) -> JSON {
    let known = contract.requirement(id)
    let revision = check.suspects.contains(id) ? 1 : known?.revision ?? 1
    let name = revision > 1 ? "\(id)@\(revision)" : id
    let bound = check.bindings.first { $0.requirement == id }?.members ?? []
    guard bound != known?.members ?? [] else { return .string(name) }
    return .object([name: .array(bound.map(JSON.string))])
  }

  private func demand(_ demand: Demand) -> (String, JSON) {
    switch demand {
    case .returns(let matcher, _): return ("returns", value(of: matcher))
    // No step has one.
    case .standing: return ("expect", .object(JSONObject()))
    case .sequence(let patterns):
      return ("sequence", .array(patterns.map { .object(members(of: $0)) }))
    case .count(let pattern, let range):
      var object = members(of: pattern)
      if range == 0...0 { return ("none", .object(object)) }
      if range.lowerBound == range.upperBound {
        if range.lowerBound != 1 { object.append("count", .int(range.lowerBound)) }
      } else {
        var count: JSONObject = ["min": .int(range.lowerBound)]
        if range.upperBound != .max { count.append("max", .int(range.upperBound)) }
        object.append("count", .object(count))
      }
      return ("expect", .object(object))
    }
  }

  private func members(of pattern: RecordPattern) -> JSONObject {
    var object = JSONObject()
    let name: JSON =
      pattern.alternatives.isEmpty
      ? .string(pattern.name ?? Vocabulary.anyName)
      : ["in": .array(pattern.alternatives.map(JSON.string))]
    object.append(pattern.kind?.rawValue ?? RecordKind.event.rawValue, name)
    if let app = pattern.app { object.append("app", .string(app)) }
    if let at = pattern.at { object.append("at", CaseWriter.span(at)) }
    let times = pattern.times.map { time -> JSON in
      switch time {
      case .at(let span): CaseWriter.span(span)
      case .after(let check, let span):
        ["after": .string(check), "by": CaseWriter.span(span)]
      }
    }
    if times.count == 1, times[0].object != nil {
      object.append("at", times[0])
    } else if !times.isEmpty {
      object.append("at", ["in": .array(times)])
    }
    for field in pattern.fields { object.append(field.name, value(of: field.matcher)) }
    return object
  }

  private func value(of matcher: Matcher) -> JSON {
    switch matcher {
    case .equals(let value): named(value)
    case .oneOf(let values): ["in": .array(values.map(named))]
    case .anyOf(let matchers): ["in": .array(matchers.map(value))]
    case .not(let value): ["not": named(value)]
    case .noneOf(let values): ["not": ["in": .array(values.map(named))]]
    case .has(let value): ["has": named(value)]
    case .lacks(let value): ["lacks": named(value)]
    case .contains(let part): ["contains": .string(part)]
    case .startsWith(let part): ["startsWith": .string(part)]
    case .first(let value): ["first": named(value)]
    case .atLeast(let count): ["atLeast": .int(count)]
    case .distinct(let count): ["distinct": .int(count)]
    case .numbers(let separator): ["numbers": .string(separator)]
    case .exists(let isThere): ["exists": .bool(isThere)]
    case .members(let fields):
      .object(JSONObject(fields.map { ($0.name, value(of: $0.matcher)) }))
    }
  }

  /// A span of time as people write it.
  static func span(_ span: VirtualDuration) -> JSON {
    let count = span.milliseconds
    let units = [("h", 3_600_000), ("min", 60_000), ("s", 1000)]
    if count == 0 { return "0 ms" }
    for (unit, length) in units where count % length == 0 {
      return .string("\(count / length) \(unit)")
    }
    return .string(count < 0 || count < 1000 ? "\(count) ms" : span.description)
  }
}

// MARK: - Actions

extension CaseWriter {
  private func action(_ action: Action) -> (String, JSON) {
    switch action {
    case .launch(let app, let mode, let options): return launch(app, mode, options)
    case .stop(let app): return ("stop", .string(app))
    case .kill(let app, .idle): return ("kill", .string(app))
    case .kill(let app, .callback(let callback)):
      return ("kill", ["app": .string(app), "callback": .string(callback.rawValue)])
    case .kill(let app, .request(let endpoint, let n, let point)):
      return (
        "kill",
        [
          "app": .string(app), "request": .string(endpoint?.rawValue ?? Vocabulary.anyName),
          "n": .int(n), "point": .string(point.rawValue),
        ]
      )
    case .operation(let app, let operation): return self.operation(app, operation)
    case .device(let name, let change):
      var object: JSONObject = ["device": .string(name)]
      if let management = change.management {
        object.append("managed", named(.object(management.json)))
      }
      if let shift = change.clockShift { object.append("wallClock", CaseWriter.span(shift)) }
      return ("device", .object(object))
    case .network(let device, let isOnline):
      return (isOnline ? "online" : "offline", .string(device))
    case .fault(let order): return ("fault", named(.object(order.json)))
    case .clearFaults: return ("clearFaults", true)
    case .service(let action): return ("service", .string(action.rawValue))
    case .admin(let order): return ("admin", named(.object(order.json)))
    case .advance(let span): return ("advance", CaseWriter.span(span))
    case .advanceTo(let offset): return ("advance", ["to": CaseWriter.span(offset)])
    }
  }

  private func launch(
    _ app: String, _ mode: LaunchMode, _ options: LaunchOptions
  ) -> (String, JSON) {
    var object: JSONObject = ["app": .string(app)]
    for member in named(.object(options.json)).object?.members ?? [] {
      object.append(member.name, member.value)
    }
    let isPlain = object.members.count == 1
    switch mode {
    case .launch: return ("launch", isPlain ? .string(app) : .object(object))
    case .launchUnlessRunning:
      object.append("unlessRunning", true)
      return ("launch", .object(object))
    case .relaunch: return ("relaunch", isPlain ? .string(app) : .object(object))
    case .upgrade: return ("upgrade", .object(object))
    case .reinstall(let keepsKeychain):
      object.append("keychain", .string(keepsKeychain ? "kept" : "lost"))
      return ("reinstall", .object(object))
    }
  }

  private func operation(_ app: String, _ operation: AppOperation) -> (String, JSON) {
    var object: JSONObject = ["app": .string(app)]
    func with(_ members: JSONObject) -> JSON {
      for member in members.members { object.append(member.name, named(member.value)) }
      return .object(object)
    }
    switch operation {
    case .lifecycle(.foreground): return ("foreground", .string(app))
    case .lifecycle(.background): return ("background", .string(app))
    case .lifecycle(.suspended): return ("suspend", .string(app))
    case .call: return ("call", with(operation.arguments))
    case .answers: return ("answers", with(operation.arguments))
    case .complete: return ("complete", with(operation.arguments))
    case .file: return ("file", with(operation.arguments))
    case .openURL: return ("openURL", with(operation.arguments))
    case .act: return ("act", with(operation.arguments))
    case .user(let prompt, let action, let identity, let ifOpen):
      var members: JSONObject = [
        "prompt": .string(prompt.rawValue), "action": .string(action.rawValue),
      ]
      members.append("identity", string: identity)
      if ifOpen { members.append("ifOpen", true) }
      return ("user", with(members))
    case .tokens(let change, let identity):
      return (change == .signIn ? "signIn" : "purgeTokens", with(["identity": .string(identity)]))
    }
  }
}

extension ConformanceCase {
  /// A case that is a world alone.
  fileprivate init(of world: World) {
    self.init(
      suite: "", id: "", title: "", area: "", edition: .latest, parameters: [],
      location: SourceLocation(file: ""), world: world, steps: [], limit: .zero)
  }
}
