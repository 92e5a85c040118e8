internal import ExactText

/// A table of strings by key in memory, for processes that are objects of one process.
package final class MemoryTable: TextTable {
  /// How many writes the table has seen.
  package private(set) var version = 0
  private var rows: [ExactString: String] = [:]

  /// An empty table.
  package init() {}

  package func get(_ key: String) -> String? { rows[key] }

  package func set(_ key: String, _ value: String) {
    rows[key] = value
    version += 1
  }

  package func remove(_ key: String) {
    rows[key] = nil
    version += 1
  }

  package func removeAll() {
    rows = [:]
    version += 1
  }

  package func all(prefix: String = "") -> [(key: String, value: String)] {
    rows.filter { $0.key.text.hasPrefix(prefix) }.sorted { $0.key < $1.key }
      .map { (key: $0.key.text, value: $0.value) }
  }
}
