import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMCrypto
@testable import MAMSignIn
@testable import MAMWire

/// What the token endpoint gives to single-page applications, and what only to others.
@Suite struct PageTests {
  private static let verifier = "a-verifier-that-is-as-long-as-it-has-to-be_43"
  var service: SignInFixture

  init() throws {
    service = try SignInFixture([
      "clients": [
        "spa": [
          "spaRedirectUris": ["https://page.example/app"], "redirectUris": ["http://localhost/"],
        ],
        "any": ["redirectUris": ["http://localhost:8400/"]],
        "web": ["redirectUris": ["https://web.example/"], "secret": "s"],
      ]
    ])
  }

  /// Signs in and redeems the code.
  private mutating func redeem(
    _ client: String, _ uri: String, origin: String?, hasKey: Bool = true,
    secret: String? = nil
  ) throws -> ServiceResponse {
    let challenge = Base64URL.text(SHA256.digest(Array(PageTests.verifier.utf8)))
    let answer = service.send(
      "POST", "/contoso/oauth2/v2.0/authorize",
      [
        ("client_id", client), ("redirect_uri", uri), ("scope", "openid offline_access User.Read"),
        ("response_type", "code"), ("username", "ana@contoso.com"), ("password", "x"),
      ] + (hasKey ? [("code_challenge", challenge), ("code_challenge_method", "S256")] : []))
    let code = try #require(
      answer.location?.split(separator: "code=").last?.prefix { $0 != "&" }, "\(answer)")
    return service.send(
      "POST", "/contoso/oauth2/v2.0/token",
      [
        ("grant_type", "authorization_code"), ("client_id", client), ("code", String(code)),
        ("redirect_uri", uri),
      ] + (hasKey ? [("code_verifier", PageTests.verifier)] : [])
        + (secret.map { [("client_secret", $0)] } ?? []),
      headers: origin.map { [HeaderField("Origin", $0)] } ?? [])
  }

  private mutating func refresh(_ client: String, _ token: JSON?, origin: String?)
    -> ServiceResponse
  {
    service.send(
      "POST", "/contoso/oauth2/v2.0/token",
      [
        ("grant_type", "refresh_token"), ("client_id", client),
        ("refresh_token", token?.string ?? ""),
      ], headers: origin.map { [HeaderField("Origin", $0)] } ?? [])
  }

  private func allowed(_ answer: ServiceResponse) -> String? {
    answer.headers.first { $0.isNamed("access-control-allow-origin") }?.value
  }

  @Test mutating func aPageRedeemsItsOwnCode() throws {
    let page = "https://page.example"
    let reply = try redeem("spa", "https://page.example/app", origin: page)
    #expect(reply.status == 200 && allowed(reply) == page)
    #expect(reply.headers.contains(HeaderField("Vary", "Origin")))
    let token = reply.body["refresh_token"]
    #expect(refresh("spa", token, origin: page).status == 200)
    #expect(refresh("spa", token, origin: nil).failure == "invalid_request 9002327")
    service.advance(seconds: TokenRules.pageTokenSeconds)
    let late = refresh("spa", token, origin: page)
    #expect(late.failure == "invalid_grant 700084" && allowed(late) == page)
  }

  @Test mutating func nobodyElseRedeemsAPagesCode() throws {
    let uri = "https://page.example/app"
    #expect(try redeem("spa", uri, origin: nil).failure == "invalid_request 9002327")
    let other = try redeem("spa", uri, origin: "https://evil.example")
    #expect(other.failure == "invalid_request 9002326" && allowed(other) == nil)
    #expect(try redeem("spa", uri, origin: "null").failure == "invalid_request 9002326")
    #expect(
      try redeem("spa", uri, origin: "https://page.example", hasKey: false).failure
        == "invalid_request 9002325")
  }

  @Test mutating func aPageRedeemsNobodyElsesCode() throws {
    #expect(
      try redeem("spa", "http://localhost:5/", origin: "http://localhost:5").failure
        == "invalid_request 9002326")
    #expect(try redeem("spa", "http://localhost:5/", origin: nil).status == 200)
    #expect(
      try redeem("web", "https://web.example/", origin: "https://web.example", secret: "s").failure
        == "invalid_request 9002326")
    let native = try redeem("any", "http://localhost:8400/", origin: nil)
    #expect(native.status == 200)
    #expect(
      refresh("any", native.body["refresh_token"], origin: "http://localhost:8400").failure
        == "invalid_request 9002326")
  }

  @Test mutating func aClientThatSaysNothingOfPagesMayBeOne() throws {
    let reply = try redeem("any", "http://localhost:8400/", origin: "http://localhost:8400")
    #expect(reply.status == 200 && allowed(reply) == "http://localhost:8400")
    #expect(
      try redeem("any", "http://localhost:8400/", origin: "http://localhost:8401").failure
        == "invalid_request 9002326")
  }

  @Test(arguments: ["password", "client_credentials", "device_code", OnBehalfOf.grantType])
  mutating func aPageHasNoSecrets(_ grant: String) {
    let answer = service.send(
      "POST", "/contoso/oauth2/v2.0/token", [("grant_type", grant), ("client_id", "any")],
      headers: [HeaderField("Origin", "http://localhost:9")])
    #expect(answer.failure == "invalid_request 9002326")
    // A page of the machine may read why.
    #expect(allowed(answer) == "http://localhost:9")
  }

  @Test(
    arguments: [
      ("https://App.example:443/x?y", "https://app.example"),
      ("http://localhost", "http://localhost"),
      ("http://[::1]:5/", "http://[::1]:5"), ("http://h:80", "http://h"), ("myapp://x", nil),
      ("https://", nil),
    ] as [(String, String?)])
  func `the origin of AURI is as browsers write it`(_ uri: String, _ origin: String?) {
    #expect(RedirectURI.origin(of: uri) == origin)
  }

  @Test func `only addresses of the machine are loopback`() {
    for origin in ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:8"] {
      #expect(RedirectURI.isLoopback(origin))
    }
    for origin in [
      "http://localhost.evil.example", "http://127.0.0.1.evil", "null", "http://localhost:3000/",
      "http://localhost:a", "http://evil/localhost",
    ] { #expect(!RedirectURI.isLoopback(origin)) }
  }
}
