internal import ExactText
package import JSONText
import MAMCrypto
import MAMWire

/// An application that signs users in, or itself; the key is its `client_id`.
///
/// A directory without any takes every client, with everything consented.
package struct ClientApplication: TableRow, Equatable {
  package var id: String
  package var displayName: String
  /// The tenant in which it acts for itself.
  package var tenant: String
  /// Nil for a client that has none.
  package var secret: String?
  /// The certificates, in PEM form, with whose keys it signs assertions (RFC 7523).
  package var certificates: [String] = []
  /// False for a public client, which has nothing to prove itself by (RFC 6749, section 2.1).
  package var isConfidential: Bool { secret != nil || !certificates.isEmpty }
  /// Where a user may be sent with a code; empty for nowhere (AADSTS500113).
  package var redirectURIs: [String]
  /// Those of ``redirectURIs`` where its pages are, which redeem their codes themselves, across origins; empty if
  /// nothing is said of that.
  package var spaRedirectURIs: [String] = []
  /// What tokens for it are for beside its own ID and `api://{client_id}`, as its scopes begin.
  package var identifierURIs: [String] = []
  /// The scopes to which users have consented; nil for all.
  package var scopes: [String]?
  /// The application roles to which an administrator has consented.
  package var roles: [String]

  /// What a seed may say of a client.
  package static let memberNames = [
    "name", "tenant", "secret", "certificates", "redirectUris", "spaRedirectUris",
    "identifierUris", "scopes", "roles",
  ]

  /// A client of a seed.
  package init(id: String, _ reader: MemberReader, tenant: String) throws(CommandError) {
    self.id = id
    self.tenant = tenant
    displayName = try reader.text("name") ?? id
    secret = try reader.text("secret")
    for (index, text) in (try reader.texts("certificates") ?? []).enumerated() {
      guard X509.hasRSAKey(text) else {
        throw reader.failure(
          "has an entry in \"certificates\" that is not a certificate of an RSA key in PEM format",
          at: "certificates", index)
      }
      certificates.append(text)
    }
    spaRedirectURIs = try reader.texts("spaRedirectUris") ?? []
    redirectURIs = (try reader.texts("redirectUris") ?? []) + spaRedirectURIs
    identifierURIs = try reader.texts("identifierUris") ?? []
    scopes = try reader.texts("scopes")
    roles = try reader.texts("roles") ?? []
  }

  package init?(json: JSON) {
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
    spaRedirectURIs = json["spaRedirectUris"]?.array?.compactMap(\.string) ?? []
    identifierURIs = json["identifierUris"]?.array?.compactMap(\.string) ?? []
    scopes = json["scopes"]?.array?.compactMap(\.string)
    self.roles = roles.compactMap(\.string)
  }

  package var json: JSON {
    var row: JSONObject = [
      "id": .string(id), "name": .string(displayName), "tenant": .string(tenant),
      "secret": JSON(secret), "redirectUris": .array(redirectURIs.map(JSON.string)),
      "scopes": scopes.map { .array($0.map(JSON.string)) } ?? .null,
      "roles": .array(roles.map(JSON.string)),
    ]
    if !certificates.isEmpty {
      row.append("certificates", .array(certificates.map(JSON.string)))
    }
    for (name, uris) in [
      ("spaRedirectUris", spaRedirectURIs), ("identifierUris", identifierURIs),
    ] where !uris.isEmpty {
      row.append(name, .array(uris.map(JSON.string)))
    }
    return .object(row)
  }
}
