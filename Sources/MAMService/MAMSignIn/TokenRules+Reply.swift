internal import ExactText
import JSONText
import MAMCrypto
import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

extension TokenRules {
  /// The answer of the token endpoint for a user (RFC 6749, section 5.1; OpenID Connect Core, 3.1.3.3).
  func reply(
    to grant: SignInGrant, _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> JSON {
    // Somebody may have removed the user between signing in and asking for the tokens.
    guard let key = grant.user, let user = state.users[key], !user.isDeleted else {
      throw Refusal(.invalidGrant, 50_034, "the user who signed in is gone")
    }
    try checkResource(grant.scopes)
    try checkDemands(grant)
    let tenant = try tenant(of: user, in: request)
    var token = Token(
      user: key, tenant: user.tenant, client: grant.client, scopes: permissions(grant),
      expires: nil)
    token.issued = now.milliseconds
    token.isStrong = grant.isStrong
    dropExpiredTokens(now)
    var refreshToken = try grant.refreshToken.map { (text) throws(Refusal) in
      tenant.renewsRefreshTokens ? try renewed(text, of: tenant, now) : text
    }
    // Version 1.0 knows no scope for it.
    let asksForRefreshToken = grant.scopes.asksForRefreshToken || isOfVersion1(request)
    if refreshToken == nil, signer == nil || asksForRefreshToken {
      var lasting = token
      lasting.authentication = grant.authentication
      lasting.scopes = grant.scopes.text.split(separator: " ").map(String.init)
      lasting.expires = tenant.refreshTokenSeconds.map { now.milliseconds + $0 * 1000 }
      if grant.isOfPage { lasting.bindToPage(now) }
      let text = try unguessable("rt\(state.next("token"))")
      state.refreshTokens[text] = lasting
      refreshToken = text
    }
    let seconds = tenant.accessTokenSeconds
    token.expires = now.milliseconds + seconds * 1000
    let id = "at\(state.next("token"))"
    if signer != nil {
      token.audience = audience(of: grant.scopes.resource)
      token.authentication = grant.authentication
      token.identityScopes = grant.scopes.ofIdentity
    }
    let accessToken =
      try signed(
        token, id: id, for: audience(of: grant.scopes.resource), user, tenant, request, now) ?? id
    state.accessTokens[accessToken] = token
    var reply: JSONObject = [
      "token_type": "Bearer", "access_token": .string(accessToken),
    ]
    reply.append("refresh_token", string: refreshToken)
    reply.append("expires_in", .int(seconds))
    reply.append("scope", .string(grant.scopes.text))
    guard signer != nil else { return .object(reply) }
    reply.append("ext_expires_in", .int(seconds))
    appendVersion1(request, audience(of: grant.scopes.resource), now, seconds, to: &reply)
    if grant.scopes.asksForIdentity {
      reply.append(
        "id_token",
        .string(
          try identityToken(grant, user, tenant, request, now, seconds, beside: accessToken)))
    }
    if request.body["client_info"]?.string == "1" {
      let info: JSON = ["uid": .string(user.objectId), "utid": .string(tenant.id)]
      reply.append("client_info", .string(Base64URL.text(info.text.utf8)))
    }
    return .object(reply)
  }

  /// A new refresh token instead of the one that was redeemed, which ends with it (RFC 6749, section 6).
  private func renewed(
    _ text: String, of tenant: Tenant, _ now: VirtualInstant
  ) throws(Refusal) -> String {
    guard var lasting = state.refreshTokens[text] else { return text }
    // The tokens of a page do not outlive the first one.
    if !lasting.isOfPage {
      lasting.expires = tenant.refreshTokenSeconds.map { now.milliseconds + $0 * 1000 }
    }
    let replacement = try unguessable("rt\(state.next("token"))")
    state.refreshTokens[text] = nil
    state.refreshTokens[replacement] = lasting
    return replacement
  }

  /// The answer for an application itself (RFC 6749, section 4.4).
  func clientReply(
    _ request: ServiceRequest, _ client: String, _ proof: ClientProof, _ now: VirtualInstant
  ) throws(Refusal) -> JSON {
    let scopes = Scopes(try scope(request.body, request))
    try checkResource(scopes)
    guard proof != .none else {
      throw Refusal(
        .invalidClient, 7_000_218,
        "client_credentials needs the client_secret or a client_assertion of \(client)")
    }
    guard scopes.asksForDefault else {
      throw Refusal(
        .invalidScope, 1_002_012, "client_credentials needs a scope that ends in /.default")
    }
    let known = try knownClient(client)
    guard case .tenant(let name) = try authority(request.tenant),
      let tenant = state.tenants[name]
    else {
      throw Refusal(
        .invalidRequest, 900_382, "client_credentials needs the authority of one tenant")
    }
    guard known == nil || known?.tenant == name else {
      throw Refusal(.unauthorizedClient, 700_016, "there is no client \(client) in \(name)")
    }
    let seconds = tenant.accessTokenSeconds
    var token = Token(
      user: nil, tenant: name, client: client, scopes: known?.roles ?? Scopes.everything,
      expires: now.milliseconds + seconds * 1000)
    token.issued = now.milliseconds
    dropExpiredTokens(now)
    let id = "at\(state.next("token"))"
    if signer != nil { token.audience = audience(of: scopes.resource) }
    let accessToken =
      try signed(token, id: id, for: audience(of: scopes.resource), nil, tenant, request, now) ?? id
    state.accessTokens[accessToken] = token
    var reply: JSONObject = [
      "token_type": "Bearer", "expires_in": .int(seconds), "ext_expires_in": .int(seconds),
      "access_token": .string(accessToken),
    ]
    appendVersion1(request, audience(of: scopes.resource), now, seconds, to: &reply)
    return .object(reply)
  }

  private func signed(
    _ token: Token, id: String, for audience: String, _ user: User?, _ tenant: Tenant,
    _ request: ServiceRequest,
    _ now: VirtualInstant
  ) throws(Refusal) -> String? {
    guard let signer else { return nil }
    let http = request.http ?? HTTPRequest("POST", "/\(tenant.name)/oauth2/v2.0/token")
    let seconds = now.milliseconds.flooringDivision(by: 1000)
    var claims: JSONObject = [
      "aud": .string(audience), "iss": .string(issuer(tenant, request, http)),
      "iat": .int(seconds), "nbf": .int(seconds),
      "exp": .int((token.expires ?? now.milliseconds).flooringDivision(by: 1000)),
      (isOfVersion1(request) ? "appid" : "azp"): .string(token.client), "tid": .string(tenant.id),
      "uti": .string(try signer.unguessable(id)), "ver": isOfVersion1(request) ? "1.0" : "2.0",
    ]
    if let user {
      claims.append("oid", .string(user.objectId))
      claims.append("sub", .string(user.objectId))
      appendName(of: user, to: &claims, request)
      claims.append("scp", .string(Scopes.claim(token.scopes)))
    } else {
      claims.append("oid", .string(StableID.guid(of: token.client)))
      claims.append("sub", .string(StableID.guid(of: token.client)))
      claims.append("roles", .array(token.scopes.map(JSON.string)))
    }
    return try signer.token(claims)
  }

  /// Says who the user is, by the names of the token's version.
  private func appendName(
    of user: User, to claims: inout JSONObject, _ request: ServiceRequest
  ) {
    guard isOfVersion1(request) else {
      return claims.append("preferred_username", .string(user.upn))
    }
    claims.append("unique_name", .string(user.upn))
    claims.append("upn", .string(user.upn))
  }

  /// Adds what an answer of version 1.0 has beside: the service that the token is for, and when it is good, in seconds.
  private func appendVersion1(
    _ request: ServiceRequest, _ audience: String, _ now: VirtualInstant, _ lifetime: Int,
    to reply: inout JSONObject
  ) {
    guard signer != nil, isOfVersion1(request) else { return }
    let seconds = now.milliseconds.flooringDivision(by: 1000)
    reply.append("resource", .string(audience))
    reply.append("not_before", .int(seconds))
    reply.append("expires_on", .int(seconds + lifetime))
  }

  private func identityToken(
    _ grant: SignInGrant, _ user: User, _ tenant: Tenant, _ request: ServiceRequest,
    _ now: VirtualInstant, _ lifetime: Int, beside accessToken: String
  ) throws(Refusal) -> String {
    let http = request.http ?? HTTPRequest("POST", "/\(tenant.name)/oauth2/v2.0/token")
    let seconds = now.milliseconds.flooringDivision(by: 1000)
    var claims: JSONObject = [
      "aud": .string(grant.client), "iss": .string(issuer(tenant, request, http)),
      "iat": .int(seconds),
      "nbf": .int(seconds), "exp": .int(seconds + lifetime),
      // OpenID Connect Core, section 12.2: a refresh is not an authentication.
      "auth_time": .int(
        (grant.authentication?.instant ?? now.milliseconds).flooringDivision(by: 1000)),
      "name": .string(state.displayName(of: user)), "oid": .string(user.objectId),
    ]
    appendName(of: user, to: &claims, request)
    claims.append("sub", .string(user.objectId))
    claims.append("tid", .string(tenant.id))
    claims.append("ver", isOfVersion1(request) ? "1.0" : "2.0")
    if grant.scopes.asksForEmail, let mail = state.mail(of: user) {
      claims.append("email", .string(mail))
    }
    if let nonce = grant.nonce { claims.append("nonce", .string(nonce)) }
    // OpenID Connect Core, section 3.1.3.6: the left half of the hash of the token that comes along.
    let hash = SHA256.digest(Array(accessToken.utf8))
    claims.append("at_hash", .string(Base64URL.text(hash.prefix(hash.count / 2))))
    return try signer?.token(claims) ?? ""
  }
}
