import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol
import VirtualTime

/// How an operation gets its token: from the cache, else with a refresh token, else from the user.
struct TokenRules: SDKRules {
  let state: SDKState

  /// The scope for which tokens are asked.
  private static let scope = "https://msmamservice.api.application/.default offline_access"
  /// What the simulated person types as password; a tenant that sets one refuses all others.
  private static let password = "password"

  /// Gets the token silently, trying the candidate authorities from first to last (AUTH-033).
  func acquire(_ number: Int) {
    guard let index = index(of: number) else { return }
    chooseLibrary()
    if let code = libraryFailure, !isPassedOver(code, for: underWay[index].identity) {
      return endToken(number, failure: code)
    }
    noteOverrides(for: underWay[index])
    let own = cachedTokens(of: underWay[index].identity)
    var candidates = candidates(for: underWay[index], with: own)
    if asksThePerson(in: underWay[index], with: own) {
      return underWay[index].trigger == .login
        ? endToken(number, failure: .authRequired) : prompts.askForCredentials(number)
    }
    let tokens = usable(own, by: underWay[index])
    while !candidates.isEmpty {
      let authority = candidates.removeFirst()
      underWay[index].candidates = candidates
      if behaviour.tokens.reusesAccessTokens,
        let token = (tokens.first { $0.authority == authority } ?? ofAnotherAuthority(tokens))?
          .validToken(for: clientId, at: now, behaviour, isLast: underWay[index].isUnenrollment)
      {
        underWay[index].token = token
        return tokenIsThere(number)
      }
      let entry = tokens.first { $0.authority == authority } ?? tokens.first
      if let entry {
        underWay[index].authority = authority
        return redeem(entry, for: number)
      }
    }
    endToken(number, failure: underWay[index].tokenFailure ?? .authRequired)
  }

  /// Asks the authority of an operation for a token with a refresh token.
  private func redeem(_ entry: TokenEntry, for number: Int) {
    sendToken(
      number,
      [
        ("grant_type", "refresh_token"), ("client_id", clientId), ("redirect_uri", redirect),
        ("scope", TokenRules.scope), ("refresh_token", entry.refreshToken),
      ], stage: .acquiringToken)
  }

  /// Signs the user in with a password at the first authority (AUTH-034).
  func signIn(_ number: Int) {
    guard let index = index(of: number) else { return }
    let identity = underWay[index].identity
    if let code = libraryFailure, !isPassedOver(code, for: identity) {
      return endToken(number, failure: code)
    }
    underWay[index].authority = authorityToSignIn(identity)
    sendToken(
      number,
      [
        ("grant_type", "password"),
        (
          "client_id",
          behaviour.tokens.hasOwnClientRegistration
            ? clientIdOfPeople(underWay[index].trigger) : ""
        ),
        ("redirect_uri", redirect),
        ("scope", TokenRules.scope), ("username", userWhoSignsIn(underWay[index])),
        ("password", TokenRules.password),
      ], stage: .signingIn)
  }

  /// Why the authentication library cannot be used at all.
  private var libraryFailure: StatusCode? {
    if state.hooks.libraryError { return .adalInternalError }
    guard let version = state.hooks.libraryVersion else { return nil }
    return LibraryVersion(version) < behaviour.tokens.oldestLibrary ? .adalMethodUnsupported : nil
  }

  private func sendToken(
    _ number: Int, _ form: [(String, String)], stage: Operation.Stage
  ) {
    guard let index = index(of: number), let authority = underWay[index].authority else { return }
    var fields = JSONObject()
    for (name, text) in form { fields.append(name, .string(text)) }
    underWay[index].client = clientId
    operations.send(
      .token, to: tokenURL(of: authority, at: stage),
      headers: ["Content-Type: application/x-www-form-urlencoded"], body: .form(fields),
      for: number, stage: stage)
  }

  /// The authority has answered.
  func received(_ outcome: HTTPOutcome, for number: Int) {
    guard let index = index(of: number) else { return }
    let operation = underWay[index]
    switch ServiceAnswer(outcome, of: .token) {
    case .failure(let code, _): refusedToken(number, code)
    case .success(let body):
      guard let token = body["access_token"]?.string, let authority = operation.authority else {
        return refusedToken(number, .parsingFailure)
      }
      let old = cachedTokens(of: operation.identity)
      let known = old.first { $0.authority == authority } ?? old.first
      let brought = body["refresh_token"]?.string
      if let refresh = behaviour.tokens.newRefreshTokensCount
        ? brought ?? known?.refreshToken : known?.refreshToken ?? brought
      {
        let lifetime = body["expires_in"]?.int ?? 3600
        if operation.stage == .acquiringToken, var known, known.authority != authority,
          !behaviour.tokens.refreshesAreCached
        {
          known.refreshToken = refresh
          cache(known)
        } else {
          cache(
            TokenEntry(
              identity: operation.identity, authority: authority, refreshToken: refresh,
              accessToken: operation.kind == .signIn
                ? nil : accessToken(token, after: known, in: operation),
              clientId: client(of: operation),
              expiry: now + .seconds(max(0, min(lifetime, 1_000_000_000)))),
            isSignIn: operation.stage == .signingIn,
            isRenewal: operation.stage == .acquiringToken)
        }
      }
      underWay[index].token = token
      tokenIsThere(number)
    }
  }

  private func refusedToken(_ number: Int, _ code: StatusCode) {
    guard let index = index(of: number) else { return }
    let isSilent = underWay[index].stage == .acquiringToken
    if isSilent { keepCandidate(of: index, after: code) }
    // That the user has to sign in says more than that another authority could not be asked.
    if underWay[index].tokenFailure != .authRequired { underWay[index].tokenFailure = code }
    if isSilent, !endsCandidates(code, of: underWay[index]) {
      acquire(number)
    } else {
      endToken(number, failure: code)
    }
  }

  /// Goes on with the token.
  func tokenIsThere(_ number: Int) {
    guard let index = index(of: number) else { return }
    if underWay[index].kind == .signIn {
      operations.remove(number)
      return
    }
    leaving.releaseBlockedCall(number)
    operations.advance(number)
  }

  /// Ends an operation for which there is no token.
  private func endToken(_ number: Int, failure code: StatusCode) {
    if goOnWithoutToken(number) { return }
    leaving.releaseBlockedCall(number)
    operations.fail(number, code)
  }
}

extension TokenEntry {
  /// The access token, if it is for that client and has not expired.
  fileprivate func validToken(
    for client: String, at now: VirtualInstant, _ behaviour: TracedBehaviour, isLast: Bool
  ) -> String? {
    guard let accessToken, let expiry, clientId == client else { return nil }
    if isLast, now >= expiry, !behaviour.tokens.unenrollmentsRenewTokens { return accessToken }
    return now < expiry || !behaviour.tokens.expiredTokensAreRenewed ? accessToken : nil
  }
}
