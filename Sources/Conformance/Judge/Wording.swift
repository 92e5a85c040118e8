package import CaseModel
internal import ExactText
internal import JSONText
internal import ServiceProtocol
package import VirtualTime

extension Check {
  /// What is demanded and of which records, in words.
  package var text: String {
    switch span {
    case .window: demand.text
    case .wholeCase: "\(demand.text), in the whole case"
    case .between(let from?, let to?): "\(demand.text), from \(from) until \(to)"
    case .between(let from?, nil): "\(demand.text), from \(from) on"
    case .between(nil, let to): "\(demand.text), until \(to ?? id)"
    }
  }
}

extension Demand {
  /// What is demanded, in words.
  package var text: String {
    switch self {
    case .count(let pattern, let range):
      switch (range.lowerBound, range.upperBound) {
      case (0, 0): "no \(pattern.text)"
      case (let low, let high) where low == high: "exactly \(low) × \(pattern.text)"
      case (let low, .max): "at least \(low) × \(pattern.text)"
      case (let low, let high): "\(low) to \(high) × \(pattern.text)"
      }
    case .sequence(let patterns): patterns.map(\.text).joined(separator: ", then ")
    case .returns(let matcher, _): "the value returned \(matcher.text)"
    case .standing(let rule): rule.text
    }
  }
}

extension StandingRule {
  /// What is demanded, in words: the sentence of the rule, and then what it comes to.
  var text: String {
    let demand =
      switch demand {
      case .has(let fields):
        "has " + fields.map { "\($0.name) that \($0.matcher.text)" }.joined(separator: ", ")
      case .returns(let matcher, _): "returns what \(matcher.text)"
      case .none(let pattern, let span):
        "is followed by no \(pattern.record.text)" + (span.map { " for \($0)" } ?? "")
      case .expect(let pattern, let span):
        "is followed by \(pattern.record.text)"
          + (span == .zero ? " at the same instant" : " within \(span)")
      case .before(let pattern): "comes after \(pattern.record.text)"
      }
    return "\(title): \(trigger.record.text) \(demand)"
  }
}

extension RecordPattern {
  /// The pattern in words, such as `event enrollmentRequest of mail, statusCode is 100`.
  package var text: String {
    let oneOf = alternatives.isEmpty ? nil : alternatives.joined(separator: " or ")
    var words = [kind?.rawValue, name, oneOf].compactMap(\.self).joined(separator: " ")
    if words.isEmpty { words = "record" }
    if let app { words += " of \(app)" }
    if let at { words += " at +\(at)" }
    if !times.isEmpty { words += " at " + times.map(\.text).joined(separator: " or ") }
    for field in fields { words += ", \(field.name) \(field.matcher.text)" }
    return words
  }
}

extension RecordPattern.Time {
  /// The time in words.
  var text: String {
    switch self {
    case .at(let offset): "+\(offset)"
    case .after(let check, let span): "\(span) after the record of \(check)"
    }
  }
}

extension Matcher {
  /// The matcher in words, such as `is 100` or `is one of 200, 225`.
  var text: String {
    switch self {
    case .equals(let value): "is \(value.text)"
    case .oneOf(let values): "is one of \(values.map(\.text).joined(separator: ", "))"
    case .anyOf(let matchers): matchers.map(\.text).joined(separator: " or ")
    case .not(let value): "is not \(value.text)"
    case .noneOf(let values): "is none of \(values.map(\.text).joined(separator: ", "))"
    case .has(let value): "holds \(value.text)"
    case .lacks(let value): "does not hold \(value.text)"
    case .first(let value): "begins with \(value.text)"
    case .atLeast(let count): "has at least \(count) elements"
    case .distinct(let count): "has at least \(count) different elements"
    case .numbers(let separator):
      "has nothing but numbers with \(JSON.string(separator).text) between them"
    case .contains(let part): "contains \(JSON.string(part).text)"
    case .startsWith(let part): "starts with \(JSON.string(part).text)"
    case .exists(let isThere): isThere ? "is there" : "is not there"
    case .members(let fields) where fields.isEmpty: "is an object"
    case .members(let fields):
      "has " + fields.map { "\($0.name) that \($0.matcher.text)" }.joined(separator: ", ")
    }
  }
}

extension Record {
  /// The record in words for reports: `+24:00:00.000 mail event enrollmentRequest {...}`.
  package func text(since epoch: VirtualInstant) -> String {
    var words = "+\(time - epoch)"
    if !app.isEmpty { words += " \(app)" }
    words += " \(kind.rawValue) \(name)"
    if !fields.isEmpty { words += " \(JSON.object(fields).text)" }
    return words
  }
}
