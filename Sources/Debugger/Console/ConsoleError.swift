internal import ExactText
internal import Wording

/// Why a command of the debugger could not be carried out.
package struct ConsoleError: Error, Equatable {
  /// What is wrong, in one line.
  package var message: String
  /// What to do about it; nil if there is nothing to say.
  package var suggestion: String?
  /// True if nothing is wrong: a person has paused the case.
  var isPause = false

  /// An error.
  package init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  /// A word that is not one of those known, with the nearest of them.
  init(unknown what: String, _ word: String, among known: [String]) {
    self.init(
      "unknown \(what) '\(word)'", suggestion: Spelling.suggestion(for: word, among: known))
  }

  /// `message; suggestion`.
  package var line: String { suggestion.map { "\(message); \($0)" } ?? message }
}
