internal import ExactText

extension JSON {
  /// The compact text of the value: no spaces, members in their order, `/` not escaped.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of the value over several lines, indented by two spaces, with a final line feed.
  package var prettyText: String {
    var bytes: [UInt8] = []
    writePretty(to: &bytes, indent: 0)
    bytes.append(0x0A)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the compact text of the value to a buffer.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: JSON.append("null", to: &bytes)
    case .bool(let value): JSON.append(value ? "true" : "false", to: &bytes)
    case .int(let value): JSON.write(value, to: &bytes)
    case .double(let value): bytes.append(contentsOf: "\(value)".utf8)
    case .string(let value): JSON.write(value, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object): object.write(to: &bytes)
    }
  }

  private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the decimal digits of an integer without making a string of it.
  package static func write(_ value: Int, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends a string with its quotes and the escapes that RFC 8259 demands.
  package static func write(_ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Nearly every string needs no escape, and can be copied as it is.
    let isCopied = value.utf8.withContiguousStorageIfAvailable { text in
      for byte in text where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
        return false
      }
      bytes.append(contentsOf: text)
      return true
    }
    if isCopied != true { writeEscaped(value, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(_ value: String, to bytes: inout [UInt8]) {
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case UInt8(ascii: "\\"): bytes.append(contentsOf: [byte, byte])
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
  }

  private func writePretty(to bytes: inout [UInt8], indent: Int) {
    func line(_ level: Int) {
      bytes.append(0x0A)
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        line(indent + 1)
        element.writePretty(to: &bytes, indent: indent + 1)
      }
      line(indent)
      bytes.append(UInt8(ascii: "]"))
    case .object(let object) where !object.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        line(indent + 1)
        JSON.write(member.name, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.writePretty(to: &bytes, indent: indent + 1)
      }
      line(indent)
      bytes.append(UInt8(ascii: "}"))
    default: write(to: &bytes)
    }
  }
}

extension JSONObject {
  /// Appends the compact text of the object to a buffer.
  package func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in members {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      JSON.write(member.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      member.value.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
