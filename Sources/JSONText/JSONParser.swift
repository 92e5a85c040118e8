internal import ExactText

/// Why a string is not JSON, and where.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, in words.
  package let reason: String
  /// The offset in bytes at which reading stopped.
  package let offset: Int

  /// An error of that reason at that place.
  package init(reason: String, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package var description: String { "\(reason) at byte \(offset)" }

  /// What is wrong with a file, at which line and column of it; a column is a byte.
  package func text(in bytes: [UInt8]) -> String {
    // Not generic, and without a copy: it may be a whole GiB that somebody has named.
    let before = bytes.prefix(offset)
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return "line \(line), column \(before.count - start + 1): \(reason)"
  }
}

extension JSON {
  /// The deepest nesting that is read; deeper text is refused so that it cannot exhaust the stack.
  package static let maximumDepth = 64

  /// Reads one JSON value that fills the whole text (RFC 8259).
  ///
  /// - Throws: ``JSONError`` for anything else: text after the value, a duplicate name, a number
  ///   that is neither a 64-bit integer nor finite, invalid UTF-8, more than ``maximumDepth`` levels.
  package init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8)[...])
  }

  /// Reads one JSON value that fills all the bytes (RFC 8259).
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSON, JSONError> in
      var parser = JSONParser(bytes: buffer)
      do throws(JSONError) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }
}

/// A recursive-descent reader over borrowed bytes.
private struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  func failure(_ reason: String) -> JSONError { JSONError(reason: reason, offset: position) }

  mutating func document() throws(JSONError) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw failure("text after the value") }
    return value
  }

  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    guard position < bytes.count else { throw failure("the text ends where a value is expected") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default:
      let isMark = position == 0 && bytes[0] == 0xEF
      throw failure(isMark ? "a byte order mark" : "a value cannot start here")
    }
  }

  mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw failure("unknown word") }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] {
      throw failure("unknown word")
    }
    position += count
    return value
  }

  mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= JSON.maximumDepth else {
      throw failure("more than \(JSON.maximumDepth) levels")
    }
  }

  mutating func object() throws(JSONError) -> JSONObject {
    try enter()
    defer { depth -= 1 }
    position += 1
    var object = JSONObject()
    var index = JSONObject.NameIndex()
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
      position += 1
      return object
    }
    while true {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw failure("a member name is expected")
      }
      let name = try string()
      guard index.place(ofNext: name, in: object) == nil else {
        throw failure("the name \"\(name)\" occurs twice")
      }
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
        throw failure("':' is expected")
      }
      position += 1
      if object.isEmpty { object.reserveCapacity(8) }
      object.append(name, try value())
      skipSpace()
      guard position < bytes.count else { throw failure("the object is not closed") }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "}") { return object }
      guard byte == UInt8(ascii: ",") else {
        position -= 1
        throw failure("',' or '}' is expected")
      }
    }
  }

  mutating func array() throws(JSONError) -> [JSON] {
    try enter()
    defer { depth -= 1 }
    position += 1
    var elements: [JSON] = []
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
      position += 1
      return elements
    }
    while true {
      elements.append(try value())
      skipSpace()
      guard position < bytes.count else { throw failure("the array is not closed") }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "]") { return elements }
      guard byte == UInt8(ascii: ",") else {
        position -= 1
        throw failure("',' or ']' is expected")
      }
    }
  }

  mutating func number() throws(JSONError) -> JSON {
    let start = position
    var isInteger = true
    func digit(_ index: Int) -> Bool {
      index < bytes.count && bytes[index] >= UInt8(ascii: "0") && bytes[index] <= UInt8(ascii: "9")
    }
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard digit(position) else { throw failure("a digit is expected") }
    if bytes[position] == UInt8(ascii: "0") {
      position += 1
      if digit(position) { throw failure("a number cannot start with 0") }
    } else {
      while digit(position) { position += 1 }
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard digit(position) else { throw failure("a digit is expected") }
      while digit(position) { position += 1 }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      guard digit(position) else { throw failure("a digit is expected") }
      while digit(position) { position += 1 }
    }
    // So many digits fit into 64 bits.
    if isInteger, position - start <= 18 { return .int(integer(from: start)) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // A larger integer is what most readers make of it, the nearest double (RFC 8259, section 6).
    if isInteger, let value = Int(text) { return .int(value) }
    guard let value = Double(text), value.isFinite else { throw failure("the number is too large") }
    return .double(value)
  }

  /// The value of the digits behind `start`, and of a sign before them.
  private func integer(from start: Int) -> Int {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var value = 0
    for index in (isNegative ? start + 1 : start)..<position {
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    var marks: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let slice = UnsafeBufferPointer(rebasing: bytes[start..<position])
        // Bytes below 0x80 are UTF-8 as they are.
        guard marks >= 0x80 else {
          position += 1
          return String(decoding: slice, as: UTF8.self)
        }
        guard let text = String(validating: slice, as: UTF8.self) else {
          throw failure("the string is not UTF-8")
        }
        position += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw failure("a control character in a string")
      default:
        marks |= byte
        position += 1
      }
    }
    throw failure("the string is not closed")
  }

  /// The slow path: a string that holds at least one escape.
  mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var buffer = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: buffer, as: UTF8.self) else {
          throw failure("the string is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &buffer)
      case 0..<0x20:
        position -= 1
        throw failure("a control character in a string")
      default: buffer.append(byte)
      }
    }
    throw failure("the string is not closed")
  }

  mutating func escape(into buffer: inout [UInt8]) throws(JSONError) {
    guard position < bytes.count else { throw failure("the string is not closed") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"):
      var code = UInt32(try hexadecimal())
      if code & 0xFC00 == 0xD800 {
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
          bytes[position + 1] == UInt8(ascii: "u")
        else { throw failure("half of a surrogate pair") }
        position += 2
        let low = UInt32(try hexadecimal())
        guard low & 0xFC00 == 0xDC00 else { throw failure("half of a surrogate pair") }
        code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(code) else { throw failure("half of a surrogate pair") }
      buffer.append(contentsOf: String(Character(scalar)).utf8)
    default: throw failure("unknown escape")
    }
  }

  mutating func hexadecimal() throws(JSONError) -> UInt16 {
    guard position + 4 <= bytes.count else { throw failure("four hexadecimal digits are expected") }
    var value: UInt16 = 0
    for _ in 0..<4 {
      let byte = bytes[position]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw failure("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
