package import ExactText
package import JSONText
import MAMWire
import ServiceProtocol

/// The key of a user: the UPN without regard to letter case.
package func userKey(_ identity: String) -> String { identity.foldedCase() }

/// A tenant of the directory.
package struct Tenant: TableRow, Equatable {
  /// How long access tokens live unless the seed says otherwise, in seconds: 24 hours.
  static let defaultAccessTokenSeconds = 86_400

  package var name: String
  /// The GUID by which sign-in calls the tenant.
  package var id: String
  package var displayName: String
  /// The domains of its users, beside those that their UPNs show.
  package var domains: [String] = []
  /// If false, the tenant has no MAM (yet).
  package var isEnabled = true
  /// True while the tenant is being moved.
  package var isMigrating = false
  package var accessTokenSeconds = Tenant.defaultAccessTokenSeconds
  /// If nil, refresh tokens do not expire.
  package var refreshTokenSeconds: Int?
  /// If true, whoever redeems a refresh token is given another one, and the redeemed one is worth nothing any more.
  package var renewsRefreshTokens = false
  /// The time to the next check-in that every check-in is told; nil: it is told none.
  package var checkInSeconds: Int?

  package init(name: String) {
    self.name = name
    displayName = name
    id = StableID.guid(of: name)
  }

  package init?(json: JSON) {
    guard let name = json["name"]?.string, let id = json["id"]?.string,
      let displayName = json["displayName"]?.string, let domains = json["domains"]?.array,
      let isEnabled = json["enabled"]?.bool,
      let isMigrating = json["migrating"]?.bool, let seconds = json["accessTokenSeconds"]?.int,
      TenantChange.tokenSeconds ~= seconds,
      json["refreshTokenSeconds"]?.int.map({ TenantChange.tokenSeconds ~= $0 }) ?? true,
      json["checkInSeconds"]?.int.map({ TenantChange.checkInSeconds ~= $0 }) ?? true
    else { return nil }
    self.name = name
    self.id = id
    self.displayName = displayName
    self.domains = domains.compactMap(\.string)
    self.isEnabled = isEnabled
    self.isMigrating = isMigrating
    accessTokenSeconds = seconds
    refreshTokenSeconds = json["refreshTokenSeconds"]?.int
    renewsRefreshTokens = json["renewsRefreshTokens"]?.bool ?? false
    checkInSeconds = json["checkInSeconds"]?.int
  }

  package var json: JSON {
    var object: JSONObject = [
      "name": .string(name), "id": .string(id), "displayName": .string(displayName),
      "domains": .array(domains.map(JSON.string)), "enabled": .bool(isEnabled),
      "migrating": .bool(isMigrating),
      "accessTokenSeconds": .int(accessTokenSeconds),
      "refreshTokenSeconds": refreshTokenSeconds.map(JSON.int) ?? .null,
    ]
    if renewsRefreshTokens { object.append("renewsRefreshTokens", true) }
    if let checkInSeconds { object.append("checkInSeconds", .int(checkInSeconds)) }
    return .object(object)
  }
}

/// A user of a tenant; the key is ``userKey(_:)`` of the UPN.
package struct User: TableRow, Equatable {
  /// The name in the seed; the UPN for a user without one.
  package var name: String
  package var upn: String
  package var tenant: String
  package var objectId: String
  package var isLicensed = true
  /// If true, no tenant knows the user any more, and every token is void.
  package var isDeleted = false
  /// If true, refresh tokens are refused until the user signs in with the password.
  package var isSignInRequired = false
  /// If nil, any password is right.
  package var password: String?

  package init(name: String, upn: String, tenant: String, objectId: String) {
    self.name = name
    self.upn = upn
    self.tenant = tenant
    self.objectId = objectId
  }

  package init?(json: JSON) {
    guard let name = json["name"]?.string, let upn = json["upn"]?.string,
      let tenant = json["tenant"]?.string, let objectId = json["objectId"]?.string,
      let isLicensed = json["licensed"]?.bool, let isDeleted = json["deleted"]?.bool,
      let isSignInRequired = json["signInRequired"]?.bool
    else { return nil }
    self.init(name: name, upn: upn, tenant: tenant, objectId: objectId)
    self.isLicensed = isLicensed
    self.isDeleted = isDeleted
    self.isSignInRequired = isSignInRequired
    password = json["password"]?.string
  }

  package var json: JSON {
    [
      "name": .string(name), "upn": .string(upn), "tenant": .string(tenant),
      "objectId": .string(objectId), "licensed": .bool(isLicensed), "deleted": .bool(isDeleted),
      "signInRequired": .bool(isSignInRequired), "password": password.map(JSON.string) ?? .null,
    ]
  }
}

/// A group of users; the key is its ID.
package struct Group: TableRow, Equatable {
  /// The ID in Graph: the seed's name unless it gives another.
  package var id: String
  /// The name in the seed; the display name of a group that an administrator made.
  package var name: String
  /// The name of the tenant to which it belongs; empty if there was none when it was made.
  package var tenant = ""
  /// The keys of the users.
  package var members: Set<ExactString>
  /// Milliseconds since the epoch; nil for a group of a seed.
  package var created: Int?
  /// What an administrator has set, by the names of Graph's properties.
  package var profile = JSONObject()

  package init(id: String, name: String, members: Set<ExactString>) {
    self.id = id
    self.name = name
    self.members = members
  }

  package init?(json: JSON) {
    guard let id = json["id"]?.string, let name = json["name"]?.string,
      let members = json["members"]?.array
    else { return nil }
    self.init(id: id, name: name, members: Set(texts: members.compactMap(\.string)))
    tenant = json["tenant"]?.string ?? ""
    created = json["created"]?.int
    profile = json["profile"]?.object ?? JSONObject()
  }

  package var json: JSON {
    [
      "id": .string(id), "name": .string(name), "tenant": .string(tenant),
      "members": .array(members.sortedTexts.map(JSON.string)),
      "created": created.map(JSON.int) ?? .null, "profile": .object(profile),
    ]
  }
}

/// The bundle ID of an app that seeds call by a name; the key is the name.
package struct AppName: TableRow, Equatable {
  package var bundleId: String

  package init(bundleId: String) { self.bundleId = bundleId }

  package init?(json: JSON) {
    guard let bundleId = json.string else { return nil }
    self.bundleId = bundleId
  }

  package var json: JSON { .string(bundleId) }
}

/// A token that the sign-in host gave out; the key is its ID.
package struct Token: TableRow, Equatable {
  /// The key of the user; nil for the token of an application itself (client credentials).
  package var user: String?
  /// The name of the tenant that gave it out.
  package var tenant: String
  /// The `client_id` it was given to.
  package var client: String
  /// What it permits: delegated scopes of a user's token, application roles without a user.
  package var scopes: [String]
  /// The first instant, in milliseconds since the epoch, at which it is void; nil for never.
  package var expires: Int?
  /// When it was given out, in milliseconds since the epoch.
  package var issued = 0
  /// True if the user gave a second factor for it.
  package var isStrong = false
  /// What the token goes back to; nil for the token of an application, and if that was not kept, as of access
  /// tokens under a coordinator.
  package var authentication: Authentication?
  /// What an access token is for, as its claim `aud` says; nil if that was not kept, as under a coordinator,
  /// and then it is good everywhere.
  package var audience: String?
  /// What was asked for of OpenID Connect's own scopes, such as `openid`; nil if that was not kept.
  package var identityScopes: [String]?
  /// True if only a page may use a refresh token, by a request that its browser calls cross-origin.
  package var isOfPage = false

  package init(user: String?, tenant: String, client: String, scopes: [String], expires: Int?) {
    self.user = user
    self.tenant = tenant
    self.client = client
    self.scopes = scopes
    self.expires = expires
  }

  package init?(json: JSON) {
    guard let tenant = json["tenant"]?.string, let client = json["client"]?.string,
      let scopes = json["scopes"]?.array
    else { return nil }
    self.init(
      user: json["user"]?.string, tenant: tenant, client: client,
      scopes: scopes.compactMap(\.string), expires: json["expires"]?.int)
    issued = json["issued"]?.int ?? 0
    isStrong = json["strong"]?.bool ?? false
    authentication = Authentication(of: json)
    audience = json["audience"]?.string
    identityScopes = json["identityScopes"]?.array?.compactMap(\.string)
    isOfPage = json["page"]?.bool ?? false
  }

  /// True until the instant of expiry.
  package func isValid(at now: Int) -> Bool { expires.map { now < $0 } ?? true }

  package var json: JSON {
    var row: JSONObject = [
      "user": JSON(user), "tenant": .string(tenant), "client": .string(client),
      "scopes": .array(scopes.map(JSON.string)), "expires": expires.map(JSON.int) ?? .null,
      "issued": .int(issued), "strong": .bool(isStrong),
    ]
    authentication?.add(to: &row)
    row.append("audience", string: audience)
    if let identityScopes {
      row.append("identityScopes", .array(identityScopes.map(JSON.string)))
    }
    if isOfPage { row.append("page", .bool(true)) }
    return .object(row)
  }
}

/// The highest number given out for one kind of ID; the key names the kind.
package struct Counter: TableRow, Equatable {
  package var value: Int

  init(value: Int) { self.value = value }

  package init?(json: JSON) {
    guard let value = json.int else { return nil }
    self.value = value
  }

  package var json: JSON { .int(value) }
}
