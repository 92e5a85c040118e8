import JSONText
import Testing
import VirtualTime

@testable import MAMCrypto
@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMSignIn
@testable import MAMWire

/// A token is good at the service alone that it is for.
@Suite struct AudienceTests {
  var service: SignInFixture

  init() throws {
    service = try SignInFixture([
      "clients": [
        "app": [:], "native": ["redirectUris": ["http://localhost/cb"]],
        "robot": ["secret": "s", "roles": ["User.Read.All"]],
        "middle": ["secret": "s", "identifierUris": ["https://middle.example"]],
      ]
    ])
  }

  private mutating func token(_ scope: String) throws -> String {
    try #require(service.password(scope: scope).body["access_token"]?.string)
  }

  private mutating func robot(_ scope: String) throws -> String {
    let answer = service.token(
      "client_credentials", client: "robot", ("client_secret", "s"), ("scope", scope))
    return try #require(answer.body["access_token"]?.string, "\(answer)")
  }

  private mutating func graph(
    _ path: String, _ token: String, origin: String = "https://localhost:7443"
  ) -> (status: Int, message: String) {
    var request = ServiceRequest(.graph, bearer: token, body: .null)
    request.http = HTTPRequest("GET", "/v1.0/\(path)", origin: origin)
    let answer = service.core.handle(request, now: service.now)
    return (answer.status, answer.body["error"]?["message"]?.string ?? "")
  }

  @Test(
    arguments: [
      "mam", "https://msmamservice.api.application/DeviceManagementManagedApps.ReadWrite",
      "api://other/User.Read", "https://vault.azure.net/.default",
    ])
  mutating func graphRefusesATokenForAnotherService(_ scope: String) throws {
    let (status, message) = graph("me", try token(scope))
    #expect(status == 401)
    #expect(message.hasPrefix("Access token validation failure. Invalid audience."))
  }

  @Test(
    arguments: [
      "User.Read", "openid User.Read", "https://graph.microsoft.com/User.Read",
      "https://graph.microsoft.com//User.Read", "https://GRAPH.microsoft.com/User.Read",
      "00000003-0000-0000-c000-000000000000/User.Read",
    ])
  mutating func graphTakesATokenForIt(_ scope: String) throws {
    let asked = try token(scope)
    #expect(graph("me", asked).status != 401)
  }

  @Test(
    arguments: [
      ("https://graph.microsoft.com/.default", 200), ("api://middle/.default", 401),
      ("00000003-0000-0000-c000-000000000000/.default", 200),
      ("https://graph.microsoft.com//.default", 200), ("https://localhost:7443/.default", 200),
      ("https://localhost:7443/v1.0/.default", 200), ("https://localhost:7444/.default", 401),
      ("https://graph.windows.net/.default", 401),
    ])
  mutating func anApplicationToo(_ scope: String, _ status: Int) throws {
    #expect(graph("users", try robot(scope)).status == status)
  }

  @Test mutating func theMAMServiceRefusesATokenForGraph() throws {
    for (scope, status) in [
      ("mam", 200), ("whatever offline_access", 200), ("User.Read", 401), ("api://x/y", 401),
      ("openid", 401),
    ] {
      let request = ServiceRequest.enroll("ana@contoso.com", bearer: try token(scope))
      let answer = service.core.handle(request, now: service.now)
      #expect(answer.status == status, "\(scope)")
      guard status == 401 else { continue }
      #expect(answer.body["error"]?["code"] == "InvalidToken")
    }
  }

  @Test func `under a coordinator a token is good everywhere`() throws {
    let core = try seededCore()
    var signIn = ServiceRequest.signIn("ana@contoso.com")
    signIn.body = JSON.object(
      signIn.body.object.map { body in
        var body = body
        body["scope"] = "User.Read"
        return body
      } ?? [:])
    let token = core.handle(signIn, now: at(0)).body["access_token"]?.string
    #expect(core.state.accessTokens[token ?? ""]?.json["audience"] == nil)
    #expect(core.handle(.enroll("ana@contoso.com", bearer: token), now: at(0)).status == 200)
  }

  @Test mutating func aTokenIsForOneResource() throws {
    #expect(
      service.password(scope: "User.Read api://x/y").failure == "invalid_scope 28000")
    #expect(service.password(scope: "mam User.Read").failure == "invalid_scope 28000")
    #expect(
      service.password(scope: "https://graph.microsoft.com/.default User.Read").failure
        == "invalid_scope 70011")
    #expect(
      service.password(scope: "User.Read https://graph.microsoft.com/Mail.Read openid").status
        == 200)
  }

  @Test mutating func theAudienceIsKeptWithTheToken() throws {
    let token = try token("mam")
    let row = try #require(service.core.state.accessTokens[token])
    #expect(row.audience == "https://msmamservice.api.application")
    #expect(Token(json: row.json) == row)
  }

  @Test mutating func anIdentityTokenTellsTheHashOfItsAccessToken() throws {
    let body = service.password().body
    let hash = SHA256.digest(Array((body["access_token"]?.string ?? "").utf8)).prefix(16)
    #expect(try claims(body["id_token"]?.string)["at_hash"] == .string(Base64URL.text(hash)))
  }

  // MARK: On behalf of

  private mutating func onBehalf(
    _ assertion: String, client: String = "middle", scope: String = "User.Read offline_access",
    _ more: (String, String)...
  ) -> ServiceResponse {
    var form = [
      ("grant_type", OnBehalfOf.grantType), ("client_id", client), ("client_secret", "s"),
      ("assertion", assertion), ("scope", scope), ("requested_token_use", "on_behalf_of"),
    ]
    for (name, value) in more {
      form.removeAll { $0.0 == name }
      if !value.isEmpty { form.append((name, value)) }
    }
    return service.send("POST", "/contoso/oauth2/v2.0/token", form)
  }

  @Test(arguments: ["api://middle/read", "middle/read", "https://middle.example/.default"])
  mutating func aServiceInTheMiddleActsForItsUser(_ scope: String) throws {
    let reply = onBehalf(try token(scope))
    let access = try #require(reply.body["access_token"]?.string, "\(reply)")
    let told = try claims(access)
    #expect(told["aud"] == "https://graph.microsoft.com")
    #expect(told["preferred_username"] == "Ana@contoso.com" && told["azp"] == "middle")
    #expect(reply.body["refresh_token"] != nil)
    #expect(graph("me", access).status == 200)
  }

  @Test mutating func nobodyActsForAUserWithoutRight() throws {
    let good = try token("api://middle/read")
    #expect(onBehalf(try token("User.Read")).failure == "invalid_grant 500131")
    #expect(onBehalf(try token("api://other/read")).failure == "invalid_grant 500131")
    #expect(onBehalf("made up").failure == "invalid_grant 50013")
    #expect(onBehalf(try robot("api://middle/.default")).failure == "invalid_grant 7000114")
    #expect(onBehalf(good, ("client_secret", "x")).failure == "invalid_client 7000215")
    #expect(onBehalf(good, ("client_secret", "")).failure == "invalid_client 7000218")
    #expect(
      onBehalf(good, client: "app", ("client_secret", "")).failure == "invalid_client 7000218")
    for name in ["assertion", "scope", "requested_token_use"] {
      #expect(onBehalf(good, (name, "")).failure == "invalid_request 900144")
    }
    #expect(onBehalf(good, ("requested_token_use", "x")).failure == "invalid_request 900144")
    service.advance(seconds: 90_000)
    #expect(onBehalf(good).failure == "invalid_grant 500133")
  }

  @Test mutating func whatIsDemandedOfTheUserIsDemandedInTheMiddleToo() throws {
    let assertion = try token("api://middle/read")
    try service.core.directory.changeUser("ana", ["conditionalAccess": "mfa"], service.now)
    let answer = onBehalf(assertion)
    #expect(answer.failure == "interaction_required 50076")
    #expect(answer.body["claims"]?.string != nil)
  }

  /// A token for the service in the middle from a sign-in at the page.
  private mutating func pageToken() throws -> String {
    let redirect = "http://localhost:1/cb"
    let answer = service.send(
      "POST", "/contoso/oauth2/v2.0/authorize",
      [
        ("client_id", "native"), ("redirect_uri", redirect), ("scope", "api://middle/read"),
        ("response_type", "code"), ("username", "ana@contoso.com"), ("password", "x"),
      ])
    let code = answer.location?.split(separator: "code=").last?.prefix { $0 != "&" } ?? ""
    let reply = service.token(
      "authorization_code", client: "native", ("code", String(code)), ("redirect_uri", redirect))
    return try #require(reply.body["access_token"]?.string, "\(answer) \(reply)")
  }

  @Test mutating func aSignInAfterARevocationCountsInTheMiddleThoughTheClockStands() throws {
    let before = try pageToken()
    try service.core.directory.changeUser("ana", ["revokeSessions": true], service.now)
    #expect(onBehalf(before).failure == "invalid_grant 50173")
    #expect(onBehalf(try pageToken()).status == 200)
  }

  @Test mutating func aSecondFactorFromBeforeTheDemandDoesNotCountInTheMiddle() throws {
    let before = try pageToken()
    try service.core.directory.changeUser("ana", ["conditionalAccess": "mfa"], service.now)
    #expect(onBehalf(before).failure == "interaction_required 50076")
    #expect(onBehalf(try pageToken()).status == 200)
  }

  @Test(arguments: ["api://middle/read", "middle/read", "https://middle.example/.default"])
  mutating func aTokenForAClientNamesIt(_ scope: String) throws {
    let told = try claims(try token(scope))
    #expect(told["ver"] == "2.0" && told["aud"] == "middle")
  }

  // MARK: Userinfo

  private mutating func userInfo(
    _ bearer: String?, _ method: String = "GET"
  ) -> ServiceResponse {
    var request = ServiceRequest(.userInfo, bearer: bearer, body: .object([:]))
    request.http = HTTPRequest(method, "/oidc/userinfo", origin: "https://localhost:7443")
    return service.core.handle(request, now: service.now)
  }

  @Test mutating func userinfoTellsWhatTheScopesSay() throws {
    #expect(RequestReader.operation(path: "/oidc/userinfo", at: nil)?.endpoint == .userInfo)
    let all = userInfo(try token("openid profile email")).body
    #expect(
      all == [
        "sub": "o-ana", "name": "ana", "preferred_username": "Ana@contoso.com",
        "email": "Ana@contoso.com",
      ])
    #expect(userInfo(try token("openid"), "POST").body == ["sub": "o-ana"])
    let both = service.password(scope: "openid").body
    #expect(try claims(both["id_token"]?.string)["sub"] == "o-ana")
  }

  @Test mutating func userinfoNeedsATokenOfAUserThatWasAskedForWithOpenID() throws {
    func challenge(_ response: ServiceResponse) -> String {
      let field = response.headers.first { $0.isNamed("www-authenticate") }
      return "\(response.status) \(field?.value ?? "")"
    }
    #expect(challenge(userInfo(nil)) == "401 Bearer realm=\"mamconform\"")
    #expect(
      challenge(userInfo("x")) == "401 Bearer realm=\"mamconform\", error=\"invalid_token\"")
    #expect(
      challenge(userInfo(try token("openid mam")))
        == "401 Bearer realm=\"mamconform\", error=\"invalid_token\"")
    #expect(
      challenge(userInfo(try token("User.Read")))
        == "403 Bearer realm=\"mamconform\", error=\"insufficient_scope\", scope=\"openid\"")
    #expect(userInfo(try robot("https://graph.microsoft.com/.default")).status == 400)
    let refused = userInfo(try token("openid"), "DELETE")
    #expect(
      refused.status == 405 && refused.headers.contains(HeaderField("Allow", "GET, HEAD, POST")))
  }
}
