internal import ExactText

/// A source file in Objective-C or Swift, reduced to what rules ask: words of the code, headers, assigned texts.
package struct SourceText: Sendable {
  /// The file's path.
  package var file: String
  /// The lines without comments, texts replaced by `""`.
  package let code: [String]
  /// The lines without comments, with their texts.
  package let lines: [String]
  /// True for Swift, which has modules instead of headers.
  package let isSwift: Bool

  /// True for a header of the SDK itself, which defines what an app uses.
  var isOfSDK: Bool {
    file.hasSuffix(".h") && (file.split(separator: "/").last ?? "").hasPrefix("IntuneMAM")
  }

  /// How the names of the files end that are source files.
  static let endings = [".m", ".mm", ".h", ".swift"]

  /// Takes a file apart.
  init(_ text: [UInt8], file: String) {
    self.file = file
    isSwift = file.hasSuffix(".swift")
    var (code, lines): ([UInt8], [UInt8]) = ([], [])
    code.reserveCapacity(text.count)
    lines.reserveCapacity(text.count)
    var cursor = TextCursor(text)
    while let byte = cursor.next {
      if cursor.isAt("//") {
        _ = cursor.take { $0 != 0x0A }
      } else if cursor.take("/*") {
        let comment = cursor.take(until: "*/") ?? cursor.take { _ in true }
        let breaks = comment.filter { $0 == 0x0A }
        code += breaks
        lines += breaks
      } else if byte == UInt8(ascii: "\"") {
        let literal = SourceText.literal(&cursor)
        lines += literal
        code += Array("\"\"".utf8) + literal.filter { $0 == 0x0A }
      } else {
        code.append(byte)
        lines.append(byte)
        cursor.advance()
      }
    }
    self.code = SourceText.split(code)
    self.lines = SourceText.split(lines)
  }

  private static func split(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text with its quotes, up to the end of the line at most; one of Swift with three quotes to its end.
  private static func literal(_ cursor: inout TextCursor) -> [UInt8] {
    if cursor.take("\"\"\"") {
      return Array("\"".utf8) + (cursor.take(until: "\"\"\"") ?? []) + Array("\"".utf8)
    }
    var text: [UInt8] = [UInt8(ascii: "\"")]
    cursor.advance()
    while let byte = cursor.next, byte != 0x0A {
      text.append(byte)
      cursor.advance()
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\"), let next = cursor.next, next != 0x0A {
        text.append(next)
        cursor.advance()
      }
    }
    return text
  }

  /// Where a word stands in the code first, as a whole word; nil if nowhere.
  package func place(of word: String) -> FilePlace? {
    for (index, line) in code.enumerated() {
      if let column = SourceText.column(of: word, in: line) {
        return .text(line: index + 1, column: column)
      }
    }
    return nil
  }

  /// The column of a word in a line, from 1.
  static func column(of word: String, in line: String) -> Int? {
    var rest = line[...]
    while let range = rest.firstRange(of: word) {
      let before = line[..<range.lowerBound].unicodeScalars.last
      let after = line[range.upperBound...].unicodeScalars.first
      if !isWord(before), !isWord(after) { return line[..<range.lowerBound].count + 1 }
      rest = rest[range.upperBound...]
    }
    return nil
  }

  private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// True if a header or module is imported: `IntuneMAMPolicy.h`, or the whole of `IntuneMAM`.
  package func imports(_ name: String) -> Bool {
    lines.contains { line in
      let words = line.split { $0.isWhitespace || "<>\";/.".contains($0) }
      guard let first = words.first,
        ["#import", "#include", "@import", "import"].contains(String(first))
      else { return false }
      let wanted = name.hasSuffix(".h") ? String(name.dropLast(2)) : name
      return words.dropFirst().contains { $0 == wanted }
    }
  }
}
