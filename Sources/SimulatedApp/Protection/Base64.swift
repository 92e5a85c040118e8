internal import ExactText

/// Base64 (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var value = group.reduce(0) { $0 << 8 | Int($1) }
      value <<= 8 * (3 - group.count)
      for place in 0..<4 {
        text.append(place <= group.count ? digits[value >> (18 - 6 * place) & 63] : padding)
      }
      index += 3
    }
    return text
  }

  /// The bytes; nil if the text is no base64, or nothing.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard !text.isEmpty, text.count.isMultiple(of: 4) else { return nil }
    let end = text.lastIndex { $0 != padding }.map { $0 + 1 } ?? 0
    guard text.count - end <= 2 else { return nil }
    var bytes: [UInt8] = []
    var value = 0
    for (index, byte) in text[..<end].enumerated() {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      value = value << 6 | digit
      if index % 4 != 0 { bytes.append(UInt8(value >> (6 - 2 * (index % 4)) & 255)) }
    }
    return bytes
  }
}
