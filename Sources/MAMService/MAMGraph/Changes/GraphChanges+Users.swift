internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMRules
import VirtualTime

/// `users` and what hangs on one user.
extension GraphChanges {
  /// The user whom a path names, with the key.
  ///
  /// - Parameter orDeleted: true for what stays of a user who is deleted.
  private func user(
    _ visit: GraphVisit, orDeleted: Bool = false
  ) throws(GraphError) -> (key: String, user: User) {
    let name = visit.segments[1]
    guard let key = state.findUser(name), let user = state.users[key],
      visit.call.sees(user.tenant), orDeleted || !user.isDeleted
    else { throw .notFound("there is no user \(name)") }
    return (key, user)
  }

  /// Lists users, or reads one and what hangs on one.
  func readUsers(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let rest = visit.rest(behind: 1)
    guard let name = rest.first, name != "$count" else {
      return try visit.call.read(resources.userSet(visit.call), rest)
    }
    return try read(user(visit).user, visit)
  }

  /// Reads what stays of a user who is deleted: the registrations, until their apps are wiped.
  func readAnyUser(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    try read(user(visit, orDeleted: true).user, visit)
  }

  private func read(_ user: User, _ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    try visit.call.read(
      resources.resource(user, visit.call), of: .user, "users", visit.rest(behind: 2))
  }

  /// The function getManagedAppDiagnosticStatuses.
  func readDiagnostics(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (key, user) = try user(visit, orDeleted: true)
    return try visit.call.values(
      resources.diagnostics(of: key, user), of: "microsoft.graph.managedAppDiagnosticStatus",
      visit.rest(behind: 3))
  }

  /// The function getManagedAppPolicies: those that are assigned to a user, whatever the app.
  func readPoliciesOfUser(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (key, user) = try user(visit, orDeleted: true)
    let set = ResourceSet(.managedAppPolicy, "Collection(microsoft.graph.managedAppPolicy)") {
      state.policies.filter {
        $0.targeting.includes(user: user, key: key, tenant: $0.tenant, groups: state.groups)
      }.map { resources.resource($0) }
    }
    return try visit.call.read(set, visit.rest(behind: 3))
  }

  /// The action wipeManagedAppRegistrationsByDeviceTag.
  func wipe(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (key, _) = try user(visit, orDeleted: true)
    let members = try visit.call.members(of: UserAction.wipe, isNew: true)
    management.wipe(
      userKey: key, deviceTag: members["deviceTag"]?.string ?? "", visit.call.now)
    return GraphResponse(204)
  }

  /// The action assignLicense.
  func assignLicense(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (key, known) = try user(visit)
    var user = known
    try visit.call.checkOptions(of: .user)
    try changeLicences(of: &user, key, visit.call)
    return try visit.call.entity(
      resources.resource(user, visit.call), of: .user, "users")
  }

  /// The action revokeSignInSessions.
  func revokeSignInSessions(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (key, _) = try user(visit)
    directory.revokeSessions(of: key, visit.call.now)
    return GraphResponse(
      200, ["@odata.context": .string("\(visit.call.metadata)Edm.Boolean"), "value": true])
  }

  /// Marks a user as deleted.
  func deleteUser(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (key, known) = try user(visit)
    var user = known
    user.isDeleted = true
    state.users[key] = user
    return GraphResponse(204)
  }

  /// Adds a user.
  func createUser(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let call = visit.call
    let members = try call.members(of: .user, isNew: true)
    try call.checkOptions(of: .user)
    let upn = members["userPrincipalName"]?.string ?? ""
    let key = userKey(upn)
    let owner = try checkPrincipalName(upn, of: call.access.tenant)
    let tenant = call.access.tenant ?? owner ?? state.firstTenant
    guard state.tenants[tenant] != nil else { throw .badRequest("there is no tenant yet") }
    if let earlier = state.users[key] {
      guard earlier.isDeleted else {
        throw .badRequest("another user has the userPrincipalName \(upn)")
      }
      forget(key, call)
    }
    var user = User(
      name: upn, upn: upn, tenant: tenant, objectId: GraphID.user.text(state.next("user")))
    user.isLicensed = false
    state.profiles[key] = UserProfile(created: call.now.milliseconds)
    apply(members, to: &user, key)
    return try call.created(resources.resource(user, call), in: resources.userSet(call))
  }

  /// Changes a user.
  func changeUser(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (known, found) = try user(visit)
    var (key, user) = (known, found)
    let call = visit.call
    let members = try call.members(of: .user, isNew: false)
    if members["displayName"]?.isNull ?? false {
      throw .badRequest("a user needs a displayName, so it cannot be removed")
    }
    if let upn = members["userPrincipalName"]?.string, upn != user.upn {
      key = try rename(&user, key, to: upn)
    }
    apply(members, to: &user, key)
    if members["passwordProfile"]?["password"]?.string != nil {
      directory.endSessionsOfOldPassword(key, call.now)
    }
    // Whoever may no longer sign in is signed out everywhere.
    if members["accountEnabled"] == false { dropTokens(of: key) }
    return GraphResponse(204)
  }

  private func apply(_ members: JSONObject, to user: inout User, _ key: String) {
    var profile = state.profiles[key] ?? UserProfile()
    for member in members.members {
      switch member.name {
      case "userPrincipalName": break
      case "accountEnabled":
        var account = state.accounts[key] ?? Account()
        if member.value == false { account.condition = .disabled }
        // An account that is locked is not opened by being enabled.
        if member.value == true, account.condition == .disabled { account.condition = .enabled }
        if account != state.accounts[key] ?? Account() { state.accounts[key] = account }
      case "passwordProfile":
        setPassword(member.value, of: &user, key)
      default: profile.properties[member.name] = member.value
      }
    }
    state.profiles[key] = profile
    state.users[key] = user
  }

  /// Gives a user the password of a `passwordProfile`, or has the user choose one.
  private func setPassword(_ profile: JSON, of user: inout User, _ key: String) {
    var account = state.accounts[key] ?? Account()
    if let password = profile["password"]?.string {
      user.password = password
      // It has just been set, so it cannot be too old.
      if account.condition == .passwordExpired { account.condition = .enabled }
    }
    let demands = ["forceChangePasswordNextSignIn", "forceChangePasswordNextSignInWithMfa"]
      .compactMap { profile[$0]?.bool }
    if !demands.isEmpty { account.mustChangePassword = demands.contains(true) }
    if account != state.accounts[key] ?? Account() { state.accounts[key] = account }
  }

  /// Removes what a deleted user has left behind, before another has the same name.
  private func forget(_ key: String, _ call: GraphCall) {
    for enrollment in state.enrollments.rows where enrollment.user == key {
      management.end(enrollment, call.now)
    }
    dropTokens(of: key)
    state.signIns.removeAll { $0.user == key }
    state.sessions.removeAll { $0.user == key }
    state.accounts[key] = nil
    state.licences[key] = nil
    for var group in state.groups.rows where group.members.remove(key) != nil {
      state.groups[group.id] = group
    }
  }
}

/// What the actions of a user take.
enum UserAction {
  /// The parameters of the action wipeManagedAppRegistrationsByDeviceTag.
  static let wipe = GraphType(
    "wipeManagedAppRegistrationsByDeviceTag",
    [.init("deviceTag", .text, [.writable, .required])])
}
