internal import ExactText
internal import JSONText
package import ServiceProtocol
package import VirtualTime

/// The standing checks of an edition, prepared for being asked for by every record of every history.
///
/// Rules, patterns and members are objects, so that going through them copies nothing.
package final class StandingChecks: Sendable {
  /// What the IDs of standing checks begin with, and those of no other.
  package static let prefix = "always-"

  /// A member that a record has to have, and what is asked of it again and again.
  package final class Field: Sendable {
    /// The member and what its value must be.
    package let field: RecordPattern.Field
    /// True if its strings are identities.
    package let isIdentity: Bool
    /// True if some value that it speaks of is a variable.
    package let hasVariables: Bool
    /// The variable that it equals; nil if it demands anything else.
    package let variable: String?

    fileprivate init(_ field: RecordPattern.Field) {
      self.field = field
      isIdentity = field.isIdentity
      hasVariables = field.matcher.hasVariables
      variable =
        if hasVariables, case .equals(let value) = field.matcher { value.string } else { nil }
    }
  }

  /// A pattern, and what most records differ from it in.
  package final class Pattern: Sendable {
    /// Its number; patterns that speak of the same records have the same one, whichever apps these are of.
    package let number: Int
    /// The kind of its records; nil for any.
    package let kind: RecordKind?
    /// The numbers of their names; empty for any.
    package let names: [Int]
    /// True if it speaks of every app.
    package let isOfAnyApp: Bool
    /// All of it.
    package let record: RecordPattern
    /// The members of which it speaks, but for those that equal variables.
    package let fields: [Field]
    /// Those that equal variables.
    package let variableFields: [Field]
    /// True if a record of its kind and name that has these members is one of it.
    package let isPlain: Bool

    fileprivate init(_ pattern: StandingRule.Pattern, _ numbers: inout Numbers) {
      record = pattern.record
      kind = pattern.record.kind
      names = (record.name.map { [$0] } ?? record.alternatives).map { numbers.names.add($0) }
      isOfAnyApp = pattern.isOfAnyApp
      let all = record.fields.map(Field.init)
      fields = all.filter { !$0.hasVariables }
      variableFields = all.filter(\.hasVariables)
      isPlain =
        record.fields.isEmpty
        || record.app == nil && record.at == nil && record.times.isEmpty
          && (record.name == nil || record.alternatives.isEmpty)
      number = numbers.number(of: record)
    }
  }

  /// The numbers of names and patterns.
  fileprivate struct Numbers {
    var names = Names()
    private var count = 0
    /// The patterns with their numbers, by what is quickly compared of them.
    private var patterns: [ExactString: [(record: RecordPattern, number: Int)]] = [:]

    mutating func number(of record: RecordPattern) -> Int {
      let names = record.name ?? record.alternatives.joined(separator: ",")
      let key = ExactString("\(record.kind?.rawValue ?? "") \(names)")
      if let known = patterns[key]?.first(where: { $0.record == record }) { return known.number }
      patterns[key, default: []].append((record, count))
      count += 1
      return count - 1
    }

    var patternCount: Int { count }
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
    /// Everything to which some beginning gives a value.
    package let variables: [String]

    fileprivate init(_ state: StandingRule.State, _ numbers: inout Numbers) {
      since = state.since.map {
        Beginning(pattern: Pattern($0.pattern, &numbers), captures: $0.captures)
      }
      until = state.until.map { Pattern($0, &numbers) }
      variables = state.since.flatMap(\.captures).map(\.variable)
    }
  }

  /// What is demanded; see ``StandingRule/Demand``.
  package enum Demand: Sendable {
    /// The record itself has these members.
    case has([Field])
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
    /// The numbers of names; a history without any of a group cannot violate the rule.
    package let needs: [[Int]]

    fileprivate init(_ check: Check, _ rule: StandingRule, _ numbers: inout Numbers) {
      func made(_ patterns: [StandingRule.Pattern]) -> [Pattern] {
        patterns.map { Pattern($0, &numbers) }
      }
      self.check = check
      trigger = Pattern(rule.trigger, &numbers)
      captures = rule.captures
      states = rule.states.map { State($0, &numbers) }
      conditions = rule.conditions
      exceptions = made(rule.exceptions)
      limits = made(rule.limits)
      demand =
        switch rule.demand {
        case .has(let fields): .has(fields.map(Field.init))
        case .returns(let matcher, let isIdentity): .returns(matcher, isIdentity: isIdentity)
        case .none(let pattern, let span): .none(Pattern(pattern, &numbers), within: span)
        case .expect(let pattern, let span): .expect(Pattern(pattern, &numbers), within: span)
        case .before(let pattern): .before(Pattern(pattern, &numbers))
        }
      var needed = states.map { $0.since.map(\.pattern) }
      if case .none(let pattern, _) = demand { needed.append([pattern]) }
      needs = needed.filter { $0.allSatisfy { !$0.names.isEmpty } }.map { $0.flatMap(\.names) }
    }
  }

  /// The names of which patterns speak, numbered, so that a history is compared with them once.
  package struct Names: Sendable {
    private var numbers: [ExactString: Int] = [:]

    /// How many there are.
    package var count: Int { numbers.count }

    /// The number of a name of records; -1 if no pattern speaks of it.
    package func number(of name: String) -> Int { numbers[ExactString(name)] ?? -1 }

    fileprivate mutating func add(_ name: String) -> Int {
      if let known = numbers[ExactString(name)] { return known }
      numbers[ExactString(name)] = numbers.count
      return numbers.count - 1
    }
  }

  /// A record that asks for something, and the places of the rules for which it does.
  package final class Trigger: Sendable {
    /// The record.
    package let pattern: Pattern
    /// The places of the rules.
    package let rules: [Int]

    fileprivate init(_ pattern: Pattern, _ rules: [Int]) {
      self.pattern = pattern
      self.rules = rules
    }
  }

  /// The checks, each with a ``StandingRule``.
  package let checks: [Check]
  /// The same, prepared.
  package let rules: [Rule]
  /// The names of which they speak.
  package let names: Names
  /// How many patterns there are that speak of different records.
  package let patternCount: Int
  /// What may ask for something.
  package let triggers: [Trigger]
  /// Their places, by the number of a kind and that of a name.
  private let asking: [[Int]]

  /// Some checks; those without a rule are left out.
  package init(_ all: [Check]) {
    var rules: [Rule] = []
    var numbers = Numbers()
    for check in all {
      guard case .standing(let written) = check.demand, written.trigger.record.kind != nil
      else { continue }
      rules.append(Rule(check, written, &numbers))
    }
    self.rules = rules
    checks = rules.map(\.check)
    names = numbers.names
    patternCount = numbers.patternCount
    // The rules of one trigger together, each for every name for which it is asked.
    var together: [Int: [Int]] = [:]
    for place in rules.indices { together[rules[place].trigger.number, default: []].append(place) }
    var triggers: [Trigger] = []
    var asking = Array(repeating: [Int](), count: RecordKind.allCases.count * (names.count + 1))
    for number in together.keys.sorted() {
      guard let places = together[number] else { continue }
      let pattern = rules[places[0]].trigger
      guard let kind = pattern.kind else { continue }
      for name in pattern.names.isEmpty ? Array(-1..<names.count) : pattern.names {
        asking[StandingChecks.place(kind, name, names.count)].append(triggers.count)
      }
      triggers.append(Trigger(pattern, places))
    }
    self.triggers = triggers
    self.asking = asking
  }

  private static func place(_ kind: RecordKind, _ name: Int, _ nameCount: Int) -> Int {
    kind.number * (nameCount + 1) + name + 1
  }

  /// The places of what may ask for something, of the records of a kind and a name.
  ///
  /// - Parameter name: the number of the name; -1 for one of which no pattern speaks.
  package func asking(_ kind: RecordKind, _ name: Int) -> [Int] {
    asking[StandingChecks.place(kind, name, names.count)]
  }
}

extension RecordKind {
  /// Its place among all kinds; a number is compared faster than a word.
  package var number: Int {
    switch self {
    case .message: 0
    case .event: 1
    case .result: 2
    case .request: 3
    case .delivered: 4
    case .discarded: 5
    case .life: 6
    case .admin: 7
    case .fault: 8
    case .device: 9
    case .network: 10
    case .finding: 11
    }
  }
}
