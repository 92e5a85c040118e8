import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

@Suite struct SignInTests {
  var core: ServiceCore

  init() throws { core = try seededCore() }

  @Test mutating func aPasswordGivesBothTokensFor24Hours() {
    let response = core.signIn("ana@contoso.com")
    #expect(
      response.body == [
        "token_type": "Bearer", "access_token": "at2", "refresh_token": "rt1",
        "expires_in": 86_400, "scope": "mam",
      ])
    #expect(response.facts.subject == "Ana@contoso.com")
    #expect(
      response.facts.detail == ["grant": "password", "clientId": "app", "authority": "common"])
  }

  @Test mutating func aRefreshGivesANewAccessTokenAndKeepsTheRefreshToken() {
    _ = core.signIn("ana@contoso.com")
    let response = core.handle(.refresh("rt1"), now: at(1))
    #expect(response.body["access_token"] == "at3")
    #expect(response.body["refresh_token"] == "rt1")
    #expect(response.facts.subject == "Ana@contoso.com")
  }

  @Test mutating func anAccessTokenEndsAtItsInstantOfExpiry() {
    let id = core.enrolled("ana@contoso.com")
    let day = 86_400_000
    #expect(core.handle(.checkIn(id, bearer: "at2"), now: at(day - 1)).status == 200)
    let late = core.handle(.checkIn(id, bearer: "at2"), now: at(day))
    #expect(late.status == 401)
    #expect(late.code == "InvalidToken")
    #expect(late.facts.subject == "Ana@contoso.com")
  }

  @Test mutating func theSeedSaysHowLongTokensLive() throws {
    try core.directory.changeTenant(
      "contoso", ["accessTokenSeconds": 60, "refreshTokenSeconds": 120])
    #expect(core.signIn("ana@contoso.com").body["expires_in"] == 60)
    #expect(core.handle(.refresh("rt1"), now: at(119_999)).status == 200)
    let late = core.handle(.refresh("rt1"), now: at(120_000))
    #expect(late.status == 400)
    #expect(late.body["error"] == "invalid_grant")
  }

  @Test mutating func aUserWhoMustSignInIsToldSoUntilThePasswordComes() throws {
    _ = core.signIn("ana@contoso.com")
    try core.directory.changeUser("ana", ["signInRequired": true], at(0))
    let refused = core.handle(.refresh("rt1"), now: at(0))
    #expect(refused.status == 400)
    #expect(refused.body["error"] == "interaction_required")
    #expect(core.signIn("ana@contoso.com").status == 200)
    #expect(core.handle(.refresh("rt1"), now: at(0)).status == 200)
  }

  @Test mutating func aDeletedUsersTokensAreVoid() throws {
    let id = core.enrolled("ana@contoso.com")
    try core.directory.changeUser("ana", ["deleted": true], at(0))
    #expect(core.handle(.checkIn(id, bearer: "at2"), now: at(0)).code == "InvalidToken")
    #expect(core.handle(.refresh("rt1"), now: at(0)).code == "invalid_grant")
    #expect(core.signIn("ana@contoso.com").code == "invalid_grant")
  }

  @Test mutating func aWrongPasswordIsAnInvalidGrant() throws {
    try core.directory.changeUser("ana", ["password": "right"], at(0))
    #expect(core.signIn("ana@contoso.com").code == "invalid_grant")
  }

  @Test(
    arguments: [
      (["grant_type": "refresh_token", "client_id": "a", "scope": "s"], "invalid_request"),
      (["grant_type": "magic", "client_id": "a", "scope": "s"], "unsupported_grant_type"),
      (["client_id": "a", "scope": "s"], "invalid_request"),
      (
        [
          "grant_type": "refresh_token", "client_id": "a", "scope": "s", "refresh_token": "at2",
        ], "invalid_grant"
      ),
    ] as [(JSON, String)])
  func `what is no token request is refused as RFC 6749 says`(_ body: JSON, _ code: String) {
    _ = core.signIn("ana@contoso.com")
    let response = core.handle(
      ServiceRequest(.token, tenant: "contoso", body: body), now: at(0))
    #expect(response.status == 400)
    #expect(response.body["error"] == .string(code))
    #expect(response.body["error_description"]?.string != nil)
  }

  @Test mutating func anotherTenantsPathDoesNotSignIn() {
    var request = ServiceRequest.signIn("ana@contoso.com")
    request.tenant = "fabrikam"
    #expect(core.handle(request, now: at(0)).code == "invalid_grant")
  }

  @Test mutating func expiredTokensAreForgotten() {
    for day in 0..<10 { _ = core.signIn("ana@contoso.com", now: at(day * 86_400_000)) }
    #expect(core.state.accessTokens.count == 1)
  }
}
