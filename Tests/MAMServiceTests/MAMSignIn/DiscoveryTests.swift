import JSONText
import Testing

@testable import MAMCrypto
@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMServer
@testable import MAMWire

@Suite struct DiscoveryTests {
  @Test(
    arguments: [
      ("/contoso/v2.0", "/{guid}/v2.0", "/contoso/oauth2/v2.0/token"),
      ("/common/v2.0", "/{tenantid}/v2.0", "/common/oauth2/v2.0/token"),
      ("/contoso", "/contoso", "/contoso/oauth2/token"),
      ("/adfs", "/adfs", "/adfs/oauth2/token"),
    ])
  func `every form names its issuer and endpoints that work`(
    _ form: String, _ issuer: String, _ token: String
  ) throws {
    var service = try SignInFixture()
    let document = service.send("GET", "\(form)/.well-known/openid-configuration").body
    let guid = service.core.state.tenants["contoso"]!.id
    let wanted = "https://localhost:7443" + (issuer == "/{guid}/v2.0" ? "/\(guid)/v2.0" : issuer)
    #expect(document["issuer"] == .string(wanted))
    #expect(document["token_endpoint"] == .string("https://localhost:7443\(token)"))
    for name in ["authorization_endpoint", "device_authorization_endpoint", "jwks_uri"] {
      let path = document[name]?.string?.dropFirst("https://localhost:7443".count) ?? ""
      #expect(RequestReader.operation(path: String(path), at: .signIn) != nil, "\(name)")
    }
    if !form.hasPrefix("/common") {
      // What a form's token endpoint gives out bears the issuer that the form names.
      let reply = service.send(
        "POST", token,
        [
          ("grant_type", "password"), ("client_id", "app"), ("scope", "openid mam"),
          ("username", "ana@contoso.com"), ("password", "x"),
        ])
      #expect(try claims(reply.body["id_token"]?.string)["iss"] == .string(wanted))
    }
  }

  @Test func `a client finds the keys that signed`() throws {
    var service = try SignInFixture()
    let keys = service.send("GET", "/contoso/discovery/v2.0/keys").body["keys"]?.array ?? []
    let token = service.password().body["access_token"]?.string ?? ""
    let head = Base64URL.bytes(token.split(separator: ".")[0]) ?? []
    let header = try JSON(parsing: head[...])
    #expect(header["alg"] == "RS256" && header["kid"] == keys.first?["kid"])
    #expect(Base64URL.bytes(keys.first?["n"]?.string ?? "")?.count == 256)
    #expect(keys.first?["e"] == "AQAB")
  }

  @Test func `the key comes in a certificate too, which is the same whenever it is made`() throws {
    let signer = TokenSigner()
    let key = try signer.keySet["keys"]?.array?.first
    let bytes = try #require(Base64URL.bytes(key?["x5c"]?.array?.first?.string ?? ""))
    let modulus = try #require(Base64URL.bytes(key?["n"]?.string ?? ""))
    // The certificate carries the key, byte for byte.
    #expect(bytes.indices.contains { bytes[$0...].starts(with: modulus) })
    #expect(Base64URL.bytes(key?["x5t"]?.string ?? "")?.count == 20)
    let again = TokenSigner(load: { signer.keyText })
    #expect(try again.keySet == signer.keySet)
  }

  @Test func `discovery says that a request object is not read`() throws {
    var service = try SignInFixture()
    let document = service.send("GET", "/contoso/v2.0/.well-known/openid-configuration").body
    #expect(document["request_uri_parameter_supported"] == false)
  }

  @Test func `the clouds and the realm are as MSAL asks for them`() throws {
    var service = try SignInFixture()
    let clouds = service.send("GET", "/common/discovery/instance?api-version=1.1").body
    #expect(clouds["metadata"]?.array?.first?["aliases"] == ["localhost:7443"])
    let realm = service.send("GET", "/common/userrealm/ana%40contoso.com?api-version=1.0").body
    #expect(realm["account_type"] == "Managed" && realm["domain_name"] == "contoso.com")
    let stranger = service.send("GET", "/common/userrealm/x@elsewhere.org").body
    #expect(stranger["account_type"] == "Unknown")
  }

  @Test(
    arguments: [
      ("/Common/UserRealm/ana%40contoso.com?api-version=1.0", "domain_name", "contoso.com"),
      ("/contoso/V2.0/.Well-Known/OpenID-Configuration", "jwks_uri", "/discovery/v2.0/keys"),
      ("/Common/Discovery/Instance?api-version=1.1", "tenant_discovery_endpoint", "/v2.0/.well"),
      ("/ADFS/.well-known/openid-configuration", "token_endpoint", "/oauth2/token"),
    ])
  func `letter case of a path does not count`(_ path: String, _ member: String, _ text: String)
    throws
  {
    var service = try SignInFixture()
    let answer = service.send("GET", path)
    #expect(answer.status == 200)
    #expect(answer.body[member]?.string?.contains(text) == true)
  }

  @Test(
    arguments: [
      ("POST", "/contoso/v2.0/.well-known/openid-configuration", 405),
      ("GET", "/contoso/oauth2/v2.0/devicecode", 405),
      ("GET", "/nowhere/v2.0/.well-known/openid-configuration", 400),
      ("GET", "/contoso/oauth2/v2.0/logout?post_logout_redirect_uri=http%3A%2F%2Fx%2F", 400),
      ("GET", "/contoso/oauth2/v2.0/logout?post_logout_redirect_uri=javascript%3A1", 400),
      ("GET", "/contoso/oauth2/v2.0/nothing", 404),
    ])
  func `what is not there is refused`(_ method: String, _ path: String, _ status: Int) throws {
    var service = try SignInFixture()
    #expect(service.send(method, path).status == status)
  }
}
