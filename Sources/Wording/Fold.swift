internal import ExactText

/// Folds sentences at the width of a terminal or a page.
package enum Fold {
  /// The lines of a string whose words are separated by spaces; a word that is longer than a line stays whole.
  ///
  /// - Parameters:
  ///   - width: the longest line, in characters.
  ///   - first: what the first line begins with.
  ///   - indent: how many spaces the other lines begin with.
  package static func lines(
    _ text: String, width: Int, first: String = "", indent: Int = 0
  ) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
        isEmpty = true
      }
      line += isEmpty ? word : " \(word)"
      isEmpty = false
    }
    lines.append(isEmpty ? line.trimmed() : line)
    return lines
  }

  /// A text of paragraphs, each folded. A line that begins with a space is a command: it stays a line of its own, and is
  /// parted as a shell reads it if it is too long.
  package static func paragraphs(_ text: String, width: Int) -> String {
    var done: [String] = []
    var paragraph: [Substring] = []
    func close() {
      if !paragraph.isEmpty { done += lines(paragraph.joined(separator: " "), width: width) }
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.first == " " {
        close()
        done.append(command(line, width))
      } else {
        paragraph.append(line)
      }
    }
    close()
    return done.joined(separator: "\n")
  }

  private static func command(_ line: Substring, _ width: Int) -> String {
    guard line.count > width else { return String(line) }
    let margin = String(line.prefix { $0 == " " })
    return lines(String(line), width: width - 2, first: margin, indent: margin.count + 4)
      .joined(separator: " \\\n")
  }
}
