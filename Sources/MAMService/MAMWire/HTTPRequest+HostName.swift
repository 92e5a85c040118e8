internal import ExactText

extension HTTPRequest {
  /// The name or address by which the client calls the service, without the port; nil if it does not say,
  /// or says something that is neither.
  ///
  /// What comes back to other clients must not be what anybody likes to write there: a name has letters,
  /// digits, `.`, `-` and `_`, an address of IPv6 stands in brackets (RFC 9110, section 7.2).
  package var hostName: String? {
    guard header("host") != nil else { return nil }
    let authority = origin.utf8.dropFirst(origin.hasPrefix("https://") ? 8 : 7)
    return HTTPRequest.hostName(ofAuthority: String(Substring(authority)))
  }

  /// The name or address of an authority, without the port; nil if it has something that is neither.
  package static func hostName(ofAuthority text: String) -> String? {
    let authority = text.utf8[...]
    let isBracketed = authority.first == UInt8(ascii: "[")
    let end =
      isBracketed
      ? authority.firstIndex(of: UInt8(ascii: "]")).map { authority.index(after: $0) }
      : authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    guard let end else { return nil }
    let (name, port) = (authority[..<end], authority[end...])
    let isPort =
      port.isEmpty
      || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(HTTPRequest.isDigit))
    let inner = isBracketed ? name.dropFirst().dropLast() : name
    guard isPort, 1...HTTPRequest.maximumHostLength ~= inner.count,
      inner.allSatisfy(isBracketed ? HTTPRequest.isOfIPv6 : HTTPRequest.isOfName)
    else { return nil }
    return String(Substring(name))
  }

  /// The longest name of a host (RFC 1035, section 2.3.4), in bytes.
  private static let maximumHostLength = 253

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: isDigit(byte)
    }
  }

  private static func isOfIPv6(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: isDigit(byte)
    }
  }
}
