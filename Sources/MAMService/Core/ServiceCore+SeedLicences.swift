import JSONText
import VirtualTime

extension ServiceCore {
  /// Puts in a product of a seed: `{"skuId", "skuPartNumber", "servicePlans", "units", "tenant"}`, all
  /// of which may be missing.
  mutating func seedLicence(_ name: String, _ value: JSON) throws(CommandError) {
    let members = try object(value, "licence", name)
    let earlier = state.skus.first { $0.name == name }
    let tenant = try tenantName(members["tenant"], "licence", name)
    var sku = Sku(id: "", name: name, partNumber: name, plans: [], tenant: tenant)
    var plans: [JSON] = ["INTUNE_A"]
    for member in members.members {
      switch (member.name, member.value) {
      case ("tenant", _): break
      case ("skuId", .string(let id)): sku.id = id
      case ("skuPartNumber", .string(let partNumber)): sku.partNumber = partNumber
      case ("units", .int(let units)) where units >= 0: sku.units = units
      case ("servicePlans", .array(let names)): plans = names
      default: throw CommandError("licence \"\(name)\": cannot set \(member.text)")
      }
    }
    for plan in plans {
      guard let planName = plan.string else {
        throw CommandError("licence \"\(name)\": a service plan must be a name, not \(plan.text)")
      }
      let known = Sku.intune.plans + state.skus.rows.flatMap(\.plans)
      let id =
        known.first { $0.name == planName }?.id
        ?? GraphID.servicePlan.text(state.next("servicePlan"))
      sku.plans.append(.init(id: id, name: planName))
    }
    if sku.id.isEmpty { sku.id = earlier?.id ?? GraphID.sku.text(state.next("sku")) }
    if let earlier, earlier.id != sku.id { state.skus[earlier.id] = nil }
    state.skus[sku.id] = sku
  }

  /// Gives a user of a seed the licences that it names; true if one of them has MAM.
  mutating func seedLicences(_ value: JSON, of user: User) throws(CommandError) -> Bool {
    guard let names = value.array else {
      throw CommandError("user \"\(user.name)\": \"licences\" must be a list of licences")
    }
    var assignment = LicenceAssignment(items: [])
    for name in names {
      let sku = state.skus.first { .string($0.name) == name || .string($0.id) == name }
      guard let sku, sku.tenant.isEmpty || sku.tenant == user.tenant else {
        throw CommandError("user \"\(user.name)\" has the unknown licence \(name.text)")
      }
      assignment.items.append(.init(sku: sku.id))
    }
    state.licences[userKey(user.upn)] = assignment
    return grantsIntune(assignment)
  }

  /// True if one of the licences has MAM.
  func grantsIntune(_ assignment: LicenceAssignment) -> Bool {
    assignment.items.contains { item in
      let plans = item.sku == Sku.intune.id ? Sku.intune.plans : state.skus[item.sku]?.plans ?? []
      return plans.contains { $0.isIntune && !item.disabledPlans.contains($0.id) }
    }
  }
}
