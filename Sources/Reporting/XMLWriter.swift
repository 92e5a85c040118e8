internal import ExactText
internal import Wording

/// Writes well-formed XML 1.0 in UTF-8: escapes, replaces illegal characters, keeps elements balanced.
package struct XMLWriter {
  /// The longest text of one element and the longest attribute, in characters; longer text is cut with a note.
  package static let maximumTextLength = 100_000

  /// What was written so far.
  package private(set) var bytes: [UInt8] = Array(
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var open: [String] = []

  /// Nothing but the declaration.
  package init() {}

  /// Opens an element that holds other elements.
  package mutating func begin(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    startTag(name, attributes)
    append(">\n")
    open.append(name)
  }

  /// Closes the element that was opened last.
  package mutating func end() {
    guard let name = open.popLast() else { return }
    indent()
    append("</\(name)>\n")
  }

  /// Writes an element that holds text or nothing.
  package mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], text: String = ""
  ) {
    startTag(name, attributes)
    if text.isEmpty {
      append("/>\n")
    } else {
      append(">")
      escape(XMLWriter.cut(text), isAttribute: false)
      append("</\(name)>\n")
    }
  }

  /// The text, cut to the longest that is written, with a note of how much is missing.
  static func cut(_ text: String, to limit: Int = maximumTextLength) -> String {
    // A string with no more bytes than the limit cannot have more characters.
    guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return text }
    let rest = text.unicodeScalars.count - limit
    let note = "\n[\(rest) more characters left out]"
    let kept = max(0, limit - note.unicodeScalars.count)
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(kept))) + note
  }

  private mutating func startTag(_ name: String, _ attributes: [(name: String, value: String)]) {
    indent()
    append("<\(name)")
    for attribute in attributes {
      append(" \(attribute.name)=\"")
      escape(XMLWriter.cut(attribute.value), isAttribute: true)
      append("\"")
    }
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * open.count))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func escape(_ text: String, isAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"" where isAttribute: append("&quot;")
      // Readers turn a bare one into a space (attributes) or a line feed (XML 1.0, 2.11 and 3.3.3).
      case "\t" where isAttribute, "\n" where isAttribute, "\r": append("&#\(scalar.value);")
      default:
        let isPlain = !scalar.steersDisplay || scalar == "\t" || scalar == "\n"
        let isCharacter = scalar.value != 0xFFFE && scalar.value != 0xFFFF
        bytes.append(contentsOf: UTF8.encode(isPlain && isCharacter ? scalar : "\u{FFFD}")!)
      }
    }
  }
}
