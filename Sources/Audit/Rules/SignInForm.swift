internal import ExactText

/// What values of the sign-in look like. The contract gives their type alone, so one of another form violates nothing, but
/// does not show either that it is what it has to be.
enum SignInForm {
  /// Why a text may be no client identifier; nil if it is a GUID, as Azure AD gives them.
  static func doubt(ofClient text: String, in key: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isGUID =
      parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.joined().utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    return isGUID ? nil : "\(key) is '\(text)', which is not a GUID, as client identifiers are"
  }

  /// Why a text may be no authority; nil if it is a URL of HTTPS with a host.
  static func doubt(ofAuthority text: String, in key: String) -> String? {
    let start = "https://"
    let host = text.dropFirst(start.count).prefix { $0 != "/" }
    let isURL =
      text.asciiLowercased().hasPrefix(start) && !host.isEmpty
      && !text.contains(where: \.isWhitespace)
    return isURL ? nil : "\(key) is '\(text)', which is not an https URL, as authorities are"
  }

  /// Why a text may be no redirect; nil if it is a URI, or in the key of a scheme a scheme (RFC 3986, section 3.1).
  static func doubt(ofRedirect text: String, in key: String) -> String? {
    let isURI = key == "ADALRedirectUri"
    let scheme = isURI ? text.prefix { $0 != ":" } : text[...]
    let hasScheme =
      scheme.utf8.first.map(isLetter) ?? false
      && scheme.utf8.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      }
    guard hasScheme, !isURI || scheme.count < text.count, !text.contains(where: \.isWhitespace)
    else { return "\(key) is '\(text)', which is not a \(isURI ? "URI" : "scheme of one")" }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
