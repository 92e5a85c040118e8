internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import VirtualTime

/// The world of a case with the names that its steps may use.
struct CaseWorld {
  /// What the case starts with.
  var world: World
  /// The names in each section of the world, in order.
  private let names: [ExactString: [String]]
  /// The UPN of each user.
  private let upns: [ExactString: String]

  init(world: World, names: [ExactString: [String]], upns: [ExactString: String]) {
    self.world = world
    self.names = names
    self.upns = upns
  }

  /// The names of a section, such as `apps`.
  func names(in section: String) -> [String] { names[section] ?? [] }

  /// The UPN that a plain text stands for: that of the user whose name it is, else nil.
  func upn(_ text: String) -> String? { upns[text] }

  /// Reads a world that has been merged; nil, and reported, if anything in it is wrong.
  static func read(_ node: YAMLNode, _ diagnostics: Diagnostics) -> CaseWorld? {
    let errors = diagnostics.errorCount
    let sections = Vocabulary.world.map(\.name)
    guard let members = diagnostics.members(node, of: "given", keys: sections) else { return nil }
    for member in members where member.value.members == nil {
      diagnostics.expected("a mapping from names to members", for: member.name, not: member.value)
    }
    var result = names(of: node)
    let reader = WorldReader(names: result, diagnostics: diagnostics)
    for section in Vocabulary.world {
      for inhabitant in node[section.name]?.members ?? [] { reader.check(inhabitant, in: section) }
    }
    guard diagnostics.errorCount == errors else { return nil }
    result.world = reader.world(node)
    return result
  }

  /// An empty world with the names of one that has been merged, whatever is wrong with that: enough to read the steps of
  /// a case for what is wrong with them, too.
  static func names(of node: YAMLNode) -> CaseWorld {
    var names: [ExactString: [String]] = [:]
    for member in node.members ?? [] {
      if let inhabitants = member.value.members { names[member.name] = inhabitants.map(\.name) }
    }
    var upns: [ExactString: String] = [:]
    for user in node["users"]?.members ?? [] {
      if let upn = user.value["upn"]?.text { upns[user.name] = upn }
    }
    return CaseWorld(world: World(), names: names, upns: upns)
  }

  /// A mapping with the changes put in, member by member; null takes a member away.
  static func merge(_ base: YAMLNode, _ change: YAMLNode) -> YAMLNode {
    guard var members = base.members, let changes = change.members else { return change }
    for change in changes {
      let index = members.firstIndex { $0.name == change.name }
      if change.value.kind == "null" {
        if let index { members.remove(at: index) }
      } else if let index {
        members[index] = .init(
          name: change.name, location: change.location,
          value: merge(members[index].value, change.value))
      } else {
        members.append(change)
      }
    }
    return YAMLNode(location: change.location, content: .mapping(members))
  }
}

/// Checks the inhabitants of a world and makes them values.
private struct WorldReader {
  let names: CaseWorld
  let diagnostics: Diagnostics

  func check(_ inhabitant: YAMLNode.Member, in section: Vocabulary.Verb) {
    let node = inhabitant.value
    let name = inhabitant.name
    if section.name == "groups" {
      references(node, for: name, "user", in: "users")
      return
    }
    guard let members = diagnostics.members(node, of: name, keys: section.keys) else { return }
    for member in members { check(member, of: name, in: section.name) }
    let required: [String]
    switch section.name {
    case "users": required = ["upn", "tenant", "objectId"]
    case "apps": required = ["bundleId", "device"]
    default: required = []
    }
    for key in required { _ = diagnostics.required(key, in: node, of: name) }
  }

  private func check(_ member: YAMLNode.Member, of name: String, in section: String) {
    let (key, value) = (member.name, member.value)
    switch key {
    case "domain", "upn", "objectId", "bundleId", "appVersion":
      _ = diagnostics.text(value, for: key)
    case "tenant":
      _ = diagnostics.word(value, for: key, "tenant", among: names.names(in: "tenants"))
    case "device":
      _ = diagnostics.word(value, for: key, "device", among: names.names(in: "devices"))
    case "assign": references(value, for: key, "group", in: "groups")
    case "apps": references(value, for: key, "app", in: "apps")
    case "signedIn": references(value, for: key, "user", in: "users")
    case "settings":
      if section == "policies" {
        diagnostics.policySettings(value, for: key)
      } else if section == "apps" {
        diagnostics.appSettings(value)
      } else if value.members == nil {
        diagnostics.expected("a mapping", for: key, not: value)
      }
    case "default", "telemetry": _ = diagnostics.boolean(value, for: key)
    case "libraries":
      if value.members == nil { diagnostics.expected("a mapping", for: key, not: value) }
    case "managed": diagnostics.managed(value)
    case "answers": diagnostics.answers(value)
    case "delegates": diagnostics.delegates(value)
    default:
      if section == "tenants" {
        _ = diagnostics.tenantChange(member)
      } else {
        _ = diagnostics.userChange(member)
      }
    }
  }

  private func references(
    _ node: YAMLNode, for key: String, _ what: String, in section: String
  ) {
    let known = names.names(in: section)
    for element in diagnostics.list(node, for: key, of: "names") ?? [] {
      _ = diagnostics.word(element, for: key, what, among: known)
    }
  }

  /// The tenants, each of which sends the profile's time from one check-in to the next, unless the case says otherwise.
  private func sendingCheckIn(_ tenants: JSON?) -> JSON {
    let seconds = diagnostics.profile.checkIn.milliseconds / 1000
    var object = JSONObject()
    for member in tenants?.object?.members ?? [] {
      var tenant = member.value.object ?? [:]
      if tenant["checkInSeconds"] == nil { tenant["checkInSeconds"] = .int(seconds) }
      object.append(member.name, .object(tenant))
    }
    return .object(object)
  }

  /// Names of users become UPNs in what apps and devices are given; the service knows the names.
  func world(_ node: YAMLNode) -> World {
    var directory = JSONObject()
    for section in ["tenants", "users", "groups", "policies", "configurations"] {
      directory[section] = node[section]?.json() ?? .object([:])
    }
    if diagnostics.profile.sendsCheckIn {
      directory["tenants"] = sendingCheckIn(directory["tenants"])
    }
    func inhabitants(_ section: String) -> JSONObject {
      var object = JSONObject()
      for inhabitant in node[section]?.members ?? [] {
        object.append(inhabitant.name, inhabitant.value.json(replacing: names.upn))
      }
      return object
    }
    return World(
      directory: directory, devices: inhabitants("devices"), apps: inhabitants("apps"))
  }
}
