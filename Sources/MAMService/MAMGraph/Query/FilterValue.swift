internal import ExactText
import JSONText
import MAMModel
import MAMWire

/// A value while a filter or an order is worked out.
enum FilterValue: Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  /// Strings are compared without regard to letter case, as the real directory does.
  case text(String)
  /// Milliseconds since the epoch.
  case instant(Int)
  /// Milliseconds.
  case duration(Int)

  /// The value of a property.
  init(_ json: JSON?, _ form: PropertyForm) {
    switch (json ?? .null, form) {
    case (.bool(let value), _): self = .boolean(value)
    case (.int(let value), _): self = .number(Double(value))
    case (.double(let value), _): self = .number(value)
    case (.string(let text), .instant):
      self = ISO8601.milliseconds(text).map(FilterValue.instant) ?? .null
    case (.string(let text), .duration):
      self = ISO8601.durationMilliseconds(text).map(FilterValue.duration) ?? .null
    case (.string(let text), _): self = .text(text)
    default: self = .null
    }
  }

  /// True for `true` only.
  var isTrue: Bool { self == .boolean(true) }

  /// True if both are the same; null is the same as null only.
  static func == (left: FilterValue, right: FilterValue) -> Bool {
    left.order(against: right) == 0
  }

  /// Less than 0, 0 or more than 0 as this value comes before, with or after another; nil if the two
  /// cannot be put in order. Null comes first.
  func order(against other: FilterValue) -> Int? {
    func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
      left < right ? -1 : (left == right ? 0 : 1)
    }
    switch (self, other) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.boolean(let left), .boolean(let right)): return sign(left ? 1 : 0, right ? 1 : 0)
    case (.number(let left), .number(let right)): return sign(left, right)
    case (.text(let left), .text(let right)):
      return sign(ExactString(left.foldedCase()), ExactString(right.foldedCase()))
    case (.instant(let left), .instant(let right)): return sign(left, right)
    case (.duration(let left), .duration(let right)): return sign(left, right)
    default: return nil
    }
  }
}

/// What kind of value a part of a filter gives.
enum FilterKind {
  case null, boolean, number, text, instant, duration
  case choice(Enumeration)
  /// An entity, an object or a list: only `null` can be compared with it.
  case structure

  init(_ form: PropertyForm) {
    self =
      switch form {
      case .boolean: .boolean
      case .integer: .number
      case .text: .text
      case .instant: .instant
      case .duration: .duration
      case .choice(let kind), .flags(let kind): .choice(kind)
      case .complex, .object, .list: .structure
      }
  }

  /// The kind in words.
  var name: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .text: "a string in quotes"
    case .instant: "an instant without quotes, such as 2020-06-04T09:00:00Z"
    case .duration: "a duration such as duration'PT30M'"
    case .choice(let kind): "a member of \(kind.name) in quotes"
    case .structure: "a list or an object"
    }
  }

  /// True if values of both kinds can be compared.
  func isComparable(with other: FilterKind) -> Bool {
    switch (self, other) {
    case (.null, _), (_, .null), (.boolean, .boolean), (.number, .number), (.text, .text),
      (.instant, .instant), (.duration, .duration):
      true
    case (.choice(let left), .choice(let right)): left.name == right.name
    default: false
    }
  }
}
