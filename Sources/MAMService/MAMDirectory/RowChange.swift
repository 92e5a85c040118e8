internal import ExactText
package import JSONText

/// What a ``Table`` holds: a value that can be written as JSON and read back.
package protocol TableRow: Sendable {
  /// Reads a stored row; nil if it is not one.
  init?(json: JSON)
  /// The row as it is stored.
  var json: JSON { get }
}

/// A row to be written to the store, or to be removed from it.
package struct RowChange: Sendable, Equatable {
  /// The table of the row.
  package var kind: String
  /// The key, unique in its table.
  package var key: String
  /// The place of the row in the order of creation.
  package var sequence: Int
  /// The row; nil to remove it.
  package var value: JSON?

  /// A change of the given parts.
  package init(kind: String, key: String, sequence: Int, value: JSON? = nil) {
    self.kind = kind
    self.key = key
    self.sequence = sequence
    self.value = value
  }

  /// The kinds whose keys are secrets.
  private static let secretKinds: Set<ExactString> = [
    "accessToken", "refreshToken", "session", "signIn",
  ]

  /// How the row is called in messages, which do not tell secrets.
  package var name: String {
    RowChange.secretKinds.contains(kind)
      ? "the row \(kind) number \(sequence)" : "the row \(kind) \"\(key)\""
  }
}
