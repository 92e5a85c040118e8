import Contract
internal import ExactText
import JSONText
import ReferenceSDK
import StepProtocol

/// What the app judges for itself of its accounts, their sign-in and their configuration.
struct AccountDuties: AppRules {
  let host: AppHost

  /// Does what a person wants of an account; false if it is about something else.
  func decideOnAccount(
    _ act: PersonalAct, _ arguments: JSONObject, _ transport: any Transport
  ) throws(HostError) -> Bool {
    switch act {
    case .awaitEnrollment: try awaitEnrollment(try text(arguments, "identity"), transport)
    case .signInPrivately: try signInPrivately(try text(arguments, "identity"), transport)
    case .start: try start(transport)
    case .signOutAndClean: try signOutAndClean(try text(arguments, "identity"), transport)
    case .checkAllowed: try checkAllowed(transport)
    case .useResource: try useResource(try text(arguments, "identity"), transport)
    case .shareTokens:
      let isLibrarys = behaviour.decisions.namesSharedGroup
      let group: JSON = isLibrarys ? "com.microsoft.adalcache" : "com.contoso.tokens"
      did(.tokensShared, nil, more: ["group": group])
    case .installLogger:
      let isLeftToApp = host.settings["ADALLogOverrideDisabled"]?.bool == true
      did(isLeftToApp || !behaviour.decisions.leavesLogToSDK ? .loggerInstalled : .cancelled, nil)
    case .configure:
      try configure(
        AppDecisions.Setting(
          identity: try text(arguments, "identity"), key: try text(arguments, "key"),
          kind: try word(arguments, "kind")), transport)
    default: return false
    }
    return true
  }

  // MARK: Signing in and out

  /// Signs in, and tells how the enrollment ends (ENR-025).
  private func awaitEnrollment(
    _ identity: String, _ transport: any Transport
  ) throws(HostError) {
    duties.decisions.awaited.append(identity)
    try setAuthority(transport)
    try acts.signIn(identity, transport, by: registration)
    if behaviour.decisions.outcome == .atOnce { did(.enrolled, identity) }
  }

  /// What the app signs in with: what it has given the SDK (AUTH-004, AUTH-008).
  private var registration: JSONObject {
    var fields: JSONObject = [:]
    if let client = host.settings["ADALClientId"] {
      fields["clientId"] = behaviour.decisions.sharesRegistration ? client : "a-client-of-its-own"
    }
    if let scheme = host.settings["ADALRedirectScheme"]?.string {
      fields["redirectUri"] = .string(
        behaviour.decisions.usesScheme
          ? "\(scheme)://\(duties.decisions.bundleId)" : "urn:ietf:wg:oauth:2.0:oob")
    }
    return fields
  }

  /// Sets the authority of a user who signs in, up to 2016-12 (AUTH-029, AUTH-030).
  private func setAuthority(_ transport: any Transport) throws(HostError) {
    guard edition <= .e2016_12 else { return }
    switch behaviour.decisions.authority {
    case .never: return
    case .ofFirstUser where duties.decisions.hadAuthority: return
    case .kept where duties.decisions.hasAuthority: return
    case .ofEachUser, .ofFirstUser, .kept: break
    }
    duties.decisions.hasAuthority = true
    duties.decisions.hadAuthority = true
    let authority = "https://login.contoso.com/\(duties.decisions.tenant)"
    try callSDK(.aadAuthorityUriOverride, ["value": .string(authority)], transport)
  }

  /// Clears the authority of a user who has signed out (AUTH-029).
  func clearAuthority(_ transport: any Transport) throws(HostError) {
    guard duties.decisions.hasAuthority, behaviour.decisions.authority != .kept else { return }
    duties.decisions.hasAuthority = false
    try callSDK(.aadAuthorityUriOverride, ["value": .null], transport)
  }

  /// A private account is no business of the SDK's (ENR-004).
  private func signInPrivately(
    _ identity: String, _ transport: any Transport
  ) throws(HostError) {
    did(.signedIn, identity)
    if !behaviour.decisions.registersWorkAccountsOnly { try acts.register(identity, transport) }
  }

  /// Has the SDK sign a user in, again if it could not before (ENR-026, ENR-031).
  private func start(_ transport: any Transport) throws(HostError) {
    guard behaviour.decisions.letsSDKSignIn else { return did(.cancelled, nil) }
    let enrolled = try askSDK(.enrolledAccount, [:], transport).string ?? ""
    guard enrolled.isEmpty else { return }
    if duties.decisions.hasStarted, !behaviour.decisions.triesAgain { return did(.cancelled, nil) }
    duties.decisions.hasStarted = true
    if edition >= .e2020_01, !behaviour.decisions.skipsRegistration {
      try callSDK(.aadClientIdOverride, ["value": "a-client-of-its-own"], transport)
    }
    try callSDK(.loginAndEnrollAccount, ["identity": .null], transport)
  }

  /// Deletes the account's data, and leaves nothing to the SDK (DRG-013).
  private func signOutAndClean(
    _ identity: String, _ transport: any Transport
  ) throws(HostError) {
    let order = behaviour.duties.signOut
    if order == .tokensFirst { try acts.deleteTokens(of: identity, transport) }
    if behaviour.decisions.deletesData { try content.deleteData(of: identity) }
    did(.dataDeleted, identity)
    let wipes = !behaviour.decisions.wipesAlone
    var call: Int?
    if order != .withoutDeregistration {
      call = try callSDK(
        .deRegisterAndUnenrollAccount, ["identity": .string(identity), "doWipe": .bool(wipes)],
        transport)
    }
    switch order {
    case .deregistrationFirst, .signOutFirst:
      if let call { duties.waiting.append((call, .returned, .signOut(identity: identity))) }
    case .withoutDeregistration, .withoutWaiting:
      try acts.deleteTokens(of: identity, transport)
      try acts.endSession(of: identity, transport)
    case .tokensFirst: try acts.endSession(of: identity, transport)
    }
  }

  /// Signs out whoever is not allowed any more (ACC-004).
  func checkAllowed(_ transport: any Transport) throws(HostError) {
    guard edition >= .e2020_01 else { return }
    let allowed = (try askSDK(.allowedAccounts, [:], transport).array ?? []).compactMap(\.string)
    guard !allowed.isEmpty else { return }
    let others = duties.accounts.filter { !AppDecisions.holds(allowed, $0) }
    guard behaviour.decisions.signsOthersOut else { return }
    for account in others { try acts.signOut(account, transport) }
  }

  // MARK: Compliance

  /// Azure AD refuses the token of a resource, because the device is not compliant (AUTH-045, AUTH-053).
  private func useResource(_ identity: String, _ transport: any Transport) throws(HostError) {
    guard edition >= .e2020_01, behaviour.decisions.remediates else {
      return did(.cancelled, identity)
    }
    let isFirst = !duties.has(identity)
    let isSilent = !isFirst || !behaviour.decisions.showsFirstRemediation
    duties.decisions.refused.append(identity)
    try callSDK(
      .remediateComplianceForIdentity, ["identity": .string(identity), "silent": .bool(isSilent)],
      transport)
    if !behaviour.decisions.waitsForCompliance { retry(identity) }
  }

  /// Asks for the refused token again, once (AUTH-046).
  func retry(_ identity: String) {
    guard
      let index = duties.decisions.refused.firstIndex(where: { $0.isSameIgnoringCase(as: identity) }
      )
    else { return }
    duties.decisions.refused.remove(at: index)
    did(.retried, identity)
  }

  // MARK: App configuration

  /// Uses a setting, for which its user has to be enrolled (CFG-003).
  private func configure(
    _ setting: AppDecisions.Setting, _ transport: any Transport
  ) throws(HostError) {
    let enrolled = try askSDK(.enrolledAccount, [:], transport).string ?? ""
    if enrolled.isSameIgnoringCase(as: setting.identity) {
      return try use(setting, transport)
    }
    try acts.register(setting.identity, transport)
    if behaviour.decisions.enrollsBeforeConfiguring {
      duties.decisions.settings.append(setting)
    } else {
      try use(setting, transport)
    }
  }

  /// Reads a setting with the selector of its type (CFG-005).
  func use(_ setting: AppDecisions.Setting, _ transport: any Transport) throws(HostError) {
    let selector: APIName =
      switch setting.kind {
      case .string: .stringValueForKey
      case .number: behaviour.decisions.readsByType ? .numberValueForKey : .stringValueForKey
      case .boolean: behaviour.decisions.readsByType ? .boolValueForKey : .stringValueForKey
      }
    let account =
      behaviour.decisions.readsForTheAccount
      ? setting.identity : duties.accounts.first ?? setting.identity
    _ = try askSDK(
      selector, ["identity": .string(account), "key": .string(setting.key)], transport)
    did(.configured, setting.identity, more: ["key": .string(setting.key)])
  }
}
