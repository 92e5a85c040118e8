import JSONText
import VirtualTime

extension ServiceCore {
  /// Puts in a group of a seed: a list of users, or an object with `members`.
  mutating func seedGroup(_ name: String, _ value: JSON) throws(CommandError) {
    guard let names = value.array ?? value["members"]?.array else {
      throw CommandError("group \"\(name)\" must be a list of users")
    }
    for member in value.object?.members ?? []
    where !["id", "members", "tenant"].contains(member.name) {
      throw CommandError("group \"\(name)\" has no member \"\(member.name)\"")
    }
    var members: Set<String> = []
    for member in names {
      guard let key = member.string.flatMap(findUser) else {
        throw CommandError("group \"\(name)\" has the unknown user \(member.text)")
      }
      members.insert(key)
    }
    let id = value["id"]?.string ?? name
    var group = Group(id: id, name: name, members: members)
    group.tenant = try tenantName(value["tenant"], "group", name)
    state.groups[id] = group
  }

  /// Puts in a policy or configuration of a seed.
  mutating func seedPolicy(
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
      case "default" where kind == .configuration:
        guard let isDefault = member.value.bool else {
          throw CommandError("\(word) \"\(name)\": \"default\" must be true or false")
        }
        guard isDefault else { break }
        targeting.assignments.append(.init(kind: .allLicensedUsers))
        // The default is every app's, unless it names some.
        if members["apps"] == nil { targeting.appGroupType = "allApps" }
      case "tenant": break
      default: throw CommandError("\(word) \"\(name)\" has no member \"\(member.name)\"")
      }
    }
    let tenant = try tenantName(members["tenant"], word, name)
    if var policy = state.policies.first(where: { $0.kind == kind && $0.name == name }) {
      policy.change(now: now.milliseconds) {
        $0.tenant = tenant
        $0.settings = settings
        $0.targeting = targeting
      }
      state.policies[policy.id] = policy
    } else {
      var policy = ManagedAppPolicy(
        kind: kind, number: state.next(kind.rawValue), displayName: name, settings: settings,
        now: now.milliseconds)
      policy.name = name
      policy.tenant = tenant
      policy.targeting = targeting
      state.policies[policy.id] = policy
    }
  }

  /// The ID of a group by its ID or seed name.
  func groupID(named name: String) -> String? {
    state.groups[name] != nil ? name : state.groups.first { $0.name == name }?.id
  }

  /// The bundle ID of an app that a seed names, or writes as a bundle ID.
  func bundleId(
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
}
