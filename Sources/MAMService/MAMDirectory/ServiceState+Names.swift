internal import ExactText
import JSONText

/// What rows are called by requests, seeds and commands, and what follows from a row alone.
extension ServiceState {
  /// The key of a user by seed name, UPN or object ID.
  package func findUser(_ name: String) -> String? {
    let key = userKey(name)
    if users[key] != nil { return key }
    return users.firstEntry { $0.name == name || $0.objectId == name }?.key
  }

  /// What somebody may have meant who named a user so: UPNs or names.
  package func userNames(like name: String) -> [String] {
    users.rows.map { name.contains("@") ? $0.upn : $0.name }
  }

  /// A tenant by its name, its GUID, or a domain of its users.
  package func tenant(named name: String) -> Tenant? {
    if let tenant = tenants[name] { return tenant }
    let name = name.foldedCase()
    if let tenant = tenants.first(where: { $0.id == name || $0.domains.contains(name) }) {
      return tenant
    }
    return users.first { $0.upn.foldedCase().hasSuffix("@\(name)") }
      .flatMap { tenants[$0.tenant] }
  }

  /// The tenant of whatever names none: the one that was there first; empty without any.
  package var firstTenant: String { tenants.oldest?.key ?? "" }

  /// The ID of a group by its ID or seed name.
  package func groupID(named name: String) -> String? {
    groups[name] != nil ? name : groups.first { $0.name == name }?.id
  }

  /// What a user is called, as Graph shows it.
  package func displayName(of user: User) -> String {
    profiles[userKey(user.upn)]?.properties["displayName"]?.string ?? user.name
  }

  /// Where a user gets mail, as Graph shows it; nil if an administrator has taken it away.
  package func mail(of user: User) -> String? {
    guard let mail = profiles[userKey(user.upn)]?.properties["mail"] else { return user.upn }
    return mail.string
  }

  /// The MDM device that an enrollment's app is on, if MDM knows it.
  package func device(of enrollment: Enrollment) -> ManagedDevice? {
    guard devices.count > 0, let device = devices[enrollment.deviceTag] else {
      return nil
    }
    return device.tenant == users[enrollment.user]?.tenant ? device : nil
  }

  /// The user who enrolled a device, if there still is one.
  package func owner(of device: ManagedDevice) -> User? {
    device.user.flatMap { users[$0] }.flatMap { $0.isDeleted ? nil : $0 }
  }

  /// True if one of the licences has MAM.
  package func grantsIntune(_ assignment: LicenceAssignment) -> Bool {
    assignment.items.contains { item in
      let plans = item.sku == Sku.intune.id ? Sku.intune.plans : skus[item.sku]?.plans ?? []
      return plans.contains { $0.isIntune && !item.disabledPlans.contains($0.id) }
    }
  }

  /// What is known of an access token, expired or not; nil if the service never gave it out.
  ///
  /// Tokens are known by their whole text: one with another payload or signature is another one, so no
  /// signature has to be checked.
  package func issuedToken(_ text: String) -> Token? { accessTokens[text] }
}
