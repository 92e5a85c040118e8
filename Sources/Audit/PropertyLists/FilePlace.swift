internal import ExactText

/// Where in a file something stands.
package enum FilePlace: Sendable, Hashable {
  /// The file as a whole.
  case whole
  /// A line and a column in characters, both from 1; column 0 is the whole line.
  case text(line: Int, column: Int)
  /// So many bytes behind the beginning of a file that is no text.
  case bytes(Int)

  /// The line, from 1; nil in what is no text.
  package var line: Int? { if case .text(let line, _) = self { line } else { nil } }
  /// The column, from 1; nil in what is no text, or for a whole line.
  package var column: Int? {
    if case .text(_, let column) = self, column > 0 { column } else { nil }
  }
  /// The number of bytes before it; nil in a text.
  package var offset: Int? { if case .bytes(let offset) = self { offset } else { nil } }

  /// The place behind the name of its file: `Info.plist:4:3`, `Info.plist: byte 120`.
  package func text(in file: String) -> String {
    switch self {
    case .whole: file
    case .text(let line, 0): "\(file):\(line)"
    case .text(let line, let column): "\(file):\(line):\(column)"
    case .bytes(let offset): "\(file): byte \(offset)"
    }
  }
}

/// Why a file cannot be read, or not in one way only.
package struct FileProblem: Error, Sendable, Equatable {
  /// The file's path.
  package var file: String
  /// Where in it.
  package var place: FilePlace
  /// What is wrong, in one sentence without a full stop.
  package var message: String
  /// What to do about it.
  package var suggestion: String?

  /// The same with what to do about it, if that is not said yet.
  func suggesting(_ suggestion: String) -> FileProblem {
    var problem = self
    problem.suggestion = problem.suggestion ?? suggestion
    return problem
  }

  /// A problem with all its parts.
  package init(
    _ file: String, _ place: FilePlace = .whole, _ message: String, suggestion: String? = nil
  ) {
    self.file = file
    self.place = place
    self.message = message
    self.suggestion = suggestion
  }
}
