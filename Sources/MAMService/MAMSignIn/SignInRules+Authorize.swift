internal import ExactText
import JSONText
import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

extension SignInRules {
  /// How long an authorization code is good, in seconds.
  static let authorizationCodeSeconds = 600

  /// Shows the page that asks a user to sign in, or sends a user who has back with a code (RFC 6749,
  /// section 4.1).
  ///
  /// A wrong client or redirect URI is shown and never redirected to (section 4.1.2.1).
  func authorize(
    _ form: JSON, _ request: ServiceRequest, isSubmitted: Bool, _ now: VirtualInstant
  ) -> ServiceResponse {
    let redirect: Redirect
    let repeated = repeatedParameters(request)
    do throws(Refusal) {
      if isSubmitted { try checkSubmission(request) }
      // Nobody is sent anywhere if it is not certain where to.
      try checkRepetition(repeated.filter(Redirect.parameters.contains))
      redirect = try self.redirect(form)
    } catch {
      return SignInPage.failure(error)
    }
    let place = SignInPage.Place(
      app: clientName(form["client_id"]?.string ?? ""), tenant: tenantName(request.tenant))
    do throws(Refusal) {
      try checkRepetition(repeated)
      try checkRequestObject(form)
      let authority = try authority(request.tenant)
      let scope = try requestedScope(form, request)
      let prompts = try prompts(form)
      // Whoever wants nobody asked cannot have been answered.
      let isSubmitted = isSubmitted && !prompts.contains("none")
      let session =
        isSubmitted ? nil : try session(for: form, request, prompts, authority, now)
      guard isSubmitted || session != nil else {
        return SignInPage.signIn(form, at: place, error: nil)
      }
      let key: String
      do throws(Refusal) {
        if let session {
          key = session.user
        } else {
          key = try checkPassword(
            form["username"]?.string ?? "", form["password"]?.string ?? "", authority)
        }
      } catch {
        return SignInPage.signIn(form, at: place, error: error.message)
      }
      let client = form["client_id"]?.string ?? ""
      var grant = SignInGrant(user: key, client: client, scopes: Scopes(scope), isStrong: true)
      grant.authentication = session?.authentication
      let mayBeAsked = session != nil && !prompts.contains("none")
      guard try isEnough(grant, mayBeAsked: mayBeAsked) else {
        return SignInPage.signIn(form, at: place, error: nil)
      }
      var signIn = PendingSignIn(
        client: client, scope: scope, progress: .approved,
        expires: now.milliseconds + SignInRules.authorizationCodeSeconds * 1000)
      signIn.tenant = authority.tenant
      signIn.user = key
      signIn.authentication = session?.authentication ?? authentication(of: key, now)
      let code = try code(for: signIn, form, redirect, now)
      var response = redirect.response([("code", code)])
      if session == nil { try beginSession(of: key, request, now, &response) }
      return response
    } catch {
      var parameters = error.redirected
      let client = request.client ?? form["client-request-id"]?.string
      parameters[1].1 = description(parameters[1].1, client: client, now)
      return redirect.response(parameters)
    }
  }

  /// Refuses what OpenID Connect Core has a client told that it is not supported: sections 6.1, 6.2 and 7.2.1.
  ///
  /// Under a coordinator nobody looks at it.
  private func checkRequestObject(_ form: JSON) throws(Refusal) {
    guard signer != nil else { return }
    for name in ["request", "request_uri", "registration"]
    where !(form[name]?.string ?? "").isEmpty {
      var refusal = Refusal(
        status: 400, code: "\(name)_not_supported",
        message: "the parameter \(name) is not supported; write its parts as parameters")
      refusal.number = 90_023
      throw refusal
    }
  }

  /// The scope that is asked for, once nothing else in the request is wrong (RFC 6749, section 4.1.1, and RFC 7636).
  private func requestedScope(
    _ form: JSON, _ request: ServiceRequest
  ) throws(Refusal) -> String {
    guard let type = form["response_type"]?.string, !type.isEmpty else {
      throw Refusal(.invalidRequest, 900_144, "response_type is missing")
    }
    guard type == "code" else {
      throw Refusal(.unsupportedResponseType, 70_005, "only response_type=code is supported")
    }
    if let age = form["max_age"]?.string, Int(age).map({ $0 < 0 }) ?? true {
      throw Refusal(.invalidRequest, 900_144, "max_age must be a number of seconds, 0 or more")
    }
    try ProofKey.check(form)
    try checkClaims(form)
    return try scope(form, request)
  }

  /// False if a person who may be asked has to sign in again, to do what is demanded.
  private func isEnough(
    _ grant: SignInGrant, mayBeAsked: Bool
  ) throws(Refusal) -> Bool {
    do throws(Refusal) {
      try checkDemands(grant)
      return true
    } catch {
      guard mayBeAsked, error.code == Refusal.Code.interactionRequired.rawValue else {
        throw error
      }
      return false
    }
  }

  /// A new code for a sign-in, which whoever redeems it has to ask for with the same redirect URI and proof key.
  private func code(
    for signIn: PendingSignIn, _ form: JSON, _ redirect: Redirect, _ now: VirtualInstant
  ) throws(Refusal) -> String {
    var signIn = signIn
    signIn.redirectURI = redirect.uri
    signIn.challenge = form["code_challenge"]?.string
    signIn.challengeMethod = form["code_challenge_method"]?.string
    signIn.nonce = form["nonce"]?.string
    dropExpiredTokens(now)
    let code = try unguessable("ac\(state.next("signIn"))")
    state.signIns[code] = signIn
    return code
  }

  private func redirect(_ form: JSON) throws(Refusal) -> Redirect {
    guard let client = form["client_id"]?.string, !client.isEmpty else {
      throw Refusal(.invalidRequest, 900_144, "client_id is missing")
    }
    guard let uri = form["redirect_uri"]?.string, RedirectURI.isRedirectable(uri) else {
      throw Refusal(.invalidRequest, 900_144, "redirect_uri is missing, or is not an absolute URI")
    }
    // RFC 6749, section 3.1.2.
    guard !uri.utf8.contains(UInt8(ascii: "#")) else {
      throw Refusal(.invalidRequest, 900_144, "redirect_uri must not have a fragment (#)")
    }
    try checkRegistration(uri, of: client)
    // Multiple Response Types, sections 3 and 5: what would bring a token comes back in the fragment, its errors too.
    let types = (form["response_type"]?.string ?? "").split(separator: " ")
    let usual = types.contains("token") || types.contains("id_token") ? "fragment" : "query"
    let mode = form["response_mode"]?.string ?? usual
    guard let mode = Redirect.Mode(rawValue: mode) else {
      throw Refusal(.invalidRequest, 900_144, "response_mode must be query, fragment or form_post")
    }
    return Redirect(uri: uri, mode: mode, state: form["state"]?.string)
  }
}

extension Refusal {
  /// The error as it travels with a redirection: in the words of RFC 6749, section 4.1.2.1, and OpenID
  /// Connect Core, section 3.1.2.6, which differ from those of the token endpoint.
  fileprivate var redirected: [(String, String)] {
    let word =
      switch code {
      case Code.invalidGrant.rawValue where suberror == Code.consentRequired.rawValue:
        Code.consentRequired.rawValue
      case Code.invalidGrant.rawValue: Code.accessDenied.rawValue
      case Code.invalidTenant.rawValue: Code.invalidRequest.rawValue
      default: code
      }
    let number = number.map { "AADSTS\($0): " } ?? ""
    return [
      ("error", word), ("error_description", number + message),
    ] + (suberror.map { [("suberror", $0)] } ?? [])
      + (claims.map { [("claims", $0)] } ?? [])
  }
}

/// The way back to a client with the outcome of a sign-in.
struct Redirect {
  /// How the outcome travels (OAuth 2.0 Multiple Response Types, section 2.1, and Form Post).
  enum Mode: String {
    case query, fragment
    case formPost = "form_post"
  }

  /// The parameters that decide where the user goes, and with what.
  static let parameters = ["client_id", "redirect_uri", "response_mode", "state"]

  let uri: String
  let mode: Mode
  let state: String?

  /// The response that takes the user there.
  func response(_ parameters: [(String, String)]) -> ServiceResponse {
    var parameters = parameters
    if let state { parameters.append(("state", state)) }
    guard mode != .formPost else { return SignInPage.post(parameters, to: uri) }
    let text = parameters.map { "\($0.0)=\(PercentEncoding.encoded($0.1, keeping: ""))" }.joined(
      separator: "&")
    let separator =
      text.isEmpty ? "" : mode == .fragment ? "#" : uri.contains("?") ? "&" : "?"
    return ServiceResponse(
      status: 302, .none, headers: [HeaderField("Location", uri + separator + text)])
  }
}
