internal import ExactText
package import JSONText

/// A browser in which a user has signed in; the key is the value of its cookie.
package struct Session: TableRow, Equatable {
  /// The key of the user.
  package var user: String
  /// When the user signed in.
  package var authentication: Authentication
  /// The first instant at which it is void, in milliseconds since the epoch.
  package var expires: Int

  package init(user: String, authentication: Authentication, expires: Int) {
    self.user = user
    self.authentication = authentication
    self.expires = expires
  }

  package init?(json: JSON) {
    guard let user = json["user"]?.string, let expires = json["expires"]?.int,
      let authentication = Authentication(of: json)
    else { return nil }
    self.init(user: user, authentication: authentication, expires: expires)
  }

  package var json: JSON {
    var row: JSONObject = ["user": .string(user), "expires": .int(expires)]
    authentication.add(to: &row)
    return .object(row)
  }
}
