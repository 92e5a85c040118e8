internal import ExactText
package import JSONText
import MAMWire

/// A sign-in that somebody has begun and that a code stands for; the key is the code.
package struct PendingSignIn: TableRow, Equatable {
  /// How far it is.
  package enum Progress: String, Sendable {
    /// The user has not decided yet: a device code only.
    case pending
    /// The user has signed in.
    case approved
    /// The user has declined.
    case declined
  }

  /// The code that a user types in (RFC 8628, section 3.2); nil for an authorization code.
  package var userCode: String?
  /// The `client_id`.
  package var client: String
  /// The name of the tenant to whose authority the client turned; nil for one that is everybody's.
  package var tenant: String?
  /// The scopes as they were asked for.
  package var scope: String
  package var progress: Progress
  /// The key of the user who has signed in.
  package var user: String?
  /// When the user has; nil if that was not kept.
  package var authentication: Authentication?
  /// The first instant at which the code is void, in milliseconds since the epoch.
  package var expires: Int
  /// How long a client must wait between two questions, in seconds.
  package var interval = 5
  /// The latest question of the client, in milliseconds since the epoch.
  package var asked: Int?
  /// Where the user was sent; only for an authorization code.
  package var redirectURI: String?
  /// The challenge of RFC 7636 and its method.
  package var challenge: String?
  package var challengeMethod: String?
  package var nonce: String?

  package init(client: String, scope: String, progress: Progress, expires: Int) {
    self.client = client
    self.scope = scope
    self.progress = progress
    self.expires = expires
  }

  package init?(json: JSON) {
    guard let client = json["client"]?.string, let scope = json["scope"]?.string,
      let progress = json["progress"]?.string.flatMap(Progress.init(rawValue:)),
      let expires = json["expires"]?.int, let interval = json["interval"]?.int
    else { return nil }
    self.init(client: client, scope: scope, progress: progress, expires: expires)
    self.interval = interval
    tenant = json["tenant"]?.string
    userCode = json["userCode"]?.string
    user = json["user"]?.string
    authentication = Authentication(of: json)
    asked = json["asked"]?.int
    redirectURI = json["redirectUri"]?.string
    challenge = json["challenge"]?.string
    challengeMethod = json["challengeMethod"]?.string
    nonce = json["nonce"]?.string
  }

  package var json: JSON {
    var row: JSONObject = [
      "userCode": JSON(userCode), "client": .string(client), "tenant": JSON(tenant),
      "scope": .string(scope),
      "progress": .string(progress.rawValue), "user": JSON(user), "expires": .int(expires),
      "interval": .int(interval), "asked": asked.map(JSON.int) ?? .null,
      "redirectUri": JSON(redirectURI), "challenge": JSON(challenge),
      "challengeMethod": JSON(challengeMethod), "nonce": JSON(nonce),
    ]
    authentication?.add(to: &row)
    return .object(row)
  }
}
