import JSONText
import Testing
import VirtualTime

@testable import MAMService

/// What an administrator does to a user's sessions and password, as sign-in sees it.
@Suite struct RevokeSessionsTests {
  private var service: SignInFixture

  init() throws { service = try SignInFixture() }

  private mutating func administer(
    _ method: String, _ path: String, _ body: JSON = .null,
    as caller: GraphRequest.Caller = .administrator
  ) -> GraphResponse {
    defer { service.core.commit() }
    return service.core.administer(
      GraphRequest(method, path, body: body, caller: caller), now: service.now)
  }

  private mutating func refresh(_ token: String) -> ServiceResponse {
    service.token("refresh_token", ("refresh_token", token))
  }

  /// Signs ana in and returns the refresh token.
  private mutating func refreshToken(_ password: String = "x") throws -> String {
    try #require(service.password(password: password).body["refresh_token"]?.string)
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
      ("GET", "revokeSignInSessions", 405), ("POST", "revokeSignInSessions/x", 404),
      ("POST", "REVOKESIGNINSESSIONS", 200),
      ("POST", "microsoft.graph.revokeSignInSessions", 200),
    ] {
      #expect(administer(method, "/v1.0/users/ana/\(path)").status == status)
    }
    let document = administer("GET", "/v1.0/$metadata").body?.string ?? ""
    #expect(document.contains("<Action Name=\"revokeSignInSessions\" IsBound=\"true\">"))
  }
}
