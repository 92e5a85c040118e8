import JSONText
import Testing
import VirtualTime

@testable import MAMCrypto
@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMSignIn
@testable import MAMWire

@Suite struct TokenEndpointTests {
  @Test func `a reply has everything that MSAL needs`() throws {
    var service = try SignInFixture()
    let reply = service.password().body
    #expect(reply["token_type"] == "Bearer")
    #expect(reply["scope"] == "User.Read openid offline_access")
    #expect(reply["expires_in"] == 86_400)
    #expect(reply["refresh_token"]?.string?.hasPrefix("rt1.") == true)
    let tenant = service.core.state.tenants["contoso"]!.id
    let identity = try claims(reply["id_token"]?.string)
    #expect(identity["aud"] == "app")
    #expect(identity["iss"] == .string("https://localhost:7443/\(tenant)/v2.0"))
    #expect(identity["oid"] == "o-ana" && identity["tid"] == .string(tenant))
    #expect(identity["preferred_username"] == "Ana@contoso.com")
    let info = Base64URL.bytes(reply["client_info"]?.string ?? "") ?? []
    #expect(try JSON(parsing: info[...]) == ["uid": "o-ana", "utid": .string(tenant)])
    let access = try claims(reply["access_token"]?.string)
    #expect(access["scp"] == "User.Read")
    #expect(access["exp"]?.int == at(0).milliseconds / 1000 + 86_400)
  }

  @Test func `without its scopes there is no refresh token and no identity`() throws {
    var service = try SignInFixture()
    let reply = service.password(scope: "mam").body
    #expect(reply["access_token"] != nil)
    #expect(reply["refresh_token"] == nil && reply["id_token"] == nil)
  }

  @Test(
    arguments: [
      ("nobody@contoso.com", "x", "invalid_grant 50034"),
      ("ana@contoso.com", "wrong", "invalid_grant 50126"),
      ("off@contoso.com", "x", "invalid_grant 50057"),
      ("locked@contoso.com", "x", "invalid_grant 50053"),
      ("old@contoso.com", "x", "invalid_grant 50055"),
      ("far@fabrikam.com", "x", "invalid_grant 50020"),
      ("factor@contoso.com", "x", "interaction_required 50076"),
      ("device@contoso.com", "x", "interaction_required 53000"),
      ("blocked@contoso.com", "x", "invalid_grant 53003"),
      ("app@contoso.com", "x", "unauthorized_client 53005"),
      ("odd@contoso.com", "x", "server_error 90033"),
    ])
  func `a user who cannot sign in is told why`(
    _ user: String, _ password: String, _ failure: String
  ) throws {
    func member(_ name: String, _ more: (String, JSON)) -> JSON {
      .object(
        JSONObject([("upn", .string("\(name)@contoso.com")), ("tenant", "contoso"), more]))
    }
    var service = try SignInFixture([
      "tenants": ["fabrikam": JSON.null],
      "users": [
        "ana": ["upn": "ana@contoso.com", "tenant": "contoso", "password": "x"],
        "off": member("off", ("account", "disabled")),
        "locked": member("locked", ("account", "locked")),
        "old": member("old", ("account", "passwordExpired")),
        "far": ["upn": "far@fabrikam.com", "tenant": "fabrikam"],
        "factor": member("factor", ("conditionalAccess", "mfa")),
        "device": member("device", ("conditionalAccess", "compliantDevice")),
        "blocked": member("blocked", ("conditionalAccess", "block")),
        "app": member("app", ("conditionalAccess", "appProtection")),
        "odd": member("odd", ("signInError", ["error": "server_error", "number": 90_033])),
      ],
    ])
    let reply = service.password(user, password: password)
    #expect(reply.failure == failure)
    #expect(reply.status == 400)
    let number = failure.split(separator: " ")[1]
    #expect(reply.body["error_description"]?.string?.hasPrefix("AADSTS\(number): ") == true)
  }

  @Test func `an ordered error comes as often as it was ordered`() throws {
    var service = try SignInFixture()
    try service.core.directory.changeUser(
      "ana",
      ["signInError": ["error": "temporarily_unavailable", "number": 90_006, "times": 2]],
      service.now)
    #expect(service.password().failure == "temporarily_unavailable 90006")
    #expect(service.password().failure == "temporarily_unavailable 90006")
    #expect(service.password().status == 200)
  }

  @Test func `a second factor is demanded with claims and given at a page`() throws {
    var service = try SignInFixture([
      "users": ["ana": ["upn": "ana@contoso.com", "tenant": "contoso", "conditionalAccess": "mfa"]]
    ])
    let refused = service.password().body
    #expect(refused["suberror"] == "basic_action")
    let challenge = try JSON(parsing: refused["claims"]?.string ?? "")
    #expect(challenge["access_token"]?["capolids"]?["essential"] == true)
    let device = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode",
      [("client_id", "app"), ("scope", "User.Read offline_access")]
    ).body
    _ = try service.core.signIn.decideDeviceCode(
      device["user_code"]?.string ?? "", user: "ana", approve: true, service.now)
    let reply = service.token(
      "device_code", ("device_code", device["device_code"]?.string ?? "")
    ).body
    #expect(reply["access_token"] != nil)
    let refreshed = service.token(
      "refresh_token", ("refresh_token", reply["refresh_token"]?.string ?? ""))
    #expect(refreshed.status == 200, "the refresh token remembers the factor")
  }

  @Test func `the MAM service can be reached before any policy is applied`() throws {
    var service = try SignInFixture([
      "users": [
        "ana": [
          "upn": "ana@contoso.com", "tenant": "contoso", "conditionalAccess": "appProtection",
        ]
      ]
    ])
    #expect(service.password(scope: "mam").status == 200)
    #expect(service.password().body["suberror"] == "protection_policy_required")
  }

  @Test func `a renewed refresh token takes the place of the redeemed one`() throws {
    var service = try SignInFixture([
      "tenants": ["contoso": ["renewsRefreshTokens": true, "refreshTokenSeconds": 3600]]
    ])
    func refresh(_ text: String?) -> ServiceResponse {
      service.token("refresh_token", ("refresh_token", text ?? ""), ("scope", "User.Read"))
    }
    let first = service.password().body["refresh_token"]?.string
    service.advance(seconds: 3599)
    let second = refresh(first).body["refresh_token"]?.string
    #expect(second != nil && second != first)
    #expect(refresh(first).failure == "invalid_grant 9002313")
    // The new one lives from its own beginning on.
    service.advance(seconds: 3599)
    #expect(refresh(second).status == 200)
  }

  @Test func `refresh tokens follow the services clock and are revoked`() throws {
    var service = try SignInFixture(["tenants": ["contoso": ["refreshTokenSeconds": 3600]]])
    func refresh(_ text: String?) -> ServiceResponse {
      service.token("refresh_token", ("refresh_token", text ?? ""), ("scope", "User.Read"))
    }
    let first = service.password().body["refresh_token"]?.string
    service.advance(seconds: 3599)
    #expect(refresh(first).status == 200)
    service.advance(seconds: 1)
    #expect(refresh(first).failure == "invalid_grant 700082")
    let second = service.password().body["refresh_token"]?.string
    try service.core.directory.changeUser("ana", ["revokeSessions": true], service.now)
    #expect(refresh(second).failure == "invalid_grant 50173")
    let third = service.password().body["refresh_token"]?.string
    #expect(refresh(third).status == 200)
    #expect(refresh("made.up").failure == "invalid_grant 9002313")
    #expect(
      service.token("refresh_token", client: "other", ("refresh_token", third ?? "")).failure
        == "invalid_grant 70000")
  }

  @Test(
    arguments: [
      ("contoso", 200), ("CONTOSO.COM", 200), ("common", 200), ("organizations", 200),
      ("nowhere", 400),
    ])
  func `a tenant is addressed by name and domain`(_ tenant: String, _ status: Int) throws {
    var service = try SignInFixture()
    let reply = service.password(tenant: tenant)
    #expect(reply.status == status)
    if status == 400 { #expect(reply.failure == "invalid_tenant 90002") }
    let guid = service.core.state.tenants["contoso"]!.id
    #expect(service.password(tenant: guid).status == 200)
  }

  @Test func `a directory with clients knows no others`() throws {
    var service = try SignInFixture([
      "clients": [
        "app": ["scopes": ["mam"]],
        "daemon": ["secret": "s", "roles": ["DeviceManagementApps.Read.All"]],
      ]
    ])
    #expect(service.password(client: "other").failure == "unauthorized_client 700016")
    #expect(service.password(scope: "mam").status == 200)
    let refused = service.password(scope: "User.Read")
    #expect(refused.failure == "invalid_grant 65001")
    #expect(refused.body["suberror"] == "consent_required")
    let graph = ("scope", "https://graph.microsoft.com/.default")
    #expect(
      service.token("client_credentials", client: "daemon", graph).failure
        == "invalid_client 7000218")
    let wrong = service.token(
      "client_credentials", client: "daemon", graph, ("client_secret", "t"))
    #expect(wrong.failure == "invalid_client 7000215")
    #expect(wrong.status == 401)
    let reply = service.token(
      "client_credentials", client: "daemon", graph, ("client_secret", "s"))
    #expect(
      try claims(reply.body["access_token"]?.string)["roles"]
        == ["DeviceManagementApps.Read.All"])
    let basic = HeaderField("Authorization", "Basic ZGFlbW9uOnM=")
    let form = [("grant_type", "client_credentials"), graph]
    #expect(
      service.send("POST", "/contoso/oauth2/v2.0/token", form, headers: [basic]).status == 200)
    #expect(
      service.token(
        "client_credentials", tenant: "common", client: "daemon", graph,
        ("client_secret", "s")
      ).failure == "invalid_request 900382")
  }

  @Test(
    arguments: [
      ([], "invalid_request 900144"), ([("grant_type", "magic")], "invalid_request 900144"),
      ([("grant_type", "magic"), ("client_id", "app")], "unsupported_grant_type 70003"),
      ([("grant_type", "password"), ("client_id", "app")], "invalid_request 900144"),
    ] as [([(String, String)], String)])
  func `a request without what it needs is refused`(_ form: [(String, String)], _ failure: String)
    throws
  {
    var service = try SignInFixture()
    #expect(service.send("POST", "/contoso/oauth2/v2.0/token", form).failure == failure)
  }

  @Test func `a token that somebody changed is nobodys`() throws {
    var service = try SignInFixture()
    let token = service.password().body["access_token"]?.string ?? ""
    #expect(service.core.state.issuedToken(token) != nil)
    var parts = token.split(separator: ".").map(String.init)
    parts[1] = Base64URL.text(#"{"oid":"o-eve"}"#.utf8)
    #expect(service.core.state.issuedToken(parts.joined(separator: ".")) == nil)
  }
}
