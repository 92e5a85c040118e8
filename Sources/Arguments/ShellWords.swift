internal import ExactText
package import Wording

/// Splits a command line into words as a POSIX shell does, without expanding anything in it.
package enum ShellWords {
  /// The words of a string with its quotes and backslashes taken away.
  ///
  /// - Throws: wrong usage for a quote that is not closed or a backslash at the end.
  package static func split(_ text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = text.makeIterator()
    while let character = characters.next() {
      switch (character, quote) {
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("\\", nil), ("\\", "\""):
        guard let next = characters.next() else {
          throw UsageError("the command ends in a backslash: \(text)")
        }
        // Inside double quotes a backslash only escapes these (POSIX shell, 2.2.3).
        if quote == "\"", !"$`\"\\\n".contains(next) { word = (word ?? "") + "\\" }
        word = (word ?? "") + String(next)
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote { throw UsageError("the quote \(quote) is not closed: \(text)") }
    if let word { words.append(word) }
    guard !words.isEmpty else { throw UsageError("the command is empty") }
    return words
  }
}
