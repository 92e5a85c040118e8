import Foundation
import JSONText
import Testing
import VirtualTime

@testable import MAMCrypto
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

@Suite struct AuthorizeTests {
  private static let path = "/contoso/oauth2/v2.0/authorize"
  private static let verifier = "a-verifier-that-is-as-long-as-it-has-to-be_43"
  private let challenge = Base64URL.text(SHA256.digest(Array(AuthorizeTests.verifier.utf8)))

  private func query(_ more: [(String, String)] = []) -> [(String, String)] {
    var parameters = [
      ("client_id", "app"), ("redirect_uri", "http://localhost:1/cb"), ("scope", "openid mam"),
      ("state", "s&1"), ("nonce", "n"), ("code_challenge", challenge),
      ("code_challenge_method", "S256"), ("response_type", "code"),
    ]
    for (name, value) in more {
      parameters.removeAll { $0.0 == name }
      if !value.isEmpty { parameters.append((name, value)) }
    }
    return parameters
  }

  private func target(_ parameters: [(String, String)]) -> String {
    AuthorizeTests.path + "?"
      + parameters.map { "\($0.0)=\(PercentEncoding.encoded($0.1, keeping: ""))" }.joined(
        separator: "&")
  }

  private let user = [("username", "ana@contoso.com"), ("password", "x")]

  /// Signs in at the page and returns the code.
  private func code(_ service: inout SignInFixture) throws -> String {
    let location = service.send("POST", AuthorizeTests.path, query() + user).location
    let code = try #require(location?.split(separator: "code=").last?.prefix { $0 != "&" })
    #expect(location == "http://localhost:1/cb?code=\(code)&state=s%261")
    return String(code)
  }

  private func exchange(
    _ service: inout SignInFixture, _ code: String, redirect: String = "http://localhost:1/cb",
    verifier: String = AuthorizeTests.verifier
  ) -> ServiceResponse {
    service.token(
      "authorization_code", ("code", code), ("redirect_uri", redirect),
      ("code_verifier", verifier))
  }

  @Test func `the page asks and sends back with a code that is good once`() throws {
    var service = try SignInFixture()
    let page = service.send("GET", target(query([("login_hint", "\"><i>")])))
    #expect(page.status == 200 && page.page.contains("name=\"state\" value=\"s&amp;1\""))
    #expect(page.page.contains("value=\"&quot;&gt;&lt;i&gt;\""))
    let code = try code(&service)
    let reply = exchange(&service, code)
    #expect(try claims(reply.body["id_token"]?.string)["nonce"] == "n")
    #expect(exchange(&service, code).failure == "invalid_grant 54005")
  }

  @Test func `a code needs its verifier its redirect URI and to be in time`() throws {
    var service = try SignInFixture()
    #expect(
      exchange(&service, try code(&service), verifier: "other").failure
        == "invalid_grant 501481")
    #expect(
      exchange(&service, try code(&service), redirect: "http://localhost:2/cb").failure
        == "invalid_grant 50011")
    let late = try code(&service)
    service.advance(seconds: 600)
    #expect(exchange(&service, late).failure == "invalid_grant 70008")
  }

  @Test(
    arguments: [
      [("client_id", "")], [("redirect_uri", "http://localhost:2/other")],
      [("redirect_uri", "")], [("redirect_uri", "javascript:alert(1)")],
      [("redirect_uri", "http://evil/cb")], [("client_id", "other")],
      [("response_mode", "pigeon")],
    ])
  func `nobody is sent to a wrong place`(_ change: [(String, String)]) throws {
    var service = try SignInFixture([
      "clients": ["app": ["redirectUris": ["http://localhost:1/cb"]]]
    ])
    let answer = service.send("POST", AuthorizeTests.path, query(change) + user)
    #expect(answer.status == 400 && answer.location == nil)
    #expect(answer.page.contains("AADSTS"))
  }

  @Test(
    arguments: [
      ("web", "https://evil.example/", "50011"), ("bare", "http://localhost:1/cb", "500113"),
      ("other", "http://localhost:1/cb", "700016"),
    ])
  func `only what is registered is gone to`(_ client: String, _ uri: String, _ number: String)
    throws
  {
    var service = try SignInFixture([
      "clients": ["web": ["redirectUris": ["https://app.example/cb"]], "bare": [:]]
    ])
    for more in [[], [("prompt", "none")], [("response_type", "token")]] {
      let answer = service.send(
        "GET", target(query([("client_id", client), ("redirect_uri", uri)] + more)))
      #expect(answer.status == 400 && answer.location == nil)
      #expect(answer.page.contains("AADSTS\(number): "))
    }
  }

  @Test func `a service that takes every client goes to the users own machine only`() throws {
    var service = try SignInFixture()
    for (uri, status) in [
      ("https://evil.example/", 400), ("http://localhost.evil.example/", 400),
      ("http://localhost:80@evil.example/", 400), ("intent://evil/", 400),
      ("http://[::1]:7/cb", 302), ("msauth.com.contoso.mail://auth", 302),
    ] {
      let answer = service.send(
        "GET", target(query([("redirect_uri", uri), ("prompt", "none")])))
      #expect(answer.status == status, "\(uri)")
      #expect(answer.page.contains("AADSTS500113: ") == (status == 400))
    }
  }

  @Test func `a form that a page of somebody else has sent signs nobody in`() throws {
    var service = try SignInFixture()
    for field in [
      HeaderField("Origin", "https://evil.example"), HeaderField("Origin", "null"),
      HeaderField("Sec-Fetch-Site", "cross-site"), HeaderField("Sec-Fetch-Site", "same-site"),
    ] {
      let answer = service.send("POST", AuthorizeTests.path, query() + user, headers: [field])
      #expect(answer.status == 400 && answer.location == nil)
    }
    let own = [
      HeaderField("Origin", "https://localhost:7443"), HeaderField("Sec-Fetch-Site", "same-origin"),
    ]
    #expect(service.send("POST", AuthorizeTests.path, query() + user, headers: own).status == 302)
  }

  @Test func `the page says who asks and that nothing is real`() throws {
    var service = try SignInFixture([
      "clients": ["app": ["name": "Contoso <Mail>", "redirectUris": ["http://localhost/cb"]]]
    ])
    let answer = service.send("GET", target(query()))
    let page = answer.page
    #expect(page.contains("Contoso &lt;Mail&gt;") && page.contains(">mock<"))
    #expect(page.contains("<dd>contoso</dd>"))
    #expect(page.contains("<html lang=\"en\">"))
    #expect(page.contains("name=\"viewport\" content=\"width=device-width, initial-scale=1\""))
    #expect(
      page.contains("required autofocus") && page.components(separatedBy: "autofocus").count == 2)
    let hinted = service.send("GET", target(query([("login_hint", "ana@contoso.com")]))).page
    #expect(hinted.contains("autocomplete=\"current-password\" autofocus"))
    for (name, value) in [
      ("x-frame-options", "DENY"), ("x-content-type-options", "nosniff"),
      ("referrer-policy", "strict-origin"), ("cache-control", "no-store"),
    ] { #expect(answer.headers.first { $0.isNamed(name) }?.value == value) }
  }

  @Test(
    arguments: [
      ([("prompt", "none")], "login_required"),
      ([("max_age", "-1")], "invalid_request"), ([("max_age", "soon")], "invalid_request"),
      ([("response_type", "")], "invalid_request"),
      ([("code_challenge_method", "S512")], "invalid_request"),
      ([("code_challenge", "abc"), ("code_challenge_method", "plain")], "invalid_request"),
      ([("code_challenge", "")], "invalid_request"),
      ([("code_challenge", String(repeating: "a", count: 129))], "invalid_request"),
      ([("code_challenge", String(repeating: "+", count: 43))], "invalid_request"),
      ([("scope", "")], "invalid_request"),
      ([("claims", "{bad")], "invalid_request"), ([("claims", "[1]")], "invalid_request"),
    ])
  func `other errors go to the client`(_ change: [(String, String)], _ error: String) throws {
    var service = try SignInFixture()
    let answer = service.send("GET", target(query(change)))
    #expect(answer.status == 302)
    #expect(answer.location?.contains("?error=\(error)&") == true)
    #expect(answer.location?.hasSuffix("&state=s%261") == true)
  }

  @Test(arguments: ["token", "code id_token"])
  func `what would bring a token comes back in the fragment`(_ type: String) throws {
    var service = try SignInFixture()
    let answer = service.send("GET", target(query([("response_type", type)])))
    #expect(answer.location?.contains("#error=unsupported_response_type&") == true)
  }

  @Test(arguments: ["request", "request_uri", "registration"])
  func `what is not supported is said to be so`(_ name: String) throws {
    var service = try SignInFixture()
    let location = service.send("GET", target(query([(name, "x")]))).location
    #expect(location?.contains("error=\(name)_not_supported&") == true)
  }

  @Test func `a parameter that comes twice is refused`() throws {
    var service = try SignInFixture()
    let location = service.send("GET", target(query() + [("nonce", "n")])).location
    #expect(location?.contains("error=invalid_request&") == true)
    // It must not be guessed where to.
    let page = service.send("GET", target(query() + [("redirect_uri", "http://localhost:1/cb")]))
    #expect(page.location == nil && page.page.contains("AADSTS9000411"))
  }

  @Test func `the outcome travels as the client asked`() throws {
    var service = try SignInFixture()
    func answer(_ mode: String) -> ServiceResponse {
      service.send("POST", AuthorizeTests.path, query([("response_mode", mode)]) + user)
    }
    #expect(answer("fragment").location?.hasPrefix("http://localhost:1/cb#code=") == true)
    let post = answer("form_post")
    #expect(post.status == 200 && post.page.contains("action=\"http://localhost:1/cb\""))
    #expect(post.page.contains("<noscript><p><button>Continue</button></p></noscript>"))
    #expect(post.page.contains("<script>document.forms[0].submit()</script>"))
    let policy = post.headers.first { $0.isNamed("content-security-policy") }?.value ?? ""
    let hash = policy.split(separator: "script-src 'sha256-").last?.dropLast() ?? ""
    #expect(
      Base64URL.bytes(hash) == SHA256.digest(Array("document.forms[0].submit()".utf8)))
    #expect(!service.send("GET", target(query())).page.contains("<script"))
  }

  @Test func `a wrong password is said at the page`() throws {
    var service = try SignInFixture([
      "users": ["ana": ["upn": "ana@contoso.com", "tenant": "contoso", "password": "right"]]
    ])
    let answer = service.send("POST", AuthorizeTests.path, query() + user)
    #expect(answer.status == 400 && answer.page.contains("role=\"alert\""))
    #expect(!answer.page.contains("value=\"x\""), "a password is never shown")
  }

  @Test func `a plain challenge is its verifier`() throws {
    var service = try SignInFixture()
    let plain = [("code_challenge", AuthorizeTests.verifier), ("code_challenge_method", "")]
    for (verifier, status) in [(AuthorizeTests.verifier, 200), (challenge, 400)] {
      let location = service.send("POST", AuthorizeTests.path, query(plain) + user).location
      let code = try #require(location?.split(separator: "code=").last?.prefix { $0 != "&" })
      #expect(exchange(&service, String(code), verifier: verifier).status == status)
    }
  }

  @Test(
    arguments: [
      (["conditionalAccess": "appProtection"], "User.Read", "unauthorized_client", "53005"),
      (["conditionalAccess": "compliantDevice"], "User.Read", "interaction_required", "53000"),
      (["conditionalAccess": "block"], "User.Read", "access_denied", "53003"),
      ([:], "Mail.Read", "consent_required", "65001"),
    ] as [(JSONObject, String, String, String)])
  func `a client is told at the redirect what to do`(
    _ change: JSONObject, _ scope: String, _ error: String, _ number: String
  ) throws {
    var service = try SignInFixture([
      "clients": ["app": ["scopes": ["User.Read"], "redirectUris": ["http://localhost/cb"]]]
    ])
    try service.core.directory.changeUser("ana", change, service.now)
    let location = service.send("POST", AuthorizeTests.path, query([("scope", scope)]) + user)
      .location
    let answer = RequestReader.form(
      Array((location ?? "").split(separator: "?").last?.utf8 ?? "".utf8[...]))
    #expect(answer["error"]?.string == error)
    #expect(answer["error_description"]?.string?.hasPrefix("AADSTS\(number): ") == true)
    #expect(answer["suberror"]?.string?.isEmpty == false)
    #expect((answer["claims"] != nil) == (number == "53000"))
  }
}
