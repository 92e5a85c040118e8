import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMSignIn
@testable import MAMWire

@Suite struct AccountCheckTests {
  /// The ways to tokens that begin with something a user has approved earlier.
  enum Way: String, CaseIterable { case code, deviceCode, refreshToken }

  private static let events: [(JSONObject, String)] = [
    (["account": "disabled"], "invalid_grant 50057"),
    (["account": "locked"], "invalid_grant 50053"),
    (["account": "passwordExpired"], "invalid_grant 50055"),
    (["deleted": true], "invalid_grant 50034"), (["revokeSessions": true], "invalid_grant 50173"),
  ]

  /// Lets ana approve something, and returns what redeems it.
  private func approved(
    _ way: Way, _ service: inout SignInFixture
  ) throws -> (inout SignInFixture) -> ServiceResponse {
    switch way {
    case .code:
      let back = ("redirect_uri", "http://localhost:1/cb")
      let location = service.send(
        "POST", "/contoso/oauth2/v2.0/authorize",
        [
          ("client_id", "app"), back, ("response_type", "code"),
          ("scope", "User.Read offline_access"), ("username", "ana@contoso.com"),
          ("password", "x"),
        ]
      ).location
      let code = String(try #require(location).split(separator: "code=")[1])
      return { $0.token("authorization_code", ("code", code), back) }
    case .deviceCode:
      let device = try begun(&service)
      _ = try service.core.signIn.decideDeviceCode(
        device.user, user: "ana", approve: true, service.now)
      return { $0.token("device_code", ("device_code", device.code)) }
    case .refreshToken:
      let text = try #require(service.password().body["refresh_token"]?.string)
      return { $0.token("refresh_token", ("refresh_token", text)) }
    }
  }

  private func begun(_ service: inout SignInFixture) throws -> (code: String, user: String) {
    let device = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode",
      [("client_id", "app"), ("scope", "User.Read offline_access")]
    ).body
    return (
      try #require(device["device_code"]?.string), try #require(device["user_code"]?.string)
    )
  }

  @Test(arguments: Way.allCases, AccountCheckTests.events.indices)
  func `what happens to an account after an approval counts`(_ way: Way, _ index: Int) throws {
    let (change, failure) = AccountCheckTests.events[index]
    var service = try SignInFixture()
    let redeem = try approved(way, &service)
    try service.core.directory.changeUser("ana", change, service.now)
    #expect(redeem(&service).failure == failure)
  }

  @Test(arguments: Way.allCases)
  func `a revocation ends what was before it though the clock stands still`(_ way: Way) throws {
    var service = try SignInFixture()
    func revoke() throws {
      try service.core.directory.changeUser("ana", ["revokeSessions": true], service.now)
    }
    try revoke()
    let redeem = try approved(way, &service)
    let refreshToken = ("refresh_token", redeem(&service).body["refresh_token"]?.string ?? "")
    #expect(service.token("refresh_token", refreshToken).status == 200)
    try revoke()
    #expect(service.token("refresh_token", refreshToken).failure == "invalid_grant 50173")
  }

  @Test(arguments: [Way.code, .deviceCode])
  func `a second factor counts only after it is demanded`(_ way: Way) throws {
    var service = try SignInFixture()
    func demand(_ word: String) throws {
      try service.core.directory.changeUser(
        "ana", ["conditionalAccess": .string(word)], service.now)
    }
    let early = try approved(way, &service)
    let redeemed = try approved(way, &service)(&service).body["refresh_token"]?.string ?? ""
    try demand("mfa")
    #expect(early(&service).failure == "interaction_required 50076")
    let refused = service.token("refresh_token", ("refresh_token", redeemed))
    #expect(refused.failure == "interaction_required 50076")
    #expect(refused.body["claims"]?.string == SignInRules.challenge)
    let late = try approved(way, &service)(&service).body["refresh_token"]?.string ?? ""
    #expect(service.token("refresh_token", ("refresh_token", late)).status == 200)
    try demand("mfa")
    #expect(service.token("refresh_token", ("refresh_token", late)).status == 200)
    try demand("none")
    try demand("mfa")
    #expect(
      service.token("refresh_token", ("refresh_token", late)).failure
        == "interaction_required 50076")
  }

  @Test(arguments: [Way.code, .deviceCode])
  func `a demand of the seed is before every sign in`(_ way: Way) throws {
    var service = try SignInFixture(
      [
        "users": [
          "ana": ["upn": "Ana@contoso.com", "tenant": "contoso", "conditionalAccess": "mfa"]
        ]
      ])
    let token = try approved(way, &service)(&service).body["refresh_token"]?.string ?? ""
    #expect(service.token("refresh_token", ("refresh_token", token)).status == 200)
  }

  @Test func `a sign in of an older state file counts without its demands`() throws {
    let old = try #require(Authentication(of: ["authenticated": 5, "revocations": 0]))
    var account = Account()
    try account.change(
      MemberReader("x", ["conditionalAccess": "mfa"], known: Account.memberNames), now: 6)
    #expect(account.demands == 1 && old.isAfterDemand(of: account))
    #expect(Account(json: account.json) == account)
    var row = JSONObject()
    let now = Authentication(instant: 6, revocations: 0, demands: 1)
    now.add(to: &row)
    #expect(Authentication(of: .object(row)) == now)
  }

  @Test(arguments: AccountCheckTests.events.indices.dropLast())
  func `whoever cannot sign in cannot approve a device`(_ index: Int) throws {
    var service = try SignInFixture()
    let device = try begun(&service)
    try service.core.directory.changeUser("ana", AccountCheckTests.events[index].0, service.now)
    let error = #expect(throws: Refusal.self) {
      try service.core.signIn.decideDeviceCode(device.user, user: "ana", approve: true, service.now)
    }
    #expect("invalid_grant \(error?.number ?? 0)" == AccountCheckTests.events[index].1)
    #expect(
      service.token("device_code", ("device_code", device.code)).failure
        == "authorization_pending 70016")
  }

  @Test func `a user who must sign in has done so with a device`() throws {
    var service = try SignInFixture()
    try service.core.directory.changeUser("ana", ["signInRequired": true], service.now)
    let redeem = try approved(.deviceCode, &service)
    let text = try #require(redeem(&service).body["refresh_token"]?.string)
    #expect(service.token("refresh_token", ("refresh_token", text)).status == 200)
  }

  @Test func `rows of the version before are still read`() throws {
    let row: JSON = [
      "user": "ana@contoso.com", "tenant": "contoso", "client": "app", "scopes": ["User.Read"],
      "expires": nil, "issued": 5, "strong": false,
    ]
    var service = try SignInFixture()
    let token = try #require(Token(json: row))
    #expect(token.authentication == nil && token.json == row)
    service.core.state.refreshTokens["old"] = token
    #expect(service.token("refresh_token", ("refresh_token", "old")).status == 200)
    try service.core.directory.changeUser("ana", ["revokeSessions": true], service.now)
    #expect(
      service.token("refresh_token", ("refresh_token", "old")).failure == "invalid_grant 50173")
    let account = Account(json: ["condition": "enabled", "revoked": 7])
    #expect(account?.revoked == 7 && account?.revocations == 0)
  }
}
