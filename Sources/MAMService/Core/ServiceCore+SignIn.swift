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
    _ = try parameter("client_id")
    let scope = try parameter("scope")
    let key: String
    let refreshToken: String
    switch grant {
    case "password":
      key = userKey(try parameter("username"))
      let password = try parameter("password")
      guard var user = state.users[key], !user.isDeleted,
        user.password == nil || user.password == password
      else { throw Refusal(.invalidGrant, "the user name or the password is wrong") }
      let tenant = try tenant(of: user, in: request)
      if user.isSignInRequired {
        user.isSignInRequired = false
        state.users[key] = user
      }
      refreshToken = "rt\(state.next("token"))"
      state.refreshTokens[refreshToken] = Token(
        user: key, expires: tenant.refreshTokenSeconds.map { now.milliseconds + $0 * 1000 })
    case "refresh_token":
      refreshToken = try parameter("refresh_token")
      guard let token = state.refreshTokens[refreshToken], token.isValid(at: now.milliseconds),
        let user = state.users[token.user], !user.isDeleted
      else { throw Refusal(.invalidGrant, "the refresh token is unknown, expired or revoked") }
      guard !user.isSignInRequired else {
        throw Refusal(.interactionRequired, "the user must sign in")
      }
      key = token.user
    default: throw Refusal(.unsupportedGrantType, "grant_type \(grant) is not supported")
    }
    let seconds = try tenant(of: state.users[key]!, in: request).accessTokenSeconds
    let accessToken = "at\(state.next("token"))"
    dropExpiredTokens(now)
    state.accessTokens[accessToken] = Token(
      user: key, expires: now.milliseconds + seconds * 1000)
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
    guard let bearer = request.bearer, let token = state.accessTokens[bearer],
      token.isValid(at: now.milliseconds), let user = state.users[token.user], !user.isDeleted
    else { throw Refusal(.invalidToken, "the bearer token is missing, unknown or expired") }
    return (token.user, user)
  }

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
