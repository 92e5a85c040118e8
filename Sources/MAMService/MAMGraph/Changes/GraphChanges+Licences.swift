internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

extension GraphChanges {
  /// The action assignLicense: takes licences away, then gives others, and so decides whether the user
  /// has MAM.
  func changeLicences(
    of user: inout User, _ key: String, _ call: GraphCall
  ) throws(GraphError) {
    let members = try call.members(of: .licenseChanges, isNew: true)
    var items = resources.licences(of: key, user)
    for sku in members["removeLicenses"]?.array?.compactMap(\.string) ?? [] {
      guard let index = items.firstIndex(where: { $0.sku == sku }) else {
        throw .badRequest("the user does not have the licence \(sku)")
      }
      items.remove(at: index)
    }
    for addition in members["addLicenses"]?.array ?? [] {
      let id = addition["skuId"]?.string ?? ""
      let known = resources.skus(of: user.tenant) + [.intune]
      guard let sku = known.first(where: { $0.id == id }) else {
        throw .badRequest("the tenant has no licence \(id)")
      }
      let disabled = addition["disabledPlans"]?.array?.compactMap(\.string) ?? []
      if let plan = disabled.first(where: { plan in !sku.plans.contains { $0.id == plan } }) {
        throw .badRequest("the licence \(id) has no service plan \(plan)")
      }
      let item = LicenceAssignment.Item(sku: id, disabledPlans: disabled)
      if let index = items.firstIndex(where: { $0.sku == id }) {
        items[index] = item
        continue
      }
      let taken = state.users.filter { other in
        other.tenant == user.tenant && !other.isDeleted
          && resources.licences(of: userKey(other.upn), other).contains { $0.sku == id }
      }
      guard taken.count < sku.units else {
        throw .badRequest("all \(sku.units) units of the licence \(id) are taken")
      }
      items.append(item)
    }
    let assignment = LicenceAssignment(items: items)
    user.isLicensed = state.grantsIntune(assignment)
    state.licences[key] = assignment
    state.users[key] = user
  }
}
