import JSONText

/// What a seed says of one tenant.
enum Seed {
  /// The tenant, its users, and the groups, policies and so on that belong to it.
  static func part(of world: JSONObject, tenant: String) -> JSONObject {
    let first = world["tenants"]?.object?.members.first?.name
    var users: Set<String> = []
    var part = JSONObject()
    for member in world.members {
      guard let members = member.value.object else {
        part.append(member.name, member.value)
        continue
      }
      let kept = members.members.filter { entry in
        switch member.name {
        case "tenants": return entry.name == tenant
        case "users":
          guard entry.value["tenant"]?.string == tenant else { return false }
          users.insert(entry.name)
          return true
        case "apps": return true
        case "groups":
          if let named = entry.value["tenant"]?.string { return named == tenant }
          let names = entry.value.array ?? entry.value["members"]?.array ?? []
          return names.isEmpty
            ? tenant == first : names.allSatisfy { users.contains($0.string ?? "") }
        default: return (entry.value["tenant"]?.string ?? first) == tenant
        }
      }
      part.append(member.name, .object(JSONObject(kept.map { ($0.name, $0.value) })))
    }
    return part
  }
}
