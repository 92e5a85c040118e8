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
  let records: [Record]
  /// The numbers of the records' names.
  private let names: [Int]
  /// The numbers of their apps; 0 for none.
  private let apps: [Int]
  let epoch: VirtualInstant
  /// The time that has been reached.
  let now: VirtualInstant
  /// How much later than demanded a record may come (OQ-01).
  let lateness: VirtualDuration
  private var effort = StandingJudge.effort

  init(
    _ standing: StandingChecks, _ history: History, tolerance: VirtualDuration
  ) {
    self.standing = standing
    records = history.records
    names = history.records.map { standing.names.number(of: $0.name) }
    var known = [""]
    apps = history.records.map { record in
      if let number = known.firstIndex(where: { $0 == record.app }) { return number }
      known.append(record.app)
      return known.count - 1
    }
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

  /// The values of a rule's variables, for one record.
  private typealias Values = [(variable: String, value: JSON)]

  /// A rule for one record.
  private struct Instance {
    let place: Int
    var values: Values
  }

  /// What is violated, in the order of the rules: each with the first record that shows it.
  mutating func findings() -> [CheckResult] {
    var found: [Int: Finding] = [:]
    for place in records.indices where effort > 0 {
      for number in standing.places(records[place].kind, names[place]) where found[number] == nil {
        found[number] = finding(standing.rules[number], place)
      }
    }
    return found.keys.sorted().compactMap { number in
      let check = standing.rules[number].check
      guard let finding = found[number] else { return nil }
      var result = CheckResult(
        check: check, verdict: .fail, expected: check.text, found: finding.difference.text,
        nearest: finding.nearest.map { $0.text(since: epoch) }, time: finding.time,
        difference: finding.difference)
      result.looked = finding.looked
      return result
    }
  }

  private mutating func finding(_ rule: StandingChecks.Rule, _ place: Int) -> Finding? {
    effort -= 1
    if rule.trigger.hasFields, !rule.trigger.record.matches(records[place], epoch: epoch) {
      return nil
    }
    var instance = Instance(place: place, values: named(rule.captures, place))
    for state in rule.states {
      guard let values = values(of: state, instance) else { return nil }
      instance.values += values
    }
    for condition in rule.conditions where !holds(condition, instance.values) { return nil }
    if !rule.exceptions.isEmpty {
      effort -= place
      for earlier in 0..<place where isOne(earlier, of: rule.exceptions, instance) { return nil }
    }
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

  // MARK: Patterns

  /// True if the record at a place is one of those of a pattern. What most records differ in is compared first.
  private func isOne(_ place: Int, _ pattern: StandingChecks.Pattern, _ instance: Instance) -> Bool
  {
    if !pattern.names.isEmpty, !pattern.names.contains(names[place]) { return false }
    if let kind = pattern.kind, records[place].kind != kind { return false }
    if !pattern.isOfAnyApp, apps[place] != 0, apps[place] != apps[instance.place] { return false }
    guard pattern.hasFields else { return true }
    return bound(pattern, instance).matches(records[place], epoch: epoch)
  }

  private func isOne(
    _ place: Int, of patterns: [StandingChecks.Pattern], _ instance: Instance
  ) -> Bool {
    for pattern in patterns where isOne(place, pattern, instance) { return true }
    return false
  }

  /// The records of a pattern, with the values of its variables.
  private func bound(_ pattern: StandingChecks.Pattern, _ instance: Instance) -> RecordPattern {
    pattern.hasVariables ? pattern.record.binding(instance.values) : pattern.record
  }

  /// The values that members of a record give to variables; null where there is no such member.
  private func named(_ captures: [StandingRule.Capture], _ place: Int) -> Values {
    captures.map { capture in
      let first = records[place].fields[capture.path[0]]
      let value = capture.path.dropFirst().reduce(first) { $0?[$1] }
      return (variable: capture.variable, value: value ?? .null)
    }
  }

  /// The values that the record that brought a state about gives to variables; nil if the state does not hold.
  private mutating func values(of state: StandingChecks.State, _ instance: Instance) -> Values? {
    for place in (0..<instance.place).reversed() {
      effort -= 1
      if let begun = state.since.first(where: { isOne(place, $0.pattern, instance) }) {
        let others = state.since.flatMap(\.captures)
        return named(begun.captures, place)
          + others.map { (variable: $0.variable, value: .null) }
      }
      if isOne(place, of: state.until, instance) { return nil }
    }
    return nil
  }

  private func holds(
    _ condition: StandingRule.Condition, _ values: Values
  ) -> Bool {
    let value = values.first { $0.variable == condition.variable }?.value
    return condition.matcher.binding(values).matches(value, isIdentity: condition.isIdentity)
  }

  // MARK: Demands

  private func wrongMembers(_ fields: [RecordPattern.Field], _ instance: Instance) -> Finding? {
    let record = records[instance.place]
    let wrong = fields.compactMap { field -> RecordPattern.Field? in
      let matcher = field.matcher.binding(instance.values)
      return matcher.matches(record.fields[field.name], isIdentity: field.isIdentity)
        ? nil : .init(name: field.name, matcher: matcher)
    }
    guard !wrong.isEmpty else { return nil }
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
    // A call that an app makes in a callback of the same call ends first.
    var depth = 0
    for place in (instance.place + 1)..<max(records.count, instance.place + 1) {
      effort -= 1
      if isOne(place, of: limits, instance) { return nil }
      guard apps[place] == apps[instance.place],
        records[place].name == records[instance.place].name
      else { continue }
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
    let end = span.map { records[instance.place].time + $0 }
    for place in (instance.place + 1)..<max(records.count, instance.place + 1) {
      effort -= 1
      if let end, records[place].time >= end { return nil }
      if isOne(place, pattern, instance) {
        let record = records[place]
        return Finding(
          difference: Difference(
            .unexpected, record.subject, time: record.time,
            text: "\(name(record)) must not come after \(name(records[instance.place]))"
              + (span.map { ", not for \($0)" } ?? "")),
          nearest: [record, records[instance.place]], looked: instance.place..<place + 1,
          time: record.time)
      }
      if isOne(place, of: limits, instance) { return nil }
    }
    return nil
  }

  private mutating func lacking(
    _ pattern: StandingChecks.Pattern, _ span: VirtualDuration, _ limits: [StandingChecks.Pattern],
    _ instance: Instance
  ) -> Finding? {
    let due = records[instance.place].time + span
    let end = span == .zero ? due : due + lateness
    var last = instance.place + 1
    for place in (instance.place + 1)..<max(records.count, instance.place + 1) {
      effort -= 1
      if records[place].time > end { break }
      if isOne(place, pattern, instance) || isOne(place, of: limits, instance) {
        return nil
      }
      last = place + 1
    }
    guard now > end else { return nil }
    let words = span == .zero ? "at the same instant" : "within \(span)"
    return Finding(
      difference: Difference(
        .missing, pattern.record.subject, time: due,
        text:
          "\(bound(pattern, instance).text) is missing \(words) after \(name(records[instance.place]))"
      ),
      nearest: [records[instance.place]], looked: instance.place..<last, time: end)
  }

  private mutating func unprepared(
    _ pattern: StandingChecks.Pattern, _ limits: [StandingChecks.Pattern], _ instance: Instance
  ) -> Finding? {
    var first = 0
    for place in (0..<instance.place).reversed() {
      effort -= 1
      if isOne(place, pattern, instance) { return nil }
      guard isOne(place, of: limits, instance) else { continue }
      first = place
      break
    }
    let record = records[instance.place]
    return Finding(
      difference: Difference(
        .order, record.subject, time: record.time,
        text: "\(name(record)) comes without \(bound(pattern, instance).text) before it"),
      nearest: [record], looked: first..<instance.place + 1, time: record.time)
  }

  // MARK: Words

  /// What a record is called in a sentence, with its app and its time.
  private func name(_ record: Record) -> String {
    let owner = record.app.isEmpty ? "" : " of \(record.app)"
    return "\(record.subject)\(owner) at +\(record.time - epoch)"
  }
}
