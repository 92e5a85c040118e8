internal import ExactText

/// Percent escapes in URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// The text without its escapes; what is not an escape stays as it is.
  ///
  /// - Parameter isQuery: true for a part of a query, in which `+` stands for a space.
  package static func decoded(_ text: Substring, isQuery: Bool = false) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(text)
    }
    let given = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(given.count)
    var place = 0
    while place < given.count {
      let byte = given[place]
      if byte == UInt8(ascii: "%"), place + 2 < given.count,
        let high = digit(given[place + 1]), let low = digit(given[place + 2])
      {
        bytes.append(high << 4 | low)
        place += 3
      } else {
        bytes.append(isQuery && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with everything escaped but the unreserved characters (RFC 3986, section 2.3).
  ///
  /// - Parameter others: more characters that stay; by default those that a query may hold, for links
  ///   that people read.
  package static func encoded(_ text: String, keeping others: String = "$,()':/@") -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.append(byte)
      case _ where others.utf8.contains(byte):
        result.append(byte)
      default:
        result.append(UInt8(ascii: "%"))
        result.append(hexadecimal[Int(byte >> 4)])
        result.append(hexadecimal[Int(byte & 15)])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
