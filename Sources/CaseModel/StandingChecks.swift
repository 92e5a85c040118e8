internal import ExactText
package import ServiceProtocol
package import VirtualTime

/// The standing checks of an edition, prepared for being asked for by every record of every history.
///
/// Rules and patterns are objects, so that going through them copies nothing.
package final class StandingChecks: Sendable {
  /// What the IDs of standing checks begin with, and those of no other.
  package static let prefix = "always-"

  /// A pattern, and what most records differ from it in.
  package final class Pattern: Sendable {
    /// The kind of its records; nil for any.
    package let kind: RecordKind?
    /// The numbers of their names; empty for any.
    package let names: [Int]
    /// True if it speaks of every app.
    package let isOfAnyApp: Bool
    /// All of it.
    package let record: RecordPattern
    /// True if it speaks of members.
    package let hasFields: Bool
    /// True if some member equals a variable.
    package let hasVariables: Bool

    fileprivate init(_ pattern: StandingRule.Pattern, _ names: inout Names) {
      record = pattern.record
      kind = pattern.record.kind
      self.names = (record.name.map { [$0] } ?? record.alternatives).map { names.add($0) }
      isOfAnyApp = pattern.isOfAnyApp
      hasFields = !record.fields.isEmpty
      hasVariables = record.fields.contains { $0.matcher.hasVariables }
    }
  }

  /// What brings a state about.
  package struct Beginning: Sendable {
    /// The record.
    package let pattern: Pattern
    /// What its members give names to.
    package let captures: [StandingRule.Capture]
  }

  /// A state that has to hold.
  package struct State: Sendable {
    /// What brings it about.
    package let since: [Beginning]
    /// What ends it.
    package let until: [Pattern]
  }

  /// What is demanded; see ``StandingRule/Demand``.
  package enum Demand: Sendable {
    /// The record itself has these members.
    case has([RecordPattern.Field])
    /// The call returned a value that matches.
    case returns(Matcher, isIdentity: Bool)
    /// No such record comes in that time.
    case none(Pattern, within: VirtualDuration?)
    /// Such a record comes in that time.
    case expect(Pattern, within: VirtualDuration)
    /// Such a record came before.
    case before(Pattern)
  }

  /// A standing check with its rule.
  package final class Rule: Sendable {
    /// The check.
    package let check: Check
    /// The record that asks for it.
    package let trigger: Pattern
    /// What its members give names to.
    package let captures: [StandingRule.Capture]
    /// The states that have to hold when it comes.
    package let states: [State]
    /// What the values of variables have to be.
    package let conditions: [StandingRule.Condition]
    /// It asks for nothing after one of these.
    package let exceptions: [Pattern]
    /// What it asks for.
    package let demand: Demand
    /// What ends it.
    package let limits: [Pattern]

    fileprivate init(_ check: Check, _ rule: StandingRule, _ names: inout Names) {
      func made(_ patterns: [StandingRule.Pattern]) -> [Pattern] {
        patterns.map { Pattern($0, &names) }
      }
      self.check = check
      trigger = Pattern(rule.trigger, &names)
      captures = rule.captures
      states = rule.states.map { state in
        State(
          since: state.since.map {
            Beginning(pattern: Pattern($0.pattern, &names), captures: $0.captures)
          }, until: made(state.until))
      }
      conditions = rule.conditions
      exceptions = made(rule.exceptions)
      limits = made(rule.limits)
      demand =
        switch rule.demand {
        case .has(let fields): .has(fields)
        case .returns(let matcher, let isIdentity): .returns(matcher, isIdentity: isIdentity)
        case .none(let pattern, let span): .none(Pattern(pattern, &names), within: span)
        case .expect(let pattern, let span): .expect(Pattern(pattern, &names), within: span)
        case .before(let pattern): .before(Pattern(pattern, &names))
        }
    }
  }

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
  /// The same, prepared.
  package let rules: [Rule]
  /// The names of which they speak.
  package let names: Names
  /// The places of the rules for which a record of that kind asks, by the number of its name; those for any name at -1.
  private let places: [RecordKind: [Int: [Int]]]

  /// Some checks; those without a rule are left out.
  package init(_ all: [Check]) {
    var rules: [Rule] = []
    var names = Names()
    var places: [RecordKind: [Int: [Int]]] = [:]
    for check in all {
      guard case .standing(let written) = check.demand, let kind = written.trigger.record.kind
      else { continue }
      let rule = Rule(check, written, &names)
      let numbers = rule.trigger.names.isEmpty ? [-1] : rule.trigger.names
      for number in numbers { places[kind, default: [:]][number, default: []].append(rules.count) }
      rules.append(rule)
    }
    self.rules = rules
    checks = rules.map(\.check)
    self.names = names
    // What any name asks for, every name asks for.
    for (kind, named) in places {
      guard let any = named[-1] else { continue }
      for name in named.keys where name >= 0 { places[kind]?[name]? += any }
    }
    self.places = places
  }

  /// The places of the rules for which a record may ask.
  ///
  /// - Parameter name: the number of its name.
  package func places(_ kind: RecordKind, _ name: Int) -> [Int] {
    guard let places = places[kind] else { return [] }
    return places[name] ?? places[-1] ?? []
  }
}
