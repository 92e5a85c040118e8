internal import ExactText

/// A place in a text that moves forward, and knows its line and column.
struct TextCursor {
  /// The text in UTF-8.
  let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var position = 0
  private var line = 1
  /// The column of the byte at ``columnPosition``, counted on from there, so that a long line is counted once.
  private var column = 1
  private var columnPosition = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  /// True behind the last byte.
  var isAtEnd: Bool { position >= bytes.count }

  /// The line and column of the next byte.
  var place: FilePlace {
    mutating get {
      while columnPosition < position {
        let byte = bytes[columnPosition]
        if byte == 0x0A {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
        columnPosition += 1
      }
      return .text(line: line, column: column)
    }
  }

  /// Goes on by so many bytes, to the end at most.
  mutating func advance(_ count: Int = 1) { position = min(bytes.count, position + count) }

  /// True if these bytes come next.
  func isAt(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    return true
  }

  /// Goes on behind these bytes if they come next.
  mutating func take(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    advance(text.utf8CodeUnitCount)
    return true
  }

  /// Goes on behind the next place with these bytes.
  ///
  /// - Returns: what lies before them; nil, with the place unchanged, if they do not come any more.
  mutating func take(until text: StaticString) -> ArraySlice<UInt8>? {
    let start = position
    while !isAtEnd {
      if isAt(text) {
        let before = bytes[start..<position]
        advance(text.utf8CodeUnitCount)
        return before
      }
      position += 1
    }
    position = start
    return nil
  }

  /// The bytes from here on that are as demanded.
  mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, isWanted(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  /// Goes on behind spaces and line ends.
  mutating func skipSpaces() { _ = take { $0 <= 0x20 } }
}
