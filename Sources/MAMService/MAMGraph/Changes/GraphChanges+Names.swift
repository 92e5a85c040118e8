internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMRules

/// What a user is called, under which everything is kept that hangs on the user.
extension GraphChanges {
  /// Makes sure that a userPrincipalName is a name and a domain, and that the domain is of no other tenant.
  ///
  /// - Parameter tenant: the user's tenant; nil for whichever tenant the domain is of.
  /// - Returns: the tenant whose domain it is; nil if it is nobody's.
  @discardableResult
  func checkPrincipalName(_ upn: String, of tenant: String?) throws(GraphError) -> String? {
    guard let at = upn.firstIndex(of: "@"), at != upn.startIndex,
      upn.index(after: at) != upn.endIndex
    else { throw .badRequest("userPrincipalName must be a name and a domain, joined by @") }
    let domain = String(upn[upn.index(after: at)...])
    let owner = state.tenant(named: domain)?.name
    guard owner == nil || tenant == nil || owner == tenant else {
      throw .badRequest("the domain \(domain) belongs to another tenant")
    }
    return owner
  }

  /// Gives a user another userPrincipalName. The object ID stays; tokens, sessions and sign-ins under way end.
  ///
  /// - Parameters:
  ///   - user: the user, who has the new name then.
  ///   - key: what the user is kept under.
  /// - Returns: what the user is kept under from now on.
  /// - Throws: `BadRequest` while the user has an enrollment, which is kept under the name, and if another user has it.
  func rename(
    _ user: inout User, _ key: String, to upn: String
  ) throws(GraphError) -> String {
    try checkPrincipalName(upn, of: user.tenant)
    let next = userKey(upn)
    if user.name == user.upn { user.name = upn }
    user.upn = upn
    guard next != key else { return key }
    guard state.users[next] == nil else {
      throw .badRequest("another user has the userPrincipalName \(upn)")
    }
    guard !state.enrollments.rows.contains(where: { $0.user == key }) else {
      throw .badRequest("userPrincipalName cannot be changed while the user has enrollments")
    }
    dropTokens(of: key)
    state.signIns.removeAll { $0.user == key }
    state.sessions.removeAll { $0.user == key }
    state.users[key] = nil
    state.users[next] = user
    state.profiles[next] = state.profiles[key]
    state.profiles[key] = nil
    state.accounts[next] = state.accounts[key]
    state.accounts[key] = nil
    state.licences[next] = state.licences[key]
    state.licences[key] = nil
    for var group in state.groups.rows where group.members.remove(ExactString(key)) != nil {
      group.members.insert(ExactString(next))
      state.groups[group.id] = group
    }
    for var device in state.devices.rows where device.user == key {
      device.user = next
      state.devices[device.name] = device
    }
    return next
  }

  /// Ends every token of a user.
  func dropTokens(of key: String) {
    state.accessTokens.removeAll { $0.user == key }
    state.refreshTokens.removeAll { $0.user == key }
  }
}
