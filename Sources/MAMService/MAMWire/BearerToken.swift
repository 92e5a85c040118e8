internal import ExactText

/// How a request names the token that it bears: `Authorization: Bearer` (RFC 6750, section 2.1).
package enum BearerToken {
  /// The token in the value of the header `Authorization`; nil for another scheme, and if there is none.
  package static func read(_ value: String) -> String? {
    let space = UInt8(ascii: " ")
    let scheme = value.utf8.prefix { $0 != space }
    // Names of schemes have no letter case (RFC 9110, section 11.1).
    guard scheme.count == 6, zip(scheme, "bearer".utf8).allSatisfy({ $0 | 0x20 == $1 }) else {
      return nil
    }
    let token = value.utf8.dropFirst(6).drop { $0 == space }
    return token.isEmpty ? nil : String(Substring(token))
  }
}
