import JSONText
import VirtualTime

extension ServiceCore {
  /// Puts in the world of a seed: tenants, apps, licences, users, groups, policies, configurations,
  /// MDM devices.
  ///
  /// What is there already under a name is replaced in place; a policy then keeps its ID and its
  /// place. `devices` and what the world says of apps beside `bundleId` are not the service's.
  mutating func seed(_ world: JSONObject, _ now: VirtualInstant) throws(CommandError) {
    let parts = [
      "tenants", "clients", "apps", "licences", "users", "groups", "policies",
      "configurations", "mdmDevices",
    ]
    for member in world.members where member.name != "devices" {
      guard parts.contains(member.name) else {
        throw CommandError("a seed has no member \"\(member.name)\"")
      }
    }
    for part in parts {
      guard let value = world[part], !value.isNull else { continue }
      guard let members = value.object else { throw CommandError("\"\(part)\" must be an object") }
      for (name, value) in members.members.map({ ($0.name, $0.value) }) {
        do throws(CommandError) {
          try seed(part, name, value, now)
        } catch {
          var error = error
          error.path = [part, name] + error.path
          throw error
        }
      }
    }
  }

  private mutating func seed(
    _ part: String, _ name: String, _ value: JSON, _ now: VirtualInstant
  ) throws(CommandError) {
    switch part {
    case "tenants": try seedTenant(name, value)
    case "clients": try seedClient(name, value)
    case "apps": try seedApp(name, value)
    case "licences": try seedLicence(name, value)
    case "users": try seedUser(name, value, now)
    case "groups": try seedGroup(name, value)
    case "policies": try seedPolicy(.protection, name, value, now)
    case "configurations": try seedPolicy(.configuration, name, value, now)
    default: try seedDevice(name, value, now)
    }
  }

  /// The tenant that a part of a seed names; the first one if it names none.
  func tenantName(
    _ value: JSON?, _ word: String, _ name: String
  ) throws(CommandError) -> String {
    guard let value, !value.isNull else { return firstTenant }
    guard let tenant = value.string, state.tenants[tenant] != nil else {
      throw CommandError("\(word) \"\(name)\" has no tenant that the service knows")
    }
    return tenant
  }

  /// The tenant of whatever names none: the one that was there first; empty without any.
  var firstTenant: String { state.tenants.oldest?.key ?? "" }

  private mutating func seedTenant(_ name: String, _ value: JSON) throws(CommandError) {
    var tenant = Tenant(name: name)
    try tenant.change(try object(value, "tenant", name))
    state.tenants[name] = tenant
  }

  private mutating func seedClient(_ id: String, _ value: JSON) throws(CommandError) {
    let members = try object(value, "client", id)
    let tenant = members["tenant"]?.string ?? state.tenants.oldest?.key ?? ""
    guard state.tenants[tenant] != nil else {
      throw CommandError("client \"\(id)\" has no tenant that the service knows")
    }
    state.clients[id] = try ClientApplication(id: id, members, tenant: tenant)
  }

  private mutating func seedApp(_ name: String, _ value: JSON) throws(CommandError) {
    guard let bundleId = value["bundleId"]?.string, !bundleId.isEmpty else {
      throw CommandError("app \"\(name)\" has no bundleId")
    }
    state.apps[name] = AppName(bundleId: bundleId)
  }

  private mutating func seedUser(
    _ name: String, _ value: JSON, _ now: VirtualInstant
  ) throws(CommandError) {
    var members = try object(value, "user", name)
    guard let upn = members["upn"]?.string, !upn.isEmpty else {
      throw CommandError("user \"\(name)\" has no upn")
    }
    guard let tenant = members["tenant"]?.string, state.tenants[tenant] != nil else {
      throw CommandError("user \"\(name)\" has no tenant that the service knows")
    }
    let objectId = members["objectId"]?.string ?? "o-\(name)"
    var user = User(name: name, upn: upn, tenant: tenant, objectId: objectId)
    let licences = members["licences"]
    for taken in ["upn", "tenant", "objectId", "licences"] { members[taken] = nil }
    if let licences { user.isLicensed = try seedLicences(licences, of: user) }
    try user.change(try changeAccount(of: user, members, now))
    let key = userKey(upn)
    if let other = state.users[key], other.name != name {
      throw CommandError("users \"\(other.name)\" and \"\(name)\" have the same upn")
    }
    state.users[key] = user
  }

  /// A value that must be an object; null stands for one without members.
  func object(
    _ value: JSON, _ word: String, _ name: String
  ) throws(CommandError) -> JSONObject {
    if value.isNull { return JSONObject() }
    guard let object = value.object else {
      throw CommandError("\(word) \"\(name)\" must be an object")
    }
    return object
  }
}
