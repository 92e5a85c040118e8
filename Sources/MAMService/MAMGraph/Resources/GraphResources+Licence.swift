internal import ExactText
import JSONText
import MAMDirectory
import MAMModel

extension GraphResources {
  /// The products of a tenant: those of the seed, and Intune alone where none of them has it.
  func skus(of tenant: String) -> [Sku] {
    let own = state.skus.filter { $0.tenant.isEmpty || $0.tenant == tenant }
    return own.contains { $0.plans.contains(where: \.isIntune) } ? own : own + [.intune]
  }

  /// The licences of a user. ``User/isLicensed`` has the last word on MAM: where it says no, the plans
  /// of MAM are disabled, where it says yes without a licence for it, the user has Intune alone.
  func licences(of key: String, _ user: User) -> [LicenceAssignment.Item] {
    let assignment = state.licences[key] ?? LicenceAssignment(items: [])
    if user.isLicensed {
      return state.grantsIntune(assignment)
        ? assignment.items : assignment.items + [.init(sku: impliedSku(of: user))]
    }
    return assignment.items.map { item in
      var item = item
      for plan in plans(of: item.sku) where plan.isIntune && !item.disabledPlans.contains(plan.id) {
        item.disabledPlans.append(plan.id)
      }
      return item
    }
  }

  /// The product of a licensed user of whom nothing else is known.
  private func impliedSku(of user: User) -> String {
    skus(of: user.tenant).first { $0.plans.contains(where: \.isIntune) }?.id ?? Sku.intune.id
  }

  private func plans(of sku: String) -> [Sku.Plan] {
    sku == Sku.intune.id ? Sku.intune.plans : state.skus[sku]?.plans ?? []
  }

  /// The products of the tenants that the caller sees, as `subscribedSku` resources.
  func skuSet(_ call: GraphCall) -> ResourceSet {
    ResourceSet(.subscribedSku, "subscribedSkus") {
      let tenants = state.tenants.filter { call.sees($0.name) }
      let products = tenants.flatMap { tenant in skus(of: tenant.name).map { (tenant.name, $0) } }
      return products.enumerated().map { index, product in
        let (tenant, sku) = product
        let id = "\(tenant)_\(sku.id)"
        let users = state.users.filter { user in
          user.tenant == tenant && !user.isDeleted
            && licences(of: userKey(user.upn), user).contains { $0.sku == sku.id }
        }
        return Resource(
          .subscribedSku, key: id, sequence: index,
          [
            "id": .string(id), "skuId": .string(sku.id), "skuPartNumber": .string(sku.partNumber),
            "capabilityStatus": "Enabled", "appliesTo": "User", "consumedUnits": .int(users.count),
            "prepaidUnits": ["enabled": .int(sku.units), "suspended": 0, "warning": 0],
            "servicePlans": .array(sku.plans.map { planInfo($0, isEnabled: true) }),
          ])
      }
    }
  }

  /// The licences of a user as `licenseDetails` resources.
  func licenceDetails(of key: String, _ user: User) -> [Resource] {
    licences(of: key, user).enumerated().compactMap { index, item in
      let sku = item.sku == Sku.intune.id ? Sku.intune : state.skus[item.sku]
      guard let sku else { return nil }
      return Resource(
        .licenseDetails, key: sku.id, sequence: index,
        [
          "id": .string(sku.id), "skuId": .string(sku.id),
          "skuPartNumber": .string(sku.partNumber),
          "servicePlans": .array(
            sku.plans.map { planInfo($0, isEnabled: !item.disabledPlans.contains($0.id)) }),
        ])
    }
  }

  private func planInfo(_ plan: Sku.Plan, isEnabled: Bool) -> JSON {
    [
      "servicePlanId": .string(plan.id), "servicePlanName": .string(plan.name),
      "provisioningStatus": isEnabled ? "Success" : "Disabled", "appliesTo": "User",
    ]
  }
}
