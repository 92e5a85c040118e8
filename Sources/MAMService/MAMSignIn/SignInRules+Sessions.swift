internal import ExactText
import JSONText
import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

/// Single sign-on: whoever has signed in at the page is known by a cookie, until they sign out, for a day.
extension SignInRules {
  /// How long a session lasts, in seconds.
  static let sessionSeconds = 86_400

  /// What the session's cookie is called. Browsers give a cookie to every port of a host, so the name has the port: two
  /// services beside each other keep theirs apart. With `__Host-` no other host, and nothing without HTTPS, can set it
  /// (RFC 6265bis, section 4.1.3.2).
  private static func cookieName(_ http: HTTPRequest) -> String {
    let authority = http.origin.utf8.drop { $0 != UInt8(ascii: "/") }
    let port = authority.reversed().prefix { (0x30...0x39).contains($0) }.reversed()
    let hasPort = authority.dropLast(port.count).last == UInt8(ascii: ":") && !port.isEmpty
    return (http.origin.hasPrefix("https://") ? "__Host-" : "") + "mamconform_session"
      + (hasPort ? "_" + String(decoding: port, as: UTF8.self) : "")
  }

  /// What `prompt` may say (OpenID Connect Core, section 3.1.2.1).
  private static let prompts: Set<ExactString> = ["none", "login", "consent", "select_account"]

  /// The words of `prompt`.
  ///
  /// - Throws: a refusal for a word that means nothing, and for `none` beside another one.
  func prompts(_ form: JSON) throws(Refusal) -> Set<ExactString> {
    let words = (form["prompt"]?.string ?? "").split(separator: " ").map(String.init).distinct
    guard words.isSubset(of: SignInRules.prompts) else {
      let known = SignInRules.prompts.sortedTexts.joined(separator: ", ")
      throw Refusal(.invalidRequest, 90_023, "prompt must be made of \(known)")
    }
    guard words.count < 2 || !words.contains("none") else {
      throw Refusal(.invalidRequest, 90_023, "prompt none cannot be combined with another prompt")
    }
    return words
  }

  /// The session of a request to the authorization endpoint that a client may use without asking the user.
  ///
  /// - Returns: nil if the user must be asked.
  /// - Throws: `login_required` or `interaction_required` if the user must be asked, and the client wants
  ///   nobody asked.
  func session(
    for form: JSON, _ request: ServiceRequest, _ prompts: Set<ExactString>, _ authority: Authority,
    _ now: VirtualInstant
  ) throws(Refusal) -> Session? {
    let isSilent = prompts.contains("none")
    guard let session = currentSession(of: request, now), let user = state.users[session.user],
      form["login_hint"]?.string.map({ userKey($0) == session.user }) ?? true,
      isRecent(session, form, now)
    else {
      guard !isSilent else {
        throw Refusal(.loginRequired, 50_058, "nobody is signed in")
      }
      return nil
    }
    guard authority == .any || authority == .tenant(user.tenant) else {
      guard !isSilent else {
        throw Refusal(
          .interactionRequired, 16_000, "the user who is signed in is not in the tenant in the path"
        )
      }
      return nil
    }
    return prompts.isDisjoint(with: ["login", "select_account"]) ? session : nil
  }

  /// True unless the client wants the user to have signed in later (`max_age`, in seconds).
  private func isRecent(_ session: Session, _ form: JSON, _ now: VirtualInstant) -> Bool {
    guard let seconds = form["max_age"]?.string.flatMap({ Int($0) }) else {
      return true
    }
    // Whoever takes no time at all has to sign in now, also on a clock that stands.
    return seconds > 0
      && (now.milliseconds - session.authentication.instant) / 1000 <= seconds
  }

  /// The session whose cookie a request brings, if it is good and its user still there.
  private func currentSession(of request: ServiceRequest, _ now: VirtualInstant) -> Session? {
    guard let key = cookie(of: request), let session = state.sessions[key],
      now.milliseconds < session.expires, let user = state.users[session.user], !user.isDeleted,
      !user.isSignInRequired, !session.authentication.isRevoked(by: state.accounts[session.user])
    else { return nil }
    return session
  }

  /// The value of the session's cookie (RFC 6265, section 4.2.1).
  private func cookie(of request: ServiceRequest) -> String? {
    guard let http = request.http else { return nil }
    let wanted = SignInRules.cookieName(http)
    for field in http.headers where field.isNamed("cookie") {
      for pair in field.value.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        let name = pair.prefix { $0 != "=" }
        if name == wanted { return String(pair.dropFirst(name.count + 1)) }
      }
    }
    return nil
  }

  /// Remembers who has signed in, and has the browser remember it too.
  func beginSession(
    of key: String, _ request: ServiceRequest, _ now: VirtualInstant,
    _ response: inout ServiceResponse
  ) throws(Refusal) {
    if let earlier = cookie(of: request) { state.sessions[earlier] = nil }
    let value = try unguessable("se\(state.next("session"))")
    state.sessions[value] = Session(
      user: key, authentication: authentication(of: key, now),
      expires: now.milliseconds + SignInRules.sessionSeconds * 1000)
    if let http = request.http { response.headers.append(setCookie(value, http)) }
  }

  /// Forgets the session of a browser that signs out, and has the browser forget it too.
  func endSession(_ request: ServiceRequest, _ response: inout ServiceResponse) {
    guard let http = request.http, let value = cookie(of: request) else { return }
    if state.sessions[value] != nil { state.sessions[value] = nil }
    var field = setCookie("", http)
    field.value += "; Max-Age=0"
    response.headers.append(field)
  }

  /// A page asks within a frame of another site, where a browser sends the cookie only if it says so, and then
  /// by HTTPS alone.
  private func setCookie(_ value: String, _ http: HTTPRequest) -> HeaderField {
    HeaderField(
      "Set-Cookie",
      "\(SignInRules.cookieName(http))=\(value); Path=/; HttpOnly; "
        + (http.origin.hasPrefix("https://") ? "Secure; SameSite=None" : "SameSite=Lax"))
  }
}
