import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol
import VirtualTime

/// How an operation gets its token: from the cache, else with a refresh token, else from the user.
extension ManagementSDK {
  /// The scope for which tokens are asked.
  private static let scope = "https://msmamservice.api.application/.default offline_access"
  /// What the simulated person types as password; a tenant that sets one refuses all others.
  private static let password = "password"

  /// Gets the token silently, trying the candidate authorities from first to last (AUTH-033).
  mutating func acquireToken(_ number: Int) {
    guard let index = index(of: number) else { return }
    if let code = libraryFailure { return endToken(number, failure: code) }
    let identity = operations[index].identity
    leavesOverridesOut =
      operations[index].kind == .checkIn && saved.overrides != Overrides()
      && !behaviour.tokens.checkInsUseOverrides
    let cached = cachedTokens
    var tokens = cached.filter { isSame($0.identity, identity) }
    var candidates = operations[index].candidates ?? authorities(with: tokens)
    let isLogin = operations[index].trigger == .login && !operations[index].hasPrompted
    if isLogin, !behaviour.enrollment.signInUsesCachedToken {
      return endToken(number, failure: .authRequired)
    }
    if operations[index].trigger == .registered, !tokens.isEmpty,
      !behaviour.enrollment.registrationUsesCachedToken
    {
      return askForCredentials(number)
    }
    if let user = cached.first?.identity, !isSame(user, identity),
      !behaviour.tokens.usesOwnTokensOnly
    {
      tokens = cached.filter { isSame($0.identity, user) }
    }
    while !candidates.isEmpty {
      let authority = candidates.removeFirst()
      operations[index].candidates = candidates
      if behaviour.tokens.reusesAccessTokens,
        let token = tokens.first(where: { $0.authority == authority })?
          .validToken(for: clientId, at: now)
      {
        operations[index].token = token
        return tokenIsThere(number)
      }
      let entry = tokens.first { $0.authority == authority } ?? tokens.first
      if let entry {
        operations[index].authority = authority
        return sendToken(
          number,
          [
            ("grant_type", "refresh_token"), ("client_id", clientId), ("redirect_uri", redirect),
            ("scope", ManagementSDK.scope), ("refresh_token", entry.refreshToken),
          ], stage: .acquiringToken)
      }
    }
    endToken(number, failure: operations[index].tokenFailure ?? .authRequired)
  }

  /// Signs the user in with a password at the first authority (AUTH-034).
  mutating func signIn(_ number: Int) {
    guard let index = index(of: number) else { return }
    if let code = libraryFailure { return endToken(number, failure: code) }
    let identity = operations[index].identity
    operations[index].authority = authorities(for: identity)[0]
    sendToken(
      number,
      [
        ("grant_type", "password"),
        ("client_id", behaviour.tokens.hasOwnClientRegistration ? clientId : ""),
        ("redirect_uri", redirect),
        ("scope", ManagementSDK.scope), ("username", identity),
        ("password", ManagementSDK.password),
      ], stage: .signingIn)
  }

  /// Why the authentication library cannot be used at all.
  private var libraryFailure: StatusCode? {
    if hooks.libraryError { return .adalInternalError }
    guard let version = hooks.libraryVersion else { return nil }
    return LibraryVersion(version) < behaviour.tokens.oldestLibrary ? .adalMethodUnsupported : nil
  }

  private mutating func sendToken(
    _ number: Int, _ form: [(String, String)], stage: Operation.Stage
  ) {
    guard let index = index(of: number), let authority = operations[index].authority else { return }
    var fields = JSONObject()
    for (name, text) in form { fields.append(name, .string(text)) }
    send(
      .token, to: tokenURL(of: authority),
      headers: ["Content-Type: application/x-www-form-urlencoded"], body: .form(fields),
      for: number, stage: stage)
  }

  /// The authority has answered.
  mutating func receivedToken(_ outcome: HTTPOutcome, for number: Int) {
    guard let index = index(of: number) else { return }
    let operation = operations[index]
    switch ServiceAnswer(outcome, of: .token) {
    case .failure(let code, _): refusedToken(number, code)
    case .success(let body):
      guard let token = body["access_token"]?.string, let authority = operation.authority else {
        return refusedToken(number, .parsingFailure)
      }
      let old = cachedTokens(of: operation.identity)
      let known = old.first { $0.authority == authority } ?? old.first
      if let refresh = body["refresh_token"]?.string ?? known?.refreshToken {
        let lifetime = body["expires_in"]?.int ?? 3600
        cache(
          TokenEntry(
            identity: operation.identity, authority: authority, refreshToken: refresh,
            accessToken: operation.kind == .signIn ? nil : token, clientId: clientId,
            expiry: now + .seconds(max(0, min(lifetime, 1_000_000_000)))))
      }
      operations[index].token = token
      tokenIsThere(number)
    }
  }

  private mutating func refusedToken(_ number: Int, _ code: StatusCode) {
    guard let index = index(of: number) else { return }
    let isSilent = operations[index].stage == .acquiringToken
    // That the user has to sign in says more than that another authority could not be asked.
    if operations[index].tokenFailure != .authRequired { operations[index].tokenFailure = code }
    if isSilent { acquireToken(number) } else { endToken(number, failure: code) }
  }

  /// Goes on with the token.
  private mutating func tokenIsThere(_ number: Int) {
    guard let index = index(of: number) else { return }
    if operations[index].kind == .signIn {
      remove(number)
      return
    }
    releaseBlockedCall(number)
    advance(number)
  }

  /// Goes on without a token.
  private mutating func endToken(_ number: Int, failure code: StatusCode) {
    releaseBlockedCall(number)
    fail(number, code)
  }
}

extension TokenEntry {
  /// The access token, if it is for that client and has not expired.
  fileprivate func validToken(for client: String, at now: VirtualInstant) -> String? {
    guard let accessToken, let expiry, clientId == client, now < expiry else { return nil }
    return accessToken
  }
}
