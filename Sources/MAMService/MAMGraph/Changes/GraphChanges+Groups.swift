internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

extension GraphChanges {
  /// `groups` and their members.
  func groups(
    _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let part = rest.dropFirst().first
    try call.access.require(part == "members" ? .members : .groups, call.method)
    let set = resources.groupSet(call)
    guard let name = rest.first, set.find(name) != nil, let id = state.groupID(named: name),
      var group = state.groups[id]
    else {
      return call.method == "POST" && rest.isEmpty
        ? try createGroup(in: set, call) : try call.read(set, rest)
    }
    let rest = Array(rest.dropFirst())
    switch (call.method, part, rest.count) {
    case ("PATCH", nil, _):
      let members = try call.members(of: .group, isNew: false)
      for member in members.members { group.profile[member.name] = member.value }
      let bound = try boundMembers(call)
      try checkTenant(of: group, members: bound)
      group.members.formUnion(bound.distinct)
    case ("DELETE", nil, _):
      state.groups[id] = nil
      return GraphResponse(204)
    case ("POST", "members", 2) where rest[1] == "$ref":
      let reference = try call.object()["@odata.id"]?.string
      guard let reference else { throw .badRequest("@odata.id must be the URL of a user") }
      let key = try member(reference, call)
      try checkTenant(of: group, members: [key])
      guard group.members.insert(key).inserted else {
        throw .badRequest("the user is a member of the group already")
      }
    case ("DELETE", "members", 3) where rest[2] == "$ref":
      guard let key = state.findUser(rest[1]), group.members.remove(key) != nil else {
        throw .notFound("the group has no member \(rest[1])")
      }
    default: return try call.read(set, [id] + rest)
    }
    state.groups[id] = group
    return GraphResponse(204)
  }

  private func createGroup(
    in set: ResourceSet, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let members = try call.members(of: .group, isNew: true)
    try call.checkOptions(of: .group)
    let bound = try boundMembers(call)
    let name = members["displayName"]?.string ?? ""
    var group = Group(id: "", name: name, members: bound.distinct)
    group.tenant =
      call.access.tenant ?? bound.first.flatMap { state.users[$0]?.tenant } ?? state.firstTenant
    try checkTenant(of: group, members: bound)
    group.id = GraphID.group.text(state.next("group"))
    group.created = call.now.milliseconds
    group.profile = members
    state.groups[group.id] = group
    return try call.created(resources.resource(group, call), in: set)
  }

  /// Refuses members of another tenant than the group's: guests are not modelled.
  private func checkTenant(of group: Group, members: [String]) throws(GraphError) {
    // A group of an older state file may have none.
    guard !group.tenant.isEmpty else { return }
    for key in members {
      guard let user = state.users[key], user.tenant != group.tenant else { continue }
      throw .badRequest(
        "\(user.upn) is of tenant \(user.tenant), the group of tenant \(group.tenant)")
    }
  }

  /// The users of `members@odata.bind` in a body.
  private func boundMembers(_ call: GraphCall) throws(GraphError) -> [String] {
    guard let value = try call.object()["members@odata.bind"] else { return [] }
    guard let references = value.array else {
      throw .badRequest("members@odata.bind must be a list of URLs of users")
    }
    var keys: [String] = []
    for reference in references { keys.append(try member(reference.string ?? "", call)) }
    return keys
  }

  /// The key of the user to whom a URL or path points, such as
  /// `https://graph.microsoft.com/v1.0/directoryObjects/o-ana`.
  private func member(_ reference: String, _ call: GraphCall) throws(GraphError) -> String {
    let text =
      reference.hasPrefix("http") ? reference.drop { $0 != ":" }.dropFirst(3) : reference[...]
    let path = text.drop { $0 != "/" }
    let segments = GraphPath(String(path)).segments
    guard segments.count == 2, ["users", "directoryObjects"].contains(segments[0]) else {
      throw .badRequest("\(reference) is not the URL of a user")
    }
    guard let key = state.findUser(segments[1]), let user = state.users[key], !user.isDeleted,
      call.sees(user.tenant)
    else { throw .notFound("there is no user \(segments[1])") }
    return key
  }
}
