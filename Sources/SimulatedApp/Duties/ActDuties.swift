import Contract
internal import ExactText
import JSONText
import ReferenceSDK
import StepProtocol
import Storage

/// What the app does by itself when a person uses it: its calls of the SDK, and what the person sees.
struct ActDuties: AppRules {
  let host: AppHost

  /// A person does something in the app.
  func act(_ arguments: JSONObject, _ transport: any Transport) throws(HostError) {
    let act: PersonalAct = try word(arguments, "do")
    let identity = arguments["identity"]?.string
    duties.hasActed = true
    switch act {
    case .signIn: try signIn(try text(arguments, "identity"), transport)
    case .signOut: try signOut(try text(arguments, "identity"), transport)
    case .checkAccounts: try checkAccounts(transport)
    case .show: try show(identity, path: arguments["path"]?.string, transport)
    case .save, .open:
      try places.move(
        act,
        DataAtPlace(
          identity: identity, place: try word(arguments, "place"),
          account: arguments["account"]?.string), transport)
    case .notify: try notify(try text(arguments, "identity"), transport)
    case .browse: try browse(transport)
    case .closeBrowser: try closeBrowser(identity, transport)
    default:
      if try !accounts.decideOnAccount(act, arguments, transport) {
        try content.decideOnItem(act, arguments, transport)
      }
    }
  }

  /// Goes on with what has waited for a call of the app to end.
  func continueActs(_ transport: any Transport) throws(HostError) {
    var index = 0
    while index < duties.waiting.count {
      let waiting = duties.waiting[index]
      guard let result = duties.take(waiting.call, waiting.end) else {
        index += 1
        continue
      }
      duties.waiting.remove(at: index)
      try proceed(waiting.then, result, transport)
      index = 0
    }
  }

  private func proceed(
    _ continuation: AppDuties.Continuation, _ result: JSON, _ transport: any Transport
  ) throws(HostError) {
    switch continuation {
    case .signOut(let identity):
      try deleteTokens(of: identity, transport)
      try endSession(of: identity, transport)
    case .show(let identity, let path):
      if result == 0 || !behaviour.duties.heedsFailedSwitch {
        did(.shown, identity, path: path)
      } else {
        did(.cancelled, identity, path: path)
      }
    case .browse:
      did(result == 0 || !behaviour.duties.heedsFailedSwitch ? .shown : .cancelled, nil)
    case .closeBrowser: break
    }
  }

  // MARK: Accounts

  func signIn(
    _ identity: String, _ transport: any Transport, by registration: JSONObject = [:]
  ) throws(HostError) {
    if edition >= .e2020_01, behaviour.duties.signsInAllowedAccountsOnly,
      let allowed = try askSDK(.allowedAccounts, [:], transport).array, !allowed.isEmpty,
      !allowed.contains(where: { $0.string?.isSameIgnoringCase(as: identity) == true })
    {
      return did(.cancelled, identity)
    }
    try host.feed(.signIn(identity: identity), transport)
    duties.remove(identity)
    duties.accounts.append(identity)
    did(.signedIn, identity, more: registration)
    if behaviour.duties.registersSignIns { try register(identity, transport) }
  }

  func register(_ identity: String, _ transport: any Transport) throws(HostError) {
    let name =
      behaviour.duties.accountName == .principalName
      ? identity : String(identity.prefix { $0 != "@" })
    try callSDK(.registerAndEnrollAccount, ["identity": .string(name)], transport)
  }

  private func checkAccounts(_ transport: any Transport) throws(HostError) {
    let known = duties.accounts
    var missing = known
    if behaviour.duties.registersEarlierAccounts != .unasked {
      let registered = try askSDK(.registeredAccounts, [:], transport).array ?? []
      missing = known.filter { account in
        !registered.contains { $0.string?.isSameIgnoringCase(as: account) == true }
      }
    }
    switch behaviour.duties.registersEarlierAccounts {
    case .missingOnes, .unasked: break
    case .one: missing = Array(missing.prefix(1))
    case .none: missing = []
    }
    for account in missing { try register(account, transport) }
  }

  func signOut(_ identity: String, _ transport: any Transport) throws(HostError) {
    let order = behaviour.duties.signOut
    switch order {
    case .withoutDeregistration:
      try deleteTokens(of: identity, transport)
      return try endSession(of: identity, transport)
    case .tokensFirst: try deleteTokens(of: identity, transport)
    case .signOutFirst: try endSession(of: identity, transport)
    case .deregistrationFirst, .withoutWaiting: break
    }
    var leaver = identity
    if let first = duties.accounts.first, first != identity,
      !behaviour.duties.deregistersWhoSignsOut
    {
      leaver = first
    }
    let call = try callSDK(
      .deRegisterAndUnenrollAccount,
      ["identity": .string(leaver), "doWipe": .bool(behaviour.duties.leavesDataToSDK)], transport)
    switch order {
    case .deregistrationFirst:
      duties.waiting.append((call, .returned, .signOut(identity: identity)))
    case .withoutWaiting:
      try deleteTokens(of: identity, transport)
      try endSession(of: identity, transport)
    case .tokensFirst: try endSession(of: identity, transport)
    case .signOutFirst, .withoutDeregistration: break
    }
  }

  func deleteTokens(
    of identity: String, _ transport: any Transport
  ) throws(HostError) {
    try host.feed(.purgeTokens(identity: identity), transport)
    did(.tokensDeleted, identity)
  }

  func endSession(of identity: String, _ transport: any Transport) throws(HostError) {
    duties.remove(identity)
    duties.decisions.forgetData(of: identity)
    did(.signedOut, identity)
    try accounts.clearAuthority(transport)
  }

  /// Removes a user of the app whose data the SDK wants to be gone (WIP-002).
  func wipe(_ identity: String) throws(StorageError) {
    let wipe = behaviour.duties.wipe
    if wipe != .accountOnly {
      try files.deleteFiles(of: identity)
      content.deleteSavedData(of: identity)
      did(.dataDeleted, identity)
    }
    if wipe != .dataOnly {
      duties.remove(identity)
      did(.accountRemoved, identity)
    }
  }

  // MARK: Content

  func show(
    _ identity: String?, path: String?, _ transport: any Transport
  ) throws(HostError) {
    let user: JSON = .string(identity ?? "")
    func switchIdentity() throws(HostError) -> Int {
      try callSDK(.setUIPolicyIdentity, ["identity": user], transport)
    }
    guard host.isMultiIdentity else { return did(.shown, identity, path: path) }
    switch behaviour.duties.switchesFor {
    case .nobody: return did(.shown, identity, path: path)
    case .managedUsers
    where try askSDK(.isIdentityManaged, ["identity": user], transport) != true:
      return did(.shown, identity, path: path)
    case .afterwards:
      did(.shown, identity, path: path)
      _ = try switchIdentity()
      return
    case .everybody, .managedUsers: break
    }
    let call = try switchIdentity()
    if behaviour.duties.waitsForSwitch {
      duties.waiting.append((call, .completed, .show(identity: identity, path: path)))
    } else {
      did(.shown, identity, path: path)
    }
  }

  /// For whom the app asks for the policy before it shows data of an account.
  func accountWithPolicy(for identity: String) -> String {
    behaviour.duties.asksForTheAccount ? identity : duties.accounts.first ?? identity
  }

  private func notify(_ identity: String, _ transport: any Transport) throws(HostError) {
    guard edition >= .e2020_01 else { return did(.notified, identity) }
    if duties.has(identity), !duties.accounts.contains(identity),
      !behaviour.duties.notificationsHeedEveryLetterCase
    {
      return did(.notified, identity)
    }
    let policy = try askSDK(
      .policyForIdentity, ["identity": .string(accountWithPolicy(for: identity))], transport)
    let value = policy["notificationPolicy"]?.int ?? 0
    let shown = behaviour.duties.notifications
    switch value {
    case 1 where shown == .byPolicy || shown == .neverNone: did(.notifiedBarely, identity)
    case 2 where shown == .neverNone: did(.notifiedBarely, identity)
    case 2 where shown != .everything: did(.cancelled, identity)
    default: did(behaviour.decisions.showsAllowedNotifications ? .notified : .cancelled, identity)
    }
  }

  // MARK: Web pages

  private func browse(_ transport: any Transport) throws(HostError) {
    guard behaviour.duties.browsesAsNobody else { return did(.shown, nil) }
    if host.isMultiIdentity {
      let call = try callSDK(.setUIPolicyIdentity, ["identity": ""], transport)
      duties.waiting.append((call, .completed, .browse))
    } else {
      try callSDK(.setCurrentThreadIdentity, ["identity": ""], transport)
      did(.shown, nil)
    }
  }

  private func closeBrowser(
    _ identity: String?, _ transport: any Transport
  ) throws(HostError) {
    guard behaviour.duties.comesBackFromBrowsing else { return }
    if host.isMultiIdentity {
      let call = try callSDK(
        .setUIPolicyIdentity, ["identity": .string(identity ?? "")], transport)
      duties.waiting.append((call, .completed, .closeBrowser))
    } else {
      try callSDK(.setCurrentThreadIdentity, ["identity": .null], transport)
    }
  }
}
