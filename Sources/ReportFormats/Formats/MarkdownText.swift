internal import ExactText
internal import Reporting
internal import Wording

/// Text of others, such as what a SUT has said, in GitHub's Markdown: it cannot end a table, open a link or call a person.
package enum MarkdownText {
  /// The longest text in one place, in characters; what is cut off is counted.
  private static let longest = 500

  /// Text in which nothing is markup.
  package static func plain(_ text: String) -> String {
    var result = ""
    for scalar in cut(text).unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": result += " "
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // A character reference keeps GitHub from calling a person, or an issue.
      case "@", "#", "`", "*", "_", "[", "]", "(", ")", "|", "\\", "~", "!", "$":
        result += "&#\(scalar.value);"
      // GitHub makes links of addresses.
      case ":" where result.hasSuffix("http") || result.hasSuffix("https"): result += "&#58;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The same, to be read letter for letter: a span of backticks would show the character references.
  package static func code(_ text: String) -> String { "<code>\(plain(text))</code>" }

  /// A line within a fence, which only a fence could end.
  static func fenced(_ text: String) -> String {
    cut(text).replacing("\n", with: " ").replacing("```", with: "` ` `")
  }

  private static func cut(_ text: String) -> String {
    let harmless = Excerpt.harmless(text)
    guard harmless.count > longest else { return harmless }
    return "\(harmless.prefix(longest))... (\(harmless.count - longest) more characters)"
  }
}
