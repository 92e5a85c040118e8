internal import ExactText
import JSONText

/// A browser in which a user has signed in; the key is the value of its cookie.
struct Session: TableRow, Equatable {
  /// The key of the user.
  var user: String
  /// When the user signed in.
  var authentication: Authentication
  /// The first instant at which it is void, in milliseconds since the epoch.
  var expires: Int

  init(user: String, authentication: Authentication, expires: Int) {
    self.user = user
    self.authentication = authentication
    self.expires = expires
  }

  init?(json: JSON) {
    guard let user = json["user"]?.string, let expires = json["expires"]?.int,
      let authentication = Authentication(of: json)
    else { return nil }
    self.init(user: user, authentication: authentication, expires: expires)
  }

  var json: JSON {
    var row: JSONObject = ["user": .string(user), "expires": .int(expires)]
    authentication.add(to: &row)
    return .object(row)
  }
}
