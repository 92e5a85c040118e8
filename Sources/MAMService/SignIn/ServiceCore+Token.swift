import JSONText
import VirtualTime

extension ServiceCore {
  /// Gives out tokens (RFC 6749, sections 4.3 and 6).
  ///
  /// A refresh keeps the refresh token, so that an app that never saw the answer can ask again.
  mutating func token(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> JSON {
    func parameter(_ name: String) throws(Refusal) -> String {
      guard let text = request.body[name]?.string, !text.isEmpty else {
        throw Refusal(.invalidRequest, "\(name) is missing")
      }
      return text
    }
    let grant = try parameter("grant_type")
    let client = try parameter("client_id")
    let scope = try parameter("scope")
    let scopes = scope.split(separator: " ").map(String.init)
    let key: String
    let refreshToken: String
    switch grant {
    case "password":
      key = userKey(try parameter("username"))
      let password = try parameter("password")
      guard var user = state.users[key], !user.isDeleted,
        user.password == nil || user.password == password
      else { throw Refusal(.invalidGrant, "the user name or the password is wrong") }
      guard !isDisabled(key) else { throw Refusal(.invalidGrant, "the account is disabled") }
      let tenant = try tenant(of: user, in: request)
      if user.isSignInRequired {
        user.isSignInRequired = false
        state.users[key] = user
      }
      refreshToken = "rt\(state.next("token"))"
      state.refreshTokens[refreshToken] = Token(
        user: key, tenant: user.tenant, client: client, scopes: scopes,
        expires: tenant.refreshTokenSeconds.map { now.milliseconds + $0 * 1000 })
    case "refresh_token":
      refreshToken = try parameter("refresh_token")
      guard let token = state.refreshTokens[refreshToken], token.isValid(at: now.milliseconds),
        let owner = token.user, let user = state.users[owner], !user.isDeleted,
        !isDisabled(owner)
      else { throw Refusal(.invalidGrant, "the refresh token is unknown, expired or revoked") }
      guard !user.isSignInRequired else {
        throw Refusal(.interactionRequired, "the user must sign in")
      }
      key = owner
    default: throw Refusal(.unsupportedGrantType, "grant_type \(grant) is not supported")
    }
    let user = state.users[key]!
    let seconds = try tenant(of: user, in: request).accessTokenSeconds
    let accessToken = "at\(state.next("token"))"
    dropExpiredTokens(now)
    state.accessTokens[accessToken] = Token(
      user: key, tenant: user.tenant, client: client, scopes: scopes,
      expires: now.milliseconds + seconds * 1000)
    return [
      "token_type": "Bearer", "access_token": .string(accessToken),
      "refresh_token": .string(refreshToken), "expires_in": .int(seconds), "scope": .string(scope),
    ]
  }

  /// The user's tenant, if the path of the request is that tenant's or open to all.
  private func tenant(of user: User, in request: ServiceRequest) throws(Refusal) -> Tenant {
    guard let path = request.tenant, let tenant = state.tenants[user.tenant],
      path == user.tenant || path == "common" || path == "organizations"
    else { throw Refusal(.invalidGrant, "the user is not of the tenant in the path") }
    return tenant
  }

  /// Forgets the oldest tokens that have expired; those behind a valid one wait their turn.
  private mutating func dropExpiredTokens(_ now: VirtualInstant) {
    while let (key, token) = state.accessTokens.oldest, !token.isValid(at: now.milliseconds) {
      state.accessTokens[key] = nil
    }
  }

  /// The user whose access token the request bears.
  func signedInUser(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> (key: String, user: User) {
    guard let token = request.bearer.flatMap(issuedToken), token.isValid(at: now.milliseconds),
      let key = token.user, let user = state.users[key], !user.isDeleted
    else { throw Refusal(.invalidToken, "the bearer token is missing, unknown or expired") }
    return (key, user)
  }

  /// What is known of an access token, expired or not; nil if the service never gave it out.
  func issuedToken(_ text: String) -> Token? { state.accessTokens[text] }

  /// Refuses a user whose tenant cannot serve MAM at all, or who has no licence.
  func requireService(for user: User) throws(Refusal) {
    guard let tenant = state.tenants[user.tenant], tenant.isEnabled else {
      throw Refusal(.tenantNotEnabled, "tenant \(user.tenant) has no MAM")
    }
    guard !tenant.isMigrating else {
      throw Refusal(.tenantMigration, "tenant \(user.tenant) is being moved")
    }
    guard user.isLicensed else {
      throw Refusal(.accountNotLicensed, "\(user.upn) has no licence")
    }
  }
}
