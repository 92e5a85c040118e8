internal import ExactText
import JSONText
import MAMDirectory
package import MAMRules
package import MAMWire
package import VirtualTime

extension GraphRules {
  /// What is known of the user of an access token (OpenID Connect Core, section 5.3), with errors as Graph gives
  /// them, whose operation it is.
  package func userInfo(_ request: ServiceRequest, _ now: VirtualInstant) -> ServiceResponse {
    let methods = ["GET", "HEAD", "POST"]
    let http = request.http ?? HTTPRequest("GET", "/oidc/userinfo")
    do throws(GraphError) {
      guard methods.contains(http.method) else {
        let allowed = methods.joined(separator: ", ")
        throw .methodNotAllowed("\(http.path) takes \(allowed)", allowed)
      }
      let bearer = request.bearer ?? request.body["access_token"]?.string
      let token = try token(
        of: .bearer(bearer), origin: http.origin, now: now.milliseconds)
      guard let token, let user = token.user.flatMap({ state.users[$0] }) else {
        throw .badRequest("an application has no user information: use the token of a user")
      }
      let scopes = token.identityScopes ?? ["openid", "profile", "email"]
      guard scopes.contains("openid") else {
        throw GraphError(
          .forbidden, "the token was not requested with the scope openid")
      }
      return ServiceResponse(.object(claims(of: user, scopes)))
    } catch {
      var response = error.response(
        now, requestID: names.latest(now), clientRequestID: request.client)
      // RFC 6750, section 3.1.
      let word =
        switch error.status {
        case 401 where request.bearer != nil: ", error=\"invalid_token\""
        case 403: ", error=\"insufficient_scope\", scope=\"openid\""
        default: ""
        }
      response.headers.removeAll { $0.isNamed("www-authenticate") }
      if [401, 403].contains(error.status) {
        response.headers.append(
          HeaderField("WWW-Authenticate", "Bearer realm=\"mamconform\"\(word)"))
      }
      var answer = ServiceResponse(
        status: response.status, response.body.map { .json($0) } ?? .none,
        headers: response.headers)
      answer.code = error.code
      return answer
    }
  }

  /// The claims that scopes ask for (OpenID Connect Core, section 5.4).
  private func claims(of user: User, _ scopes: [String]) -> JSONObject {
    var claims: JSONObject = ["sub": .string(user.objectId)]
    let profile = state.profiles[userKey(user.upn)]?.properties
    if scopes.contains("profile") {
      claims.append("name", .string(state.displayName(of: user)))
      for (claim, property) in [("given_name", "givenName"), ("family_name", "surname")] {
        if let text = profile?[property]?.string { claims.append(claim, .string(text)) }
      }
      claims.append("preferred_username", .string(user.upn))
    }
    if scopes.contains("email"), let mail = state.mail(of: user) {
      claims.append("email", .string(mail))
    }
    return claims
  }
}
