internal import CaseModel
internal import ExactText
internal import JSONText
internal import VirtualTime

/// The verbs that change what is around the apps: device, network faults, administration.
extension StepReader {
  /// `{device, managed}` or `{device, wallClock}`.
  func device(_ node: YAMLNode) -> Action? {
    guard
      let members = lint.members(
        node, of: "device", keys: ["device", "managed", "wallClock"]),
      let nameNode = lint.required("device", in: node, of: "device"),
      let device = name(nameNode, for: "device", "device", in: "devices")
    else { return nil }
    var change = JSONObject()
    for member in members {
      switch member.name {
      case "managed":
        lint.managed(member.value)
        change["managed"] = patterns.json(member.value)
      case "wallClock":
        guard let shift = lint.duration(member.value, for: "wallClock", canBeNegative: true)
        else { return nil }
        change["wallClock"] = .int(shift.milliseconds)
      default: continue
      }
    }
    guard !change.isEmpty else {
      lint.error(node.location, "'device' needs 'managed' or 'wallClock'")
      return nil
    }
    return .device(name: device, change: change)
  }

  /// A fault rule, with the UPN of its user.
  func fault(_ node: YAMLNode) -> Action? {
    guard let members = lint.members(node, of: "fault", keys: Vocabulary.faultKeys),
      let endpointNode = lint.required("endpoint", in: node, of: "fault"),
      let endpoint = lint.word(
        endpointNode, for: "endpoint", "endpoint", among: Vocabulary.endpoints),
      let kindNode = lint.required("kind", in: node, of: "fault"),
      let kindName = lint.word(
        kindNode, for: "kind", "kind of fault", among: Vocabulary.faults.map(\.name)),
      let kind = Vocabulary.faults.first(where: { $0.name == kindName })
    else { return nil }
    var rule: JSONObject = ["endpoint": .string(endpoint), "kind": .string(kindName)]
    for member in members {
      let value = member.value
      switch member.name {
      case "app": rule["app"] = app(value, for: "app").map { .string($0) }
      case "user": rule["user"] = user(value, for: "user").map { .string($0) }
      case "after":
        rule["after"] = lint.integer(value, for: "after", in: 0...1_000_000).map { .int($0) }
      case "times":
        rule["times"] = lint.integer(value, for: "times", in: 1...1_000_000).map { .int($0) }
      case "endpoint", "kind": continue
      default:
        guard kind.keys.contains(member.name) else {
          lint.error(member.location, "'\(member.name)' does not go with the kind '\(kindName)'")
          continue
        }
        rule[member.name] = faultValue(value, for: member.name)
      }
    }
    let required = ["status": "status", "error": "code", "delay": "milliseconds"]
    if let key = required[kindName] { _ = lint.required(key, in: node, of: "fault") }
    if kindName == "refused", let times = node["times"] {
      lint.error(
        times.location, "'refused' counts no requests, so it has no 'times'",
        suggestion: "end it with 'clearFaults: true'")
    }
    return .fault(rule)
  }

  private func faultValue(_ node: YAMLNode, for key: String) -> JSON? {
    switch key {
    case "status": return lint.integer(node, for: key, in: 200...599).map { .int($0) }
    case "retryAfter": return lint.integer(node, for: key, in: 0...31_536_000).map { .int($0) }
    case "code":
      return lint.word(node, for: key, "error code", among: Vocabulary.errorCodes)
        .map { .string($0) }
    default:
      // Long delays read better as durations.
      if node.kind == "a text" {
        return lint.duration(node, for: key).map { .int($0.milliseconds) }
      }
      return lint.integer(node, for: key, in: 0...VirtualDuration.longest.milliseconds)
        .map { .int($0) }
    }
  }

  /// The UPN of a user who is named.
  private func user(_ node: YAMLNode, for key: String) -> String? {
    name(node, for: key, "user", in: "users").flatMap(world.upn)
  }

  /// What an administrator does, with UPNs for users.
  func admin(_ node: YAMLNode) -> Action? {
    let kinds = Vocabulary.admin.map(\.name)
    guard let members = node.members,
      let kind = Vocabulary.admin.first(where: { node[$0.name] != nil }),
      let target = node[kind.name]
    else {
      if let members = node.members {
        lint.checkKeys(members, of: "admin", keys: Vocabulary.adminKeys)
      }
      lint.expected("a mapping with one of \(Lint.list(kinds))", for: "admin", not: node)
      return nil
    }
    lint.checkKeys(members, of: "admin", keys: [kind.name] + kind.keys)
    var result = JSONObject()
    switch kind.name {
    case "graph": result["graph"] = graph(target)
    case "wipe", "registration", "user":
      result[kind.name] = user(target, for: kind.name).map { .string($0) }
    case "tenant": named(target, kind.name, "tenant", in: "tenants", &result)
    case "policy": named(target, kind.name, "policy", in: "policies", &result)
    default: named(target, kind.name, "configuration", in: "configurations", &result)
    }
    for member in members where kind.keys.contains(member.name) {
      adminMember(member, of: kind.name, &result)
    }
    let required: [String] =
      switch kind.name {
      case "wipe": ["device"]
      case "registration": ["app", "set"]
      case "user", "tenant": ["set"]
      default: []
      }
    for key in required { _ = lint.required(key, in: node, of: "admin") }
    if ["policy", "configuration"].contains(kind.name), members.count == 1 {
      lint.error(node.location, "'admin' needs \(Lint.list(kind.keys)) beside '\(kind.name)'")
    }
    return .admin(result)
  }

  private func adminMember(
    _ member: YAMLNode.Member, of kind: String, _ result: inout JSONObject
  ) {
    let value = member.value
    switch (kind, member.name) {
    case (_, "device"): named(value, "device", "device", in: "devices", &result)
    case (_, "app"): named(value, "app", "app", in: "apps", &result)
    case (_, "assign"):
      for group in lint.list(value, for: "assign", of: "groups") ?? [] {
        _ = name(group, for: "assign", "group", in: "groups")
      }
      result["assign"] = value.json()
    case (_, "delete"):
      if value.json() == true {
        result["delete"] = true
      } else {
        lint.expected("true", for: "delete", not: value)
      }
    case ("registration", _):
      result["set"] =
        lint.word(value, for: "set", "state", among: Vocabulary.registrationStates)
        .map { .string($0) }
    case ("user", _), ("tenant", _):
      let keys = kind == "user" ? Vocabulary.userStates : Vocabulary.tenantStates
      for state in lint.members(value, of: "set", keys: keys) ?? [] {
        lint.state(state)
      }
      result["set"] = value.json()
    case ("policy", _):
      lint.policySettings(value, for: "set")
      result["set"] = value.json()
    default:
      if value.members == nil { lint.expected("a mapping", for: "set", not: value) }
      result["set"] = value.json()
    }
  }

  private func named(
    _ node: YAMLNode, _ key: String, _ what: String, in section: String,
    _ result: inout JSONObject
  ) {
    result[key] = name(node, for: key, what, in: section).map { .string($0) }
  }

  private func graph(_ node: YAMLNode) -> JSON? {
    guard lint.members(node, of: "graph", keys: ["method", "path", "body"]) != nil,
      let method = lint.required("method", in: node, of: "graph"),
      lint.word(method, for: "method", "method", among: Vocabulary.graphMethods) != nil,
      let path = lint.required("path", in: node, of: "graph"),
      lint.text(path, for: "path") != nil
    else { return nil }
    return patterns.json(node)
  }
}
