internal import CaseModel
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Finds what a failed check differs by: the record that was probably meant, and what of it is other than demanded.
struct DifferenceFinder {
  let conformanceCase: ConformanceCase
  let history: History
  /// The step whose check failed, and its window.
  let reached: History.Reached
  /// The times of the records that earlier checks counted, by the check's ID.
  let marks: [ExactString: VirtualInstant]

  /// Too many records match a pattern; the given one is too much.
  func unexpected(_ record: Record, _ pattern: RecordPattern) -> Difference {
    // None but those with some value may be there: this one has another value.
    let wrong = pattern.fields.compactMap { field in
      field.matcher.allowed.map { RecordPattern.Field(name: field.name, matcher: $0) }
    }
    if !wrong.isEmpty { return differing(record, wrong) }
    // A record that a later check waits for has come at the wrong time.
    if let due = dueTime(of: record) { return shifted(record, due: due) }
    return Difference(
      .unexpected, record.subject, time: record.time,
      text: "\(record.subject)\(owner(record.app)) at \(offset(record.time)) must not be there")
  }

  /// Too few records match a pattern; `matching` do.
  func missing(_ pattern: RecordPattern, matching: [Record]) -> Difference {
    let window = history.records[reached.window]
    let others = window.filter { record in
      pattern.nearness(record, epoch: history.epoch) > 0 && !matching.contains(record)
    }
    if let near = nearest(pattern, others) { return near }
    if let elsewhere = elsewhere(pattern) { return elsewhere }
    let time = dueTimes(pattern).first ?? reached.time
    let count = matching.count
    let rest = count == 0 ? "" : "; only \(count) \(count == 1 ? "is" : "are") there"
    return Difference(
      .missing, pattern.subject, time: time, text: "\(pattern.text) is missing\(rest)")
  }

  /// The pattern does not follow those before it.
  func order(_ pattern: RecordPattern) -> Difference {
    let isThere = history.records[reached.window].contains {
      pattern.matches($0, epoch: history.epoch, marks: marks)
    }
    guard isThere else { return missing(pattern, matching: []) }
    return Difference(
      .order, pattern.subject, time: reached.time, text: "\(pattern.text) comes too early")
  }

  /// A call returned another value, or has not returned.
  func value(_ value: JSON?, _ matcher: Matcher, isIdentity: Bool) -> Difference {
    let subject = callName
    guard let value else {
      return Difference(
        .notReturned, subject, time: reached.time, text: "\(subject) has not returned")
    }
    let found = value.differences(from: matcher, isIdentity: isIdentity, at: "")
    let names = found.map(\.member).filter { !$0.isEmpty }
    let words = found.map {
      $0.member.isEmpty ? "the value returned \($0.text)" : "\($0.member) \($0.text)"
    }
    return Difference(
      .value, subject, members: names, time: reached.time,
      text: "\(subject): \(words.joined(separator: "; "))")
  }

  // MARK: Records that come near

  /// The first record that differs in members alone, or in time alone.
  private func nearest(_ pattern: RecordPattern, _ records: [Record]) -> Difference? {
    var best: (count: Int, difference: Difference)?
    for record in records where pattern.app == nil || record.app == pattern.app {
      let fields = pattern.fields.filter {
        !$0.matcher.matches(record.fields[$0.name], isIdentity: $0.isIdentity)
      }
      let due = dueTimes(pattern)
      let isInTime = due.isEmpty || due.contains(record.time)
      let count = fields.count + (isInTime ? 0 : 1)
      // What differs in time and in members is rather another record.
      guard count > 0, isInTime || fields.isEmpty, fields.count < max(2, pattern.fields.count),
        count < best?.count ?? .max
      else { continue }
      if fields.isEmpty, let instant = due.min(by: { distance($0, record) < distance($1, record) })
      {
        // One that is expected at its own time is no stray of another time.
        guard !isExpected(record, by: pattern) else { continue }
        best = (count, shifted(record, due: instant))
      } else {
        best = (count, differing(record, fields))
      }
    }
    return best?.difference
  }

  private func differing(_ record: Record, _ fields: [RecordPattern.Field]) -> Difference {
    let words = fields.flatMap { field in
      let value = record.fields[field.name] ?? .null
      return value.differences(from: field.matcher, isIdentity: field.isIdentity, at: field.name)
        .map { "\($0.member) \($0.text)" }
    }
    return Difference(
      .member, record.subject, members: fields.map(\.name), time: record.time,
      text: words.joined(separator: "; "))
  }

  /// A record that the pattern demands at some time comes at another one, outside of the window.
  private func elsewhere(_ pattern: RecordPattern) -> Difference? {
    let due = dueTimes(pattern)
    let pattern = timeless(pattern)
    var best: (distance: VirtualDuration, difference: Difference)?
    for (index, record) in history.records.enumerated()
    where !reached.window.contains(index) && pattern.matches(record, epoch: history.epoch) {
      for instant in due where best.map({ distance(instant, record) < $0.distance }) ?? true {
        guard !isClaimed(index, record) else { break }
        best = (distance(instant, record), shifted(record, due: instant))
      }
    }
    return best?.difference
  }

  /// True if another check of the case waits for the record, and has it in its window.
  private func isClaimed(_ index: Int, _ record: Record) -> Bool {
    history.reached.contains { other in
      guard other.window.contains(index) else { return false }
      let patterns: [RecordPattern] =
        switch conformanceCase.steps[other.step].check?.demand {
        case .count(let pattern, let range) where range.lowerBound > 0: [pattern]
        case .sequence(let patterns): patterns
        case .count, .returns, .standing, nil: []
        }
      return patterns.contains {
        $0.matches(record, epoch: history.epoch, lateness: other.lateness, marks: marks)
      }
    }
  }

  private func shifted(_ record: Record, due: VirtualInstant) -> Difference {
    let shift = record.time - due
    let amount = shift < .zero ? "\(due - record.time) early" : "\(shift) late"
    return Difference(
      .time, record.subject, members: ["at"], shift: shift, time: record.time,
      text: "\(record.subject)\(owner(record.app)) comes at \(offset(record.time)), \(amount); "
        + "expected at \(offset(due))")
  }

  // MARK: What other checks of the case expect

  /// The next time at which a check behind this one expects such a record; nil if none does.
  private func dueTime(of record: Record) -> VirtualInstant? {
    for step in conformanceCase.steps.dropFirst(reached.step + 1) {
      guard case .count(let pattern, let range)? = step.check?.demand, range.lowerBound > 0,
        timeless(pattern).matches(record, epoch: history.epoch)
      else { continue }
      let due = dueTimes(pattern).filter { $0 > record.time }
      if let first = due.min() { return first }
    }
    return nil
  }

  /// True if some check of the case expects the record when it came.
  private func isExpected(_ record: Record, by pattern: RecordPattern) -> Bool {
    conformanceCase.steps.contains { step in
      guard case .count(let other, let range)? = step.check?.demand, range.lowerBound > 0,
        other.kind == pattern.kind, other.name == pattern.name
      else { return false }
      let due = dueTimes(other)
      return due.contains(record.time)
    }
  }

  private func dueTimes(_ pattern: RecordPattern) -> [VirtualInstant] {
    (pattern.at.map { [history.epoch + $0] } ?? [])
      + pattern.times.compactMap { time in
        switch time {
        case .at(let offset): history.epoch + offset
        case .after(let check, let span): marks[check].map { $0 + span }
        }
      }
  }

  private func timeless(_ pattern: RecordPattern) -> RecordPattern {
    var pattern = pattern
    pattern.at = nil
    pattern.times = []
    return pattern
  }

  private func distance(_ due: VirtualInstant, _ record: Record) -> VirtualDuration {
    due < record.time ? record.time - due : due - record.time
  }

  // MARK: Words

  private func offset(_ time: VirtualInstant) -> String { "+\(time - history.epoch)" }

  private func owner(_ app: String) -> String { app.isEmpty ? "" : " of \(app)" }

  /// The API or file operation of the step.
  private var callName: String {
    guard case .operation(_, let operation) = conformanceCase.steps[reached.step].action
    else { return "the call" }
    return switch operation {
    case .call(let call): call.api.rawValue
    default: operation.arguments["do"]?.string ?? operation.name.rawValue
    }
  }
}

extension Record {
  /// Kind and name.
  var subject: String { "\(kind.rawValue) \(name)" }
}

extension RecordPattern {
  /// Kind and name, as far as the pattern names them.
  var subject: String {
    let oneOf = alternatives.isEmpty ? nil : alternatives.joined(separator: " or ")
    let words = [kind?.rawValue, name, oneOf]
    let text = words.compactMap(\.self).joined(separator: " ")
    return text.isEmpty ? "record" : text
  }
}

extension JSON {
  /// Where a value is other than a matcher demands, with the words behind the member's name; members of members
  /// have their path, such as `device.managed`.
  func differences(from matcher: Matcher, isIdentity: Bool, at path: String)
    -> [(member: String, text: String)]
  {
    if case .members(let fields) = matcher, object != nil {
      return fields.flatMap { field -> [(member: String, text: String)] in
        let value = self[field.name]
        let isName = isIdentity || field.isIdentity
        guard !field.matcher.matches(value, isIdentity: isName) else { return [] }
        return (value ?? .null).differences(
          from: field.matcher, isIdentity: isName,
          at: path.isEmpty ? field.name : "\(path).\(field.name)")
      }
    }
    return [(path, "is \(text), expected \(matcher.expectation)")]
  }
}

extension Matcher {
  /// What a matcher that forbids values allows; nil for any other.
  fileprivate var allowed: Matcher? {
    switch self {
    case .not(let value): .equals(value)
    case .noneOf(let values): .oneOf(values)
    default: nil
    }
  }

  /// What is expected, in words behind `expected`.
  var expectation: String {
    switch self {
    case .equals(let value): value.text
    case .oneOf(let values): values.map(\.text).joined(separator: " or ")
    case .exists(let isThere): isThere ? "a value" : "none"
    case .not(let value): "anything but \(value.text)"
    case .noneOf(let values): "none of \(values.map(\.text).joined(separator: ", "))"
    case .has(let value): "a list with \(value.text)"
    case .lacks(let value): "no list with \(value.text)"
    case .contains(let part): "a text with \(JSON.string(part).text)"
    case .startsWith(let part): "a text that starts with \(JSON.string(part).text)"
    case .first(let value): "a list that begins with \(value.text)"
    case .atLeast(let count): "a list of at least \(count) elements"
    case .distinct(let count): "a list of at least \(count) different elements"
    case .numbers(let separator): "numbers with \(JSON.string(separator).text) between them"
    case .anyOf(let matchers): matchers.map(\.expectation).joined(separator: " or ")
    case .members(let fields): fields.isEmpty ? "an object" : text
    }
  }
}
