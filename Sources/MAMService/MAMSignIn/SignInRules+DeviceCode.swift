internal import ExactText
import JSONText
import MAMCrypto
package import MAMDirectory
import MAMRules
package import MAMWire
package import VirtualTime

extension SignInRules {
  /// How long a device code is good, in seconds.
  static let deviceCodeSeconds = 900

  /// Begins the sign-in of a device (RFC 8628, section 3.2).
  func deviceCode(
    _ request: ServiceRequest, _ http: HTTPRequest, _ now: VirtualInstant
  ) throws(Refusal) -> JSON {
    // A page can send a form to anybody, and every one leaves a sign-in to wait for.
    guard !ForeignPage.sent(http) else {
      throw Refusal(.invalidRequest, 900_144, "a page of another origin cannot use device codes")
    }
    try checkRepetition(repeatedParameters(request))
    let authority = try authority(request.tenant)
    let (client, _) = try client(request, now)
    try checkClaims(request.body)
    let scope = try scope(request.body, request)
    dropExpiredTokens(now)
    let code = try unguessable("dc\(state.next("signIn"))")
    let userCode = SignInRules.userCode(of: code)
    guard !userCode.isEmpty else {
      throw Refusal(.serverError, 90_033, "no user code could be created")
    }
    var signIn = PendingSignIn(
      client: client, scope: scope, progress: .pending,
      expires: now.milliseconds + SignInRules.deviceCodeSeconds * 1000)
    signIn.tenant = authority.tenant
    signIn.userCode = userCode
    state.signIns[code] = signIn
    let page = "\(http.origin)/devicelogin"
    return [
      "user_code": .string(userCode), "device_code": .string(code),
      "verification_uri": .string(page), "verification_url": .string(page),
      "expires_in": .int(SignInRules.deviceCodeSeconds), "interval": .int(signIn.interval),
      "message": .string("To sign in, open \(page) and enter the code \(userCode)."),
    ]
  }

  /// Nine letters and digits that nobody mistakes for others.
  private static func userCode(of deviceCode: String) -> String {
    let letters = Array("BCDFGHJKLMNPQRSTVWXZ23456789")
    let bytes = SHA256.digest(Array(deviceCode.utf8))
    return String(bytes.prefix(9).map { letters[Int($0) % letters.count] })
  }

  /// Lets a user approve or decline the sign-in of a device, as at the page.
  ///
  /// - Returns: nil if there is no such code that waits, or no such user.
  /// - Throws: why the user cannot approve anything.
  package func decideDeviceCode(
    _ userCode: String, user name: String, approve: Bool, _ now: VirtualInstant
  ) throws(Refusal) -> PendingSignIn? {
    let wanted = userCode.asciiUppercased().filter { $0 != "-" && $0 != " " }
    guard
      let (code, found) = state.signIns.firstEntry(where: {
        $0.userCode == wanted && $0.progress == .pending && now.milliseconds < $0.expires
      }), let key = state.findUser(name)
    else { return nil }
    var signIn = found
    if approve {
      _ = try usableUser(key, name)
      try checkPasswordAge(key, name)
      countAsSignedIn(key)
      signIn.authentication = authentication(of: key, now)
    }
    signIn.progress = approve ? .approved : .declined
    signIn.user = key
    state.signIns[code] = signIn
    return signIn
  }

  /// What a user has sent from the page of RFC 8628, section 3.3.
  func deviceLogin(_ request: ServiceRequest, _ now: VirtualInstant) -> ServiceResponse {
    let form = request.body
    let code = form["otc"]?.string ?? ""
    do throws(Refusal) {
      try checkSubmission(request)
      let name = form["username"]?.string ?? ""
      _ = try checkPassword(name, form["password"]?.string ?? "", .any)
      let isApproved = form["action"]?.string != "decline"
      guard try decideDeviceCode(code, user: name, approve: isApproved, now) != nil else {
        return SignInPage.deviceLogin(
          code: code, error: "There is no such code, or it is no longer valid.")
      }
      return SignInPage.message(
        isApproved ? "You are signed in. You may close this page." : "You have declined.")
    } catch {
      return SignInPage.deviceLogin(code: code, error: error.message)
    }
  }
}
