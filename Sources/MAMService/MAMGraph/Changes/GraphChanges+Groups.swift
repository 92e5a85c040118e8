internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

/// `groups` and their members.
extension GraphChanges {
  /// The group that a path names.
  private func group(_ visit: GraphVisit) throws(GraphError) -> Group {
    let name = visit.segments[1]
    guard resources.groupSet(visit.call).find(name) != nil, let id = state.groupID(named: name),
      let group = state.groups[id]
    else { throw .notFound("there is no group \(name)") }
    return group
  }

  /// Lists groups, or reads one and what hangs on one.
  func readGroups(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    try visit.call.read(resources.groupSet(visit.call), visit.rest(behind: 1))
  }

  /// Changes a group, and adds the members that are bound.
  func changeGroup(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    var group = try group(visit)
    let members = try visit.call.members(of: .group, isNew: false)
    for member in members.members { group.profile[member.name] = member.value }
    let bound = try boundMembers(visit.call)
    try checkTenant(of: group, members: bound)
    group.members.formUnion(bound.distinct)
    state.groups[group.id] = group
    return GraphResponse(204)
  }

  /// Removes a group.
  func deleteGroup(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    state.groups[try group(visit).id] = nil
    return GraphResponse(204)
  }

  /// Makes a user a member.
  func addMember(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    var group = try group(visit)
    let reference = try visit.call.object()["@odata.id"]?.string
    guard let reference else { throw .badRequest("@odata.id must be the URL of a user") }
    let key = try member(reference, visit.call)
    try checkTenant(of: group, members: [key])
    guard group.members.insert(key).inserted else {
      throw .badRequest("the user is a member of the group already")
    }
    state.groups[group.id] = group
    return GraphResponse(204)
  }

  /// Ends a membership.
  func removeMember(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    var group = try group(visit)
    let name = visit.segments[3]
    guard let key = state.findUser(name), group.members.remove(key) != nil else {
      throw .notFound("the group has no member \(name)")
    }
    state.groups[group.id] = group
    return GraphResponse(204)
  }

  /// Adds a group.
  func createGroup(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let call = visit.call
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
    return try call.created(resources.resource(group, call), in: resources.groupSet(call))
  }

  /// Refuses members of another tenant than the group's: guests are not modelled.
  private func checkTenant(of group: Group, members: [String]) throws(GraphError) {
    // A group of an older state file may have none.
    guard !group.tenant.isEmpty else { return }
    for key in members {
      guard let user = state.users[key], user.tenant != group.tenant else { continue }
      throw .badRequest(
        "\(user.upn) belongs to tenant \(user.tenant), the group to tenant \(group.tenant)")
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
