internal import ExactText

/// Reads a property list in the old text form that Xcode's projects have: `{ key = value; list = ( a, b, ); }`.
struct OpenStepReader {
  private let file: String
  private var cursor: TextCursor
  private var limits = PropertyListLimits()
  /// What readers take in different ways.
  private(set) var remarks: [FileProblem] = []

  /// - Parameter text: the file in UTF-8.
  init(_ text: [UInt8], file: String) {
    cursor = TextCursor(text)
    self.file = file
  }

  /// True if nothing is left of the file.
  var isAtEnd: Bool { cursor.isAtEnd }

  /// The one value of the file.
  mutating func document() throws(FileProblem) -> PropertyValue {
    try skipSpaces()
    guard !cursor.isAtEnd else { throw FileProblem(file, .whole, "the file is empty") }
    let root = try value(depth: 0)
    try skipSpaces()
    guard cursor.isAtEnd else {
      throw FileProblem(
        file, cursor.place, "something follows the end of the property list",
        suggestion: "a property list is XML, binary, or one value in braces")
    }
    return root
  }

  private mutating func value(depth: Int) throws(FileProblem) -> PropertyValue {
    let place = cursor.place
    try limits.take(in: file, at: place, depth: depth)
    if cursor.take("{") { return PropertyValue(.dictionary(try members(depth, place)), at: place) }
    if cursor.take("(") { return PropertyValue(.array(try elements(depth, place)), at: place) }
    if cursor.take("<") {
      guard let digits = cursor.take(until: ">") else {
        throw FileProblem(
          file, place, "the data does not end", suggestion: "see whether the file is cut off")
      }
      let known = digits.filter { $0 > 0x20 }
      guard known.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
        throw FileProblem(file, place, "the data is not of hexadecimal digits")
      }
      return PropertyValue(.data([]), at: place)
    }
    return PropertyValue(.string(try string()), at: place)
  }

  private mutating func members(
    _ depth: Int, _ start: FilePlace
  ) throws(FileProblem) -> [PropertyValue.Member] {
    var members: [PropertyValue.Member] = []
    var names: Set<ExactString> = []
    while true {
      try skipSpaces()
      if cursor.take("}") { return members }
      if cursor.isAtEnd { throw FileProblem(file, start, "the '{' has no '}'") }
      let place = cursor.place
      let key = try string()
      try skipSpaces()
      guard cursor.take("=") else {
        throw FileProblem(file, cursor.place, "'=' is expected behind the key '\(key)'")
      }
      try skipSpaces()
      let value = try value(depth: depth + 1)
      try skipSpaces()
      guard cursor.take(";") else {
        throw FileProblem(file, cursor.place, "';' is expected behind the value of '\(key)'")
      }
      if names.insert(key).inserted {
        members.append(.init(key: key, place: place, value: value))
      } else {
        remarks.append(FileProblem(file, place, "the key '\(key)' occurs twice"))
      }
    }
  }

  private mutating func elements(
    _ depth: Int, _ start: FilePlace
  ) throws(FileProblem) -> [PropertyValue] {
    var elements: [PropertyValue] = []
    while true {
      try skipSpaces()
      if cursor.take(")") { return elements }
      if cursor.isAtEnd { throw FileProblem(file, start, "the '(' has no ')'") }
      elements.append(try value(depth: depth + 1))
      try skipSpaces()
      guard cursor.take(",") || cursor.isAt(")") else {
        throw FileProblem(file, cursor.place, "',' or ')' is expected here")
      }
    }
  }

  private mutating func string() throws(FileProblem) -> String {
    let place = cursor.place
    guard let quote = cursor.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let word = cursor.take { byte in
        byte > 0x20 && !"{}()<>;,=\"'".utf8.contains(byte)
      }
      guard !word.isEmpty else {
        throw FileProblem(file, place, "a string, '{' or '(' is expected here")
      }
      return String(decoding: word, as: UTF8.self)
    }
    cursor.advance()
    var text: [UInt8] = []
    while let byte = cursor.next {
      cursor.advance()
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let next = cursor.next else {
        text.append(byte)
        continue
      }
      cursor.advance()
      switch next {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      default: text.append(next)
      }
    }
    throw FileProblem(file, place, "the string does not end")
  }

  /// Passes over spaces and comments.
  private mutating func skipSpaces() throws(FileProblem) {
    while true {
      cursor.skipSpaces()
      let place = cursor.place
      if cursor.take("//") {
        _ = cursor.take { $0 != 0x0A }
      } else if cursor.take("/*") {
        guard cursor.take(until: "*/") != nil else {
          throw FileProblem(
            file, place, "the comment does not end", suggestion: "see whether the file is cut off")
        }
      } else {
        return
      }
    }
  }
}
