import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

/// What an administrator does to a user's sessions and password, as sign-in sees it.
@Suite struct RevokeSessionsTests {
  private var service: SignInFixture

  init() throws { service = try SignInFixture() }

  private mutating func administer(
    _ method: String, _ path: String, _ body: JSON = .null,
    as caller: GraphRequest.Caller = .administrator
  ) -> GraphResponse {
    defer { service.core.state.commit() }
    return service.core.graph.administer(
      GraphRequest(method, path, body: body, caller: caller), now: service.now)
  }

  private mutating func refresh(_ token: String) -> ServiceResponse {
    service.token("refresh_token", ("refresh_token", token))
  }

  /// Signs ana in and returns the refresh token.
  private mutating func refreshToken(_ password: String = "x") throws -> String {
    try #require(service.password(password: password).body["refresh_token"]?.string)
  }

  /// Sets properties of ana's `passwordProfile`.
  private mutating func setProfile(_ profile: JSON) {
    #expect(administer("PATCH", "/v1.0/users/ana", ["passwordProfile": profile]).status == 204)
  }

  // MARK: Passwords

  @Test(arguments: [true, false])
  mutating func aPasswordThatAnAdministratorSetsEndsSessions(_ byGraph: Bool) throws {
    let signedIn = service.password().body
    let token = try #require(signedIn["refresh_token"]?.string)
    if byGraph {
      setProfile(["password": "other", "forceChangePasswordNextSignIn": false])
    } else {
      try service.core.directory.changeUser("ana", ["password": "other"], service.now)
    }
    #expect(refresh(token).failure == "invalid_grant 50173")
    #expect(service.password(password: "x").failure == "invalid_grant 50126")
    let later = try refreshToken("other")
    #expect(refresh(later).status == 200)
    let caller = GraphRequest.Caller.bearer(signedIn["access_token"]?.string)
    #expect(administer("GET", "/v1.0/me", as: caller).status == 200)
  }

  @Test mutating func theSamePasswordOnceMoreChangesNothing() throws {
    try service.core.directory.changeUser("ana", ["password": "x"], service.now)
    let token = try refreshToken()
    try service.core.directory.changeUser("ana", ["password": "x", "licensed": true], service.now)
    #expect(refresh(token).status == 200)
  }

  @Test mutating func underACoordinatorTokensOutlastPasswords() throws {
    service.core.signer = nil
    let token = try refreshToken()
    try service.core.directory.changeUser("ana", ["password": "other"], service.now)
    setProfile(["password": "third"])
    #expect(refresh(token).status == 200)
  }

  @Test(arguments: ["forceChangePasswordNextSignIn", "forceChangePasswordNextSignInWithMfa"])
  mutating func aPasswordThatIsToBeChangedSignsNobodyIn(_ demand: String) throws {
    let token = try refreshToken()
    setProfile(["password": "first", demand: true])
    #expect(refresh(token).failure == "invalid_grant 50173")
    #expect(service.password(password: "wrong").failure == "invalid_grant 50126")
    let refused = service.password(password: "first")
    #expect(refused.failure == "invalid_grant 50055")
    #expect(refused.body["suberror"] == "user_password_expired")
    setProfile(["password": "second"])
    #expect(service.password(password: "second").failure == "invalid_grant 50055")
    setProfile(["password": "third", demand: false])
    #expect(service.password(password: "third").status == 200)
  }

  @Test mutating func aNewUserMayHaveToChangeThePassword() throws {
    let body: JSON = [
      "accountEnabled": false, "displayName": "Zoe", "mailNickname": "zoe",
      "userPrincipalName": "zoe@contoso.com",
      "passwordProfile": ["password": "first", "forceChangePasswordNextSignIn": true],
    ]
    #expect(administer("POST", "/v1.0/users", body).status == 201)
    #expect(
      service.password("zoe@contoso.com", password: "first").failure == "invalid_grant 50057")
    _ = administer("PATCH", "/v1.0/users/zoe@contoso.com", ["accountEnabled": true])
    #expect(
      service.password("zoe@contoso.com", password: "first").failure == "invalid_grant 50055")
    let account = try #require(service.core.state.accounts["zoe@contoso.com"])
    #expect(Account(json: account.json) == account)
    try service.core.directory.changeUser("zoe@contoso.com", ["account": "enabled"], service.now)
    #expect(service.password("zoe@contoso.com", password: "first").status == 200)
  }

  @Test mutating func aNewPasswordIsNotTooOld() throws {
    try service.core.directory.changeUser("ana", ["account": "passwordExpired"], service.now)
    setProfile(["password": "new"])
    #expect(service.password(password: "new").status == 200)
  }

  // MARK: revokeSignInSessions

  @Test(arguments: ["v1.0", "beta"])
  mutating func revokedSessionsEndTheRefreshTokensOfBefore(_ version: String) throws {
    let token = try refreshToken()
    let answer = administer("POST", "/\(version)/users/ana/revokeSignInSessions")
    #expect(answer.status == 200)
    #expect(
      answer.body == [
        "@odata.context": .string("https://graph.microsoft.com/\(version)/$metadata#Edm.Boolean"),
        "value": true,
      ])
    #expect(refresh(token).failure == "invalid_grant 50173")
    let later = try refreshToken()
    #expect(refresh(later).status == 200)
  }

  @Test(
    arguments: [
      ("me", "User.ReadWrite", 200), ("me", "User.Read", 403),
      ("users/o-ana", "User.ReadWrite", 200),
      ("users/o-ben", "User.ReadWrite", 403), ("users/o-ben", "User.RevokeSessions.All", 200),
      ("users/o-ben", "User.ReadWrite.All", 200), ("users/o-ben", "Directory.ReadWrite.All", 200),
      ("users/o-ben", "User.Read.All", 403), ("users/nobody", "User.RevokeSessions.All", 404),
    ])
  mutating func revokingNeedsAPermission(_ path: String, _ scope: String, _ status: Int) {
    var world = try! GraphWorld()
    let caller = world.bearer(scope)
    let answer = world.send("POST", "/v1.0/\(path)/revokeSignInSessions", caller: caller)
    #expect(answer.status == status)
  }

  @Test mutating func revokingIsAnAction() {
    for (method, path, status) in [
      ("GET", "revokeSignInSessions", 405), ("POST", "revokeSignInSessions/x", 400),
      ("POST", "REVOKESIGNINSESSIONS", 200),
      ("POST", "microsoft.graph.revokeSignInSessions", 200),
    ] {
      #expect(administer(method, "/v1.0/users/ana/\(path)").status == status)
    }
    let document = administer("GET", "/v1.0/$metadata").body?.string ?? ""
    #expect(document.contains("<Action Name=\"revokeSignInSessions\" IsBound=\"true\">"))
  }
}
