import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

/// Every kind of fault at an operation of the app, at sign-in and at the administrator API.
@Suite struct FaultKindTests {
  let service: LoneWorld

  init() throws { service = try LoneWorld() }

  static let requests: [(endpoint: String, request: ServiceRequest)] = [
    ("locate", .locate()), ("token", .signIn("ana@contoso.com")), ("graph", .graph),
  ]

  /// A fault without any choice in it, and what has become of the request then.
  static let kinds: [(fault: JSON, outcome: String, status: Int?)] = [
    (["kind": "status", "status": 503, "retryAfter": 7], "answered", 503),
    (["kind": "error", "code": "TooManyRequests"], "answered", 429),
    (["kind": "refused"], "reset", nil),
    (["kind": "reset"], "reset", nil),
    (["kind": "delay", "milliseconds": 5], "held", 200),
    (["kind": "lost"], "held", nil),
    (["kind": "unanswered"], "held", 200),
    (["kind": "truncated"], "truncated", 200),
    (["kind": "malformed"], "malformed", 200),
    (["kind": "contentType"], "answered", 200),
    (["kind": "chunks", "bytes": 10, "milliseconds": 20], "answered", 200),
    (["kind": "duplicate"], "answered", 200),
    (["kind": "outOfOrder"], "held", nil),
    (["kind": "dateSkew", "milliseconds": -60_000], "answered", 200),
  ]

  @Test(arguments: kinds.indices, requests.indices)
  func `every kind befalls every endpoint and is marked`(_ kind: Int, _ place: Int) throws {
    let (fault, outcome, status) = FaultKindTests.kinds[kind]
    let (endpoint, request) = FaultKindTests.requests[place]
    try service.fault(fault, ["endpoint": .string(endpoint), "id": "x"])
    let disposition = service.send(request)
    let entry = try #require(service.entries().last)
    #expect(entry["endpoint"] == .string(endpoint))
    #expect(entry["outcome"] == .string(outcome))
    #expect(entry["status"] == status.map(JSON.int) ?? .null)
    #expect(entry["fault"] == "x")
    let rule = try #require(service.ask("GET", "faults/x")?.body)
    #expect(rule["matched"] == 1)
    #expect(rule["hits"] == 1)
    #expect(rule["lastHit"] == "2020-06-04T09:00:00Z")
    switch disposition {
    case .send(let reply): #expect(reply.fault == "x")
    case .hold(let number): #expect(service.engine.held[number] != nil)
    case .reset: #expect(outcome == "reset")
    }
  }

  @Test(
    arguments: [
      (["kind": "error", "code": "TooManyRequests"], 60),
      (["kind": "error", "code": "TooManyRequests", "retryAfter": 5], 5),
      (["kind": "error", "code": "ServiceUnavailable"], nil),
      (["kind": "status", "status": 429], nil),
    ] as [(JSON, Int?)])
  func `throttling tells when to ask again`(_ fault: JSON, _ seconds: Int?) throws {
    try service.fault(fault)
    guard case .send(let reply) = service.send(.locate()) else {
      Issue.record("no answer")
      return
    }
    #expect(reply.response.retryAfterSeconds == seconds)
  }

  @Test func `a fault without members may be written as its kind`() throws {
    let rule = service.ask("POST", "faults", ["fault": "lost", "times": 1])
    #expect(rule?.status == 201 && rule?.body["fault"] == ["kind": "lost"])
    #expect(service.status(.locate()) == nil)
    func message(_ rule: JSON) -> String? {
      service.ask("POST", "faults", rule)?.body["error"]?["message"]?.string
    }
    #expect(message(["fault": "losst"]) == "there is no fault \"losst\"; did you mean \"lost\"?")
    #expect(
      message(["fault": "lost", "times": -1]) == message(["fault": ["kind": "lost"], "times": -1]))
    #expect(message(["fault": "delay"]) == "the fault \"delay\" needs \"milliseconds\"")
  }

  @Test func `other endpoints are spared`() throws {
    try service.fault(["kind": "reset"], ["endpoint": "token"])
    #expect(service.status(.locate()) == 200)
    #expect(service.status(.graph) == 200)
    #expect(service.status(.signIn("ana@contoso.com")) == nil)
  }

  @Test(
    arguments: [
      ["kind": "status", "status": 503], ["kind": "status", "status": 401],
      ["kind": "error", "code": "TooManyRequests"],
    ] as [JSON])
  func `an error of the administrator API names its request as others do`(_ fault: JSON) throws {
    try service.fault(fault, ["endpoint": "graph"])
    var ids: Set<String> = []
    for client in [nil, "mine"] {
      var request = ServiceRequest.graph
      request.client = client
      guard case .send(let reply) = service.send(request) else {
        Issue.record("no answer")
        return
      }
      let id = reply.response.headers.first { $0.isNamed("request-id") }?.value
      let inner = try #require(reply.response.body["error"]?["innerError"])
      #expect(inner["request-id"]?.string == id)
      #expect(inner["client-request-id"]?.string == client ?? id)
      ids.insert(try #require(id))
    }
    #expect(ids.count == 2 && !ids.contains(GraphRequest.fixedID))
  }

  @Test func `errors have the form of their endpoint`() throws {
    try service.fault(["kind": "status", "status": 429, "retryAfter": 30])
    func body(_ request: ServiceRequest) -> JSON {
      guard case .send(let reply) = service.send(request) else {
        Issue.record("\(request.endpoint) has no answer")
        return .null
      }
      #expect(reply.response.status == 429)
      #expect(reply.response.retryAfterSeconds == 30)
      return reply.response.body
    }
    #expect(
      body(.locate())
        == ["error": ["code": "TooManyRequests", "message": "ordered by a fault"]])
    #expect(
      body(.signIn("ana@contoso.com"))
        == ["error": "temporarily_unavailable", "error_description": "ordered by a fault"])
    let graph = body(.graph)
    #expect(graph["error"]?["code"] == "TooManyRequests")
    #expect(graph["error"]?["innerError"]?["date"] != nil)
  }

  /// The reply to a request, which must be sent at once.
  private func reply(to request: ServiceRequest) throws -> Reply {
    let disposition = service.send(request)
    guard case .send(let reply) = disposition else {
      Issue.record("\(request.endpoint) has no answer: \(disposition)")
      throw Silence()
    }
    return reply
  }
  private struct Silence: Error {}

  @Test(arguments: [204, 205, 304])
  func `a status without content has none`(_ status: Int) throws {
    try service.fault(["kind": "status", "status": .int(status)])
    for (_, request) in FaultKindTests.requests {
      guard case .send(let reply) = service.send(request) else { continue }
      #expect(reply.response.status == status)
      #expect(reply.response.content == .none)
    }
  }

  @Test func `a status may have a code and a body of its own`() throws {
    try service.fault(["kind": "status", "status": 418, "code": "Teapot"], ["times": 1])
    try service.fault(["kind": "status", "status": 200, "body": ["tea": true]], ["times": 1])
    let first = try reply(to: .locate())
    #expect(first.response.code == "Teapot")
    let second = try reply(to: .locate())
    #expect(second.response.status == 200)
    #expect(second.response.body == ["tea": true])
  }

  @Test(arguments: [("status", false), ("lost", false), ("reset", false), ("unanswered", true)])
  func `only some faults let a request take effect`(_ kind: String, _ hasEffect: Bool) throws {
    let fault: JSON =
      kind == "status" ? ["kind": "status", "status": 500] : ["kind": .string(kind)]
    try service.fault(fault, ["endpoint": "token"])
    service.send(.signIn("ana@contoso.com"))
    #expect(service.engine.core.state.refreshTokens.count == (hasEffect ? 1 : 0))
  }

  @Test func `a fault on the wire is said to the transport`() throws {
    for fault: JSON in [
      ["kind": "contentType", "mediaType": "image/png"],
      ["kind": "chunks", "bytes": 10, "milliseconds": 20],
      ["kind": "dateSkew", "milliseconds": 3_600_000], ["kind": "truncated"],
      ["kind": "malformed"],
    ] { try service.fault(fault, ["times": 1]) }
    let replies = (0..<5).compactMap { _ -> Reply? in
      if case .send(let reply) = service.send(.locate()) { reply } else { nil }
    }
    #expect(replies.map(\.mediaType) == ["image/png", nil, nil, nil, nil])
    #expect(
      replies.map(\.form) == [
        .whole, .chunks(bytes: 10, milliseconds: 20), .whole, .truncated, .malformed,
      ])
    #expect(replies[2].dateSkewMilliseconds == 3_600_000)
    #expect(replies.map(\.fault) == ["f1", "f2", "f3", "f4", "f5"])
  }

  // MARK: Held requests

  @Test func `a delay ends when the clock comes there`() throws {
    try service.fault(["kind": "delay", "milliseconds": 5000])
    #expect(service.send(.locate()) == .hold(1))
    #expect(service.ask("POST", "clock/advance", ["by": 4999])?.body["due"] == 0)
    #expect(service.sent[1] == nil)
    #expect(service.ask("POST", "clock/advance", ["by": 1])?.body["due"] == 1)
    #expect(service.sent[1]?.response.status == 200)
    #expect(service.sent[1]?.fault == "f1")
    let entry = try #require(service.entries().first)
    #expect(entry["outcome"] == "answered")
    #expect(entry["held"] == "2020-06-04T09:00:00Z")
    #expect(entry["answered"] == "2020-06-04T09:00:05Z")
    #expect(entry["milliseconds"] == 5000)
  }

  @Test func `a delay of nothing ends without the clocks being moved`() throws {
    try service.fault(["kind": "delay", "milliseconds": 0])
    #expect(service.send(.locate()) == .hold(1))
    #expect(service.clock.millisecondsToNext == 0)
    service.clock.runDue()
    #expect(service.sent[1]?.response.status == 200)
    #expect(service.clock.millisecondsToNext == nil)
  }

  @Test func `a delay of a request that is gone befalls nobody else`() throws {
    try service.fault(["kind": "delay", "milliseconds": 5000])
    #expect(service.send(.locate()) == .hold(1))
    service.ask("POST", "reset", [:])
    #expect(service.dropped == [1])
    try service.fault(["kind": "lost"])
    #expect(service.send(.locate()) == .hold(1))
    service.ask("POST", "clock/advance", ["by": 5000])
    #expect(service.sent.isEmpty)
  }

  @Test func `a duplicate takes effect twice and is answered once`() throws {
    try service.fault(["kind": "duplicate"], ["endpoint": "token", "times": 1])
    let reply = try reply(to: .signIn("ana@contoso.com"))
    #expect(reply.response.body["refresh_token"] == "rt3")
    #expect(service.engine.core.state.refreshTokens.count == 2)
    let entries = service.entries()
    #expect(entries.map { $0["outcome"] } == ["discarded", "answered"])
    #expect(entries.map { $0["fault"] } == ["f1", "f1"])
    #expect(entries[0]["answered"] == .null)
  }

  @Test func `what comes out of order takes effect after the next of its app`() throws {
    let token = service.engine.core.accessToken("ana@contoso.com")
    try service.fault(["kind": "outOfOrder"], ["endpoint": "enroll", "times": 1])
    let enroll = ServiceRequest.enroll("ana@contoso.com", bearer: token)
    #expect(service.send(enroll) == .hold(1))
    service.send(.enroll("ana@contoso.com", bearer: token, device: "pad"))
    #expect(service.sent[1] == nil)
    #expect(service.engine.core.state.enrollments.rows.map(\.deviceTag) == ["pad"])
    service.send(enroll)
    #expect(service.sent[1]?.response.status == 200)
    #expect(service.sent[1]?.fault == "f1")
    // The second delivery came first, so the first one finds the enrollment there.
    #expect(service.sent[1]?.response.body["enrollmentId"] == "e2")
    #expect(service.entries("?outcome=held").isEmpty)
  }

  @Test func `what comes out of order from nobody waits for anybody`() throws {
    try service.fault(["kind": "outOfOrder"], ["endpoint": "locate", "times": 1])
    #expect(service.send(.locate()) == .hold(1))
    service.send(.signIn("ben@contoso.com"))
    #expect(service.sent[1]?.response.status == 200)
  }
}
