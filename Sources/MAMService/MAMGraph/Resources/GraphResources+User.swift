internal import ExactText
import JSONText
import MAMDirectory
import MAMModel

extension GraphResources {
  /// The users that the caller sees; deleted ones are not listed.
  func userSet(_ call: GraphCall) -> ResourceSet {
    ResourceSet(.user, "users") {
      state.users.filter { !$0.isDeleted && call.sees($0.tenant) }.map {
        resource($0, call)
      }
    } find: { name in
      guard let user = state.findUser(name).flatMap({ state.users[$0] }), call.sees(user.tenant)
      else {
        return nil
      }
      return resource(user, call)
    }
  }

  /// A user as Graph shows one.
  func resource(_ user: User, _ call: GraphCall) -> Resource {
    let key = userKey(user.upn)
    let profile = state.profiles[key]
    var fields: JSONObject = [
      "id": .string(user.objectId), "displayName": .string(user.name),
      "mail": .string(user.upn), "userPrincipalName": .string(user.upn),
      "businessPhones": [],
      "accountEnabled": .bool(state.accounts[key]?.condition != .disabled),
      "assignedLicenses": .array(
        licences(of: key, user).map {
          [
            "disabledPlans": .array($0.disabledPlans.map(JSON.string)), "skuId": .string($0.sku),
          ]
        }),
      "createdDateTime": profile?.created.map { JSON(instant: $0) } ?? .null,
      "mailNickname": .string(String(user.upn.prefix { $0 != "@" })), "userType": "Member",
    ]
    for member in profile?.properties.members ?? [] { fields[member.name] = member.value }
    return Resource(
      .user, key: user.objectId, sequence: state.users.sequence(of: key) ?? 0, fields
    ) { navigation in
      switch navigation {
      case "managedAppRegistrations":
        state.enrollments.filter { $0.user == key }.map { resource($0) }
      case "managedDevices":
        state.devices.filter { $0.user == key }.map { resource($0) }
      case "licenseDetails": licenceDetails(of: key, user)
      default:
        state.groups.filter { $0.members.contains(key) }.map { resource($0, call) }
      }
    }
  }

  /// The groups that the caller sees.
  func groupSet(_ call: GraphCall) -> ResourceSet {
    ResourceSet(.group, "groups") {
      state.groups.filter { call.sees($0.tenant) }.map { resource($0, call) }
    } find: { name in
      guard let group = state.groupID(named: name).flatMap({ state.groups[$0] }),
        call.sees(group.tenant)
      else { return nil }
      return resource(group, call)
    }
  }

  /// A group as Graph shows one.
  func resource(_ group: Group, _ call: GraphCall) -> Resource {
    var fields: JSONObject = [
      "id": .string(group.id),
      "createdDateTime": group.created.map { JSON(instant: $0) } ?? .null,
      "displayName": .string(group.name), "groupTypes": [], "mailEnabled": false,
      "mailNickname": .string(group.name), "securityEnabled": true,
    ]
    for member in group.profile.members { fields[member.name] = member.value }
    return Resource(
      .group, key: group.id, sequence: state.groups.sequence(of: group.id) ?? 0, fields
    ) { _ in
      group.members.compactMap { state.users[$0.text] }.filter { !$0.isDeleted }
        .map { resource($0, call) }.sorted { $0.sequence < $1.sequence }
    }
  }

  /// The tenants that the caller sees, as organizations.
  func organizationSet(_ call: GraphCall) -> ResourceSet {
    ResourceSet(.organization, "organization") {
      state.tenants.numbered.filter { call.sees($0.row.name) }.map { number, tenant in
        Resource(
          .organization, key: tenant.id, sequence: number,
          [
            "id": .string(tenant.id), "displayName": .string(tenant.displayName),
            "tenantType": "AAD",
            "assignedPlans": .array(
              tenant.isEnabled
                ? [
                  [
                    "service": "SCO", "servicePlanId": .string(Sku.intune.plans[0].id),
                    "capabilityStatus": "Enabled",
                  ]
                ] : []),
          ])
      }
    }
  }
}
