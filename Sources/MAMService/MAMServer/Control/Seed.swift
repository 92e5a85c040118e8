internal import ExactText
import JSONText
import MAMDirectory

/// A seed whose parts can be put in again one tenant at a time.
struct Seed {
  /// What the service knew at its start.
  let world: JSONObject

  /// The tenant, its users, and whatever else is its own; every part says so, because what names no
  /// tenant would be of the one that is there first.
  func part(of tenant: String) -> JSONObject {
    var part = JSONObject()
    for member in world.members {
      guard let members = member.value.object else { continue }
      var kept = JSONObject()
      for entry in members.members {
        switch member.name {
        case "tenants": if entry.name == tenant { kept.append(entry.name, entry.value) }
        // Apps are everybody's.
        case "apps": kept.append(entry.name, entry.value)
        default:
          guard owner(of: entry.value, in: member.name) == tenant else { continue }
          kept.append(entry.name, Seed.owned(entry.value, by: tenant))
        }
      }
      part.append(member.name, .object(kept))
    }
    return part
  }

  /// The tenant that a part belongs to.
  private func owner(of value: JSON, in part: String) -> String? {
    if let tenant = value["tenant"]?.string { return tenant }
    if part == "groups", let name = (value.array ?? value["members"]?.array)?.first?.string {
      return user(named: name)?["tenant"]?.string
    }
    if part == "mdmDevices", let name = value["user"]?.string {
      return user(named: name)?["tenant"]?.string
    }
    return world["tenants"]?.object?.members.first?.name
  }

  /// A user by name in the seed, UPN or object ID.
  private func user(named name: String) -> JSON? {
    let users = world["users"]?.object?.members ?? []
    return users.first {
      $0.name == name || $0.value["objectId"]?.string == name
        || $0.value["upn"]?.string.map(userKey) == userKey(name)
    }?.value
  }

  private static func owned(_ value: JSON, by tenant: String) -> JSON {
    var object = value.object ?? JSONObject()
    // A group may be written as the list of its members.
    if let members = value.array { object["members"] = .array(members) }
    object["tenant"] = .string(tenant)
    return .object(object)
  }
}
