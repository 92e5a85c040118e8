import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// Errors of a rule hit the parts of a batch one by one, and the batch succeeds.
@Suite struct BatchFaultTests {
  private let service: LoneWorld

  init() throws { service = try LoneWorld() }

  private func batch(_ parts: [JSON]) -> (status: Int?, answers: [JSON]) {
    var request = ServiceRequest.graph
    request.body = ["requests": .array(parts)]
    let sent = service.send(
      request, "POST", "/v1.0/$batch", headers: [HeaderField("Content-Type", "application/json")])
    guard case .send(let reply) = sent else { return (nil, []) }
    return (reply.response.status, reply.response.body["responses"]?.array ?? [])
  }

  private func get(_ id: Int, _ url: String = "/users") -> JSON {
    ["id": .string("\(id)"), "method": "GET", "url": .string(url)]
  }

  @Test func `each part is throttled by itself`() throws {
    try service.fault(
      ["kind": "status", "status": 429, "retryAfter": 12],
      ["id": "busy", "endpoint": "graph", "after": 1, "times": 2])
    let (status, answers) = batch((1...5).map { get($0) })
    #expect(status == 200)
    #expect(answers.map { $0["status"] } == [200, 429, 429, 200, 200])
    #expect(answers[1]["headers"]?["Retry-After"] == "12")
    #expect(answers[1]["headers"]?["x-mamconform-fault"] == "busy")
    #expect(answers[1]["headers"]?["Content-Type"] == "application/json")
    #expect(answers[1]["body"]?["error"]?["code"] == "TooManyRequests")
    #expect(answers[0]["headers"]?["x-mamconform-fault"] == nil)
    let rule = service.ask("GET", "faults/busy")?.body
    #expect(rule?["matched"] == 5 && rule?["hits"] == 2)
  }

  @Test func `a rule chooses parts`() throws {
    try service.fault(
      ["kind": "error", "code": "ServiceUnavailable"],
      ["endpoint": "graph", "method": "GET", "path": "*/groups*"])
    try service.fault(
      ["kind": "status", "status": 503, "body": ["own": 1], "headers": ["X-A": "b"]],
      ["identity": "ben@contoso.com"])
    let (status, answers) = batch([
      get(1, "/groups"), get(2), get(3, "/users/ben@contoso.com"), get(4, "/v1.0/groups/$count"),
    ])
    #expect(status == 200)
    #expect(answers.map { $0["status"] } == [503, 200, 503, 503])
    #expect(answers[2]["body"] == ["own": 1] && answers[2]["headers"]?["X-A"] == "b")
  }

  @Test func `a rule knows the body of a part`() throws {
    try service.fault(
      ["kind": "status", "status": 503],
      ["endpoint": "graph", "body": ["json": ["displayName": "b"]]])
    func part(_ id: String, _ name: String) -> JSON {
      [
        "id": .string(id), "method": "POST", "url": "/groups",
        "body": ["displayName": .string(name)],
        "headers": ["Content-Type": "application/json"],
      ]
    }
    let answers = batch([part("1", "a"), part("2", "b")]).answers
    #expect(answers.first?["status"] != 503 && answers.last?["status"] == 503)
  }

  @Test func `a batch waits for the slowest of its parts`() throws {
    for (name, milliseconds) in [("slow", 5000), ("late", 9000)] {
      try service.fault(
        ["kind": "status", "status": 503, "milliseconds": .int(milliseconds)],
        ["endpoint": "graph", "path": .string("*/\(name)*")])
    }
    let (status, _) = batch([get(1, "/users/slow"), get(2, "/users/late"), get(3)])
    #expect(status == nil)
    service.ask("POST", "clock/advance", ["by": "PT8.9S"])
    #expect(service.sent.isEmpty)
    service.ask("POST", "clock/advance", ["by": "PT0.1S"])
    let answers = service.sent.values.first?.response.body["responses"]?.array
    #expect(answers?.map { $0["status"] } == [503, 503, 200])
    #expect(batch([get(1)]).status == 200)
  }

  @Test func `who depends on a throttled part fails and is not counted`() throws {
    try service.fault(
      ["kind": "status", "status": 429], ["id": "f", "endpoint": "graph", "times": 1])
    var second = get(2).object!
    second["dependsOn"] = ["1"]
    let (_, answers) = batch([get(1), .object(second)])
    #expect(answers.map { $0["status"] } == [429, 424])
    #expect(service.ask("GET", "faults/f")?.body["matched"] == 1)
  }

  @Test func `a rule that names the batch is about the batch`() throws {
    try service.fault(
      ["kind": "status", "status": 503], ["endpoint": "graph", "path": "*/$batch"])
    #expect(batch([get(1)]).status == 503)
  }

  @Test func `what befalls a connection befalls the batch`() throws {
    try service.fault(["kind": "lost"], ["endpoint": "graph", "times": 1])
    #expect(batch([get(1)]).status == nil)
    #expect(batch([get(1)]).status == 200)
  }
}
