internal import ExactText

/// Where a user may be sent back to.
enum RedirectURI {
  /// The hosts of the loopback interface (RFC 8252, sections 7.3 and 8.3).
  private static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

  /// True for an absolute URI that a browser may be sent to: no white space, no scripts.
  static func isRedirectable(_ uri: String) -> Bool {
    guard let colon = uri.firstIndex(of: ":"), colon != uri.startIndex else { return false }
    let scheme = uri[..<colon].asciiLowercased()
    return !["javascript", "data", "vbscript"].contains(scheme)
      && scheme.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      } && uri.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }

  /// True for a place on the user's own machine or device: the loopback interface at any port and path, and
  /// the schemes that apps with MSAL have registered with their system, such as `msauth.com.contoso.mail`.
  static func isOfNativeApp(_ uri: String) -> Bool {
    if withoutPort(uri) != nil { return true }
    guard let colon = uri.firstIndex(of: ":") else { return false }
    let scheme = uri[..<colon].asciiLowercased()
    return scheme.hasPrefix("msauth") || scheme.hasPrefix("msal")
  }

  /// True if a URI is among those that a client has registered: letter for letter, but at any port of the
  /// loopback interface, because a native app takes whichever is free (RFC 8252, section 7.3).
  static func isRegistered(_ uri: String, among registered: [String]) -> Bool {
    if registered.contains(uri) { return true }
    guard let wanted = withoutPort(uri) else { return false }
    return registered.contains { withoutPort($0) == wanted }
  }

  /// Scheme and authority of a URI, as a browser writes the origin of its pages (RFC 6454, section 6.2): without
  /// the port that the scheme has anyway; nil for what has no authority.
  static func origin(of uri: String) -> String? {
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")] {
      guard uri.prefix(scheme.count).asciiLowercased() == scheme else { continue }
      let rest = uri.dropFirst(scheme.count)
      var authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.asciiLowercased()
      if authority.hasSuffix(port) { authority.removeLast(port.count) }
      return authority.isEmpty ? nil : scheme + authority
    }
    return nil
  }

  /// True for an origin of the loopback interface, at any port.
  static func isLoopback(_ origin: String) -> Bool {
    guard let name = RedirectURI.origin(of: origin), name == origin else { return false }
    let authority = name.drop { $0 != "/" }.dropFirst(2)
    return loopbackHosts.contains { host in
      guard authority.hasPrefix(host) else { return false }
      let port = authority.dropFirst(host.count)
      return port.isEmpty
        || (port.first == ":" && port.dropFirst().utf8.allSatisfy { 48...57 ~= $0 })
    }
  }

  /// Host and path of a URI of the loopback interface; nil for any other.
  private static func withoutPort(_ uri: String) -> String? {
    let scheme = "http://"
    guard uri.prefix(scheme.count).asciiLowercased() == scheme else { return nil }
    let rest = uri.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let path = rest[end...]
    for host in loopbackHosts where rest[..<end].asciiLowercased().hasPrefix(host) {
      let port = rest[..<end].dropFirst(host.count)
      guard port.isEmpty || port.first == ":", port.dropFirst().utf8.allSatisfy({ 48...57 ~= $0 })
      else { continue }
      return host + (path.hasPrefix("/") ? "" : "/") + path
    }
    return nil
  }
}
