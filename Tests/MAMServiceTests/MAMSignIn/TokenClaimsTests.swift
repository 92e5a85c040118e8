import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMWire

@Suite struct TokenClaimsTests {
  @Test(arguments: ["contoso", "contoso.com", "CONTOSO.COM", "{guid}", "common", "organizations"])
  func `the issuer of a short authority is that of its tokens`(_ name: String) throws {
    var service = try SignInFixture()
    let guid = service.core.state.tenants["contoso"]!.id
    let authority = "/" + (name == "{guid}" ? guid : name)
    let document = service.send("GET", "\(authority)/.well-known/openid-configuration").body
    #expect(document["issuer"] == .string("https://localhost:7443\(authority)"))
    let reply = service.send(
      "POST", "\(authority)/oauth2/token",
      [
        ("grant_type", "password"), ("client_id", "app"), ("username", "ana@contoso.com"),
        ("password", "x"), ("scope", "openid"),
      ])
    for token in ["access_token", "id_token"] {
      #expect(try claims(reply.body[token]?.string)["iss"] == document["issuer"])
    }
  }

  @Test func `what comes without a version is of version 1, as ADAL reads it`() throws {
    var service = try SignInFixture()
    let reply = service.send(
      "POST", "/contoso/oauth2/token",
      [
        ("grant_type", "password"), ("client_id", "app"), ("username", "ana@contoso.com"),
        ("password", "x"), ("scope", "openid"), ("resource", "https://graph.microsoft.com"),
      ]
    ).body
    #expect(reply["resource"] == "https://graph.microsoft.com")
    #expect(reply["refresh_token"] != nil)
    let now = at(0).milliseconds / 1000
    let seconds = try #require(reply["expires_in"]?.int)
    #expect(reply["not_before"] == .int(now) && reply["expires_on"] == .int(now + seconds))
    let access = try claims(reply["access_token"]?.string)
    #expect(access["ver"] == "1.0" && access["appid"] == "app" && access["azp"] == nil)
    for token in ["access_token", "id_token"] {
      let claims = try claims(reply[token]?.string)
      #expect(claims["ver"] == "1.0" && claims["preferred_username"] == nil)
      #expect(claims["upn"] == "Ana@contoso.com" && claims["unique_name"] == "Ana@contoso.com")
    }
    let application = service.send(
      "POST", "/contoso/oauth2/token",
      [
        ("grant_type", "client_credentials"), ("client_id", "app"), ("client_secret", "x"),
        ("resource", "https://graph.microsoft.com"),
      ]
    ).body
    #expect(application["resource"] == "https://graph.microsoft.com")
    #expect(try claims(application["access_token"]?.string)["appid"] == "app")
  }

  @Test func `a refresh is no authentication`() throws {
    var service = try SignInFixture()
    let first = service.password().body
    let began = try claims(first["id_token"]?.string)["auth_time"]
    service.advance(seconds: 500)
    let second = service.token(
      "refresh_token", ("refresh_token", first["refresh_token"]?.string ?? ""))
    let identity = try claims(second.body["id_token"]?.string)
    #expect(identity["auth_time"] == began && began == .int(at(0).milliseconds / 1000))
    #expect(identity["iat"] == .int(at(500_000).milliseconds / 1000))
  }

  @Test(
    arguments: [
      ("api://foo/.default", "api://foo"),
      ("https://foo.example//.default", "https://foo.example/"),
      ("https://graph.microsoft.com/.default", "https://graph.microsoft.com"),
      (".default", "https://graph.microsoft.com"),
    ])
  func `an applications token is for the resource it asked for`(_ scope: String, _ audience: String)
    throws
  {
    var service = try SignInFixture()
    let reply = service.token("client_credentials", ("client_secret", "x"), ("scope", scope))
    #expect(try claims(reply.body["access_token"]?.string)["aud"] == .string(audience))
  }

  @Test(
    arguments: [
      ("openid User.Read", "https://graph.microsoft.com"),
      ("mam", "https://msmamservice.api.application"),
      ("offline_access api://foo/read", "api://foo"),
    ])
  func `a users token is for the resource of its scopes`(_ scope: String, _ audience: String) throws
  {
    var service = try SignInFixture()
    let reply = service.password(scope: scope)
    #expect(try claims(reply.body["access_token"]?.string)["aud"] == .string(audience))
  }

  @Test(
    arguments: [
      ("openid User.Read", "User.Read"), ("mam", "mam"),
      ("api://foo/read api://foo/write", "read write"),
      ("https://graph.microsoft.com/User.Read offline_access", "User.Read"),
    ])
  func `a users token names its permissions without the resource`(_ scope: String, _ claim: String)
    throws
  {
    var service = try SignInFixture()
    let reply = service.password(scope: scope)
    #expect(reply.body["scope"] == .string(scope))
    #expect(try claims(reply.body["access_token"]?.string)["scp"] == .string(claim))
  }

  @Test func `a parameter that comes twice is refused`() throws {
    var service = try SignInFixture()
    let reply = service.token(
      "client_credentials", ("client_secret", "x"), ("scope", ".default"), ("scope", ".default"))
    #expect(reply.failure == "invalid_request 9000411")
  }

  @Test func `a resource stands for all of it without a version`() throws {
    var service = try SignInFixture()
    func ask(_ path: String) -> ServiceResponse {
      service.send(
        "POST", path,
        [
          ("grant_type", "client_credentials"), ("client_id", "app"), ("client_secret", "x"),
          ("resource", "https://graph.microsoft.com"),
        ])
    }
    let reply = ask("/contoso/oauth2/token")
    let token = try claims(reply.body["access_token"]?.string)
    #expect(token["aud"] == "https://graph.microsoft.com")
    #expect(token["roles"]?.array?.isEmpty == false)
    #expect(ask("/contoso/oauth2/v2.0/token").failure == "invalid_request 900144")
  }

  @Test func `the mail address is told to who asks for it`() throws {
    var service = try SignInFixture()
    let asked = service.password(scope: "openid email").body["id_token"]?.string
    #expect(try claims(asked)["email"] == "Ana@contoso.com")
    #expect(try claims(service.password().body["id_token"]?.string)["email"] == nil)
  }

  @Test func `a method that is not taken is said`() throws {
    var service = try SignInFixture()
    let answer = service.send("DELETE", "/contoso/oauth2/v2.0/authorize")
    #expect(answer.status == 405)
    #expect(answer.headers.contains(HeaderField("Allow", "GET, HEAD, POST")))
    let engine = try ServiceEngine(store: nil) { _ in }
    engine.core.signer = SignInFixture.signer
    let reply = engine.refuse(
      Refusal(.methodNotAllowed, "x"), at: .token, client: nil, instance: "-", now: service.now)
    #expect(reply.response.failure == "invalid_request 900561" && reply.response.status == 405)
    #expect(reply.response.headers.contains(HeaderField("Allow", "POST")))
  }
}
