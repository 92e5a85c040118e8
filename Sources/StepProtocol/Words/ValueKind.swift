internal import ExactText
package import JSONText

/// What a value of an adapter may be, as the page of the step protocol describes it.
package enum ValueKind: Sendable {
  case integer
  /// An integer that counts something.
  case count
  /// An integer or a fraction.
  case number
  case boolean
  case string
  /// An array of strings.
  case strings
  case array
  case object
  /// The name of an API.
  case api
  /// One of some words.
  case word([String])
  /// Whatever JSON there is.
  case any

  /// True if a value is of the kind.
  package func isRight(_ value: JSON) -> Bool {
    switch self {
    case .integer: value.int != nil
    case .count: value.int.map { $0 >= 0 } ?? false
    case .number: if case .double = value { true } else { value.int != nil }
    case .boolean: value.bool != nil
    case .string: value.string != nil
    case .strings: value.array?.allSatisfy { $0.string != nil } ?? false
    case .array: value.array != nil
    case .object: value.object != nil
    case .api: value.string.flatMap(APIName.init) != nil
    case .word(let words): value.string.map(words.contains) ?? false
    case .any: true
    }
  }
}
