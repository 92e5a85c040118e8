internal import ExactText
import JSONText
import VirtualTime

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

extension ServiceCore {
  /// Gives out tokens (RFC 6749, sections 4 and 6; RFC 8628, section 3.4).
  ///
  /// A refresh keeps the refresh token, so that an app that never saw the answer can ask again.
  mutating func token(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> JSON {
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

  /// A parameter of a form that must have a value.
  func parameter(_ name: String, _ request: ServiceRequest) throws(Refusal) -> String {
    guard let text = request.body[name]?.string, !text.isEmpty else {
      throw Refusal(.invalidRequest, 900_144, "\(name) is missing")
    }
    return text
  }

  /// The scopes of a form; at an endpoint without a version, `resource` stands for all of a resource.
  func scope(_ form: JSON, _ request: ServiceRequest) throws(Refusal) -> String {
    var words = [form["scope"]?.string ?? ""]
    if let http = request.http, AuthorityForm(path: http.path) != .v2,
      let resource = form["resource"]?.string, !resource.isEmpty
    {
      words.append("\(resource)/.default")
    }
    let scope = words.filter { !$0.isEmpty }.joined(separator: " ")
    guard !scope.isEmpty else { throw Refusal(.invalidRequest, 900_144, "scope is missing") }
    return scope
  }

  /// Refuses a claims request that is no JSON object (OpenID Connect Core, section 5.5); under a
  /// coordinator nobody looks at it.
  func checkClaims(_ form: JSON) throws(Refusal) {
    guard signer != nil, let text = form["claims"]?.string, !text.isEmpty else { return }
    if let fault = RequestReader.fault(of: Array(text.utf8)) {
      throw Refusal(.invalidRequest, 90_023, "claims is not JSON: \(fault)")
    }
    guard (try? JSON(parsing: Array(text.utf8)[...]))?.object != nil else {
      throw Refusal(.invalidRequest, 90_023, "claims must be an object of JSON")
    }
  }

  /// RFC 6749, section 4.3.
  private mutating func passwordGrant(
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
    else { throw Refusal(.invalidGrant, 50_020, "the user is not of the tenant in the path") }
    return tenant
  }

  /// The user whose access token the request bears.
  func signedInUser(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> (key: String, user: User) {
    guard let token = request.token, token.isValid(at: now.milliseconds),
      let key = token.user, let user = state.users[key], !user.isDeleted
    else { throw Refusal(.invalidToken, "the bearer token is missing, unknown or expired") }
    // Every check-in comes by here: most tokens have this very text.
    if let audience = token.audience, audience != Resources.mam,
      !Resources.areSame(audience, Resources.mam)
    {
      throw Refusal(
        .invalidToken,
        "the bearer token is for \(audience), not for the MAM service; ask for the scope mam")
    }
    return (key, user)
  }

  /// What is known of an access token, expired or not; nil if the service never gave it out.
  ///
  /// Tokens are known by their whole text: one with another payload or signature is another one, so no
  /// signature has to be checked.
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
