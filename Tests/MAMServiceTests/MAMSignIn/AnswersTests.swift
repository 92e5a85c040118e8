import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMSignIn
@testable import MAMWire

/// By what the answers of the sign-in host can be told apart and looked up.
@Suite struct AnswersTests {
  private var service: SignInFixture

  init() throws {
    service = try SignInFixture([
      "users": ["ana": ["upn": "ana@contoso.com", "tenant": "contoso", "password": "right"]]
    ])
  }

  private func name(_ response: ServiceResponse) -> String? {
    let names = response.headers.filter { $0.isNamed("x-ms-request-id") }
    #expect(names.count <= 1)
    return names.first?.value
  }

  @Test mutating func everyErrorHasNamesOfItsOwn() throws {
    service.now = at(1234)
    let answers = [service.password(), service.password()]
    for answer in answers {
      let body = answer.body
      let trace = try #require(body["trace_id"]?.string)
      let correlation = try #require(body["correlation_id"]?.string)
      #expect(StableID.isGUID(trace) && StableID.isGUID(correlation))
      #expect(name(answer) == trace)
      #expect(body["timestamp"] == "2020-06-04 09:00:01Z")
      #expect(
        body["error_description"]
          == .string(
            "AADSTS50126: the user name or the password is wrong. Trace ID: \(trace) "
              + "Correlation ID: \(correlation) Timestamp: 2020-06-04 09:00:01Z"))
    }
    for member in ["trace_id", "correlation_id"] {
      #expect(answers[0].body[member] != answers[1].body[member])
    }
  }

  @Test(arguments: [("0d5a1f6e-8a0f-4c0e-9f57-3b5f7f1a2c11", true), ("r1", false)])
  mutating func onlyAGUIDOfTheClientIsTheCorrelation(_ client: String, _ isTaken: Bool) throws {
    let refused = service.core.refused(
      at: .token, client: client, Refusal(.invalidGrant, "ordered"), service.now)
    let correlation = try #require(refused.body["correlation_id"]?.string)
    #expect((correlation == client) == isTaken && StableID.isGUID(correlation))
    #expect(name(refused) == refused.body["trace_id"]?.string)
  }

  @Test mutating func everyAnswerNamesItsRequest() {
    let answers = [
      service.password(password: "right"), service.password(),
      service.send("GET", "/contoso/v2.0/.well-known/openid-configuration"),
      service.send("POST", "/contoso/discovery/v2.0/keys"),
      service.send("GET", "/contoso/oauth2/v2.0/authorize"),
      service.send("GET", "/devicelogin"),
      service.send("POST", "/contoso/oauth2/v2.0/devicecode"),
    ]
    let names = Set(answers.compactMap(name))
    #expect(names.count == answers.count)
  }

  @Test mutating func aRedirectedErrorCanBeLookedUpToo() throws {
    let answer = service.send(
      "GET",
      "/contoso/oauth2/v2.0/authorize?client_id=app&redirect_uri=http://localhost:1&scope=mam"
        + "&response_type=code&prompt=none&client-request-id=0d5a1f6e-8a0f-4c0e-9f57-3b5f7f1a2c11")
    let trace = try #require(name(answer))
    let query = RequestReader.form(Array((answer.location ?? "").utf8))
    #expect(
      query["error_description"]
        == .string(
          "AADSTS50058: nobody is signed in. Trace ID: \(trace) Correlation ID: "
            + "0d5a1f6e-8a0f-4c0e-9f57-3b5f7f1a2c11 Timestamp: 2020-06-04 09:00:00Z"))
  }

  @Test mutating func underACoordinatorAnswersStayAsTheyAre() {
    service.core.signer = nil
    let answer = service.password()
    #expect(name(answer) == nil && service.core.names.count == 0)
    #expect(
      answer.body == [
        "error": "invalid_grant", "error_description": "the user name or the password is wrong",
      ])
  }

  @Test(
    arguments: [
      ("{bad", 400), ("[]", 400), ("\"text\"", 400), ("{}", 200), ("", 200),
      (SignInRules.challenge, 200),
    ])
  mutating func claimsAreAnObject(_ claims: String, _ status: Int) {
    let scope = ("scope", "openid mam")
    let signIn = service.token(
      "password", ("username", "ana@contoso.com"), ("password", "right"), scope,
      ("claims", claims))
    let device = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode",
      [("client_id", "app"), scope, ("claims", claims)])
    for answer in [signIn, device] {
      #expect(answer.status == status)
      if status == 400 { #expect(answer.failure == "invalid_request 90023") }
    }
  }

  @Test mutating func claimsAreReadOnlyWhereTokensAreSigned() {
    service.core.signer = nil
    let answer = service.token(
      "password", ("username", "ana@contoso.com"), ("password", "right"), ("scope", "mam"),
      ("claims", "{bad"))
    #expect(answer.status == 200)
  }
}
