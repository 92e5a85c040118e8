internal import ExactText
import JSONText
import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

/// The grants of who has approved a sign-in at a page, and brings the code for it.
extension TokenRules {
  /// How much longer a client must wait that has asked too early, in seconds (RFC 8628, section 3.5).
  static let slowDownSeconds = 5

  /// RFC 6749, section 4.1.3, and the proof of RFC 7636, section 4.6.
  func codeGrant(
    _ request: ServiceRequest, _ client: String, _ now: VirtualInstant
  ) throws(Refusal) -> SignInGrant {
    let code = try parameter("code", request)
    guard let signIn = state.signIns[code], signIn.userCode == nil else {
      throw Refusal(.invalidGrant, 54_005, "the code is unknown, or has been used")
    }
    // A code is good for one attempt, whatever becomes of it.
    state.signIns[code] = nil
    guard signIn.client == client else {
      throw Refusal(.invalidGrant, 70_000, "the code was given to another client")
    }
    guard now.milliseconds < signIn.expires else {
      throw Refusal(.invalidGrant, 70_008, "the code has expired")
    }
    guard request.body["redirect_uri"]?.string == signIn.redirectURI else {
      throw Refusal(.invalidGrant, 50_011, "redirect_uri is not the one the code was sent to")
    }
    if let challenge = signIn.challenge {
      let verifier = request.body["code_verifier"]?.string ?? ""
      guard ProofKey.fits(verifier, challenge, signIn.challengeMethod) else {
        throw Refusal(.invalidGrant, 501_481, "code_verifier does not fit code_challenge")
      }
    } else if request.body["code_verifier"] != nil {
      // RFC 9700, section 2.1.1: somebody has taken the challenge out of the request.
      throw Refusal(.invalidGrant, 501_481, "there was no code_challenge for the code_verifier")
    }
    let isOfPage = try checkPage(signIn, request)
    var scopes = Scopes(signIn.scope)
    // Consent may be for several resources, a token is for one: the redemption says for which.
    if scopes.resources.count > 1, let own = request.body["scope"]?.string, !own.isEmpty {
      scopes = Scopes(own)
    }
    var grant = SignInGrant(
      user: signIn.user, client: client, scopes: scopes, isStrong: true,
      authentication: signIn.authentication, nonce: signIn.nonce)
    grant.isOfPage = isOfPage
    return grant
  }

  /// RFC 8628, sections 3.4 and 3.5; MSAL sends the code as `code` too.
  func deviceGrant(
    _ request: ServiceRequest, _ client: String, _ now: VirtualInstant
  ) throws(Refusal) -> SignInGrant {
    let isUnderOtherName = request.body["device_code"] == nil && request.body["code"] != nil
    let name = isUnderOtherName ? "code" : "device_code"
    let code = try parameter(name, request)
    guard var signIn = state.signIns[code], signIn.userCode != nil else {
      throw Refusal(.badVerificationCode, 7_000_219, "the device code is unknown, or has been used")
    }
    guard signIn.client == client else {
      throw Refusal(.invalidGrant, 70_000, "the device code was given to another client")
    }
    guard now.milliseconds < signIn.expires else {
      throw Refusal(.expiredToken, 70_020, "the device code has expired")
    }
    switch signIn.progress {
    case .declined:
      state.signIns[code] = nil
      throw Refusal(.authorizationDeclined, 70_018, "the user has declined")
    case .approved:
      state.signIns[code] = nil
      return SignInGrant(
        user: signIn.user, client: client, scopes: Scopes(signIn.scope), isStrong: true,
        authentication: signIn.authentication)
    case .pending:
      let earliest = signIn.asked.map { $0 + signIn.interval * 1000 } ?? 0
      let isEarly = now.milliseconds < earliest
      signIn.asked = now.milliseconds
      if isEarly { signIn.interval += TokenRules.slowDownSeconds }
      state.signIns[code] = signIn
      guard !isEarly else {
        throw Refusal(
          .slowDown, 70_017, "the client must wait \(signIn.interval) s between two questions")
      }
      throw Refusal(.authorizationPending, 70_016, "the user has not signed in yet")
    }
  }
}
