internal import ExactText

/// Why a database could not be opened, read or written.
package struct StorageError: Error, Equatable, CustomStringConvertible {
  /// The primary SQLite result code, such as 13 (disk full) or 26 (not a database).
  package let code: Int
  /// What went wrong, in SQLite's words.
  package let message: String
  /// The file of the database, `:memory:` for one without a file.
  package let path: String
  /// What whoever named the file can do about it, if that is known.
  package var suggestion: String?

  /// An error of the given parts.
  package init(code: Int, message: String, path: String) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// True if the file is not a database or is damaged (SQLITE_NOTADB, SQLITE_CORRUPT): trying again
  /// cannot help.
  package var isCorrupt: Bool { code == 26 || code == 11 }
  /// True if another connection did not let go of the file in time (SQLITE_BUSY).
  package var isBusy: Bool { code == 5 }
  /// True if the file cannot be opened or written (SQLITE_CANTOPEN, SQLITE_READONLY).
  package var isInaccessible: Bool { code == 14 || code == 8 }
  /// True if the disk or the file's quota is full (SQLITE_FULL).
  package var isFull: Bool { code == 13 }

  package var description: String {
    "\(path): \(message) (SQLite code \(code))" + (suggestion.map { "; \($0)" } ?? "")
  }
}
