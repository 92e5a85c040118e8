internal import ExactText
package import JSONText
package import ServiceProtocol
package import VirtualTime

/// A property of every history: what has to be so whenever some record comes, in whichever case.
///
/// The case language calls it a standing check; see *Standing checks* there.
package struct StandingRule: Sendable, Equatable {
  /// A pattern that speaks of the app of the record that asks for something, or of every app.
  package struct Pattern: Sendable, Equatable {
    /// The records; members that equal a string such as `$who` equal what the variable stands for.
    package var record: RecordPattern
    /// True if it speaks of every app; records that are of no app always count.
    package var isOfAnyApp: Bool
    /// True if some member equals a variable.
    package let hasVariables: Bool
    /// The numbers that ``StandingChecks`` gives to the names of its records; empty for any name.
    package fileprivate(set) var names: [Int] = []
    /// A pattern.
    package init(record: RecordPattern, isOfAnyApp: Bool = false) {
      self.record = record
      self.isOfAnyApp = isOfAnyApp
      hasVariables = record.fields.contains { $0.matcher.hasVariables }
    }

    /// Looks its names up.
    fileprivate mutating func number(_ names: inout StandingChecks.Names) {
      self.names = (record.name.map { [$0] } ?? record.alternatives).map { names.add($0) }
    }
  }

  /// A variable and the member of the record that gives it its value.
  package struct Capture: Sendable, Equatable {
    /// The variable, with its `$`.
    package var variable: String
    /// The member.
    package var member: String
    /// A variable and its member.
    package init(variable: String, member: String) {
      self.variable = variable
      self.member = member
    }
  }

  /// A state: it holds if the last record of either list was one of the first.
  package struct State: Sendable, Equatable {
    /// What brings it about.
    package var since: [Pattern]
    /// What ends it.
    package var until: [Pattern]
    /// A state.
    package init(since: [Pattern], until: [Pattern]) {
      self.since = since
      self.until = until
    }
  }

  /// What is demanded once the record has come.
  package enum Demand: Sendable, Equatable {
    /// The record itself has these members.
    case has([RecordPattern.Field])
    /// The call, of which the record is the message, returned a value that matches.
    case returns(Matcher, isIdentity: Bool)
    /// No such record comes in that time; nil is to the end of the case.
    case none(Pattern, within: VirtualDuration?)
    /// Such a record comes in that time.
    case expect(Pattern, within: VirtualDuration)
    /// Such a record came before.
    case before(Pattern)
  }

  /// What has to be so, in one sentence.
  package var title: String
  /// The record that asks for it.
  package var trigger: Pattern
  /// What its members give names to.
  package var captures: [Capture]
  /// The states that have to hold when it comes.
  package var states: [State]
  /// It asks for nothing if such a record came before it in the case.
  package var exceptions: [Pattern]
  /// What it asks for.
  package var demand: Demand
  /// The first of these records behind it ends what is demanded; for ``Demand/before(_:)`` the last one before it.
  package var limits: [Pattern]
  /// What shows whether it was edited; nil for one that was not read from a file.
  package var digest: EditDigest?

  /// A rule with all its parts.
  package init(
    title: String, trigger: Pattern, captures: [Capture] = [], states: [State] = [],
    exceptions: [Pattern] = [], demand: Demand, limits: [Pattern] = []
  ) {
    self.title = title
    self.trigger = trigger
    self.captures = captures
    self.states = states
    self.exceptions = exceptions
    self.demand = demand
    self.limits = limits
  }
}

/// The standing checks of an edition, found by the records that ask for them.
package final class StandingChecks: Sendable {
  /// What the IDs of standing checks begin with, and those of no other.
  package static let prefix = "always-"

  /// The names of which patterns speak, numbered, so that a history is compared with them once.
  package struct Names: Sendable {
    private var numbers: [ExactString: Int] = [:]

    /// The number of a name of records; -1 if no pattern speaks of it.
    package func number(of name: String) -> Int { numbers[ExactString(name)] ?? -1 }

    fileprivate mutating func add(_ name: String) -> Int {
      if let known = numbers[ExactString(name)] { return known }
      numbers[ExactString(name)] = numbers.count
      return numbers.count - 1
    }
  }

  /// The checks, each with a ``StandingRule``.
  package let checks: [Check]
  /// Their rules.
  package let rules: [StandingRule]
  /// The names of which they speak.
  package let names: Names
  /// The places of the rules for which a record of that kind asks, by the number of its name; those for any name at the number -1.
  private let places: [RecordKind: [Int: [Int]]]

  /// Some checks; those without a rule are left out.
  package init(_ all: [Check]) {
    var rules: [StandingRule] = []
    var checks: [Check] = []
    var names = Names()
    var places: [RecordKind: [Int: [Int]]] = [:]
    for check in all {
      guard case .standing(var rule) = check.demand, let kind = rule.trigger.record.kind else {
        continue
      }
      rule.number(&names)
      let numbers = rule.trigger.names.isEmpty ? [-1] : rule.trigger.names
      for number in numbers { places[kind, default: [:]][number, default: []].append(rules.count) }
      rules.append(rule)
      checks.append(check)
    }
    self.rules = rules
    self.checks = checks
    self.names = names
    self.places = places
  }

  /// The places of the rules for which a record may ask.
  ///
  /// - Parameter name: the number of its name.
  package func places(_ kind: RecordKind, _ name: Int) -> [Int] {
    guard let places = places[kind] else { return [] }
    guard name >= 0, let named = places[name] else { return places[-1] ?? [] }
    return places[-1].map { named + $0 } ?? named
  }
}

extension StandingRule {
  /// Looks the names of its patterns up.
  fileprivate mutating func number(_ names: inout StandingChecks.Names) {
    func number(_ patterns: inout [Pattern]) {
      for index in patterns.indices { patterns[index].number(&names) }
    }
    trigger.number(&names)
    number(&exceptions)
    number(&limits)
    for index in states.indices {
      number(&states[index].since)
      number(&states[index].until)
    }
    switch demand {
    case .has, .returns: break
    case .none(var pattern, let span):
      pattern.number(&names)
      demand = .none(pattern, within: span)
    case .expect(var pattern, let span):
      pattern.number(&names)
      demand = .expect(pattern, within: span)
    case .before(var pattern):
      pattern.number(&names)
      demand = .before(pattern)
    }
  }
}

extension RecordPattern {
  /// The pattern with the values of variables in the place of their names.
  package func binding(_ values: [(variable: String, value: JSON)]) -> RecordPattern {
    guard !values.isEmpty, !fields.isEmpty else { return self }
    var bound = self
    for index in bound.fields.indices {
      bound.fields[index].matcher = bound.fields[index].matcher.binding(values)
    }
    return bound
  }
}

extension Matcher {
  /// True if a value that it speaks of is the name of a variable.
  fileprivate var hasVariables: Bool {
    func isVariable(_ json: JSON) -> Bool {
      if case .string(let text) = json { text.utf8.first == UInt8(ascii: "$") } else { false }
    }
    return switch self {
    case .equals(let json), .not(let json), .has(let json), .first(let json): isVariable(json)
    case .oneOf(let list), .noneOf(let list): list.contains(where: isVariable)
    case .anyOf(let matchers): matchers.contains(where: \.hasVariables)
    case .members(let fields): fields.contains(where: \.matcher.hasVariables)
    case .contains, .exists: false
    }
  }

  /// The matcher with the values of variables in the place of their names.
  package func binding(_ values: [(variable: String, value: JSON)]) -> Matcher {
    func value(_ json: JSON) -> JSON {
      guard case .string(let text) = json, text.utf8.first == UInt8(ascii: "$") else { return json }
      return values.first { $0.variable == text }?.value ?? json
    }
    return switch self {
    case .equals(let json): .equals(value(json))
    case .not(let json): .not(value(json))
    case .oneOf(let list): .oneOf(list.map(value))
    case .noneOf(let list): .noneOf(list.map(value))
    case .has(let json): .has(value(json))
    case .first(let json): .first(value(json))
    case .anyOf(let matchers): .anyOf(matchers.map { $0.binding(values) })
    case .members(let fields):
      .members(fields.map { .init(name: $0.name, matcher: $0.matcher.binding(values)) })
    case .contains, .exists: self
    }
  }
}
