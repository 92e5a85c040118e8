internal import ExactText

/// What access tokens are for: the services that take them, by the name in the claim `aud`.
package enum Resources {
  /// Microsoft Graph.
  package static let graph = "https://graph.microsoft.com"
  /// The names of Graph: its URI, and the ID of its application.
  package static let namesOfGraph = [graph, "00000003-0000-0000-c000-000000000000"]
  /// The MAM service, which apps' operations are of; `mam` is short for it in a scope.
  package static let mam = "https://msmamservice.api.application"

  /// True if a token is good at Graph, which the real service has one name for and its application ID another; this
  /// service goes by its own URLs as well.
  ///
  /// - Parameter origin: scheme and authority by which the client has called this service.
  package static func isGraph(_ audience: String, origin: String) -> Bool {
    let own = [origin, "\(origin)/v1.0", "\(origin)/beta"]
    return (namesOfGraph + own).contains { areSame($0, audience) }
  }

  /// True if two names are of one resource: a slash at the end and letter case tell nothing.
  package static func areSame(_ left: String, _ right: String) -> Bool {
    func bare(_ name: String) -> Substring.UTF8View {
      let bytes = name.utf8
      return bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes[...]
    }
    let (left, right) = (bare(left), bare(right))
    return left.count == right.count
      && zip(left, right).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
