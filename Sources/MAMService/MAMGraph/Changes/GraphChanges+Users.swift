internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMRules
import VirtualTime

extension GraphChanges {
  /// `users` and what hangs on one user.
  func users(
    _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let set = resources.userSet(call)
    let part = rest.dropFirst().first
    let key = rest.first.flatMap(state.findUser)
    let isOwn = key != nil && key == call.access.user
    switch part {
    case "managedAppRegistrations", "wipeManagedAppRegistrationsByDeviceTag",
      "getManagedAppDiagnosticStatuses", "getManagedAppPolicies":
      try call.access.require(.apps, call.method)
    case "managedDevices": try call.access.require(.devices, call.method)
    case "revokeSignInSessions":
      try call.access.require(.sessions, call.method, own: isOwn ? ["User.ReadWrite"] : [])
    case "assignLicense", "licenseDetails":
      try call.access.require(
        .licences, call.method, own: isOwn && call.method == "GET" ? ["User.Read"] : [])
    case "memberOf", "transitiveMemberOf":
      try call.access.require(
        .members, call.method, own: ["User.Read.All"] + (isOwn ? ["User.Read"] : []))
    default:
      try call.access.require(
        .users, call.method,
        own: isOwn
          ? (call.method == "GET" ? ["User.Read", "User.ReadWrite"] : ["User.ReadWrite"]) : [])
    }
    guard let name = rest.first, name != "$count" else {
      return call.method == "POST" && rest.isEmpty
        ? try createUser(in: set, call) : try call.read(set, rest)
    }
    guard let key, var user = state.users[key], call.sees(user.tenant) else {
      throw .notFound("there is no user \(name)")
    }
    let rest = rest.dropFirst(2)
    switch (call.method, part) {
    case (_, "getManagedAppDiagnosticStatuses"):
      return try call.values(
        resources.diagnostics(of: key, user), of: "microsoft.graph.managedAppDiagnosticStatus", rest
      )
    case (_, "getManagedAppPolicies"):
      return try call.read(policySet(ofUser: user, key), rest)
    case ("POST", "wipeManagedAppRegistrationsByDeviceTag") where rest.isEmpty:
      let members = try call.members(of: UserAction.wipe, isNew: true)
      management.wipe(userKey: key, deviceTag: members["deviceTag"]?.string ?? "", call.now)
      return GraphResponse(204)
    // The registrations of a user who is deleted stay until their apps are wiped.
    case (_, "managedAppRegistrations"): break
    case _ where user.isDeleted: throw .notFound("there is no user \(name)")
    case ("POST", "assignLicense") where rest.isEmpty:
      try call.checkOptions(of: .user)
      try changeLicences(of: &user, key, call)
      return try call.entity(resources.resource(user, call), of: .user, set.context)
    case ("POST", "revokeSignInSessions") where rest.isEmpty:
      directory.revokeSessions(of: key, call.now)
      return GraphResponse(
        200, ["@odata.context": .string("\(call.metadata)Edm.Boolean"), "value": true])
    case ("PATCH", nil):
      try change(&user, key, call)
      return GraphResponse(204)
    case ("DELETE", nil):
      user.isDeleted = true
      state.users[key] = user
      return GraphResponse(204)
    default: break
    }
    return try call.read(
      resources.resource(user, call), of: .user, set.context,
      ArraySlice([part].compactMap { $0 } + rest))
  }

  /// The policies that are assigned to a user, whatever the app.
  private func policySet(ofUser user: User, _ key: String) -> ResourceSet {
    ResourceSet(.managedAppPolicy, "Collection(microsoft.graph.managedAppPolicy)") {
      state.policies.filter {
        $0.targeting.includes(user: user, key: key, tenant: $0.tenant, groups: state.groups)
      }.map { resources.resource($0) }
    }
  }

  private func createUser(
    in set: ResourceSet, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let members = try call.members(of: .user, isNew: true)
    try call.checkOptions(of: .user)
    let upn = members["userPrincipalName"]?.string ?? ""
    let key = userKey(upn)
    guard let at = upn.firstIndex(of: "@"), at != upn.startIndex,
      upn.index(after: at) != upn.endIndex
    else { throw .badRequest("userPrincipalName must be a name and a domain with @ between") }
    let domain = String(upn[upn.index(after: at)...])
    let owner = state.tenant(named: domain)?.name
    let tenant = call.access.tenant ?? owner ?? state.firstTenant
    guard state.tenants[tenant] != nil else { throw .badRequest("there is no tenant yet") }
    guard owner == nil || owner == tenant else {
      throw .badRequest("the domain \(domain) is of another tenant")
    }
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
    return try call.created(resources.resource(user, call), in: set)
  }

  private func change(
    _ user: inout User, _ key: String, _ call: GraphCall
  ) throws(GraphError) {
    let members = try call.members(of: .user, isNew: false)
    if let upn = members["userPrincipalName"]?.string, upn != user.upn {
      throw .badRequest("userPrincipalName cannot be changed here: enrollments hang on it")
    }
    if members["displayName"]?.isNull ?? false {
      throw .badRequest("displayName is required of a user and cannot be taken away")
    }
    apply(members, to: &user, key)
    if members["passwordProfile"]?["password"]?.string != nil {
      directory.endSessionsOfOldPassword(key, call.now)
    }
    // Whoever may no longer sign in is signed out everywhere.
    if members["accountEnabled"] == false { dropTokens(of: key) }
  }

  private func dropTokens(of key: String) {
    state.accessTokens.removeAll { $0.user == key }
    state.refreshTokens.removeAll { $0.user == key }
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
