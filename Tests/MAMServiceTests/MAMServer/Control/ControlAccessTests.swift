import JSONText
import Testing

@testable import MAMCrypto
@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// Nobody steers the service who has not been told its secret, and no web page.
@Suite struct ControlAccessTests {
  private static let secret = "a-secret-of-this-test"
  private let service: LoneWorld

  init() throws { service = try LoneWorld(secret: ControlAccessTests.secret) }

  private func ask(
    _ method: String, _ path: String, _ headers: [HeaderField] = json, body: String = ""
  ) -> (status: Int, body: JSON) {
    var seen: ServiceResponse?
    service.api.answer(
      HTTPRequest(
        method, path, headers: headers, body: Array(body.utf8), origin: "http://localhost:1")
    ) { seen = $0 }
    return (seen?.status ?? 0, seen?.body ?? .null)
  }

  private let own = "/_mam/\(ControlAccessTests.secret)"

  @Test func `the secret is in the path or in a header`() {
    #expect(ask("GET", "\(own)/clock").status == 200)
    #expect(ask("GET", own).status == 200)
    let header = HeaderField("X-Mamconform-Control", ControlAccessTests.secret)
    #expect(ask("GET", "/_mam/clock", [header]).status == 200)
    #expect(ask("GET", "\(own)/clock", [header]).status == 200)
  }

  @Test(
    arguments: [
      "/_mam", "/_mam/", "/_mam/clock", "/_mam/wrong/clock", "/_mam/a-secret-of-this-tes/clock",
      "/_mam/a-secret-of-this-test2/clock", "/_mam/A-SECRET-OF-THIS-TEST/clock", "/_mam//clock",
      "/_mam/clock/a-secret-of-this-test", "/_mam/clock?a-secret-of-this-test",
    ])
  func `without the secret nothing is told`(_ path: String) {
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"] {
      let answer = ask(method, path)
      #expect(answer.status == 403)
      let message = answer.body["error"]?["message"]?.string ?? ""
      #expect(message.contains("ready line") && message.contains("--control-token"))
      #expect(!message.contains(ControlAccessTests.secret))
    }
  }

  @Test(
    arguments: [
      [HeaderField("Origin", "https://evil.example")], [HeaderField("Origin", "null")],
      [HeaderField("Origin", "http://localhost:2")],
      [HeaderField("Origin", "http://localhost:1.evil.example")],
      [HeaderField("Sec-Fetch-Site", "cross-site")], [HeaderField("Sec-Fetch-Site", "same-site")],
      [HeaderField("Origin", "http://localhost:1"), HeaderField("Sec-Fetch-Site", "cross-site")],
      [HeaderField("Origin", "http://localhost:1"), HeaderField("Origin", "http://evil.example")],
    ])
  func `no page of another origin gets in`(_ headers: [HeaderField]) {
    for method in ["GET", "POST", "OPTIONS", "DELETE"] {
      #expect(ask(method, "\(own)/faults", headers + json, body: "{}").status == 403)
    }
  }

  @Test func `the pages of the service and people get in`() {
    #expect(ask("GET", "\(own)/clock", [HeaderField("Origin", "http://localhost:1")]).status == 200)
    #expect(ask("GET", "\(own)/clock", [HeaderField("Sec-Fetch-Site", "none")]).status == 200)
  }

  @Test(
    arguments: [
      nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
      "text/plain;application/json", "application/jsonp", "text/json", "",
    ])
  func `what a form can send is no order`(_ type: String?) {
    let headers = type.map { [HeaderField("Content-Type", $0)] } ?? []
    let fault = #"{"fault":"lost"}"#
    for (method, path, body) in [
      ("POST", "faults", fault), ("POST", "reset", "{}"), ("POST", "reset", ""),
      ("POST", "seed", "{}"), ("PUT", "clock", #"{"now":0}"#), ("PATCH", "users/ana", "{}"),
      ("POST", "journal/expect", "{}"), ("DELETE", "faults", "{}"),
    ] {
      let answer = ask(method, "\(own)/\(path)", headers, body: body)
      #expect(answer.status == 415, "\(method) \(path)")
      #expect(answer.body["error"]?["code"] == "UnsupportedMediaType")
    }
    #expect(service.engine.faults.isEmpty)
  }

  @Test(arguments: ["application/json", "application/json; charset=utf-8", "Application/JSON"])
  func `json is taken`(_ type: String) {
    let headers = [HeaderField("Content-Type", type)]
    #expect(ask("POST", "\(own)/faults", headers, body: #"{"fault":"lost"}"#).status == 201)
    #expect(ask("DELETE", "\(own)/faults", []).status == 204)
  }

  @Test func `only a seed may be YAML`() {
    let headers = [HeaderField("Content-Type", "application/yaml")]
    #expect(ask("POST", "\(own)/seed", headers, body: "{}").status == 200)
    #expect(ask("POST", "\(own)/faults", headers, body: #"{"fault":"lost"}"#).status == 415)
  }

  @Test func `another method in a header counts for nothing`() throws {
    try service.engine.addFaultForTest()
    let headers = [HeaderField("X-HTTP-Method-Override", "DELETE")]
    #expect(ask("GET", "\(own)/faults", headers).status == 200)
    #expect(service.engine.faults.count == 1)
    #expect(ask("TRACE", "\(own)/faults").status == 405)
  }

  @Test func `answers are kept nowhere and taken for nothing else`() {
    for path in ["\(own)/clock", "\(own)/nowhere", "/_mam/clock"] {
      var seen: ServiceResponse?
      service.api.answer(HTTPRequest("GET", path)) { seen = $0 }
      for (name, value) in [
        ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"), ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
      ] { #expect(seen?.headers.first { $0.isNamed(name) }?.value == value) }
      #expect(seen?.headers.contains { $0.name.lowercased().hasPrefix("access-control") } == false)
    }
  }

  @Test func `the secret is in no message and in no journal`() throws {
    for path in ["nowhere", "faults/none", "users/nobody", "journal/999", ""] {
      #expect(!ask("GET", "\(own)/\(path)").body.text.contains(ControlAccessTests.secret))
    }
    service.send(
      .locate(),
      headers: [
        HeaderField("Referer", "http://localhost:1\(own)/"),
        HeaderField("x-mamconform-control", ControlAccessTests.secret),
      ])
    for path in ["journal", "journal.har", "journal/1"] {
      let answer = ask("GET", "\(own)/\(path)")
      #expect(answer.status == 200)
      #expect(!answer.body.text.contains(ControlAccessTests.secret))
    }
    #expect(
      ControlAccess(secret: ControlAccessTests.secret, administratorToken: nil)
        .withoutSecret("\(own)/clock") == "such path")
  }

  @Test func `long bodies are read of those who may ask`() {
    let access = ControlAccess(secret: ControlAccessTests.secret, administratorToken: nil)
    #expect(access.mayBeLong("\(own)/seed?x", header: nil, bearer: nil))
    #expect(access.mayBeLong("/_mam/seed", header: ControlAccessTests.secret, bearer: nil))
    #expect(!access.mayBeLong("/_mam/seed", header: nil, bearer: nil))
    #expect(!access.mayBeLong("/_mam/wrong/seed", header: "wrong", bearer: nil))
  }

  @Test func `secrets are compared by their bytes`() {
    #expect(Secret.isSame("abc", "abc"))
    for (shown, known) in [
      ("abd", "abc"), ("ab", "abc"), ("abcd", "abc"), ("", "abc"), ("abc", ""),
    ] {
      #expect(!Secret.isSame(shown, known))
    }
    #expect(!Secret.isSame("\u{e9}", "e\u{301}"))
    #expect(Secret.isSame("", ""))
  }

  // MARK: Snapshots

  @Test func `a snapshot has no secrets unless they are asked for by header`() throws {
    service.engine.core.signer = SignInFixture.signer
    service.ask("PATCH", "users/ana", ["password": "correct-horse"], headers: header)
    let token = try #require(newToken())
    let shown = ask("GET", "\(own)/snapshot")
    #expect(shown.status == 200)
    for secret in ["correct-horse", "PRIVATE KEY", token, "rt1."] {
      #expect(!shown.body.text.contains(secret))
    }
    #expect(ask("GET", "\(own)/snapshot?secrets=true").status == 403)
    #expect(ask("GET", "\(own)/snapshot?secrets=maybe").status == 400)
    let whole = ask("GET", "/_mam/snapshot?secrets=true", header)
    #expect(whole.status == 200)
    for secret in ["correct-horse", "PRIVATE KEY", token] {
      #expect(whole.body.text.contains(secret))
    }
  }

  private let header = [
    HeaderField("x-mamconform-control", ControlAccessTests.secret),
    HeaderField("Content-Type", "application/json"),
  ]

  private func newToken() -> String? {
    let request = ServiceRequest(
      .token, tenant: "contoso",
      body: [
        "grant_type": "password", "client_id": "app", "username": "ana@contoso.com",
        "password": "correct-horse", "scope": "mam offline_access",
      ])
    guard case .send(let reply) = service.send(request) else { return nil }
    return reply.response.body["access_token"]?.string
  }

  @Test func `what is sealed is opened by the service that sealed it`() throws {
    service.engine.core.signer = SignInFixture.signer
    service.ask("PATCH", "users/ana", ["password": "correct-horse"], headers: header)
    let token = try #require(newToken())
    let before = ask("GET", "\(own)/snapshot").body
    #expect(ask("GET", "\(own)/snapshot").body.text == before.text)
    service.ask("PATCH", "users/ana", ["password": "another"], headers: header)
    service.ask("POST", "reset", ["tenant": "contoso"], headers: header)
    #expect(service.engine.core.state.issuedToken(token) == nil)
    #expect(ask("PUT", "\(own)/snapshot", body: before.text).status == 200)
    #expect(ask("GET", "\(own)/snapshot").body.text == before.text)
    #expect(service.engine.core.state.issuedToken(token) != nil)
    #expect(newToken() != nil, "the password is the one of the snapshot")
  }

  @Test func `another service keeps its own secrets and lets nobody in`() throws {
    service.engine.core.signer = SignInFixture.signer
    service.ask("PATCH", "users/ana", ["password": "correct-horse"], headers: header)
    service.ask(
      "POST", "seed",
      [
        "users": [
          "kim": ["upn": "kim@contoso.com", "tenant": "contoso", "password": "known-to-kim"]
        ]
      ],
      headers: header)
    _ = newToken()
    let sealed = ask("GET", "\(own)/snapshot").body
    let other = try LoneWorld()
    other.engine.core.signer = SignInFixture.signer
    other.ask("PATCH", "users/ana", ["password": "of-the-other"])
    #expect(other.ask("PUT", "snapshot", sealed)?.status == 200)
    let state = other.engine.core.state
    #expect(state.users["ana@contoso.com"]?.password == "of-the-other")
    let kim = try #require(state.users["kim@contoso.com"]?.password)
    #expect(kim != "known-to-kim" && kim.utf8.count >= 22, "a password that nobody knows")
    #expect(state.accessTokens.count == 0 && state.refreshTokens.count == 0)
  }
}

extension ServiceEngine {
  fileprivate func addFaultForTest() throws { _ = try addFault(["fault": "lost"]) }
}
