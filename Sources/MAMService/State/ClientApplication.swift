import JSONText

/// An application that signs users in, or itself; the key is its `client_id`.
///
/// A directory without any takes every client, with everything consented.
struct ClientApplication: TableRow, Equatable {
  var id: String
  var displayName: String
  /// The tenant in which it acts for itself.
  var tenant: String
  /// Nil for a client that has none.
  var secret: String?
  /// The certificates, in PEM form, with whose keys it signs assertions (RFC 7523).
  var certificates: [String] = []
  /// False for a public client, which has nothing to prove itself by (RFC 6749, section 2.1).
  var isConfidential: Bool { secret != nil || !certificates.isEmpty }
  /// Where a user may be sent with a code; empty for any.
  var redirectURIs: [String]
  /// The scopes to which users have consented; nil for all.
  var scopes: [String]?
  /// The application roles to which an administrator has consented.
  var roles: [String]

  init(id: String, _ members: JSONObject, tenant: String) throws(CommandError) {
    func fail(_ what: String) -> CommandError { CommandError("client \"\(id)\": \(what)") }
    func texts(_ name: String) throws(CommandError) -> [String]? {
      guard let value = members[name], !value.isNull else { return nil }
      let texts = value.array?.compactMap(\.string)
      guard let texts, texts.count == value.array?.count else {
        throw fail("\"\(name)\" must be a list of texts")
      }
      return texts
    }
    let known = ["name", "tenant", "secret", "redirectUris", "scopes", "roles"]
    for member in members.members where !known.contains(member.name) {
      throw fail("there is no member \"\(member.name)\": one of \(known.joined(separator: ", "))")
    }
    self.id = id
    self.tenant = tenant
    displayName = members["name"]?.string ?? id
    secret = members["secret"]?.string
    redirectURIs = try texts("redirectUris") ?? []
    scopes = try texts("scopes")
    roles = try texts("roles") ?? []
  }

  init?(json: JSON) {
    guard let id = json["id"]?.string, let name = json["name"]?.string,
      let tenant = json["tenant"]?.string, let uris = json["redirectUris"]?.array,
      let roles = json["roles"]?.array
    else { return nil }
    self.id = id
    self.tenant = tenant
    displayName = name
    secret = json["secret"]?.string
    certificates = json["certificates"]?.array?.compactMap(\.string) ?? []
    redirectURIs = uris.compactMap(\.string)
    scopes = json["scopes"]?.array?.compactMap(\.string)
    self.roles = roles.compactMap(\.string)
  }

  var json: JSON {
    var row: JSONObject = [
      "id": .string(id), "name": .string(displayName), "tenant": .string(tenant),
      "secret": JSON(secret), "redirectUris": .array(redirectURIs.map(JSON.string)),
      "scopes": scopes.map { .array($0.map(JSON.string)) } ?? .null,
      "roles": .array(roles.map(JSON.string)),
    ]
    if !certificates.isEmpty {
      row.append("certificates", .array(certificates.map(JSON.string)))
    }
    return .object(row)
  }
}
