internal import ExactText
package import Storage
import Wording

/// Why a seed or a command cannot be carried out, in one sentence.
package struct CommandError: Error, Equatable, CustomStringConvertible {
  /// Whose fault it is.
  package enum Kind: Sendable {
    /// What was asked is wrong.
    case unusable
    /// What was asked about is not there.
    case unknown
    /// Nothing is wrong with what was asked, but it could not be stored.
    case storage
  }

  /// The sentence, without a full stop.
  package let description: String
  /// The names and positions that lead to what is wrong, from the top of a seed; empty if that is not
  /// known.
  package var path: [String] = []
  /// What else is wrong with the same seed, each with a path of its own.
  package var others: [CommandError] = []
  package let kind: Kind

  /// An error in one sentence without a full stop.
  package init(_ description: String) { self.init(.unusable, description) }

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// An error of the state file.
  package init(storage error: StorageError) { self.init(.storage, error.description) }

  /// An error about a name that leads nowhere, with the one that was probably meant.
  ///
  /// - Parameter word: what the name should be of, such as `user`.
  package static func unknown(_ word: String, _ name: String, among known: [String]) -> CommandError
  {
    CommandError(.unknown, "unknown \(word) \"\(name)\"\(hint(name, known))")
  }

  /// `; did you mean "x"?`, or the known words if they are few; empty if nothing helps.
  package static func hint(_ word: String, _ known: [String]) -> String {
    if let near = Spelling.nearest(to: word, among: known) { return "; did you mean \"\(near)\"?" }
    guard !known.isEmpty, known.count <= Spelling.longestList else { return "" }
    return "; known: \(known.joined(separator: ", "))"
  }

  /// `; did you mean "x"?`, or every known word, however many they are.
  package static func choice(_ word: String, _ known: [String]) -> String {
    Spelling.nearest(to: word, among: known).map { "; did you mean \"\($0)\"?" }
      ?? ": one of \(known.joined(separator: ", "))"
  }

  /// The same, with what is wrong one or more steps further down.
  package func below(_ names: String...) -> CommandError {
    var error = self
    error.path = names + path
    return error
  }

  /// The same, with what is wrong in a member of what it was about.
  package func inside(_ name: String) -> CommandError {
    var error = self
    error.path.append(name)
    return error
  }

  /// Every error, this one first, as the text makes a line of each.
  package func lines(_ line: (CommandError) -> String) -> String {
    ([self] + others).map(line).joined(separator: "\n")
  }
}
