internal import ExactText
package import JSONText
package import MAMDirectory
package import MAMRules
package import MAMWire
package import VirtualTime

/// Somebody who has proven who they are, and what they want.
struct SignInGrant {
  /// The key of the user; nil for an application itself.
  var user: String?
  var client: String
  var scopes: Scopes
  /// True if the user gave a second factor.
  var isStrong = false
  /// When the user proved it; nil for just now, and if nobody knows any more.
  var authentication: Authentication?
  /// The refresh token that the request brought; nil for a new sign-in.
  var refreshToken: String?
  var nonce: String?
  /// True if a page asks, for which only pages may use what it gets.
  var isOfPage = false
}

/// The rules of the token endpoint: which grant gives whom which tokens.
package struct TokenRules: SignInContext {
  package let state: ServiceState
  package let signer: (any TokenSigning)?

  /// Gives out tokens (RFC 6749, sections 4 and 6; RFC 8628, section 3.4).
  ///
  /// A refresh keeps the refresh token, so that an app that never saw the answer can ask again.
  package func token(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> JSON {
    try checkRepetition(repeatedParameters(request))
    let grant = try parameter("grant_type", request)
    try checkGrant(grant, of: request)
    let (client, proof) = try client(request, now)
    try checkClaims(request.body)
    switch grant {
    case "password":
      return try reply(to: try passwordGrant(request, client, now), request, now)
    case "refresh_token":
      return try reply(to: try refreshGrant(request, client, now), request, now)
    case "authorization_code":
      return try reply(to: try codeGrant(request, client, now), request, now)
    case "urn:ietf:params:oauth:grant-type:device_code", "device_code":
      return try reply(to: try deviceGrant(request, client, now), request, now)
    case "client_credentials":
      return try clientReply(request, client, proof, now)
    case OnBehalfOf.grantType:
      return try reply(to: try onBehalfOfGrant(request, client, proof, now), request, now)
    default:
      throw Refusal(.unsupportedGrantType, 70_003, "grant_type \(grant) is not supported")
    }
  }

  /// RFC 6749, section 4.3.
  private func passwordGrant(
    _ request: ServiceRequest, _ client: String, _ now: VirtualInstant
  ) throws(Refusal) -> SignInGrant {
    let scopes = Scopes(try scope(request.body, request))
    let name = try parameter("username", request)
    let key = try checkPassword(
      name, try parameter("password", request), try authority(request.tenant))
    return SignInGrant(
      user: key, client: client, scopes: scopes, authentication: authentication(of: key, now))
  }

  /// RFC 6749, section 6.
  private func refreshGrant(
    _ request: ServiceRequest, _ client: String, _ now: VirtualInstant
  ) throws(Refusal) -> SignInGrant {
    let text = try parameter("refresh_token", request)
    guard let token = state.refreshTokens[text] else {
      throw Refusal(.invalidGrant, 9_002_313, "the refresh token is unknown")
    }
    try checkPage(token, request)
    guard token.isValid(at: now.milliseconds) else {
      throw Refusal(
        .invalidGrant, token.isOfPage ? 700_084 : 700_082, "the refresh token has expired")
    }
    guard client == token.client || signer == nil else {
      throw Refusal(
        .invalidGrant, 70_000, "the refresh token was given to another client, \(token.client)")
    }
    let kept: JSON = ["scope": .string(token.scopes.joined(separator: " "))]
    let isAsked = request.body["scope"] != nil || request.body["resource"] != nil
    let asked = try scope(isAsked ? request.body : kept, request)
    return SignInGrant(
      user: token.user, client: client, scopes: Scopes(asked), isStrong: token.isStrong,
      authentication: token.authentication
        ?? Authentication(instant: token.issued, revocations: nil, demands: nil), refreshToken: text
    )
  }

  /// The user's tenant, if the path of the request is that tenant's or open to all.
  func tenant(of user: User, in request: ServiceRequest) throws(Refusal) -> Tenant {
    let authority = try authority(request.tenant)
    guard let tenant = state.tenants[user.tenant],
      authority == .any || authority == .tenant(user.tenant)
    else { throw Refusal(.invalidGrant, 50_020, "the user is not in the tenant in the path") }
    return tenant
  }
}
