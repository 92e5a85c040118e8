internal import ExactText

/// Why what somebody has asked for cannot be done: what is wrong, and what to do about it.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, in one line without a full stop.
  package let message: String
  /// What to do about it.
  package let suggestion: String?

  /// An error in one line without a full stop.
  package init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  /// `message; suggestion`.
  package var description: String { suggestion.map { "\(message); \($0)" } ?? message }

  /// The longest list of known words that is shown whole.
  private static let longestList = 60

  /// Makes sure that a word is one of those that are known.
  ///
  /// - Parameters:
  ///   - kind: what it should be the name of, such as `area`.
  ///   - lister: a command that lists the known ones, for those that are many.
  /// - Throws: an error that suggests the word that was probably meant, or lists the known ones if they are few.
  package static func check(
    _ word: String, _ kind: String, among known: [String], listedBy lister: String? = nil
  ) throws(UsageError) {
    if !known.contains(word) { throw unknown(word, kind, among: known, listedBy: lister) }
  }

  /// The error that a word is none of those that are known; see ``check(_:_:among:listedBy:)``.
  package static func unknown(
    _ word: String, _ kind: String, among known: [String], listedBy lister: String? = nil
  ) -> UsageError {
    let near = Spelling.nearest(to: word, among: known)
    let list =
      known.count <= longestList
      ? "known: \(known.joined(separator: ", "))" : lister.map { "'\($0)' lists them" }
    return UsageError(
      "unknown \(kind) '\(word)'", suggestion: near.map { "did you mean '\($0)'?" } ?? list)
  }
}
