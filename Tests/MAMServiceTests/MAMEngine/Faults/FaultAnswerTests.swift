import JSONText
import Testing

@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// The errors that faults order, in the words of the endpoint that they befall.
@Suite struct FaultAnswerTests {
  let service: LoneWorld

  init() throws {
    service = try LoneWorld()
    service.engine.core.signer = FaultAnswerTests.signer
  }

  /// Making a key takes long; one is enough for every test.
  private static let signer = TokenSigner()

  /// The answer to a request, which must be sent at once.
  private func answer(_ request: ServiceRequest) throws -> Reply {
    guard case .send(let reply) = service.send(request) else {
      Issue.record("\(request.endpoint) has no answer")
      throw Silence()
    }
    return reply
  }
  private struct Silence: Error {}

  /// The message of the answer to a rule that cannot be added.
  private func message(_ endpoint: JSON, _ fault: JSON) -> String? {
    let answer = service.ask("POST", "faults", ["endpoint": endpoint, "fault": fault])
    #expect(answer?.status == 400)
    return answer?.body["error"]?["message"]?.string
  }

  private static var discovery: ServiceRequest {
    ServiceRequest(.discovery, tenant: "contoso", body: .null)
  }

  @Test(
    arguments: [
      (400, "BadRequest"), (401, "InvalidAuthenticationToken"), (403, "Forbidden"),
      (404, "ResourceNotFound"), (405, "MethodNotAllowed"), (409, "Conflict"),
      (412, "PreconditionFailed"), (415, "UnsupportedMediaType"), (418, "Status418"),
      (429, "TooManyRequests"), (500, "InternalServerError"), (502, "BadGateway"),
      (503, "ServiceUnavailable"), (504, "GatewayTimeout"),
    ])
  func `a status at the administrator API has the code of Graph`(_ status: Int, _ code: String)
    throws
  {
    // The endpoint of a rule may be any: what counts is the one that the request is for.
    for endpoint: JSON in ["graph", "any"] {
      try service.fault(
        ["kind": "status", "status": .int(status)], ["endpoint": endpoint, "times": 1])
      let reply = try answer(.graph)
      #expect(reply.response.status == status)
      #expect(reply.response.body["error"]?["code"] == .string(code))
      #expect(service.entries().last?["code"] == .string(code))
    }
  }

  @Test(
    arguments: [
      (400, "invalid_request"), (401, "invalid_client"), (403, "access_denied"),
      (404, "invalid_request"), (405, "invalid_request"), (413, "invalid_request"),
      (429, "temporarily_unavailable"), (500, "server_error"), (502, "server_error"),
      (503, "temporarily_unavailable"), (504, "temporarily_unavailable"),
    ])
  func `a status at sign in has the code of o auth`(_ status: Int, _ code: String) throws {
    try service.fault(["kind": "status", "status": .int(status)])
    for request in [.signIn("ana@contoso.com"), FaultAnswerTests.discovery] {
      let reply = try answer(request)
      #expect(reply.response.status == status)
      #expect(reply.response.body["error"] == .string(code))
      #expect(service.entries().last?["code"] == .string(code))
    }
  }

  @Test(
    arguments: [
      (401, "InvalidToken"), (403, "AccountNotLicensed"), (404, "UserNotFound"),
      (500, "InternalServerError"), (503, "ServiceUnavailable"), (504, "Status504"),
    ])
  func `a status at an operation of the app has the code of the service protocol`(
    _ status: Int, _ code: String
  ) throws {
    try service.fault(["kind": "status", "status": .int(status)])
    #expect(try answer(.locate()).response.body["error"]?["code"] == .string(code))
  }

  @Test func `a code that is given is the code everywhere`() throws {
    try service.fault(["kind": "status", "status": 405, "code": "MethodNotAllowed"])
    #expect(try answer(.graph).response.body["error"]?["code"] == "MethodNotAllowed")
    #expect(try answer(.signIn("ana@contoso.com")).response.body["error"] == "MethodNotAllowed")
    #expect(try answer(.locate()).response.body["error"]?["code"] == "MethodNotAllowed")
  }

  @Test(
    arguments: [
      ("graph", .graph, "ModelValidationFailure", 400), ("graph", .graph, "GatewayTimeout", 504),
      ("token", .signIn("ana@contoso.com"), "temporarily_unavailable", 503),
      ("token", .signIn("ana@contoso.com"), "invalid_grant", 400),
      ("token", .signIn("ana@contoso.com"), "Gone", 410),
      ("discovery", FaultAnswerTests.discovery, "server_error", 500),
      ("any", .graph, "Gone", 410),
    ] as [(JSON, ServiceRequest, String, Int)])
  func `an error of an endpoint can be ordered by its code`(
    _ endpoint: JSON, _ request: ServiceRequest, _ code: String, _ status: Int
  ) throws {
    try service.fault(["kind": "error", "code": .string(code)], ["endpoint": endpoint])
    let reply = try answer(request)
    #expect(reply.response.status == status)
    #expect(reply.response.code == code)
    let rule = service.ask("GET", "faults/f1")?.body
    #expect(rule?["fault"] == ["kind": "error", "code": .string(code)])
    #expect(rule?["hits"] == 1)
  }

  @Test func `an error that the endpoint does not have is refused with those that it has`() {
    #expect(
      message("graph", ["kind": "error", "code": "AccountNotLicensed"])
        == "the fault \"error\" at \"graph\" needs a \"code\", one of BadRequest, "
        + "ModelValidationFailure, InvalidAuthenticationToken, Forbidden, ResourceNotFound, "
        + "MethodNotAllowed, Conflict, PreconditionFailed, UnsupportedMediaType, TooManyRequests, "
        + "InternalServerError, BadGateway, ServiceUnavailable, GatewayTimeout")
    let signIn = message("devicecode", ["kind": "error", "code": "UserNotFound"]) ?? ""
    #expect(
      signIn.hasPrefix(
        "the fault \"error\" at \"devicecode\" needs a \"code\", one of invalid_request, "))
    #expect(!signIn.contains("AccountNotLicensed"))
    let app = message("any", ["kind": "error", "code": "Nothing"]) ?? ""
    #expect(app.hasPrefix("the fault \"error\" needs a \"code\", one of BadRequest, "))
  }

  @Test func `under a coordinator the codes are those of the service protocol`() throws {
    let coordinated = try InProcessService()
    let seed = world.object!
    var command = seed
    command["do"] = "seed"
    _ = coordinated.control(.object(command), now: at(0))
    _ = coordinated.control(["do": "attach", "instance": "phone/mail"], now: at(0))
    let fault: JSON = ["endpoint": "token", "fault": ["kind": "status", "status": 503]]
    _ = coordinated.control(["do": "fault", "rule": fault], now: at(0))
    let outcome = coordinated.perform(
      .signIn("ana@contoso.com"), instance: "phone/mail", now: at(0))
    guard case .response(let response) = outcome else {
      Issue.record("no response: \(outcome)")
      return
    }
    #expect(response.body["error"] == "ServiceUnavailable")
  }

  // MARK: Header fields

  private static let challenge =
    "Bearer realm=\"\", error=\"insufficient_claims\", claims=\"eyJhY2Nlc3NfdG9rZW4iOnt9fQ==\""

  private func values(_ reply: Reply, _ name: String) -> [String] {
    reply.response.headers.filter { $0.isNamed(name) }.map(\.value)
  }

  @Test(
    arguments: [
      ["kind": "status", "status": 401],
      ["kind": "error", "code": "InvalidAuthenticationToken"],
    ] as [JSONObject])
  func `header fields take the place of the answers own`(_ members: JSONObject) throws {
    var fault = members
    fault["headers"] = [
      "www-authenticate": .string(FaultAnswerTests.challenge), "X-Region": "west",
    ]
    try service.fault(.object(fault), ["endpoint": "graph"])
    let reply = try answer(.graph)
    #expect(reply.response.status == 401)
    #expect(values(reply, "www-authenticate") == [FaultAnswerTests.challenge])
    #expect(values(reply, "x-region") == ["west"])
    #expect(values(reply, "request-id").count == 1)
    let fields = service.entries().last?["response"]?["headers"]?.array ?? []
    #expect(fields.contains(["name": "X-Region", "value": "west"]))
  }

  @Test func `what the transport writes is written once`() throws {
    try service.fault([
      "kind": "status", "status": 503, "retryAfter": 5,
      "headers": [
        "Retry-After": "Thu, 04 Jun 2020 10:00:00 GMT", "Content-Type": "application/problem+json",
      ],
    ])
    let reply = try answer(.locate())
    #expect(reply.response.retryAfterSeconds == nil)
    #expect(values(reply, "retry-after") == ["Thu, 04 Jun 2020 10:00:00 GMT"])
    #expect(reply.mediaType == "application/problem+json")
    #expect(values(reply, "content-type").isEmpty)
  }

  @Test func `header fields are in the rule and in a snapshot`() throws {
    let fault: JSON = [
      "kind": "status", "status": 401,
      "headers": ["WWW-Authenticate": .string(FaultAnswerTests.challenge)],
    ]
    try service.fault(fault, ["endpoint": "graph"])
    #expect(service.ask("GET", "faults/f1")?.body["fault"] == fault)
    let snapshot = try #require(service.ask("GET", "snapshot")?.body)
    service.ask("DELETE", "faults")
    #expect(service.ask("PUT", "snapshot", snapshot)?.status == 200)
    #expect(service.ask("GET", "faults/f1")?.body["fault"] == fault)
    #expect(values(try answer(.graph), "www-authenticate") == [FaultAnswerTests.challenge])
  }

  private static let wrongText =
    "the header field \"A\" must be a string of visible ASCII characters, with spaces only between "
    + "them"
  private static let wrongName =
    " is not the name of a header field: use letters, digits and !#$%&'*+-.^_`|~"
  private static let many = JSONObject((0...20).map { ("A\($0)", JSON.string("x")) })

  private static let wrongHeaders: [(headers: JSON, words: String)] = [
    (["A": "1", "a": "2"], "\"headers\" has the field \"a\" twice"),
    (["A B": "1"], "\"A B\"" + wrongName),
    (["": "1"], "\"\"" + wrongName),
    (["A": 1], wrongText),
    (["A": ""], wrongText),
    (["A": " x"], wrongText),
    (["A": "x\r\nB: y"], wrongText),
    (["A": "x\u{7f}"], wrongText),
    (["A": "\u{e4}"], wrongText),
    ("A", "\"headers\" must be an object of strings, with the names of header fields"),
    (.object(many), "\"headers\" has at most 20 fields"),
    (
      ["A": .string(String(repeating: "x", count: 8200))],
      "\"headers\" is too long: names and values have at most about 4096 bytes together"
    ),
  ]

  @Test(arguments: wrongHeaders.indices)
  func `wrong header fields are refused in words`(_ index: Int) {
    let (headers, words) = FaultAnswerTests.wrongHeaders[index]
    for fault: JSONObject in [
      ["kind": "status", "status": 401], ["kind": "error", "code": "Forbidden"],
    ] {
      var fault = fault
      fault["headers"] = headers
      #expect(message("graph", .object(fault)) == words)
    }
  }

  @Test(
    arguments: [
      "Content-Length", "transfer-encoding", "Connection", "DATE", "X-MAMConform-Fault",
    ])
  func `the services own header fields cannot be ordered`(_ name: String) {
    #expect(
      message("graph", ["kind": "status", "status": 401, "headers": [name: "x"]])
        == "the header field \"\(name)\" is written by the service")
  }
}
