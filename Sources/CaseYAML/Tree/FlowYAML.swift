internal import ExactText
internal import JSONText

/// Values in the flow style of YAML, in a line: what JSON writes, with fewer quotes.
enum FlowYAML {
  /// Words that YAML takes for something else than text.
  private static let reserved: Set<ExactString> = [
    "true", "false", "null", "yes", "no", "on", "off", "y", "n",
  ]

  /// A value in a line.
  static func text(_ value: JSON) -> String {
    switch value {
    case .string(let text): isPlain(text) ? text : JSON.string(text).text
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .object(let object):
      "{\(object.members.map { "\(text(.string($0.name))): \(text($0.value))" }.joined(separator: ", "))}"
    default: value.text
    }
  }

  /// True for a text that YAML reads as itself without quotes, also inside of brackets.
  ///
  /// Names of users have to be written so wherever they can be: in quotes they are the text itself.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, isLetter(first),
      !reserved.contains(ExactString(text.asciiLowercased()))
    else { return false }
    return scalars.allSatisfy {
      isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" || $0 == "."
    }
  }

  /// True for a letter of ASCII, and for what YAML 1.1 calls printable beyond it, without its line breaks and byte order mark.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0x2028, 0x2029, 0xFEFF: false
    case 0xA0...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
