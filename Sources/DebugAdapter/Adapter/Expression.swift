internal import CaseModel
internal import CaseYAML
internal import Conformance
internal import Debugger
internal import ExactText
internal import JSONText
internal import VirtualTime

/// What a person writes to look at a case or to decide whether it is to stop: a path of the state, a comparison, or a pattern of
/// the case language.
///
///     apps.mail.deadline
///     clock >= 23 h
///     {event: enrollmentRequest, app: mail}
enum Expression {
  /// What is at a path.
  case path(String)
  /// What is at a path, compared with a value.
  case comparison(path: String, Comparison, JSON)
  /// Whether such a record was there.
  case pattern(RecordPattern)

  enum Comparison: String, CaseIterable {
    // The longer ones first: a text that begins with one of them may begin with a shorter one too.
    case notEqual = "!="
    case equal = "=="
    case atLeast = ">="
    case atMost = "<="
    case more = ">"
    case less = "<"
  }

  /// Reads an expression.
  ///
  /// - Throws: what is wrong with it.
  init(_ text: String, _ fragment: CaseFragment) throws(RequestError) {
    let text = text.trimmed()
    guard !text.isEmpty else { throw RequestError("an expression is missing") }
    if !text.hasPrefix("{"), let (left, comparison, right) = Expression.split(text) {
      guard !left.isEmpty, !right.isEmpty else {
        throw RequestError(
          "'\(text)' has nothing \(left.isEmpty ? "before" : "behind") "
            + "'\(comparison.rawValue)'; write a comparison such as clock >= 23 h")
      }
      let value = (try? JSON(parsing: right)) ?? .string(right)
      self = .comparison(path: left, comparison, value)
      return
    }
    guard text.contains(":") || text.hasPrefix("{") else {
      self = .path(text)
      return
    }
    do throws(Diagnostic) {
      self = .pattern(try fragment.pattern(text))
    } catch {
      throw RequestError(error.message + (error.suggestion.map { "; \($0)" } ?? ""))
    }
  }

  private static func split(_ text: String) -> (String, Comparison, String)? {
    let place = text.firstIndex { "=!<>".contains($0) }
    guard let place else { return nil }
    let rest = text[place...]
    guard let found = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      return nil
    }
    let right = rest.dropFirst(found.rawValue.count).trimmed()
    return (text[..<place].trimmed(), found, right)
  }

  /// Refuses a path that the state of a case never has, so that what is asked there would never be true.
  func check(at moment: Moment) throws(RequestError) {
    switch self {
    case .path(let path), .comparison(let path, _, _):
      do throws(ConsoleError) {
        try CaseState.check(path, moment)
      } catch {
        throw RequestError(error.line)
      }
    case .pattern: break
    }
  }

  /// The value where a case stands.
  ///
  /// - Throws: if there is no such path.
  func value(at moment: Moment) throws(RequestError) -> JSON {
    switch self {
    case .path(let path):
      if let value = CaseState.value(at: path, moment) { return value }
      let known = CaseState.names(below: "", moment).joined(separator: ", ")
      throw RequestError("there is no \(path) in the state; it has \(known)")
    case .comparison(let path, let comparison, let wanted):
      guard let value = CaseState.value(at: path, moment) else { return false }
      return .bool(Expression.holds(value, comparison, wanted))
    case .pattern(let pattern):
      let view = moment.view
      return .bool(view.records.contains { pattern.matches($0, epoch: view.epoch) })
    }
  }

  /// True if it is true, or is there, where a case stands.
  func isTrue(at moment: Moment) -> Bool {
    switch try? value(at: moment) {
    case .bool(let value): value
    case nil, .null: false
    default: true
    }
  }

  private static func holds(_ value: JSON, _ comparison: Comparison, _ wanted: JSON) -> Bool {
    if let left = number(value), let right = number(wanted) {
      return switch comparison {
      case .equal: left == right
      case .notEqual: left != right
      case .atLeast: left >= right
      case .atMost: left <= right
      case .more: left > right
      case .less: left < right
      }
    }
    return switch comparison {
    case .equal: value == wanted
    case .notEqual: value != wanted
    default: false
    }
  }

  /// An integer, or a time in milliseconds.
  private static func number(_ value: JSON) -> Int? {
    switch value {
    case .int(let number): return number
    case .string(let text):
      return VirtualDuration(text.hasPrefix("+") ? String(text.dropFirst()) : text)?.milliseconds
    default: return nil
    }
  }
}
