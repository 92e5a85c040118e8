internal import ExactText

/// Base64 for URLs, without padding (RFC 4648, section 5).
package enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of bytes.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    var (buffer, count) = (UInt32(0), 0)
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        result.append(digits[Int(buffer >> UInt32(count)) & 63])
      }
    }
    if count > 0 { result.append(digits[Int(buffer << UInt32(6 - count)) & 63]) }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes of a string; nil if it has other characters. Standard Base64 is read too.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var result: [UInt8] = []
    var (buffer, count) = (UInt32(0), 0)
    for character in text.utf8 {
      let value: UInt32
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(character) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(character) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(character) + 4
      case UInt8(ascii: "-"), UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "_"), UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="): continue
      default: return nil
      }
      buffer = buffer << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
      }
    }
    return result
  }
}

extension Base64URL {
  /// The text of bytes in standard Base64 with its padding (RFC 4648, section 4).
  package static func standardText(_ bytes: some Sequence<UInt8>) -> String {
    let digits = text(bytes).utf8.map { digit in
      switch digit {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: digit
      }
    }
    let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    return String(decoding: digits + padding, as: UTF8.self)
  }
}
