import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMSignIn
@testable import MAMWire

/// Single sign-on by the cookie of the sign-in page.
@Suite struct SessionTests {
  var service: SignInFixture

  init() throws { service = try SignInFixture() }

  private mutating func authorize(
    _ more: [(String, String)] = [], cookie: String? = nil, method: String = "GET",
    tenant: String = "contoso"
  ) -> ServiceResponse {
    let form =
      [
        ("client_id", "app"), ("redirect_uri", "http://localhost:1/cb"), ("scope", "openid mam"),
        ("response_type", "code"), ("state", "s"),
      ] + more
    let text = form.map { "\($0.0)=\(PercentEncoding.encoded($0.1, keeping: ""))" }.joined(
      separator: "&")
    let path = "/\(tenant)/oauth2/v2.0/authorize"
    let headers = cookie.map { [HeaderField("Cookie", "a=b; \($0)")] } ?? []
    return method == "GET"
      ? service.send("GET", "\(path)?\(text)", headers: headers)
      : service.send("POST", path, form, headers: headers)
  }

  /// Signs in at the page, and returns the cookie.
  private mutating func signIn(_ user: String = "ana@contoso.com") throws -> String {
    let answer = authorize([("username", user), ("password", "x")], method: "POST")
    let field = try #require(answer.headers.first { $0.isNamed("set-cookie") }?.value)
    #expect(field.hasPrefix("__Host-mamconform_session"))
    #expect(field.hasSuffix("; Path=/; HttpOnly; Secure; SameSite=None"))
    return String(field.prefix { $0 != ";" })
  }

  private func error(_ answer: ServiceResponse) -> String? {
    answer.location?.split(separator: "error=").dropFirst().first.map {
      String($0.prefix { $0 != "&" })
    }
  }

  /// Browsers send the cookies of a host to each of its ports.
  @Test mutating func aCookieIsForOnePort() throws {
    func cookie(_ origin: String) throws -> String {
      var response = ServiceResponse(status: 200, .none)
      var request = ServiceRequest(.authorize, body: .null)
      request.http = HTTPRequest("GET", "/", origin: origin)
      let core = service.core
      try core.signIn.beginSession(of: "ana@contoso.com", request, service.now, &response)
      let field = try #require(response.headers.last { $0.isNamed("set-cookie") }?.value)
      return String(field.prefix { $0 != "=" })
    }
    #expect(try cookie("https://localhost:7443") == "__Host-mamconform_session_7443")
    #expect(try cookie("http://[::1]:8080") == "mamconform_session_8080")
    #expect(try cookie("http://[::1]") == "mamconform_session")
    #expect(try cookie("http://127.0.0.1") == "mamconform_session")
  }

  @Test mutating func whoHasSignedInNeedNotAgain() throws {
    let cookie = try signIn()
    for more in [
      [], [("prompt", "none")], [("prompt", "none"), ("login_hint", "ANA@contoso.com")],
    ] {
      let answer = authorize(more, cookie: cookie)
      #expect(answer.location?.hasPrefix("http://localhost:1/cb?code=") == true)
      #expect(!answer.headers.contains { $0.isNamed("set-cookie") })
    }
    let code = authorize([("prompt", "none")], cookie: cookie).location?
      .split(separator: "code=").last?.prefix { $0 != "&" }
    service.advance(seconds: 60)
    let reply = service.token(
      "authorization_code", ("code", String(code ?? "")), ("redirect_uri", "http://localhost:1/cb"))
    // The sign-in was the one at the page.
    #expect(
      try claims(reply.body["id_token"]?.string)["auth_time"] == .int(at(0).milliseconds / 1000))
  }

  @Test mutating func nobodyIsAskedSilently() throws {
    let cookie = try signIn()
    #expect(error(authorize([("prompt", "none")])) == "login_required")
    #expect(
      error(authorize([("prompt", "none")], cookie: "mamconform_session=x")) == "login_required")
    #expect(
      error(authorize([("prompt", "none"), ("login_hint", "ben@contoso.com")], cookie: cookie))
        == "login_required")
    #expect(error(authorize([("prompt", "none login")], cookie: cookie)) == "invalid_request")
    let answered = [("prompt", "none"), ("username", "ana@contoso.com"), ("password", "x")]
    #expect(error(authorize(answered, method: "POST")) == "login_required")
    #expect(error(authorize([("prompt", "sometimes")], cookie: cookie)) == "invalid_request")
    for prompt in ["login", "select_account"] {
      #expect(authorize([("prompt", prompt)], cookie: cookie).page.contains("Password"))
    }
    #expect(authorize([("login_hint", "ben@contoso.com")], cookie: cookie).status == 200)
    service.advance(seconds: 100)
    #expect(
      error(authorize([("prompt", "none"), ("max_age", "99")], cookie: cookie)) == "login_required")
    let recent = authorize([("prompt", "none"), ("max_age", "100")], cookie: cookie)
    #expect(recent.location?.contains("code=") == true)
  }

  @Test mutating func noTimeAtAllAsksEvenOnAClockThatStands() throws {
    let cookie = try signIn()
    #expect(authorize([("max_age", "0")], cookie: cookie).page.contains("Password"))
    #expect(
      error(authorize([("prompt", "none"), ("max_age", "0")], cookie: cookie)) == "login_required")
    let recent = authorize([("prompt", "none"), ("max_age", "1")], cookie: cookie)
    #expect(recent.location?.contains("code=") == true)
  }

  @Test mutating func whoMustSignInIsAskedInSpiteOfTheCookie() throws {
    let cookie = try signIn()
    try service.core.directory.changeUser("ana", ["signInRequired": true], service.now)
    #expect(error(authorize([("prompt", "none")], cookie: cookie)) == "login_required")
    #expect(authorize(cookie: cookie).page.contains("Password"))
    let again = try signIn()
    #expect(authorize([("prompt", "none")], cookie: again).location?.contains("code=") == true)
  }

  @Test mutating func whoSignsInAgainAndAgainOnAClockThatStandsFillsNothing() throws {
    let most = SignInRules.mostSignedIn
    let token = Token(
      user: "ana@contoso.com", tenant: "contoso", client: "app", scopes: [], expires: nil)
    let authentication = Authentication(instant: 0, revocations: nil, demands: nil)
    for number in 0..<most {
      service.core.state.refreshTokens["r\(number)"] = token
      service.core.state.accessTokens["a\(number)"] = token
      service.core.state.sessions["s\(number)"] = Session(
        user: "ana@contoso.com", authentication: authentication, expires: .max)
      service.core.state.signIns["i\(number)"] = PendingSignIn(
        client: "app", scope: "", progress: .approved, expires: .max / 2)
    }
    service.core.state.commit()
    for _ in 0..<2 { _ = try signIn() }
    #expect(service.core.state.sessions.count <= most && service.core.state.signIns.count <= most)
    #expect(service.core.state.sessions["s0"] == nil && service.core.state.signIns["i0"] == nil)
    for _ in 0..<2 { #expect(service.password().status == 200) }
    #expect(service.core.state.accessTokens.count <= most)
    #expect(service.core.state.refreshTokens.count <= most)
    #expect(service.core.state.refreshTokens["r0"] == nil)
  }

  @Test mutating func expiredTokensOfPagesAreForgottenThoughAnOlderOneLivesForEver() throws {
    var token = Token(
      user: "ana@contoso.com", tenant: "contoso", client: "app", scopes: [], expires: nil)
    service.core.state.refreshTokens["old"] = token
    token.bindToPage(service.now)
    for number in 0..<2000 { service.core.state.refreshTokens["r\(number)"] = token }
    service.advance(seconds: TokenRules.pageTokenSeconds)
    #expect(service.password().status == 200)
    #expect(service.core.state.refreshTokens.count == 2)
    #expect(service.core.state.refreshTokens["old"] != nil)
  }

  @Test mutating func aNewDemandInterruptsASession() throws {
    let cookie = try signIn()
    try service.core.directory.changeUser("ana", ["conditionalAccess": "mfa"], service.now)
    let silent = authorize([("prompt", "none")], cookie: cookie)
    #expect(error(silent) == "interaction_required" && silent.location?.contains("claims=") == true)
    #expect(authorize(cookie: cookie).page.contains("Password"))
    let again = try signIn()
    #expect(authorize([("prompt", "none")], cookie: again).location?.contains("code=") == true)
  }

  @Test mutating func aSessionEnds() throws {
    let cookie = try signIn()
    let out = service.send(
      "GET", "/contoso/oauth2/v2.0/logout", headers: [HeaderField("Cookie", cookie)])
    #expect(out.headers.contains { $0.isNamed("set-cookie") && $0.value.hasSuffix("; Max-Age=0") })
    #expect(error(authorize([("prompt", "none")], cookie: cookie)) == "login_required")
    let late = try signIn()
    service.advance(seconds: SignInRules.sessionSeconds)
    #expect(error(authorize([("prompt", "none")], cookie: late)) == "login_required")
    let revoked = try signIn()
    try service.core.directory.changeUser("ana", ["revokeSessions": true], service.now)
    #expect(error(authorize([("prompt", "none")], cookie: revoked)) == "login_required")
    let deleted = try signIn()
    try service.core.directory.changeUser("ana", ["deleted": true], service.now)
    #expect(error(authorize([("prompt", "none")], cookie: deleted)) == "login_required")
  }

  @Test mutating func aSessionIsKeptAndRedacted() throws {
    let cookie = try signIn()
    let row = try #require(service.core.state.allRows.first { $0.kind == "session" })
    let other = ServiceState()
    #expect(other.load(row) && other.sessions[row.key]?.user == "ana@contoso.com")
    var redaction = Redaction(state: service.core.state)
    for name in ["Cookie", "Set-Cookie"] {
      #expect(!redaction.field(HeaderField(name, cookie)).value.contains(row.key))
      #expect(!redaction.responseField(HeaderField(name, cookie)).value.contains(row.key))
    }
  }
}
