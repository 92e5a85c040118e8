internal import ExactText
import JSONText
import VirtualTime

/// What the token cache holds for one user at one authority.
struct TokenEntry: Sendable, Equatable {
  var identity: String
  var authority: String
  var refreshToken: String
  var accessToken: String?
  /// The client for which the access token was issued.
  var clientId: String?
  /// When the access token stops being good.
  var expiry: VirtualInstant?

  var json: JSON {
    compact([
      ("identity", .string(identity)), ("authority", .string(authority)),
      ("refreshToken", .string(refreshToken)), ("accessToken", accessToken.map(JSON.string)),
      ("clientId", clientId.map(JSON.string)), ("expiry", expiry.map { .int($0.milliseconds) }),
    ])
  }
}

extension TokenEntry {
  init?(_ json: JSON) {
    guard let identity = json["identity"]?.string, let authority = json["authority"]?.string,
      let refreshToken = json["refreshToken"]?.string
    else { return nil }
    self.init(
      identity: identity, authority: authority, refreshToken: refreshToken,
      accessToken: json["accessToken"]?.string, clientId: json["clientId"]?.string,
      expiry: json["expiry"]?.int.map(VirtualInstant.init))
  }
}
