import JSONText
import VirtualTime

extension ServiceCore {
  /// Puts in the world of a seed: tenants, apps, users, groups, policies, configurations.
  ///
  /// What is there already under a name is replaced in place; a policy then keeps its ID and its
  /// place. `devices` and what the world says of apps beside `bundleId` are not the service's.
  mutating func seed(_ world: JSONObject, _ now: VirtualInstant) throws(CommandError) {
    let parts = [
      "tenants", "clients", "apps", "users", "groups", "policies", "configurations",
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
    case "users": try seedUser(name, value, now)
    case "groups": try seedGroup(name, value)
    case "policies": try seedPolicy(.protection, name, value, now)
    default: try seedPolicy(.configuration, name, value, now)
    }
  }

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
    for taken in ["upn", "tenant", "objectId"] { members[taken] = nil }
    try user.change(try changeAccount(of: user, members, now))
    let key = userKey(upn)
    if let other = state.users[key], other.name != name {
      throw CommandError("users \"\(other.name)\" and \"\(name)\" have the same upn")
    }
    state.users[key] = user
  }

  private mutating func seedGroup(_ name: String, _ value: JSON) throws(CommandError) {
    guard let names = value.array ?? value["members"]?.array else {
      throw CommandError("group \"\(name)\" must be a list of users")
    }
    var members: Set<String> = []
    for member in names {
      guard let key = member.string.flatMap(findUser) else {
        throw CommandError("group \"\(name)\" has the unknown user \(member.text)")
      }
      members.insert(key)
    }
    let id = value["id"]?.string ?? name
    state.groups[id] = Group(id: id, name: name, members: members)
  }

  private mutating func seedPolicy(
    _ kind: PolicyKind, _ name: String, _ value: JSON, _ now: VirtualInstant
  ) throws(CommandError) {
    let word = kind == .protection ? "policy" : "configuration"
    let members = try object(value, word, name)
    var targeting = Targeting()
    var settings = kind == .protection ? ProtectionProperty.unrestricted : JSONObject()
    for member in members.members {
      switch member.name {
      case "assign":
        guard let groups = member.value.array else {
          throw CommandError("\(word) \"\(name)\": \"assign\" must be a list of groups")
        }
        for group in groups {
          guard let id = group.string.flatMap(groupID(named:)) else {
            throw CommandError("\(word) \"\(name)\" is assigned to the unknown group \(group.text)")
          }
          targeting.assignments.append(.init(kind: .group, group: id))
        }
      case "apps":
        guard let apps = member.value.array else {
          throw CommandError("\(word) \"\(name)\": \"apps\" must be a list of apps")
        }
        for app in apps { targeting.apps.append(try bundleId(of: app, in: word, name)) }
      case "settings":
        try merge(try object(member.value, "settings of", name), into: &settings, kind, name)
      default: throw CommandError("\(word) \"\(name)\" has no member \"\(member.name)\"")
      }
    }
    if var policy = state.policies.first(where: { $0.kind == kind && $0.name == name }) {
      policy.change(settings: settings, targeting: targeting, now: now.milliseconds)
      state.policies[policy.id] = policy
    } else {
      var policy = ManagedAppPolicy(
        kind: kind, number: state.next(kind.rawValue), displayName: name, settings: settings,
        now: now.milliseconds)
      policy.name = name
      policy.targeting = targeting
      state.policies[policy.id] = policy
    }
  }

  /// The ID of a group by its ID or seed name.
  func groupID(named name: String) -> String? {
    state.groups[name] != nil ? name : state.groups.first { $0.name == name }?.id
  }

  private func bundleId(
    of app: JSON, in word: String, _ name: String
  ) throws(CommandError) -> String {
    guard let text = app.string else {
      throw CommandError("\(word) \"\(name)\": an app must be a name, not \(app.text)")
    }
    if let known = state.apps[text] { return known.bundleId }
    // A bundle ID has a dot, the name of an app has none.
    guard text.contains(".") else {
      throw CommandError("\(word) \"\(name)\" targets the unknown app \"\(text)\"")
    }
    return text
  }

  /// Puts settings over others, each checked against what its kind of policy knows.
  private func merge(
    _ new: JSONObject, into settings: inout JSONObject, _ kind: PolicyKind, _ name: String
  ) throws(CommandError) {
    for member in new.members {
      switch kind {
      case .protection:
        guard let property = ProtectionProperty.named(member.name) else {
          throw CommandError("policy \"\(name)\": there is no property \"\(member.name)\"")
        }
        if let fault = property.fault(of: member.value) {
          throw CommandError("policy \"\(name)\": \(fault)")
        }
        settings[member.name] = member.value
      case .configuration:
        // Graph's keyValuePair has a text as its value, whatever a seed writes.
        settings[member.name] = .string(member.value.string ?? member.value.text)
      }
    }
  }

  private func object(
    _ value: JSON, _ word: String, _ name: String
  ) throws(CommandError) -> JSONObject {
    if value.isNull { return JSONObject() }
    guard let object = value.object else {
      throw CommandError("\(word) \"\(name)\" must be an object")
    }
    return object
  }
}

extension ManagedAppPolicy {
  /// Puts in new content, and counts the revisions up if anything is different.
  mutating func change(
    settings newSettings: JSONObject? = nil, targeting newTargeting: Targeting? = nil,
    displayName newName: String? = nil, description newDescription: String?? = nil, now: Int
  ) {
    let before = self
    if let newSettings { settings = newSettings }
    if let newTargeting { targeting = newTargeting }
    if let newName { displayName = newName }
    if let newDescription { description = newDescription }
    guard self != before else { return }
    if settings != before.settings { contentRevision += 1 }
    revision += 1
    modified = now
  }
}
