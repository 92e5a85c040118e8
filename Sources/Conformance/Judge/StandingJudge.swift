internal import CaseModel
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Judges a history by what has to be so in every one.
///
/// What is found of a part of a history also holds for the whole: what has to come is missed only when its time is over.
struct StandingJudge {
  /// How many records are compared for one case; what a flood of records would need beyond that is not judged.
  static let effort = 20_000_000

  let standing: StandingChecks
  let epoch: VirtualInstant
  /// The time that has been reached.
  let now: VirtualInstant
  /// How much later than demanded a record may come (OQ-01).
  let lateness: VirtualDuration
  /// The records, and where those of each pattern are.
  private var places: StandingPlaces

  private var records: [Record] { places.records }

  init(
    _ standing: StandingChecks, _ history: History, tolerance: VirtualDuration
  ) {
    self.standing = standing
    places = StandingPlaces(standing, history, effort: StandingJudge.effort)
    epoch = history.epoch
    now = history.reached.last?.time ?? history.records.last?.time ?? history.epoch
    lateness = max(history.reached.last?.lateness ?? .zero, tolerance)
  }

  /// A violation: what a rule says of one record.
  private struct Finding {
    var difference: Difference
    var nearest: [Record]
    /// The records at which the rule looked.
    var looked: Range<Int>
    var time: VirtualInstant
  }

  private typealias Values = StandingPlaces.Values
  private typealias Instance = StandingPlaces.Instance

  /// What is violated, in the order of the rules: each with the first record that shows it.
  mutating func findings() -> [CheckResult] {
    var found: [(rule: Int, finding: Finding)] = []
    // The rules that some record may still violate, and how many a trigger has of them.
    var isOpen = standing.rules.map { $0.needs.allSatisfy(places.haveAny) }
    var open = standing.triggers.map { $0.rules.count { isOpen[$0] } }
    for place in records.indices where places.effort > 0 {
      for trigger in standing.asking(records[place].kind, places.name(of: place))
      where open[trigger] > 0 {
        guard places.asks(place, standing.triggers[trigger].pattern) else { continue }
        for number in standing.triggers[trigger].rules where isOpen[number] {
          guard let finding = finding(standing.rules[number], place) else { continue }
          isOpen[number] = false
          open[trigger] -= 1
          found.append((number, finding))
        }
      }
    }
    found.sort { $0.rule < $1.rule }
    return found.map { number, finding in
      let check = standing.rules[number].check
      var result = CheckResult(
        check: check, verdict: .fail, expected: check.text, found: finding.difference.text,
        nearest: finding.nearest.map { $0.text(since: epoch) }, time: finding.time,
        difference: finding.difference)
      result.looked = finding.looked
      return result
    }
  }

  /// True if the rule asks nothing of the record, whatever values it has: what is quickly seen.
  private mutating func isIdle(_ rule: StandingChecks.Rule, _ place: Int) -> Bool {
    switch rule.demand {
    case .none(let pattern, _): if places.isLast(place, pattern) { return true }
    case .expect(_, let span): if now <= end(of: span, place) { return true }
    case .has, .returns, .before: break
    }
    // A state that nothing can have brought about yet.
    return rule.states.contains { $0.since.allSatisfy { places.isFirst(place, $0.pattern) } }
  }

  private mutating func finding(_ rule: StandingChecks.Rule, _ place: Int) -> Finding? {
    places.effort -= 1
    if isIdle(rule, place) { return nil }
    var instance = Instance(
      place: place, values: rule.captures.isEmpty ? [] : named(rule.captures, place))
    for state in rule.states {
      guard takeValues(of: state, &instance) else { return nil }
    }
    for condition in rule.conditions where !holds(condition, instance.values) { return nil }
    for exception in rule.exceptions
    where places.first(exception, in: 0..<place, instance) != nil { return nil }
    switch rule.demand {
    case .has(let fields): return wrongMembers(fields, instance)
    case .returns(let matcher, let isIdentity):
      return wrongValue(matcher.binding(instance.values), isIdentity, rule.limits, instance)
    case .none(let pattern, let span):
      return unwanted(pattern, span, rule.limits, instance)
    case .expect(let pattern, let span):
      return lacking(pattern, span, rule.limits, instance)
    case .before(let pattern):
      return unprepared(pattern, rule.limits, instance)
    }
  }

  // MARK: Values

  /// The pattern in words, with the values of its variables.
  private func text(_ pattern: StandingChecks.Pattern, _ instance: Instance) -> String {
    pattern.record.binding(instance.values).text
  }

  /// The values that members of a record give to variables; null where there is no such member.
  private func named(_ captures: [StandingRule.Capture], _ place: Int) -> Values {
    captures.map { capture in
      let first = records[place].fields[capture.path[0]]
      let value = capture.path.dropFirst().reduce(first) { $0?[$1] }
      return (variable: capture.variable, value: value ?? .null)
    }
  }

  /// Takes in the values that the record that brought a state about gives to variables; false if it does not hold.
  private mutating func takeValues(
    of state: StandingChecks.State, _ instance: inout Instance
  ) -> Bool {
    var begun: (place: Int, beginning: Int)?
    for index in state.since.indices {
      let behind = (begun?.place ?? -1) + 1..<instance.place
      if let last = places.last(state.since[index].pattern, in: behind, instance) {
        begun = (last, index)
      }
    }
    guard let begun else { return false }
    // What began the state gives values to variables, of which the records that end it may speak.
    var bound = instance
    if !state.variables.isEmpty {
      bound.values += named(state.since[begun.beginning].captures, begun.place)
    }
    for pattern in state.until
    where places.last(pattern, in: begun.place + 1..<instance.place, bound) != nil {
      return false
    }
    guard !state.variables.isEmpty else { return true }
    instance = bound
    for variable in state.variables { instance.values.append((variable, .null)) }
    return true
  }

  private func holds(
    _ condition: StandingRule.Condition, _ values: Values
  ) -> Bool {
    let value = values.first { $0.variable == condition.variable }?.value
    let matcher =
      condition.matcher.hasVariables ? condition.matcher.binding(values) : condition.matcher
    return matcher.matches(value, isIdentity: condition.isIdentity)
  }

  // MARK: Demands

  private func wrongMembers(_ fields: [StandingChecks.Field], _ instance: Instance) -> Finding? {
    let record = records[instance.place]
    func isRight(_ field: StandingChecks.Field) -> Bool {
      field.matches(record.fields[field.field.name], field.isIdentity, instance.values)
    }
    guard let first = fields.firstIndex(where: { !isRight($0) }) else { return nil }
    let wrong = fields[first...].filter { !isRight($0) }.map { field in
      RecordPattern.Field(
        name: field.field.name, matcher: field.field.matcher.binding(instance.values))
    }
    let words = wrong.flatMap { field in
      (record.fields[field.name] ?? .null)
        .differences(from: field.matcher, isIdentity: field.isIdentity, at: field.name)
        .map { "\($0.member) \($0.text)" }
    }
    return Finding(
      difference: Difference(
        .member, record.subject, members: wrong.map(\.name), time: record.time,
        text: "\(name(record)): \(words.joined(separator: "; "))"),
      nearest: [record], looked: instance.place..<instance.place + 1, time: record.time)
  }

  private mutating func wrongValue(
    _ matcher: Matcher, _ isIdentity: Bool, _ limits: [StandingChecks.Pattern], _ instance: Instance
  ) -> Finding? {
    let end = places.firstOf(limits, in: instance.place + 1..<records.count, instance)
    // A call that an app makes in a callback of the same call ends first.
    var depth = 0
    for place in instance.place + 1..<max(end ?? records.count, instance.place + 1) {
      places.effort -= 1
      guard places.areOfOneAppAndName(place, instance.place) else { continue }
      let record = records[place]
      if record.kind == .message { depth += 1 }
      guard record.kind == .result else { continue }
      guard depth == 0 else {
        depth -= 1
        continue
      }
      guard let value = record.fields["value"] else { return nil }
      if matcher.matches(value, isIdentity: isIdentity) { return nil }
      let found = value.differences(from: matcher, isIdentity: isIdentity, at: "")
      let words = found.map {
        $0.member.isEmpty ? "the value returned \($0.text)" : "\($0.member) \($0.text)"
      }
      return Finding(
        difference: Difference(
          .value, record.name, members: found.map(\.member).filter { !$0.isEmpty },
          time: record.time, text: "\(record.name): \(words.joined(separator: "; "))"),
        nearest: [records[instance.place], record], looked: instance.place..<place + 1,
        time: record.time)
    }
    return nil
  }

  private mutating func unwanted(
    _ pattern: StandingChecks.Pattern, _ span: VirtualDuration?, _ limits: [StandingChecks.Pattern],
    _ instance: Instance
  ) -> Finding? {
    let behind = instance.place + 1..<records.count
    guard let place = places.first(pattern, in: behind, instance) else { return nil }
    if let span {
      let end = records[instance.place].time + span
      guard places.firstTime(in: behind.lowerBound..<place + 1, where: { $0 >= end }) == nil
      else { return nil }
    }
    guard places.firstOf(limits, in: behind.lowerBound..<place, instance) == nil else { return nil }
    let record = records[place]
    return Finding(
      difference: Difference(
        .unexpected, record.subject, time: record.time,
        text: "\(name(record)) must not come after \(name(records[instance.place]))"
          + (span.map { ", not for \($0)" } ?? "")),
      nearest: [record, records[instance.place]], looked: instance.place..<place + 1,
      time: record.time)
  }

  /// When the time of what has to come so long after a record is over.
  private func end(of span: VirtualDuration, _ place: Int) -> VirtualInstant {
    let due = records[place].time + span
    return span == .zero ? due : due + lateness
  }

  private mutating func lacking(
    _ pattern: StandingChecks.Pattern, _ span: VirtualDuration, _ limits: [StandingChecks.Pattern],
    _ instance: Instance
  ) -> Finding? {
    let due = records[instance.place].time + span
    let end = end(of: span, instance.place)
    let behind = instance.place + 1..<max(records.count, instance.place + 1)
    let last = places.firstTime(in: behind, where: { $0 > end }) ?? behind.upperBound
    let inTime = behind.lowerBound..<last
    guard places.first(pattern, in: inTime, instance) == nil,
      places.firstOf(limits, in: inTime, instance) == nil, now > end
    else { return nil }
    let words = span == .zero ? "at the same instant" : "within \(span)"
    return Finding(
      difference: Difference(
        .missing, pattern.record.subject, time: due,
        text:
          "\(text(pattern, instance)) is missing \(words) after \(name(records[instance.place]))"
      ),
      nearest: [records[instance.place]], looked: instance.place..<last, time: end)
  }

  private mutating func unprepared(
    _ pattern: StandingChecks.Pattern, _ limits: [StandingChecks.Pattern], _ instance: Instance
  ) -> Finding? {
    let prepared = places.last(pattern, in: 0..<instance.place, instance)
    // The last record that ends what came before it.
    var limit: Int?
    for pattern in limits {
      let behind = (limit ?? prepared ?? -1) + 1..<instance.place
      limit = places.last(pattern, in: behind, instance) ?? limit
    }
    if prepared != nil, limit == nil { return nil }
    let record = records[instance.place]
    return Finding(
      difference: Difference(
        .order, record.subject, time: record.time,
        text: "\(name(record)) comes without \(text(pattern, instance)) before it"),
      nearest: [record], looked: (limit ?? 0)..<instance.place + 1, time: record.time)
  }

  // MARK: Words

  /// What a record is called in a sentence, with its app and its time.
  private func name(_ record: Record) -> String {
    let owner = record.app.isEmpty ? "" : " of \(record.app)"
    return "\(record.subject)\(owner) at +\(record.time - epoch)"
  }
}
