internal import ExactText
import JSONText
import MAMDirectory
import VirtualTime

extension DirectoryRules {
  /// Puts in a product of a seed: `{"skuId", "skuPartNumber", "servicePlans", "units", "tenant"}`, all
  /// of which may be missing.
  func seedLicence(_ name: String, _ value: JSON) throws(CommandError) {
    let reader = try MemberReader(
      "licence \"\(name)\"", value,
      known: ["skuId", "skuPartNumber", "servicePlans", "units", "tenant"])
    let earlier = state.skus.first { $0.name == name }
    var sku = Sku(
      id: try reader.text("skuId") ?? "", name: name,
      partNumber: try reader.text("skuPartNumber") ?? name, plans: [],
      tenant: try tenantName(reader))
    sku.units = try reader.number("units", 0...Int(Int32.max)) ?? sku.units
    for planName in try reader.texts("servicePlans") ?? ["INTUNE_A"] {
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

  /// Gives a user of a seed the licences that it names; true if one of them has MAM, nil if the seed
  /// says nothing of licences.
  func seedLicences(
    _ reader: MemberReader, of user: User
  ) throws(CommandError) -> Bool? {
    guard let names = try reader.texts("licences") else { return nil }
    var assignment = LicenceAssignment(items: [])
    for (index, name) in names.enumerated() {
      let skus = state.skus.filter { $0.tenant.isEmpty || $0.tenant == user.tenant }
      guard let sku = skus.first(where: { $0.name == name || $0.id == name }) else {
        throw reader.unknown("licence", name, at: "licences", index, among: skus.map(\.name))
      }
      assignment.items.append(.init(sku: sku.id))
    }
    state.licences[userKey(user.upn)] = assignment
    return state.grantsIntune(assignment)
  }
}
