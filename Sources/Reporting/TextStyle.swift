import CaseModel
internal import ExactText
internal import Wording

/// How text for people is set: for a terminal or for a log.
package struct TextStyle: Sendable {
  /// True if lines can be rewritten in place.
  package var isTerminal: Bool
  /// True if colour is understood and wanted.
  package var usesColour: Bool
  /// The width of the terminal in characters.
  package var columns: Int

  /// A style with all its parts.
  package init(isTerminal: Bool = false, usesColour: Bool = false, columns: Int = 80) {
    self.isTerminal = isTerminal
    self.usesColour = usesColour
    self.columns = columns
  }

  /// A style for an output and its environment: colour only on a terminal, without `NO_COLOR`, unless it is dumb.
  package init(isTerminal: Bool, columns: Int, environment: (String) -> String?) {
    let isDumb = environment("TERM") == "dumb"
    let isRefused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    self.init(
      isTerminal: isTerminal && !isDumb, usesColour: isTerminal && !isDumb && !isRefused,
      columns: columns)
  }

  /// What a piece of text means; each has one colour.
  enum Tone: String {
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case strong = "1"
    case faint = "2"
  }

  /// The text in a tone, or as it is where colour is not wanted.
  func set(_ text: String, _ tone: Tone) -> String {
    usesColour ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The tone of a verdict.
  static func tone(_ verdict: Verdict) -> Tone {
    switch verdict {
    case .pass: .good
    case .fail, .error: .bad
    case .inconclusive, .notOffered, .warning, .later, .advisory: .doubtful
    case .notApplicable: .faint
    }
  }

  /// The text for a terminal with its long lines folded between words, and what follows indented further; a command that
  /// is there to be copied stays whole. A log is left as it is, for those who search it.
  package func fit(_ text: String) -> String {
    guard isTerminal else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line)
      guard Fold.visible(line) > columns, !line.contains("mamconform run '"),
        !line.contains("mamconform debug '")
      else { return line }
      let indent = line.prefix { $0 == " " }.count
      return Fold.values(line, width: columns, indent: min(indent + 4, columns / 2))
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Text of others within ours: harmless, and with its further lines indented, so that none of them passes for a line of
  /// the report.
  static func quoted(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let lines = Excerpt.harmless(text).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : margin + $1 }
      .joined(separator: "\n")
  }
}
