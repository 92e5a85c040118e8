internal import ExactText

/// A value that SQLite stores.
package enum Value: Sendable, Equatable {
  /// SQL's NULL.
  case null
  /// A 64-bit integer.
  case int(Int)
  /// A floating-point number.
  case real(Double)
  /// A string in UTF-8.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(nilLiteral: ()) { self = .null }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}
