internal import ExactText
internal import Storage

/// Why a stored run cannot be found, read or written.
package struct StoreError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, and where, without a full stop.
  package let message: String
  /// What to do about it.
  package let suggestion: String?
  /// True for a file that a program has left which was ended before it had stored anything.
  package private(set) var isOfDeadRun = false

  /// An error.
  package init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  /// What is said of the file of a run that was ended before it had stored anything.
  static func deadRun(_ path: String) -> StoreError {
    var error = StoreError(
      "\(path) contains no run: the program was ended before its first case",
      suggestion: "'mamconform runs prune --keep N' removes it")
    error.isOfDeadRun = true
    return error
  }

  /// What SQLite says of a file, for people.
  init(_ error: StorageError, _ path: String) {
    if error.isCorrupt {
      self.init("\(path) is damaged, or only a part of a run: \(error.message)")
    } else if error.isFull {
      self.init("there is no space for \(path): \(error.message)")
    } else if error.code == 10 {
      // SQLITE_IOERR: whatever a system call has said but that the disk is full.
      self.init(
        "\(path) cannot be read or written to its end: \(error.message)",
        suggestion: "check whether the disk is full or failing, or the size of files is limited")
    } else {
      self.init("\(path): \(error.message) (SQLite code \(error.code))")
    }
  }

  package var description: String { suggestion.map { "\(message); \($0)" } ?? message }
}
