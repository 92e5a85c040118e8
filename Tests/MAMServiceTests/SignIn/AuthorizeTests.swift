import JSONText
import Testing
import VirtualTime

@testable import MAMService

@Suite struct AuthorizeTests {
  private static let path = "/contoso/oauth2/v2.0/authorize"
  private let challenge = Base64URL.text(SHA256.digest(Array("verifier".utf8)))

  private func query(_ more: [(String, String)] = []) -> [(String, String)] {
    var parameters = [
      ("client_id", "app"), ("redirect_uri", "http://localhost:1/cb"), ("scope", "openid mam"),
      ("state", "s&1"), ("nonce", "n"), ("code_challenge", challenge),
      ("code_challenge_method", "S256"),
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
    verifier: String = "verifier"
  ) -> ServiceResponse {
    service.token(
      "authorization_code", ("code", code), ("redirect_uri", redirect),
      ("code_verifier", verifier))
  }

  @Test func thePageAsksAndSendsBackWithACodeThatIsGoodOnce() throws {
    var service = try SignInFixture()
    let page = service.send("GET", target(query([("login_hint", "\"><i>")])))
    #expect(page.status == 200 && page.page.contains("name=\"state\" value=\"s&amp;1\""))
    #expect(page.page.contains("value=\"&quot;&gt;&lt;i&gt;\""))
    let code = try code(&service)
    let reply = exchange(&service, code)
    #expect(try claims(reply.body["id_token"]?.string)["nonce"] == "n")
    #expect(exchange(&service, code).failure == "invalid_grant 54005")
  }

  @Test func aCodeNeedsItsVerifierItsRedirectURIAndToBeInTime() throws {
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
      [("client_id", "")], [("redirect_uri", "")], [("redirect_uri", "javascript:alert(1)")],
      [("redirect_uri", "http://evil/cb")], [("client_id", "other")],
      [("response_mode", "pigeon")],
    ])
  func nobodyIsSentToAWrongPlace(_ change: [(String, String)]) throws {
    var service = try SignInFixture([
      "clients": ["app": ["redirectUris": ["http://localhost:1/cb"]]]
    ])
    let answer = service.send("POST", AuthorizeTests.path, query(change) + user)
    #expect(answer.status == 400 && answer.location == nil)
    #expect(answer.page.contains("AADSTS"))
  }

  @Test(
    arguments: [
      ([("prompt", "none")], "login_required"),
      ([("response_type", "token")], "unsupported_response_type"),
      ([("scope", "")], "invalid_request"),
    ])
  func otherErrorsGoToTheClient(_ change: [(String, String)], _ error: String) throws {
    var service = try SignInFixture()
    let answer = service.send("GET", target(query(change)))
    #expect(answer.status == 302)
    #expect(answer.location?.contains("?error=\(error)&") == true)
    #expect(answer.location?.hasSuffix("&state=s%261") == true)
  }

  @Test func theOutcomeTravelsAsTheClientAsked() throws {
    var service = try SignInFixture()
    func answer(_ mode: String) -> ServiceResponse {
      service.send("POST", AuthorizeTests.path, query([("response_mode", mode)]) + user)
    }
    #expect(answer("fragment").location?.hasPrefix("http://localhost:1/cb#code=") == true)
    let post = answer("form_post")
    #expect(post.status == 200 && post.page.contains("action=\"http://localhost:1/cb\""))
  }

  @Test func aWrongPasswordIsSaidAtThePage() throws {
    var service = try SignInFixture([
      "users": ["ana": ["upn": "ana@contoso.com", "tenant": "contoso", "password": "right"]]
    ])
    let answer = service.send("POST", AuthorizeTests.path, query() + user)
    #expect(answer.status == 400 && answer.page.contains("role=\"alert\""))
    #expect(!answer.page.contains("value=\"x\""), "a password is never shown")
  }
}
