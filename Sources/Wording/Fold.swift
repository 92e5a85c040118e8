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

  /// The lines of a line that shows values: it is folded between words and, within braces and brackets, behind commas.
  /// What stands in double quotes stays whole as long as it fits into a line, and spaces in a row stay as they are.
  ///
  /// - Parameters:
  ///   - width: the longest line, in characters that are seen; sequences that set colours are not.
  ///   - indent: how many spaces the other lines begin with.
  package static func values(_ line: String, width: Int, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var current = ""
    for piece in pieces(line, room: max(1, width - indent)) {
      if !current.isEmpty, visible(current) + visible(piece) > width {
        lines.append(current)
        current = margin + String(piece.drop { $0 == " " })
      } else {
        current += piece
      }
    }
    return lines + [current]
  }

  /// How many characters of a string are seen: all but the sequences that set colours.
  package static func visible(_ text: String) -> Int {
    var count = 0
    var isInSequence = false
    for character in text {
      if character == "\u{1B}" { isInSequence = true }
      if !isInSequence { count += 1 }
      if isInSequence, character == "m" { isInSequence = false }
    }
    return count
  }

  /// What a line is folded between: words, each with the spaces before it, and what stands between commas within braces
  /// and brackets.
  private static func pieces(_ line: String, room: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var depth = 0
    var (isInString, isEscaped, isInSequence) = (false, false, false)
    func close() {
      if visible(piece) > room {
        // What is in quotes is longer than a line.
        pieces += words(piece)
      } else if !piece.isEmpty {
        pieces.append(piece)
      }
      piece = ""
    }
    for character in line {
      if character == " ", !isInString, piece.contains(where: { $0 != " " }) { close() }
      piece.append(character)
      if isInString {
        isInString = isEscaped || character != "\""
        isEscaped = !isEscaped && character == "\\"
        continue
      }
      if isInSequence {
        isInSequence = character != "m"
        continue
      }
      switch character {
      case "\u{1B}": isInSequence = true
      case "{", "[": depth += 1
      case "}", "]": depth = max(0, depth - 1)
      case "\"": (isInString, isEscaped) = (true, false)
      case "," where depth > 0: close()
      default: break
      }
    }
    close()
    return pieces
  }

  /// The words of a string, each with the spaces before it.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in text {
      if character == " ", word.contains(where: { $0 != " " }) {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    return words + [word]
  }

  /// Labels in a first column and their values in a second one, each value on lines of its own; a label without a value is left out.
  package static func labelled(
    _ parts: [(label: String, values: [String])], width: Int
  ) -> [String] {
    parts.flatMap { label, values in
      values.enumerated().flatMap { index, value in
        let head = index == 0 ? label : ""
        let margin = "  \(head)" + String(repeating: " ", count: max(0, 13 - head.count))
        return lines(value, width: width, first: margin, indent: 15)
      }
    }
  }

  /// A text of paragraphs, each folded. A line that begins with a space is a command: it stays a line of its own, and is
  /// parted as a shell reads it if it is too long. One whose columns are set apart by spaces is a row of a table, of
  /// which the last column is folded.
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

  /// Where the last column of a row begins, in characters; nil for a line that is no row, or has no room for it.
  private static func lastColumn(_ line: Substring, _ margin: Int, _ width: Int) -> Int? {
    var column = margin >= 8 ? margin : 0
    let letters = Array(line)
    for index in letters.indices.dropFirst(margin + 2)
    where letters[index] != " " && letters[index - 1] == " " && letters[index - 2] == " " {
      column = index
    }
    return column > 0 && column + 16 <= width ? column : nil
  }

  private static func command(_ line: Substring, _ width: Int) -> String {
    guard line.count > width else { return String(line) }
    let margin = String(line.prefix { $0 == " " })
    if let column = lastColumn(line, margin.count, width) {
      let first = String(line.prefix(column))
      return lines(String(line.dropFirst(column)), width: width, first: first, indent: column)
        .joined(separator: "\n")
    }
    return lines(String(line), width: width - 2, first: margin, indent: margin.count + 4)
      .joined(separator: " \\\n")
  }
}
