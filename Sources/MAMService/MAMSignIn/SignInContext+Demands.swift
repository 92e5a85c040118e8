internal import ExactText
import JSONText
import MAMDirectory
import MAMWire
import VirtualTime

extension SignInContext {
  /// Refuses a sign-in whose user may not have tokens any more, that lacks consent, or that a
  /// conditional-access policy forbids.
  func checkDemands(_ grant: SignInGrant) throws(Refusal) {
    try checkAccount(grant)
    try checkConsent(grant)
    guard let key = grant.user, let account = state.accounts[key] else { return }
    try checkOrderedError(account, key)
    let name = state.users[key]?.upn ?? key
    switch account.conditionalAccess {
    case nil: break
    case .block:
      throw Refusal(
        .invalidGrant, 53_003, "conditional access blocks \(name)", suberror: "message_only")
    case .compliantDevice where !grant.scopes.isOfMAM:
      throw Refusal(
        .interactionRequired, 53_000, "\(name) needs a compliant device",
        suberror: "additional_action", claims: Self.challenge)
    case .appProtection where !grant.scopes.isOfMAM && !hasAppliedPolicy(key):
      throw Refusal(
        .unauthorizedClient, 53_005, "the app needs an app protection policy for \(name)",
        suberror: "protection_policy_required")
    case .mfa where !(grant.isStrong && grant.authentication?.isAfterDemand(of: account) != false):
      throw Refusal(
        .interactionRequired, 50_076, "\(name) must give a second factor",
        suberror: "basic_action", claims: Self.challenge)
    case .compliantDevice, .appProtection, .mfa: break
    }
  }

  /// The claims challenge: what the client is to send with the next sign-in at a page.
  static var challenge: String {
    #"{"access_token":{"capolids":{"essential":true,"values":["#
      + #""00000000-0000-4000-8000-00000000ca01"]}}}"#
  }

  /// True if some app of the user has been given policy.
  private func hasAppliedPolicy(_ key: String) -> Bool {
    state.enrollments.first {
      $0.user == key && $0.policyVersion?.hasPrefix(PolicyKind.protection.versionPrefix) ?? false
    } != nil
  }

  /// The error that somebody has ordered for a user.
  private func checkOrderedError(_ account: Account, _ key: String) throws(Refusal) {
    guard let error = account.signInError else { return }
    if let times = account.signInErrorTimes {
      guard times > 0 else { return }
      var rest = account
      rest.signInErrorTimes = times - 1
      state.accounts[key] = rest
    }
    var refusal = Refusal(
      status: error["status"]?.int.flatMap { 400...599 ~= $0 ? $0 : nil } ?? 400,
      code: error["error"]?.string ?? "server_error",
      message: error["description"]?.string ?? "configured for this user")
    refusal.number = error["number"]?.int
    refusal.suberror = error["suberror"]?.string
    refusal.claims = error["claims"]?.string ?? error["claims"]?.object.map { JSON.object($0).text }
    throw refusal
  }

  private func checkConsent(_ grant: SignInGrant) throws(Refusal) {
    guard let client = try knownClient(grant.client), let consented = client.scopes else { return }
    let missing = grant.scopes.permissions.filter { !consented.contains($0) }
    guard missing.isEmpty else {
      throw Refusal(
        .invalidGrant, 65_001,
        "nobody has consented to \(missing.joined(separator: " ")) for \(client.displayName)",
        suberror: "consent_required")
    }
  }

  /// What a token permits: what was asked for, and for `.default` what has been consented to.
  func permissions(_ grant: SignInGrant) -> [String] {
    var permissions = grant.scopes.permissions
    if grant.scopes.asksForDefault {
      let consented = state.clients[grant.client]?.scopes ?? Scopes.everything
      for scope in consented where !permissions.contains(scope) { permissions.append(scope) }
    }
    return permissions
  }
}
