internal import ExactText
import JSONText
import MAMDirectory

extension DirectoryRules {
  /// Puts in a group of a seed: a list of users, or an object with `members`.
  func seedGroup(_ name: String, _ value: JSON) throws(CommandError) {
    let isList = value.array != nil
    let reader = try MemberReader(
      "group \"\(name)\"", isList ? ["members": value] : value,
      known: ["id", "members", "tenant", "displayName", "description"])
    let id = try reader.text("id") ?? name
    let idMember = reader["id"] == nil ? nil : "id"
    if let other = state.groups.first(where: { $0.name == name && $0.id != id }) {
      // Policies are assigned to the ID.
      throw reader.failure(
        "already exists with the id \(other.id), which cannot be changed", at: idMember)
    }
    if let other = state.groups[id], other.name != name {
      throw reader.failure("has the id of group \"\(other.name)\"", at: idMember)
    }
    var group = Group(id: id, name: name, members: [])
    do throws(CommandError) {
      (group.tenant, group.members) = try seededMembers(reader)
    } catch {
      var error = error
      // In the list itself there is no member that would lead to the item.
      if isList { error.path.removeFirst() }
      throw error
    }
    for property in ["displayName", "description"] {
      if let text = try reader.text(property) { group.profile[property] = .string(text) }
    }
    state.groups[id] = group
  }

  /// The members of a group and their tenant, which the group names or which they show.
  private func seededMembers(
    _ reader: MemberReader
  ) throws(CommandError) -> (tenant: String, members: Set<ExactString>) {
    var tenant = reader["tenant"] == nil ? nil : try tenantName(reader)
    var members: Set<ExactString> = []
    for (index, member) in (try reader.texts("members") ?? []).enumerated() {
      let key = try seededUser(member, reader, at: "members", index)
      let home = state.users[key]?.tenant ?? ""
      // Guests of other tenants are not modelled: a policy would reach across tenants.
      guard home == tenant ?? home else {
        throw reader.failure(
          "is of tenant \"\(tenant ?? "")\", but \"\(member)\" is of tenant \"\(home)\"",
          at: "members", index)
      }
      tenant = home
      members.insert(key)
    }
    return (tenant ?? state.firstTenant, members)
  }
}
