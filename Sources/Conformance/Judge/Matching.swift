package import CaseModel
internal import Contract
package import ExactText
internal import JSONText
internal import ServiceProtocol
package import VirtualTime

extension Matcher {
  /// True if a value is what the matcher demands.
  ///
  /// - Parameters:
  ///   - value: the value; nil if the record has no such member.
  ///   - isIdentity: true where strings are identities, which are equal whatever their letter case
  ///     (contract, IDN-010 and IDN-011).
  func matches(_ value: JSON?, isIdentity: Bool) -> Bool {
    switch self {
    case .equals(let expected): Matcher.equal(value ?? .null, expected, isIdentity)
    case .oneOf(let alternatives):
      alternatives.contains { Matcher.equal(value ?? .null, $0, isIdentity) }
    case .anyOf(let matchers): matchers.contains { $0.matches(value, isIdentity: isIdentity) }
    case .noneOf(let unwanted):
      !unwanted.contains { Matcher.equal(value ?? .null, $0, isIdentity) }
    case .not(let unwanted): !Matcher.equal(value ?? .null, unwanted, isIdentity)
    case .has(let element):
      value?.array?.contains { Matcher.equal($0, element, isIdentity) } ?? false
    case .lacks(let element): !Matcher.has(element).matches(value, isIdentity: isIdentity)
    case .first(let element):
      value?.array?.first.map { Matcher.equal($0, element, isIdentity) } ?? false
    case .atLeast(let count): value?.array.map { $0.count >= count } ?? false
    case .distinct(let count): value?.array.map { distinct($0, isIdentity) >= count } ?? false
    case .numbers(let separator):
      value?.string.map { Matcher.isNumbers($0, separator) } ?? false
    case .contains(let part): value?.string.map { Matcher.holds($0, part) } ?? false
    case .startsWith(let part): value?.string?.utf8.starts(with: part.utf8) ?? false
    case .exists(let isThere): (value != nil && value?.isNull == false) == isThere
    // No member is demanded of what only has to be an object.
    case .members(let fields) where fields.isEmpty: value?.object != nil
    case .members(let fields):
      fields.allSatisfy { field in
        field.matcher.matches(
          value?[field.name], isIdentity: isIdentity || field.isIdentity)
      }
    }
  }

  /// True if a text holds another one, byte for byte.
  private static func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// How many elements of a list differ from every element before them.
  private func distinct(_ elements: [JSON], _ isIdentity: Bool) -> Int {
    elements.indices.count { index in
      !elements[..<index].contains { Matcher.equal($0, elements[index], isIdentity) }
    }
  }

  /// True for a string of non-negative decimal integers with a separator between them.
  private static func isNumbers(_ text: String, _ separator: String) -> Bool {
    guard let mark = separator.utf8.first else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return text.utf8.split(separator: mark, omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) }
  }

  /// Lists are equal in any order: no source promises one.
  static func equal(_ left: JSON, _ right: JSON, _ isIdentity: Bool) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)) where isIdentity:
      left.isSameIgnoringCase(as: right)
    case (.array(let left), .array(let right)):
      equalLists(left, right, isIdentity)
    case (.int(let left), .double(let right)), (.double(let right), .int(let left)):
      Double(left) == right
    default: left == right
    }
  }

  private static func equalLists(_ left: [JSON], _ right: [JSON], _ isIdentity: Bool) -> Bool {
    guard left.count == right.count else { return false }
    var rest = right
    for element in left {
      guard let index = rest.firstIndex(where: { equal(element, $0, isIdentity) }) else {
        return false
      }
      rest.remove(at: index)
    }
    return true
  }
}

extension Record {
  /// True if it says what a call has returned that returns identities.
  var returnsIdentities: Bool { kind == .result && IdentityTexts.calls.contains(name) }
}

extension Step {
  /// True if the step is taken, by the records that the case has by then.
  func isTaken(after records: ArraySlice<Record>, epoch: VirtualInstant) -> Bool {
    func has(_ pattern: RecordPattern) -> Bool {
      records.contains { pattern.matches($0, epoch: epoch) }
    }
    if let condition, !has(condition) { return false }
    return exception.map { !has($0) } ?? true
  }

  /// Why it can be left out; nil if it always is taken.
  var whyNotTaken: String? {
    let reasons = [
      condition.map { "there was no \($0.text)" }, exception.map { "there was \($0.text)" },
    ].compactMap { $0 }
    return reasons.isEmpty ? nil : reasons.joined(separator: ", or ")
  }
}

extension RecordPattern {
  /// True if a record is one of those the pattern speaks of.
  ///
  /// - Parameters:
  ///   - lateness: how much later than demanded it may have come.
  ///   - marks: the times of the records that earlier checks counted, by the check's ID.
  package func matches(
    _ record: Record, epoch: VirtualInstant, lateness: VirtualDuration = .zero,
    marks: [ExactString: VirtualInstant] = [:]
  ) -> Bool {
    if let kind, record.kind != kind { return false }
    if let name, record.name != name { return false }
    if !alternatives.isEmpty, !alternatives.contains(record.name) { return false }
    if let app, record.app != app { return false }
    if let at, record.time < epoch + at || record.time > epoch + at + lateness { return false }
    if !times.isEmpty, !isInTime(record, epoch, lateness, marks) { return false }
    // What some calls return are identities.
    let returnsIdentities = record.returnsIdentities
    return fields.allSatisfy {
      $0.matcher.matches(
        record.fields[$0.name], isIdentity: $0.isIdentity || returnsIdentities && $0.name == "value"
      )
    }
  }

  private func isInTime(
    _ record: Record, _ epoch: VirtualInstant, _ lateness: VirtualDuration,
    _ marks: [ExactString: VirtualInstant]
  ) -> Bool {
    times.contains { time in
      let due: VirtualInstant? =
        switch time {
        case .at(let offset): epoch + offset
        case .after(let check, let span): marks[check].map { $0 + span }
        }
      guard let due else { return false }
      return record.time >= due && record.time <= due + lateness
    }
  }

  /// How near a record comes: 0 if it is of another kind or name, else more for each part that fits.
  func nearness(_ record: Record, epoch: VirtualInstant) -> Int {
    if let kind, record.kind != kind { return 0 }
    if let name, record.name != name { return 0 }
    if !alternatives.isEmpty, !alternatives.contains(record.name) { return 0 }
    var score = kind == nil && name == nil ? 0 : 1
    if let app, record.app == app { score += 1 }
    if let at, record.time == epoch + at { score += 1 }
    for field in fields
    where field.matcher.matches(record.fields[field.name], isIdentity: field.isIdentity) {
      score += 1
    }
    return score
  }
}
