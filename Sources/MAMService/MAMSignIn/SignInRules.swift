internal import ExactText
import JSONText
package import MAMDirectory
package import MAMRules
package import MAMWire
package import VirtualTime

/// The rules of the sign-in host: discovery, pages, sessions and codes, and beside them the tokens.
package struct SignInRules: SignInContext {
  package let state: ServiceState
  package let signer: (any TokenSigning)?
  /// The names of requests.
  package let names: RequestNames

  /// The rules over a state.
  package init(state: ServiceState, signer: (any TokenSigning)?, names: RequestNames) {
    self.state = state
    self.signer = signer
    self.names = names
  }

  /// The rules of the token endpoint.
  package var tokens: TokenRules { TokenRules(state: state, signer: signer) }

  /// Answers what the sign-in host has beside the token endpoint.
  package func signIn(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> ServiceResponse {
    guard let http = request.http else {
      throw Refusal(.notFound, "there is no \(request.endpoint.rawValue) at this host")
    }
    let isPost = http.method == "POST"
    let methods: [String] =
      switch request.endpoint {
      case .discovery, .keys, .userRealm: ["GET", "HEAD"]
      case .deviceCode: ["POST"]
      default: ["GET", "HEAD", "POST"]
      }
    guard methods.contains(http.method) else {
      let allowed = methods.joined(separator: ", ")
      var response = refusal(
        at: request.endpoint, client: request.client,
        Refusal(.methodNotAllowed, "\(http.path) takes \(allowed)"), now)
      response.headers.append(HeaderField("Allow", allowed))
      return response
    }
    switch request.endpoint {
    case .discovery: return ServiceResponse(try discovery(request, http))
    case .keys: return ServiceResponse(try signer?.keySet ?? ["keys": []])
    case .userRealm: return ServiceResponse(userRealm(http))
    case .deviceCode:
      return withSignInFields(ServiceResponse(try deviceCode(request, http, now)))
    case .deviceLogin:
      return isPost ? deviceLogin(request, now) : SignInPage.deviceLogin(http.query)
    case .authorize:
      let form = isPost ? request.body : .object(RequestReader.form(Array(http.query.utf8)))
      return authorize(form, request, isSubmitted: isPost && form["username"] != nil, now)
    default:
      var response = signOut(request, http)
      endSession(request, &response)
      return response
    }
  }

  /// OpenID Connect Discovery, section 4.2, and the list of clouds that MSAL asks for.
  private func discovery(_ request: ServiceRequest, _ http: HTTPRequest) throws(Refusal) -> JSON {
    let authority = try authority(request.tenant)
    let segment = request.tenant ?? "common"
    if http.path.asciiLowercased().hasSuffix("/discovery/instance") {
      let host = String(http.origin.drop { $0 != "/" }.dropFirst(2))
      return [
        "tenant_discovery_endpoint":
          .string("\(http.origin)/\(segment)/v2.0/.well-known/openid-configuration"),
        "api-version": "1.1",
        "metadata": [
          [
            "preferred_network": .string(host), "preferred_cache": .string(host),
            "aliases": [.string(host)],
          ]
        ],
      ]
    }
    let form = AuthorityForm(path: http.path)
    let base = "\(http.origin)/\(segment)"
    let endpoints = base + (form == .v2 ? "/oauth2/v2.0" : "/oauth2")
    let tenant: Tenant? = if case .tenant(let name) = authority { state.tenants[name] } else { nil }
    return [
      "issuer": .string(issuer(tenant, request, http)),
      "authorization_endpoint": .string("\(endpoints)/authorize"),
      "token_endpoint": .string("\(endpoints)/token"),
      "device_authorization_endpoint": .string("\(endpoints)/devicecode"),
      "end_session_endpoint": .string("\(endpoints)/logout"),
      "jwks_uri":
        .string(base + (form == .v2 ? "/discovery/v2.0/keys" : "/discovery/keys")),
      "userinfo_endpoint": .string("\(http.origin)/oidc/userinfo"),
      "response_types_supported": ["code"],
      "response_modes_supported": ["query", "fragment", "form_post"],
      "grant_types_supported": [
        "authorization_code", "refresh_token", "password", "client_credentials",
        "urn:ietf:params:oauth:grant-type:device_code", .string(OnBehalfOf.grantType),
      ],
      // Without this member it would be true: OpenID Connect Discovery, section 3.
      "request_uri_parameter_supported": false,
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "code_challenge_methods_supported": ["S256", "plain"],
      "token_endpoint_auth_methods_supported": [
        "client_secret_post", "client_secret_basic", "private_key_jwt", "none",
      ],
      "token_endpoint_auth_signing_alg_values_supported": ["RS256", "PS256"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "claims_supported": [
        "sub", "iss", "aud", "exp", "iat", "nbf", "auth_time", "nonce", "oid", "tid", "name",
        "preferred_username", "email", "at_hash",
      ],
    ]
  }

  /// Whether the domain of a user keeps passwords here.
  private func userRealm(_ http: HTTPRequest) -> JSON {
    let name = PercentEncoding.decoded(http.path.split(separator: "/").last ?? "")
    let domain = name.split(separator: "@").last.map(String.init) ?? name
    let isKnown = state.tenant(named: domain) != nil
    return [
      "ver": "1.0", "account_type": .string(isKnown ? "Managed" : "Unknown"),
      "domain_name": .string(domain), "cloud_instance_name": "microsoftonline.com",
      "cloud_audience_urn": "urn:federation:MicrosoftOnline",
    ]
  }

  /// OpenID Connect RP-Initiated Logout, sections 2 and 3: the session ends, and the way back must be registered.
  private func signOut(_ request: ServiceRequest, _ http: HTTPRequest) -> ServiceResponse {
    let query = RequestReader.form(Array(http.query.utf8))
    func text(_ name: String) -> String? { query[name]?.string ?? request.body[name]?.string }
    guard let target = text("post_logout_redirect_uri"), !target.isEmpty else {
      return SignInPage.message("You are signed out.")
    }
    do throws(Refusal) {
      try checkSignOutTarget(target, of: text("client_id"))
    } catch {
      return SignInPage.failure(error, title: "You are signed out, but cannot be sent back")
    }
    return Redirect(uri: target, mode: .query, state: text("state")).response([])
  }
}
