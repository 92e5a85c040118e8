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
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, isLetter(first),
      !reserved.contains(ExactString(text.asciiLowercased()))
    else { return false }
    return bytes.allSatisfy {
      isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: ".")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
