internal import ExactText
package import JSONText
package import MAMDirectory
package import ServiceProtocol
package import VirtualTime

/// What changes the directory from outside: seeds, and the commands of a coordinator or a test.
package struct DirectoryRules {
  /// Everything the service remembers.
  package let state: ServiceState
  /// True for a service without a coordinator, whose users have not been signed in before.
  package let isAlone: Bool

  /// The rules over a state.
  package init(state: ServiceState, isAlone: Bool) {
    self.state = state
    self.isAlone = isAlone
  }

  private var management: ManagementRules { ManagementRules(state: state) }

  /// The key of a user by seed name, UPN or object ID, who must be there.
  func knownUser(_ name: String) throws(CommandError) -> String {
    guard let key = state.findUser(name), state.users[key] != nil else {
      throw .unknown("user", name, among: state.userNames(like: name))
    }
    return key
  }

  /// Changes a tenant: the members of a seed.
  package func changeTenant(_ name: String, _ members: JSONObject) throws(CommandError) {
    guard var tenant = state.tenants[name] else {
      throw .unknown("tenant", name, among: state.tenants.rows.map(\.name))
    }
    try change(
      &tenant,
      MemberReader("tenant \"\(name)\"", .object(members), known: Tenant.memberNames))
    state.tenants[name] = tenant
  }

  /// Applies members of a seed or command to a tenant, which no other may be called like.
  func change(_ tenant: inout Tenant, _ reader: MemberReader) throws(CommandError) {
    try tenant.change(reader)
    for other in state.tenants.rows where other.name != tenant.name {
      guard other.id != tenant.id else {
        throw reader.failure(
          "has the id \(tenant.id), which belongs to tenant \"\(other.name)\"",
          at: reader["id"] == nil ? nil : "id")
      }
      if let domain = tenant.domains.first(where: other.domains.contains) {
        throw reader.failure(
          "has the domain \(domain), which belongs to tenant \"\(other.name)\"", at: "domains")
      }
    }
  }

  /// Changes a user: what a seed says beside `upn`, `tenant`, `objectId` and `licences`.
  package func changeUser(
    _ name: String, _ members: JSONObject, _ now: VirtualInstant
  ) throws(CommandError) {
    let key = try knownUser(name)
    let reader = try MemberReader(
      "user \"\(name)\"", .object(members),
      known: User.memberNames + Account.memberNames + UserProfile.memberNames)
    var user = state.users[key]!
    let password = user.password
    try user.change(reader)
    state.users[key] = user
    try changeAccount(key, reader, now)
    if user.password != password { endSessionsOfOldPassword(key, now) }
  }

  /// Changes what sign-in asks of a user and what Graph shows of one, as far as the members say.
  func changeAccount(
    _ key: String, _ reader: MemberReader, _ now: VirtualInstant
  ) throws(CommandError) {
    if reader.hasAny(of: Account.memberNames) {
      var account = state.accounts[key] ?? Account()
      try account.change(reader, now: now.milliseconds)
      state.accounts[key] = account
    }
    if reader.hasAny(of: UserProfile.memberNames) {
      var profile = state.profiles[key] ?? UserProfile()
      try profile.change(reader)
      state.profiles[key] = profile
    }
  }

  /// Changes every enrollment of a user's app to what is named.
  ///
  /// - Returns: how many there were.
  package func changeRegistrations(
    of identity: String, bundleId: String, to change: RegistrationChange, _ now: VirtualInstant
  ) throws(CommandError) -> Int {
    let key = try knownUser(identity)
    let bundleId = state.apps[bundleId]?.bundleId ?? bundleId
    let matching = state.enrollments.filter { $0.user == key && $0.bundleId == bundleId }
    for var enrollment in matching {
      switch change {
      case .gone: enrollment.isGone = true
      case .reenroll: enrollment.mustReenroll = true
      case .rootedDevice: enrollment.isRooted = true
      case .none: enrollment.isRooted = false
      case .forgotten:
        management.end(enrollment, now)
        continue
      }
      state.enrollments[enrollment.id] = enrollment
    }
    return matching.count
  }

  /// Removes a tenant with its users, their enrollments and tokens, its groups and its policies.
  ///
  /// - Parameter keepsPlace: true if the tenant is about to be put in again: it stays the first, if it
  ///   was, to which belongs what names none.
  package func forget(tenant name: String, keepsPlace: Bool = false) {
    var users: Set<ExactString> = []
    for user in state.users.rows where user.tenant == name { users.insert(userKey(user.upn)) }
    for enrollment in state.enrollments.rows where users.contains(enrollment.user) {
      state.wipes.removeAll { $0.enrollment == enrollment.id }
      state.operations.removeAll { $0.enrollment == enrollment.id }
      management.noteDelivery(of: nil, inPlaceOf: enrollment.policyVersion)
      state.enrollments[enrollment.id] = nil
    }
    state.wipes.removeAll { $0.tenant == name }
    state.accessTokens.removeAll { $0.tenant == name }
    state.refreshTokens.removeAll { $0.tenant == name }
    for user in users {
      state.profiles[user.text] = nil
      state.licences[user.text] = nil
    }
    state.users.removeAll { $0.tenant == name }
    for user in users { state.accounts[user.text] = nil }
    state.clients.removeAll { $0.tenant == name }
    state.signIns.removeAll { $0.tenant == name || $0.user.map(users.contains) ?? false }
    state.sessions.removeAll { users.contains($0.user) }
    state.groups.removeAll { $0.tenant == name }
    state.policies.removeAll { $0.tenant == name }
    state.skus.removeAll { $0.tenant == name }
    state.devices.removeAll { $0.tenant == name }
    state.mobileAppConfigurations.removeAll { $0.tenant == name }
    state.tenants[name] = keepsPlace ? Tenant(name: name) : nil
  }

  /// Asks a user to sign in again, everywhere.
  package func revokeSessions(of key: String, _ now: VirtualInstant) {
    var account = state.accounts[key] ?? Account()
    account.revokeSessions(now.milliseconds)
    state.accounts[key] = account
  }

  /// Ends the sessions of a user whom somebody else has given a password; not under a coordinator, whose
  /// users have been signed in before.
  package func endSessionsOfOldPassword(_ key: String, _ now: VirtualInstant) {
    if isAlone { revokeSessions(of: key, now) }
  }
}
