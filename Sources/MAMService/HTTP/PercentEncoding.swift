internal import ExactText

/// Percent escapes in URLs (RFC 3986, section 2.1).
enum PercentEncoding {
  /// The text without its escapes; what is no escape stays as it is.
  ///
  /// - Parameter isQuery: true for a part of a query, in which `+` stands for a space.
  static func decoded(_ text: Substring, isQuery: Bool = false) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(isHexadecimal),
        let value = UInt8(Substring(digits), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(isQuery && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with everything escaped but the unreserved characters (RFC 3986, section 2.3).
  ///
  /// - Parameter others: more characters that stay; by default those that a query may hold, for links
  ///   that people read.
  static func encoded(_ text: String, keeping others: String = "$,()':/@") -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where others.utf8.contains(byte):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
