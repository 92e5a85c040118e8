internal import ExactText
package import JSONText
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
    /// A pattern.
    package init(record: RecordPattern, isOfAnyApp: Bool = false) {
      self.record = record
      self.isOfAnyApp = isOfAnyApp
    }
  }

  /// A variable and the member of the record that gives it its value.
  package struct Capture: Sendable, Equatable {
    /// The variable, with its `$`.
    package var variable: String
    /// The member, and below it those of mappings.
    package var path: [String]
    /// A variable and its member.
    package init(variable: String, path: [String]) {
      self.variable = variable
      self.path = path
    }
  }

  /// What brings a state about.
  package struct Beginning: Sendable, Equatable {
    /// The record.
    package var pattern: Pattern
    /// What its members give names to.
    package var captures: [Capture]
    /// A record, and what its members give names to.
    package init(pattern: Pattern, captures: [Capture] = []) {
      self.pattern = pattern
      self.captures = captures
    }
  }

  /// A state: it holds if the last record of either list was one of the first.
  package struct State: Sendable, Equatable {
    /// What brings it about.
    package var since: [Beginning]
    /// What ends it.
    package var until: [Pattern]
    /// A state.
    package init(since: [Beginning], until: [Pattern]) {
      self.since = since
      self.until = until
    }
  }

  /// A variable and what its value must be, so that anything is asked for.
  package struct Condition: Sendable, Equatable {
    /// The variable, with its `$`.
    package var variable: String
    /// What its value must be.
    package var matcher: Matcher
    /// True if its value is an identity.
    package var isIdentity: Bool
    /// A variable and what its value must be.
    package init(variable: String, matcher: Matcher, isIdentity: Bool) {
      self.variable = variable
      self.matcher = matcher
      self.isIdentity = isIdentity
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
  /// What the values of variables have to be.
  package var conditions: [Condition] = []
  /// It asks for nothing if such a record came before it in the case.
  package var exceptions: [Pattern]
  /// What it asks for.
  package var demand: Demand
  /// The first of these records behind it ends what is demanded; for `before` the last one before it.
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

extension RecordPattern {
  /// The pattern with the values of variables instead of their names.
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
  package var hasVariables: Bool {
    func isVariable(_ json: JSON) -> Bool {
      if case .string(let text) = json { text.utf8.first == UInt8(ascii: "$") } else { false }
    }
    return switch self {
    case .equals(let json), .not(let json), .has(let json), .lacks(let json), .first(let json):
      isVariable(json)
    case .oneOf(let list), .noneOf(let list): list.contains(where: isVariable)
    case .anyOf(let matchers): matchers.contains(where: \.hasVariables)
    case .members(let fields): fields.contains(where: \.matcher.hasVariables)
    case .contains, .startsWith, .exists, .atLeast, .distinct, .numbers: false
    }
  }

  /// The matcher with the values of variables instead of their names.
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
    case .lacks(let json): .lacks(value(json))
    case .first(let json): .first(value(json))
    case .anyOf(let matchers): .anyOf(matchers.map { $0.binding(values) })
    case .members(let fields):
      .members(fields.map { .init(name: $0.name, matcher: $0.matcher.binding(values)) })
    case .contains, .startsWith, .exists, .atLeast, .distinct, .numbers: self
    }
  }
}
