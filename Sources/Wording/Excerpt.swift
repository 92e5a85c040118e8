internal import ExactText

/// What others have written, within a message of ours.
package enum Excerpt {
  /// At most 120 of the bytes, around the place that matters, with what cannot be seen as `\x00`.
  ///
  /// - Parameter offset: the place that matters, counted from the first byte.
  package static func text(_ bytes: ArraySlice<UInt8>, around offset: Int = 0) -> String {
    let limit = 120
    guard bytes.count > limit else { return visible(bytes) }
    // What comes before a mistake explains more than what comes after it.
    let start = max(0, min(offset - 80, bytes.count - limit))
    let piece = bytes.dropFirst(start).prefix(limit)
    return (start > 0 ? "…" : "") + visible(piece) + (piece.endIndex < bytes.endIndex ? "…" : "")
      + " (\(bytes.count) bytes)"
  }

  /// The text with every byte of what is not UTF-8, or could not be seen in a report, as `\x00`.
  static func visible(_ bytes: ArraySlice<UInt8>) -> String {
    var result = ""
    var rest = bytes
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      let length: Int
      switch decoder.parseScalar(from: &iterator) {
      case .emptyInput: return result
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        length = encoded.count
        if scalar.isVisible {
          result.unicodeScalars.append(scalar)
          rest = rest.dropFirst(length)
          continue
        }
      case .error(let count): length = count
      }
      for byte in rest.prefix(length) {
        result += byte < 0x10 ? "\\x0" : "\\x"
        result += String(byte, radix: 16, uppercase: true)
      }
      rest = rest.dropFirst(length)
    }
  }
}

extension Excerpt {
  /// The beginning of a text, at most 2,000 bytes of it, and how long the whole is: all of a very long one would hide
  /// everything around it.
  package static func beginning(of text: String) -> String {
    let limit = 2000
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    // A character is not cut in two.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return "\(text[..<end])… (\(text.utf8.count) bytes)"
  }

  /// The text without what could steer a terminal, turn a line around, or hide in it: such characters become U+FFFD.
  package static func harmless(_ text: String) -> String {
    func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
      scalar.steersDisplay && scalar != "\n" && scalar != "\t"
    }
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    let scalars = text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension Unicode.Scalar {
  /// True if it could steer a terminal, show a line in another order than it has, or make two texts look the same.
  package var steersDisplay: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    // Embeddings, overrides and isolates of texts that run from right to left.
    case 0x202A...0x202E, 0x2066...0x2069: true
    // Line separators, and blanks, marks of direction and tags of no width. Joiners belong to words, and stay.
    case 0x00AD, 0x061C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x2029, 0x2060...0x2064, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// True if it can be seen, or is a blank.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
