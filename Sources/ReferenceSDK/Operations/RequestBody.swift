internal import ExactText
package import JSONText

/// The body of a request: a value, whose bytes are made only for those who send bytes.
package enum RequestBody: Sendable, Equatable {
  /// An object in JSON.
  case json(JSONObject)
  /// `application/x-www-form-urlencoded`: fields with strings, in their order.
  case form(JSONObject)

  /// What goes over the wire.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .json(let object): object.write(to: &bytes)
    case .form(let fields):
      for field in fields.members {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        bytes.append(contentsOf: field.name.utf8)
        bytes.append(UInt8(ascii: "="))
        RequestBody.writeEncoded(field.value.string ?? "", to: &bytes)
      }
    }
    return bytes
  }

  /// A form value with every byte escaped that is not unreserved (RFC 3986, section 2.3).
  private static func writeEncoded(_ text: String, to bytes: inout [UInt8]) {
    let digits: StaticString = "0123456789ABCDEF"
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits.utf8Start[Int(byte >> 4)])
        bytes.append(digits.utf8Start[Int(byte & 15)])
      }
    }
  }
}
