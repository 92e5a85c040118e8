import JSONText
import Testing
import VirtualTime

@testable import MAMCrypto
@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMSignIn
@testable import MAMWire

@Suite struct ClientTests {
  private static let endpoint = "https://localhost:7443/contoso/oauth2/v2.0/token"
  private let form = [
    ("grant_type", "client_credentials"), ("scope", "https://graph.microsoft.com/.default"),
  ]

  /// A directory with a public client, one with a secret, and one with a certificate.
  private func directory() throws -> SignInFixture {
    let keys: JSON = [.string(ClientKey.second.certificate), .string(ClientKey.first.certificate)]
    return try SignInFixture([
      "clients": ["app": [:], "daemon": ["secret": "s +%:"], "signer": ["certificates": keys]]
    ])
  }

  private func send(
    _ service: inout SignInFixture, _ more: [(String, String)], basic: String? = nil
  ) -> ServiceResponse {
    let field = basic.map { HeaderField("Authorization", "Basic \($0)") }
    return service.send(
      "POST", "/contoso/oauth2/v2.0/token", form + more, headers: field.map { [$0] } ?? [])
  }

  /// HTTP Basic with the strings as they stand.
  private func basic(_ text: String) -> String { Base64URL.text(text.utf8) }

  private func assertion(
    _ change: JSONObject = [:], by key: ClientKey = .first, algorithm: String = "PS256",
    header: JSONObject = [:]
  ) -> [(String, String)] {
    let now = at(0).milliseconds / 1000
    var claims: JSONObject = [
      "iss": "signer", "sub": "signer", "aud": .string(ClientTests.endpoint), "jti": "1",
      "nbf": .int(now), "exp": .int(now + 600),
    ]
    for member in change.members { claims[member.name] = member.value }
    return [
      ("client_assertion_type", ClientAssertion.type),
      ("client_assertion", key.assertion(claims, algorithm: algorithm, header: header)),
    ]
  }

  @Test func `a public client has nothing to prove itself by`() throws {
    var service = try directory()
    let app = ("client_id", "app")
    #expect(send(&service, [app]).failure == "invalid_client 7000218")
    #expect(
      send(&service, [app, ("client_secret", "whatever")]).failure == "invalid_client 700025")
    #expect(send(&service, [app] + assertion(["sub": "app"])).failure == "invalid_client 700025")
    #expect(service.password().status == 200)
  }

  @Test func `without declared clients every proof is taken`() throws {
    var service = try SignInFixture()
    let app = ("client_id", "app")
    #expect(send(&service, [app]).failure == "invalid_client 7000218")
    #expect(send(&service, [app, ("client_secret", "x")]).status == 200)
    #expect(send(&service, [app, ("client_assertion", "x")]).status == 200)
  }

  @Test(arguments: ["RS256", "PS256"])
  func `an assertion by some certificate of the client is taken`(_ algorithm: String) throws {
    var service = try directory()
    let signer = ("client_id", "signer")
    #expect(send(&service, [signer] + assertion(algorithm: algorithm)).status == 200)
    #expect(send(&service, assertion(algorithm: algorithm)).status == 200, "sub names the client")
    let header: JSONObject = ["x5t#S256": .string(ClientKey.first.thumbprint)]
    #expect(
      send(&service, [signer] + assertion(algorithm: algorithm, header: header)).status == 200)
    #expect(
      send(
        &service,
        [signer] + assertion(["aud": ["x", "https://localhost:7443/contoso/v2.0"]])
      ).status == 200)
  }

  private static let now = at(0).milliseconds / 1000

  @Test(
    arguments: [
      (["iss": "daemon"], 700_021), (["sub": "daemon"], 700_021),
      (["aud": "https://login.microsoftonline.com/"], 700_023), (["aud": .null], 700_023),
      (["exp": .int(now - 300)], 700_024), (["exp": .null], 700_024),
      (["nbf": .int(now + 301)], 700_024),
    ] as [(JSONObject, Int)])
  func `an assertion must be about the client for the service and in time`(
    _ change: JSONObject, _ number: Int
  ) throws {
    var service = try directory()
    let answer = send(&service, [("client_id", "signer")] + assertion(change))
    #expect(answer.failure == "invalid_client \(number)" && answer.status == 401)
  }

  @Test func `an assertion must be signed by the certificate that it names`() throws {
    var service = try directory()
    let signer = ("client_id", "signer")
    func failure(_ proof: [(String, String)]) -> String { send(&service, [signer] + proof).failure }
    service.core.state.clients["signer"]?.certificates = [ClientKey.first.certificate]
    #expect(failure(assertion(by: .second)) == "invalid_client 700027")
    let second: JSONObject = ["x5t#S256": .string(ClientKey.second.thumbprint)]
    #expect(failure(assertion(by: .first, header: second)) == "invalid_client 700027")
    #expect(failure(assertion(header: ["alg": "none"])) == "invalid_client 50027")
    #expect(failure(assertion(header: ["alg": "RS256"])) == "invalid_client 700027")
    let type = ("client_assertion_type", ClientAssertion.type)
    #expect(failure([type, ("client_assertion", "garbage")]) == "invalid_client 50027")
    #expect(failure(Array(assertion().dropFirst())) == "invalid_request 900144")
    #expect(failure([("client_secret", "s")]) == "invalid_client 7000215")
    #expect(
      send(&service, [("client_id", "daemon")] + assertion(["iss": "daemon", "sub": "daemon"]))
        .failure == "invalid_client 700027")
  }

  @Test func `basic is read as a form and as it is`() throws {
    var service = try directory()
    #expect(send(&service, [], basic: basic("daemon:s +%:")).status == 200)
    #expect(send(&service, [], basic: basic("daemon:s+%+")).status == 401)
    #expect(send(&service, [], basic: basic("daemon:s+%2B%25%3A")).status == 200)
    #expect(send(&service, [], basic: basic("daemon:s%20%2b%25%3a")).status == 200)
    #expect(
      send(&service, [("client_id", "daemon")], basic: basic("daemon:s+%2B%25%3A")).status == 200)
  }

  @Test(arguments: ["!!!", "ZGFlbW9u", "", "OnM"])
  func `basic that cannot be read is not passed over`(_ text: String) throws {
    var service = try directory()
    let answer = send(
      &service, [("client_id", "daemon"), ("client_secret", "s +%:")], basic: text)
    #expect(answer.status == 401 && answer.failure == "invalid_client 7000215")
  }

  @Test func `a client proves itself in one way`() throws {
    var service = try directory()
    let good = basic("daemon:s+%2B%25%3A")
    let ways: [([(String, String)], String?)] = [
      ([("client_secret", "s +%:")], good), ([("client_id", "app")], good), (assertion(), good),
      ([("client_id", "signer"), ("client_secret", "s")] + assertion(), nil),
    ]
    for (more, basic) in ways {
      #expect(send(&service, more, basic: basic).failure == "invalid_request 9002313")
    }
  }

  @Test func `a refusal of a client tells how to prove itself`() throws {
    var service = try directory()
    let answer = send(&service, [], basic: basic("daemon:wrong"))
    #expect(answer.status == 401)
    #expect(
      answer.headers.contains(HeaderField("WWW-Authenticate", "Basic realm=\"mamconform\"")))
  }

  @Test func `no answer with tokens or errors is cached`() throws {
    var service = try SignInFixture()
    let device = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode", [("client_id", "app"), ("scope", "mam")])
    for answer in [service.password(), service.password("nobody"), device] {
      #expect(answer.headers.contains(HeaderField("Cache-Control", "no-store")))
      #expect(answer.headers.contains(HeaderField("Pragma", "no-cache")))
    }
  }

  @Test func `the directory keeps certificates and reads rows without them`() throws {
    let row: JSON = [
      "id": "app", "name": "App", "tenant": "contoso", "secret": nil, "redirectUris": [],
      "scopes": nil, "roles": [],
    ]
    var client = try #require(ClientApplication(json: row))
    #expect(client.json == row && !client.isConfidential)
    client.certificates = [ClientKey.first.certificate]
    #expect(ClientApplication(json: client.json) == client && client.isConfidential)
  }

  @Test(arguments: [["x"], [7], "x"] as [JSON])
  func `a seed with something else than certificates is refused`(_ certificates: JSON) throws {
    let error = #expect(throws: CommandError.self) {
      try SignInFixture(["clients": ["a": ["certificates": certificates]]])
    }
    #expect(error?.path.starts(with: ["clients", "a", "certificates"]) == true)
  }
}
