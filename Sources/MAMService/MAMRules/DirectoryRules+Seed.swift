internal import ExactText
package import JSONText
package import MAMDirectory
package import VirtualTime

extension DirectoryRules {
  /// The parts of a seed, each in need of those before it only.
  private static let seedParts = [
    "tenants", "clients", "apps", "licences", "users", "groups", "policies", "configurations",
    "mdmDevices",
  ]

  /// Puts in the world of a seed: tenants, apps, licences, users, groups, policies, configurations,
  /// MDM devices.
  ///
  /// What is there already under a name is replaced in place; a policy then keeps its ID and its
  /// place. `devices` and what the world says of apps beside `bundleId` are not the service's.
  ///
  /// - Throws: the first error of each entry of the first part that has any: what is wrong with later
  ///   parts may only follow from that.
  package func seed(_ world: JSONObject, _ now: VirtualInstant) throws(CommandError) {
    let known = DirectoryRules.seedParts + ["devices"]
    for member in world.members where !known.contains(member.name) {
      let hint = CommandError.hint(member.name, DirectoryRules.seedParts)
      throw CommandError("a seed has no member \"\(member.name)\"\(hint)").below(member.name)
    }
    var users = KnownUsers(state.users.rows)
    for part in DirectoryRules.seedParts {
      guard let value = world[part], !value.isNull else { continue }
      guard let members = value.object else {
        throw CommandError("\"\(part)\" must be an object").below(part)
      }
      var errors: [CommandError] = []
      for member in members.members {
        do throws(CommandError) {
          try seed(part, member.name, member.value, &users, now)
        } catch {
          errors.append(error.below(part, member.name))
        }
      }
      if var first = errors.first {
        first.others = Array(errors.dropFirst())
        throw first
      }
    }
  }

  private func seed(
    _ part: String, _ name: String, _ value: JSON, _ known: inout KnownUsers,
    _ now: VirtualInstant
  ) throws(CommandError) {
    switch part {
    case "tenants": try seedTenant(name, value)
    case "clients": try seedClient(name, value)
    case "apps": try seedApp(name, value)
    case "licences": try seedLicence(name, value)
    case "users": try seedUser(name, value, &known, now)
    case "groups": try seedGroup(name, value)
    case "policies": try seedPolicy(.protection, name, value, now)
    case "configurations": try seedPolicy(.configuration, name, value, now)
    default: try seedDevice(name, value, now)
    }
  }

  /// The tenant that a part of a seed names; the first one if it names none.
  func tenantName(_ reader: MemberReader) throws(CommandError) -> String {
    guard let name = try reader.text("tenant") else { return state.firstTenant }
    guard state.tenants[name] != nil else {
      throw reader.unknown(
        "tenant", name, at: "tenant", among: state.tenants.rows.map(\.name))
    }
    return name
  }

  private func seedTenant(_ name: String, _ value: JSON) throws(CommandError) {
    let reader = try MemberReader("tenant \"\(name)\"", value, known: Tenant.memberNames)
    var tenant = Tenant(name: name)
    if let reason = Tenant.reasonAgainst(name: name) {
      throw reader.failure("cannot sign anybody in: \(reason)", at: nil)
    }
    try change(&tenant, reader)
    state.tenants[name] = tenant
  }

  private func seedClient(_ id: String, _ value: JSON) throws(CommandError) {
    let reader = try MemberReader(
      "client \"\(id)\"", value, known: ClientApplication.memberNames)
    let tenant = try tenantName(reader)
    guard !tenant.isEmpty else {
      throw reader.failure("needs a tenant, and there is none", at: nil)
    }
    state.clients[id] = try ClientApplication(id: id, reader, tenant: tenant)
  }

  private func seedApp(_ name: String, _ value: JSON) throws(CommandError) {
    let names = value.object?.members.map(\.name) ?? []
    let reader = try MemberReader("app \"\(name)\"", value, known: names + ["bundleId"])
    state.apps[name] = AppName(bundleId: try reader.requiredText("bundleId"))
  }

  private func seedUser(
    _ name: String, _ value: JSON, _ known: inout KnownUsers, _ now: VirtualInstant
  ) throws(CommandError) {
    let reader = try MemberReader(
      "user \"\(name)\"", value,
      known: ["upn", "tenant", "objectId", "licences"] + User.memberNames
        + Account.memberNames + UserProfile.memberNames)
    let upn = try reader.requiredText("upn")
    _ = try reader.requiredText("tenant")
    var user = User(
      name: name, upn: upn, tenant: try tenantName(reader),
      objectId: try reader.text("objectId") ?? "o-\(name)")
    let key = userKey(upn)
    if let other = known.names[name], other != key, let upn = state.users[other]?.upn {
      // Enrollments, tokens and groups hang on the UPN.
      throw reader.failure("already exists with the upn \(upn), which cannot be changed", at: "upn")
    }
    if let other = known.objectIds[user.objectId], other != key, let name = state.users[other]?.name
    {
      throw reader.failure("has the objectId of user \"\(name)\"", at: "objectId")
    }
    if let other = state.users[key] {
      guard other.name == name else {
        throw reader.failure("has the upn of user \"\(other.name)\"", at: "upn")
      }
      // Groups, tokens and enrollments are of the tenant, too, as long as there is one.
      guard other.tenant == user.tenant || state.tenants[other.tenant] == nil else {
        throw reader.failure(
          "already exists in tenant \"\(other.tenant)\", which cannot be changed", at: "tenant")
      }
    }
    if let isLicensed = try seedLicences(reader, of: user) { user.isLicensed = isLicensed }
    try user.change(reader)
    try changeAccount(key, reader, now)
    state.users[key] = user
    known.add(user)
  }
}

/// The users that are there, by what no two of them may share.
struct KnownUsers {
  /// The keys of users by name.
  private(set) var names: [ExactString: String] = [:]
  /// The keys of users by object ID.
  private(set) var objectIds: [ExactString: String] = [:]

  init(_ users: [User]) { for user in users { add(user) } }

  mutating func add(_ user: User) {
    let key = userKey(user.upn)
    names[user.name] = key
    objectIds[user.objectId] = key
  }
}
