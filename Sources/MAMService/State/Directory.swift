internal import ExactText
import JSONText

/// The key of a user: the UPN without regard to letter case.
func userKey(_ identity: String) -> String { identity.foldedCase() }

/// A tenant of the directory.
struct Tenant: TableRow, Equatable {
  /// How long access tokens live unless the seed says otherwise, in seconds: 24 hours.
  static let defaultAccessTokenSeconds = 86_400

  var name: String
  /// The GUID by which sign-in calls the tenant.
  var id: String
  var displayName: String
  /// The domains of its users, beside those that their UPNs show.
  var domains: [String] = []
  /// False: the tenant has no MAM (yet).
  var isEnabled = true
  /// True while the tenant is being moved.
  var isMigrating = false
  var accessTokenSeconds = Tenant.defaultAccessTokenSeconds
  /// Nil: refresh tokens do not expire.
  var refreshTokenSeconds: Int?

  init(name: String) {
    self.name = name
    displayName = name
    id = StableID.guid(of: name)
  }

  init?(json: JSON) {
    guard let name = json["name"]?.string, let id = json["id"]?.string,
      let displayName = json["displayName"]?.string, let domains = json["domains"]?.array,
      let isEnabled = json["enabled"]?.bool,
      let isMigrating = json["migrating"]?.bool, let seconds = json["accessTokenSeconds"]?.int,
      Tenant.tokenSeconds ~= seconds,
      json["refreshTokenSeconds"]?.int.map({ Tenant.tokenSeconds ~= $0 }) ?? true
    else { return nil }
    self.name = name
    self.id = id
    self.displayName = displayName
    self.domains = domains.compactMap(\.string)
    self.isEnabled = isEnabled
    self.isMigrating = isMigrating
    accessTokenSeconds = seconds
    refreshTokenSeconds = json["refreshTokenSeconds"]?.int
  }

  var json: JSON {
    [
      "name": .string(name), "id": .string(id), "displayName": .string(displayName),
      "domains": .array(domains.map(JSON.string)), "enabled": .bool(isEnabled),
      "migrating": .bool(isMigrating),
      "accessTokenSeconds": .int(accessTokenSeconds),
      "refreshTokenSeconds": refreshTokenSeconds.map(JSON.int) ?? .null,
    ]
  }
}

/// A user of a tenant; the key is ``userKey(_:)`` of the UPN.
struct User: TableRow, Equatable {
  /// The name in the seed; the UPN for a user without one.
  var name: String
  var upn: String
  var tenant: String
  var objectId: String
  var isLicensed = true
  /// True: no tenant knows the user any more, and every token is void.
  var isDeleted = false
  /// True: refresh tokens are refused until the user signs in with the password.
  var isSignInRequired = false
  /// Nil: any password is right.
  var password: String?

  init(name: String, upn: String, tenant: String, objectId: String) {
    self.name = name
    self.upn = upn
    self.tenant = tenant
    self.objectId = objectId
  }

  init?(json: JSON) {
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

  var json: JSON {
    [
      "name": .string(name), "upn": .string(upn), "tenant": .string(tenant),
      "objectId": .string(objectId), "licensed": .bool(isLicensed), "deleted": .bool(isDeleted),
      "signInRequired": .bool(isSignInRequired), "password": password.map(JSON.string) ?? .null,
    ]
  }
}

/// A group of users; the key is its ID.
struct Group: TableRow, Equatable {
  /// The ID in Graph: the seed's name unless it gives another.
  var id: String
  /// The name in the seed; the display name of a group that an administrator made.
  var name: String
  /// The name of the tenant to which it belongs; empty if there was none when it was made.
  var tenant = ""
  /// The keys of the users.
  var members: Set<ExactString>
  /// Milliseconds since the epoch; nil for a group of a seed.
  var created: Int?
  /// What an administrator has set, by the names of Graph's properties.
  var profile = JSONObject()

  init(id: String, name: String, members: Set<ExactString>) {
    self.id = id
    self.name = name
    self.members = members
  }

  init?(json: JSON) {
    guard let id = json["id"]?.string, let name = json["name"]?.string,
      let members = json["members"]?.array
    else { return nil }
    self.init(id: id, name: name, members: Set(texts: members.compactMap(\.string)))
    tenant = json["tenant"]?.string ?? ""
    created = json["created"]?.int
    profile = json["profile"]?.object ?? JSONObject()
  }

  var json: JSON {
    [
      "id": .string(id), "name": .string(name), "tenant": .string(tenant),
      "members": .array(members.sortedTexts.map(JSON.string)),
      "created": created.map(JSON.int) ?? .null, "profile": .object(profile),
    ]
  }
}

/// The bundle ID of an app that seeds call by a name; the key is the name.
struct AppName: TableRow, Equatable {
  var bundleId: String

  init(bundleId: String) { self.bundleId = bundleId }

  init?(json: JSON) {
    guard let bundleId = json.string else { return nil }
    self.bundleId = bundleId
  }

  var json: JSON { .string(bundleId) }
}

/// A token that the sign-in host gave out; the key is its ID.
struct Token: TableRow, Equatable {
  /// The key of the user; nil for the token of an application itself (client credentials).
  var user: String?
  /// The name of the tenant that gave it out.
  var tenant: String
  /// The `client_id` it was given to.
  var client: String
  /// What it permits: delegated scopes of a user's token, application roles without a user.
  var scopes: [String]
  /// The first instant, in milliseconds since the epoch, at which it is void; nil for never.
  var expires: Int?
  /// When it was given out, in milliseconds since the epoch.
  var issued = 0
  /// True if the user gave a second factor for it.
  var isStrong = false
  /// What the token goes back to; nil for the token of an application, and if that was not kept, as of access
  /// tokens under a coordinator.
  var authentication: Authentication?
  /// What an access token is for, as its claim `aud` says; nil if that was not kept, as under a coordinator,
  /// and then it is good everywhere.
  var audience: String?
  /// What was asked for of OpenID Connect's own scopes, such as `openid`; nil if that was not kept.
  var identityScopes: [String]?
  /// True if only a page may use a refresh token, by a request that its browser calls cross-origin.
  var isOfPage = false

  init(user: String?, tenant: String, client: String, scopes: [String], expires: Int?) {
    self.user = user
    self.tenant = tenant
    self.client = client
    self.scopes = scopes
    self.expires = expires
  }

  init?(json: JSON) {
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
  func isValid(at now: Int) -> Bool { expires.map { now < $0 } ?? true }

  var json: JSON {
    var row: JSONObject = [
      "user": JSON(user), "tenant": .string(tenant), "client": .string(client),
      "scopes": .array(scopes.map(JSON.string)), "expires": expires.map(JSON.int) ?? .null,
      "issued": .int(issued), "strong": .bool(isStrong),
    ]
    authentication?.add(to: &row)
    if let audience { row.append("audience", .string(audience)) }
    if let identityScopes {
      row.append("identityScopes", .array(identityScopes.map(JSON.string)))
    }
    if isOfPage { row.append("page", .bool(true)) }
    return .object(row)
  }
}

/// The highest number given out for one kind of ID; the key names the kind.
struct Counter: TableRow, Equatable {
  var value: Int

  init(value: Int) { self.value = value }

  init?(json: JSON) {
    guard let value = json.int else { return nil }
    self.value = value
  }

  var json: JSON { .int(value) }
}
