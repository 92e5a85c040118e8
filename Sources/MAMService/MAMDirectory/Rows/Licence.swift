internal import ExactText
package import JSONText

/// A product that a tenant has bought: a `subscribedSku`. The key is its SKU's ID.
package struct Sku: TableRow, Equatable {
  /// One of the services of the product.
  package struct Plan: Equatable {
    package var id: String
    package var name: String

    package init(id: String, name: String) {
      self.id = id
      self.name = name
    }

    /// True for a plan that lets a user have MAM.
    package var isIntune: Bool { name == "INTUNE_A" || name == "INTUNE_EDU" }
  }

  /// What a licensed user has if no licence says why: Intune alone, by the IDs of the real service.
  package static let intune = Sku(
    id: "061f9ace-7d42-4136-88ac-31dc755f143f", name: "INTUNE_A", partNumber: "INTUNE_A",
    plans: [Plan(id: "c1ec4a95-1f05-45b3-a911-aa3fa01094f5", name: "INTUNE_A")], tenant: "")

  package var id: String
  /// The name in the seed.
  package var name: String
  package var partNumber: String
  package var plans: [Plan]
  /// The name of the tenant; empty for any.
  package var tenant: String
  /// How many users can have it.
  package var units = 1000

  package init(id: String, name: String, partNumber: String, plans: [Plan], tenant: String) {
    self.id = id
    self.name = name
    self.partNumber = partNumber
    self.plans = plans
    self.tenant = tenant
  }

  package init?(json: JSON) {
    guard let id = json["id"]?.string, let name = json["name"]?.string,
      let partNumber = json["partNumber"]?.string, let plans = json["plans"]?.array,
      let tenant = json["tenant"]?.string, let units = json["units"]?.int
    else { return nil }
    self.init(
      id: id, name: name, partNumber: partNumber,
      plans: plans.compactMap { plan in
        guard let id = plan["id"]?.string, let name = plan["name"]?.string else { return nil }
        return Plan(id: id, name: name)
      }, tenant: tenant)
    self.units = units
  }

  package var json: JSON {
    [
      "id": .string(id), "name": .string(name), "partNumber": .string(partNumber),
      "plans": .array(plans.map { ["id": .string($0.id), "name": .string($0.name)] }),
      "tenant": .string(tenant), "units": .int(units),
    ]
  }
}

/// The licences that a user was given; the key is the user's.
///
/// Whether the user has MAM is decided by ``User/isLicensed`` alone, which giving and taking licences
/// sets; a licence without MAM shows its plan as disabled.
package struct LicenceAssignment: TableRow, Equatable {
  package struct Item: Equatable {
    package var sku: String
    /// The IDs of service plans that the user does not have.
    package var disabledPlans: [String] = []

    package init(sku: String, disabledPlans: [String] = []) {
      self.sku = sku
      self.disabledPlans = disabledPlans
    }
  }

  package var items: [Item]

  package init(items: [Item]) { self.items = items }

  package init?(json: JSON) {
    guard let items = json.array else { return nil }
    self.items = items.compactMap { item in
      guard let sku = item["sku"]?.string, let plans = item["disabledPlans"]?.array else {
        return nil
      }
      return Item(sku: sku, disabledPlans: plans.compactMap(\.string))
    }
  }

  package var json: JSON {
    .array(
      items.map {
        [
          "sku": .string($0.sku), "disabledPlans": .array($0.disabledPlans.map(JSON.string)),
        ]
      })
  }
}
