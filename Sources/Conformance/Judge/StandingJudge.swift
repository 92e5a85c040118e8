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

  /// A rule with the values of its variables, for one record.
  private struct Instance {
    var place: Int
    var app: String
    var record: Record
    var values: [(variable: String, value: JSON)]

    /// The records of a pattern, with the values of its variables.
    func bound(_ pattern: StandingRule.Pattern) -> RecordPattern {
      pattern.hasVariables ? pattern.record.binding(values) : pattern.record
    }
  }

  /// What is violated, in the order of the rules: each with the first record that shows it.
  mutating func findings() -> [CheckResult] {
    var found: [Int: Finding] = [:]
    for (place, record) in records.enumerated() where effort > 0 {
      for number in standing.places(record.kind, names[place]) where found[number] == nil {
        found[number] = finding(standing.rules[number], record, place)
      }
    }
    return found.keys.sorted().compactMap { number in
      let check = standing.checks[number]
      guard let finding = found[number] else { return nil }
      var result = CheckResult(
        check: check, verdict: .fail, expected: check.text, found: finding.difference.text,
        nearest: finding.nearest.map { $0.text(since: epoch) }, time: finding.time,
        difference: finding.difference)
      result.looked = finding.looked
      return result
    }
  }

  private mutating func finding(_ rule: StandingRule, _ record: Record, _ place: Int) -> Finding? {
    effort -= 1
    guard rule.trigger.record.matches(record, epoch: epoch) else { return nil }
    let values = rule.captures.map {
      (variable: $0.variable, value: record.fields[$0.member] ?? .null)
    }
    let instance = Instance(place: place, app: record.app, record: record, values: values)
    for state in rule.states where !holds(state, instance) { return nil }
    if !rule.exceptions.isEmpty {
      effort -= place
      if (0..<place).contains(where: { isOne($0, of: rule.exceptions, instance) }) { return nil }
    }
    switch rule.demand {
    case .has(let fields): return wrongMembers(fields, instance)
    case .returns(let matcher, let isIdentity):
      return wrongValue(matcher.binding(values), isIdentity, rule.limits, instance)
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
  private func isOne(_ place: Int, _ pattern: StandingRule.Pattern, _ instance: Instance) -> Bool {
    let record = records[place]
    guard record.kind == pattern.record.kind,
      pattern.names.isEmpty || pattern.names.contains(names[place]),
      pattern.isOfAnyApp || record.app.isEmpty || record.app == instance.app
    else { return false }
    return pattern.record.fields.isEmpty || instance.bound(pattern).matches(record, epoch: epoch)
  }

  private func isOne(
    _ place: Int, of patterns: [StandingRule.Pattern], _ instance: Instance
  ) -> Bool {
    for pattern in patterns where isOne(place, pattern, instance) { return true }
    return false
  }

  private mutating func holds(_ state: StandingRule.State, _ instance: Instance) -> Bool {
    for place in (0..<instance.place).reversed() {
      effort -= 1
      if isOne(place, of: state.since, instance) { return true }
      if isOne(place, of: state.until, instance) { return false }
    }
    return false
  }

  // MARK: Demands

  private func wrongMembers(_ fields: [RecordPattern.Field], _ instance: Instance) -> Finding? {
    let record = instance.record
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
    _ matcher: Matcher, _ isIdentity: Bool, _ limits: [StandingRule.Pattern], _ instance: Instance
  ) -> Finding? {
    // A call that an app makes in a callback of the same call ends first.
    var depth = 0
    for place in (instance.place + 1)..<max(records.count, instance.place + 1) {
      let record = records[place]
      effort -= 1
      if isOne(place, of: limits, instance) { return nil }
      guard record.app == instance.app, record.name == instance.record.name else { continue }
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
        nearest: [instance.record, record], looked: instance.place..<place + 1, time: record.time)
    }
    return nil
  }

  private mutating func unwanted(
    _ pattern: StandingRule.Pattern, _ span: VirtualDuration?, _ limits: [StandingRule.Pattern],
    _ instance: Instance
  ) -> Finding? {
    let end = span.map { instance.record.time + $0 }
    for place in (instance.place + 1)..<max(records.count, instance.place + 1) {
      let record = records[place]
      effort -= 1
      if let end, record.time >= end { return nil }
      if isOne(place, pattern, instance) {
        return Finding(
          difference: Difference(
            .unexpected, record.subject, time: record.time,
            text: "\(name(record)) must not come after \(name(instance.record))"
              + (span.map { ", not for \($0)" } ?? "")),
          nearest: [record, instance.record], looked: instance.place..<place + 1, time: record.time)
      }
      if isOne(place, of: limits, instance) { return nil }
    }
    return nil
  }

  private mutating func lacking(
    _ pattern: StandingRule.Pattern, _ span: VirtualDuration, _ limits: [StandingRule.Pattern],
    _ instance: Instance
  ) -> Finding? {
    let due = instance.record.time + span
    let end = span == .zero ? due : due + lateness
    var last = instance.place + 1
    for place in (instance.place + 1)..<max(records.count, instance.place + 1) {
      let record = records[place]
      effort -= 1
      if record.time > end { break }
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
        text: "\(instance.bound(pattern).text) is missing \(words) after \(name(instance.record))"),
      nearest: [instance.record], looked: instance.place..<last, time: end)
  }

  private mutating func unprepared(
    _ pattern: StandingRule.Pattern, _ limits: [StandingRule.Pattern], _ instance: Instance
  ) -> Finding? {
    var first = 0
    for place in (0..<instance.place).reversed() {
      effort -= 1
      if isOne(place, pattern, instance) { return nil }
      guard isOne(place, of: limits, instance) else { continue }
      first = place
      break
    }
    let record = instance.record
    return Finding(
      difference: Difference(
        .order, record.subject, time: record.time,
        text: "\(name(record)) comes without \(instance.bound(pattern).text) before it"),
      nearest: [record], looked: first..<instance.place + 1, time: record.time)
  }

  // MARK: Words

  /// What a record is called in a sentence, with its app and its time.
  private func name(_ record: Record) -> String {
    let owner = record.app.isEmpty ? "" : " of \(record.app)"
    return "\(record.subject)\(owner) at +\(record.time - epoch)"
  }
}
