internal import ExactText
public import JSONText

/// What a ``Table`` holds: a value that can be written as JSON and read back.
protocol TableRow: Sendable {
  /// Reads a stored row; nil if it is not one.
  init?(json: JSON)
  /// The row as it is stored.
  var json: JSON { get }
}

/// A row to be written to the store, or to be removed from it.
public struct RowChange: Sendable, Equatable {
  /// The table of the row.
  public var kind: String
  /// The key, unique in its table.
  public var key: String
  /// The place of the row in the order of creation.
  public var sequence: Int
  /// The row; nil to remove it.
  public var value: JSON?

  /// The kinds whose keys are secrets.
  private static let secretKinds: Set<ExactString> = [
    "accessToken", "refreshToken", "session", "signIn",
  ]

  /// How the row is called in messages, which do not tell secrets.
  var name: String {
    RowChange.secretKinds.contains(kind)
      ? "the row \(kind) number \(sequence)" : "the row \(kind) \"\(key)\""
  }
}
