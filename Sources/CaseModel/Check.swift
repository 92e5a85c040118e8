internal import Contract
internal import ExactText
package import JSONText
package import ServiceProtocol
package import StepProtocol
package import VirtualTime

/// One thing a case demands; it proves the requirements it names.
package struct Check: Sendable, Equatable {
  /// The ID, unique in its case.
  package var id: String
  /// The requirements that it proves, such as `ENR-008`; only those that hold in the case's edition.
  package var requirements: [String]
  /// What is demanded of the records of the window.
  package var demand: Demand
  /// True if a finding is shown and never fails: the contract asks for it, but not as a must.
  package var isAdvisory: Bool
  /// Requirements that speak of some members only, each with their names.
  package var bindings: [Binding]
  /// Those of the requirements whose sentence was edited since the check was written for it.
  package var suspects: [String] = []
  /// True if its requirements are duties of the app, so that a finding says nothing of the SDK.
  package var isDuty = false
  /// Which records it looks at.
  package var span: CheckSpan
  /// Where it is written.
  package var location: SourceLocation

  /// A requirement and the members of a record, or of a value returned, of which it speaks.
  package struct Binding: Sendable, Equatable {
    /// The requirement's ID.
    package var requirement: String
    /// The names of the members; `at` is the time, `record` whether a record comes at all.
    package var members: [String]
    /// A requirement and its members.
    package init(requirement: String, members: [String]) {
      self.requirement = requirement
      self.members = members
    }
  }

  /// A check with all its parts.
  package init(
    id: String, requirements: [String], demand: Demand, isAdvisory: Bool = false,
    bindings: [Binding] = [], span: CheckSpan = .window, location: SourceLocation
  ) {
    self.id = id
    self.requirements = requirements
    self.demand = demand
    self.isAdvisory = isAdvisory
    self.bindings = bindings
    self.span = span
    self.location = location
  }

  /// The requirements that are violated when the given members differ; without a member, when the record as a whole
  /// is missing or must not be there.
  ///
  /// Those bound to one of the members, else those bound to none, else all. A record as a whole also concerns
  /// those that are bound to `record`.
  package func blamed(for members: [String]) -> [String] {
    func isBound(_ id: String, to names: [String]) -> Bool {
      bindings.contains { binding in
        binding.requirement == id && binding.members.contains { names.contains($0) }
      }
    }
    let chosen = requirements.filter { isBound($0, to: members) }
    if !chosen.isEmpty { return chosen }
    let isWhole = members.isEmpty
    let free = requirements.filter { id in
      !bindings.contains { $0.requirement == id } || isWhole && isBound(id, to: ["record"])
    }
    return free.isEmpty ? requirements : free
  }
}

/// What a check demands of the records of its window.
package enum Demand: Sendable, Equatable {
  /// So many records match.
  case count(RecordPattern, ClosedRange<Int>)
  /// Matching records occur in this order; others may lie between.
  case sequence([RecordPattern])
  /// The step's own call or file operation returned a value that matches; its strings are compared without
  /// regard to letter case if they are identities.
  case returns(Matcher, isIdentity: Bool = false)
  /// A property of the whole history, whatever the case.
  indirect case standing(StandingRule)

  /// The earlier checks from whose records it counts.
  package var namedChecks: [String] {
    let patterns: [RecordPattern] =
      switch self {
      case .count(let pattern, _): [pattern]
      case .sequence(let patterns): patterns
      case .returns, .standing: []
      }
    return patterns.flatMap(\.namedChecks)
  }

  /// The events of an app of which there has to be one.
  package func awaitedEvents(of app: String) -> [EventName] {
    let patterns: [RecordPattern] =
      switch self {
      case .count(let pattern, let range): range.lowerBound > 0 ? [pattern] : []
      case .sequence(let patterns): patterns
      case .returns, .standing: []
      }
    return patterns.filter { $0.kind == .event && ($0.app == nil || $0.app == app) }
      .compactMap { $0.name.flatMap(EventName.init) }
  }

  /// The members of records that it speaks of; of a value returned the paths of its members, such as `device.managed`.
  package var memberNames: [String] {
    switch self {
    case .count(let pattern, _): pattern.fields.map(\.name)
    case .sequence(let patterns): patterns.flatMap { $0.fields.map(\.name) }
    case .returns(let matcher, _): matcher.memberPaths(below: "")
    case .standing(let rule):
      switch rule.demand {
      case .has(let fields): fields.map(\.name)
      case .returns(let matcher, _): matcher.memberPaths(below: "")
      case .none(let pattern, _), .expect(let pattern, _), .before(let pattern):
        pattern.record.fields.map(\.name)
      }
    }
  }
}

extension Matcher {
  /// The paths of the members that it speaks of.
  fileprivate func memberPaths(below path: String) -> [String] {
    guard case .members(let fields) = self else { return path.isEmpty ? [] : [path] }
    return fields.flatMap { field in
      field.matcher.memberPaths(below: path.isEmpty ? field.name : "\(path).\(field.name)")
    }
  }
}

/// Which records a check speaks of.
package struct RecordPattern: Sendable, Equatable {
  /// The kind of record, one of those of `RecordKind.ofChecks`; nil for any.
  package var kind: RecordKind?
  /// Its name: of the event, the endpoint, the change of life; nil for any.
  package var name: String?
  /// Names of which it has one; empty for no such demand.
  package var alternatives: [String]
  /// Its app; nil for any.
  package var app: String?
  /// Its exact time since the start of the case; nil for any.
  package var at: VirtualDuration?
  /// Times of which it has one; empty for no such demand.
  package var times: [Time]
  /// Members the record must have, in the order in which they were written.
  package var fields: [Field]

  /// The earlier checks from whose records it counts.
  package var namedChecks: [String] {
    times.compactMap { time in
      if case .after(let check, _) = time { check } else { nil }
    }
  }

  /// An exact time.
  package enum Time: Sendable, Equatable {
    /// So long after the start of the case.
    case at(VirtualDuration)
    /// So long after the first record that an earlier check of the case counted.
    case after(check: String, VirtualDuration)
  }

  /// A member and what its value must be.
  package struct Field: Sendable, Equatable {
    /// The member's name.
    package var name: String
    /// What the value must be.
    package var matcher: Matcher
    /// True for members whose strings are identities.
    package var isIdentity: Bool {
      IdentityTexts.members.contains(name)
        || IdentityTexts.listMembers.contains(name) && matcher.isOfLists
    }
    /// A member and what its value must be.
    package init(name: String, matcher: Matcher) {
      self.name = name
      self.matcher = matcher
    }
  }

  /// A pattern with all its parts.
  package init(
    kind: RecordKind? = nil, name: String? = nil, alternatives: [String] = [], app: String? = nil,
    at: VirtualDuration? = nil, times: [Time] = [], fields: [Field] = []
  ) {
    self.times = times
    self.kind = kind
    self.name = name
    self.alternatives = alternatives
    self.app = app
    self.at = at
    self.fields = fields
  }
}

/// What a value must be.
package indirect enum Matcher: Sendable, Equatable {
  /// Equal; identities without regard to letter case.
  case equals(JSON)
  /// One of these.
  case oneOf([JSON])
  /// As one of these demands: of one of several shapes.
  case anyOf([Matcher])
  /// Anything but this.
  case not(JSON)
  /// None of these.
  case noneOf([JSON])
  /// A list that holds this.
  case has(JSON)
  /// Anything but a list that holds this.
  case lacks(JSON)
  /// A list that begins with this.
  case first(JSON)
  /// A list of at least so many elements.
  case atLeast(Int)
  /// A list of at least so many elements of which no two are equal.
  case distinct(Int)
  /// A string of non-negative decimal integers with this character between them.
  case numbers(String)
  /// A text within which this text stands, byte for byte.
  case contains(String)
  /// A text that begins with this text, byte for byte.
  case startsWith(String)
  /// There, or not there (null counts as not there).
  case exists(Bool)
  /// An object whose members match.
  case members([RecordPattern.Field])

  /// True if a list is, or may be, what it demands.
  var isOfLists: Bool {
    switch self {
    case .equals(let value), .not(let value): value.array != nil
    case .oneOf(let values), .noneOf(let values): values.contains { $0.array != nil }
    case .anyOf(let matchers): matchers.contains { $0.isOfLists }
    case .has, .lacks, .first, .atLeast, .distinct: true
    case .numbers, .contains, .startsWith, .exists, .members: false
    }
  }
}
