internal import ExactText

/// Makes UTF-8 of the encodings in which property lists and source files are written.
enum TextDecoding {
  /// The text as UTF-8, without a byte order mark.
  ///
  /// UTF-8, UTF-16 with and without a byte order mark; other encodings only as an XML declaration names them.
  ///
  /// - Throws: if the bytes are not text in the encoding, or hold a character that no text has, such as NUL.
  static func utf8(_ bytes: [UInt8], file: String) throws(FileProblem) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try checked(Array(bytes[3...]), file, 3) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes[2...], isBig: true, file) }
    if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes[2...], isBig: false, file) }
    // UTF-16 without a mark: what begins with a character of ASCII.
    if bytes.count > 3, bytes[0] == 0, bytes[1] != 0, bytes[2] == 0 {
      return try utf16(bytes[...], isBig: true, file)
    }
    if bytes.count > 3, bytes[0] != 0, bytes[1] == 0, bytes[3] == 0 {
      return try utf16(bytes[...], isBig: false, file)
    }
    switch declaredEncoding(bytes) {
    case "", "utf-8", "utf8", "us-ascii", "ascii": return try checked(bytes, file, 0)
    case "iso-8859-1", "latin1", "latin-1":
      return try checked(
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }, file, 0)
    case let name:
      throw FileProblem(
        file, .text(line: 1, column: 1), "its encoding '\(name)' is not read",
        suggestion: "write it in UTF-8, as 'plutil -convert xml1' does")
    }
  }

  /// The first byte that is not a space; nil if there is none.
  static func firstVisible(of text: [UInt8]) -> UInt8? { text.first { $0 > 0x20 } }

  /// What the XML declaration says, in small letters; empty if there is none.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String {
    let head = bytes.prefix(200)
    guard head.starts(with: "<?xml".utf8) else { return "" }
    let text = String(decoding: head.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let name = text.firstRange(of: "encoding") else { return "" }
    let rest = text[name.upperBound...].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return "" }
    return rest.dropFirst().prefix { $0 != quote }.asciiLowercased()
  }

  /// The bytes, if they are UTF-8 and hold no character that is forbidden in text (XML 1.0, 2.2).
  ///
  /// - Parameter mark: how many bytes stood before these.
  private static func checked(
    _ bytes: [UInt8], _ file: String, _ mark: Int
  ) throws(FileProblem) -> [UInt8] {
    var line = 1
    for (offset, byte) in bytes.enumerated() where byte < 0x20 {
      if byte == 0x0A { line += 1 }
      guard byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x0C else {
        throw FileProblem(
          file, .text(line: line, column: 0),
          "byte \(offset + mark) is \(byte == 0 ? "NUL" : "a control character (\(byte))")",
          suggestion: "a property list or source file is text; see whether the file is damaged")
      }
    }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = mark
    line = 1
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return bytes
      case .error:
        throw FileProblem(
          file, .text(line: line, column: 0), "byte \(offset) is not UTF-8",
          suggestion: "write the file in UTF-8, or name its encoding in the XML declaration")
      case .scalarValue(let scalar):
        if scalar == "\n" { line += 1 }
        offset += UTF8.width(scalar)
      }
    }
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>, isBig: Bool, _ file: String
  ) throws(FileProblem) -> [UInt8] {
    guard bytes.count.isMultiple(of: 2) else {
      throw FileProblem(
        file, .whole, "it is UTF-16 and has an odd number of bytes",
        suggestion: "see whether the file is cut off")
    }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    var text: [UInt8] = []
    text.reserveCapacity(units.count)
    var decoder = UTF16()
    var iterator = units.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return try checked(text, file, 0)
      case .error:
        throw FileProblem(file, .whole, "it begins as UTF-16 and is not UTF-16 throughout")
      case .scalarValue(let scalar): text.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
  }
}
