import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMWire

/// Priority, editing and disabling of rules, delays and stubs.
@Suite struct RuleEditingTests {
  private let service: LoneWorld

  init() throws { service = try LoneWorld() }

  private var status: Int? { service.status(.locate()) }

  @Test func `the lower priority is tried first`() throws {
    try service.fault(["kind": "status", "status": 500], ["id": "usual"])
    try service.fault(["kind": "status", "status": 501], ["id": "late", "priority": 9])
    try service.fault(
      ["kind": "status", "status": 502], ["id": "early", "priority": 1, "times": 1])
    try service.fault(["kind": "status", "status": 503], ["id": "usual2"])
    let ids = service.ask("GET", "faults")?.body["faults"]?.array?.map { $0["id"]?.string }
    #expect(ids == ["early", "usual", "usual2", "late"])
    #expect(status == 502 && status == 500)
    #expect(service.ask("PATCH", "faults/late", ["priority": 2])?.status == 200)
    #expect(status == 501)
    let snapshot = try #require(service.ask("GET", "snapshot")?.body)
    #expect(service.ask("PUT", "snapshot", snapshot)?.status == 200)
    #expect(service.ask("GET", "snapshot")?.body.text == snapshot.text)
    for wrong: JSON in [0, 1001, "1", .double(1.5)] {
      let answer = service.ask("POST", "faults", ["fault": "lost", "priority": wrong])
      #expect(answer?.status == 400)
    }
  }

  @Test func `a disabled rule is there and does nothing`() throws {
    try service.fault(["kind": "status", "status": 500])
    #expect(status == 500)
    #expect(service.ask("PATCH", "faults/f1", ["enabled": false])?.body["enabled"] == false)
    #expect(status == 200)
    #expect(service.ask("GET", "faults/f1")?.body["matched"] == 1)
    #expect(service.ask("PATCH", "faults/f1", ["enabled": true])?.body["enabled"] == nil)
    #expect(status == 500)
    #expect(service.ask("GET", "faults/f1")?.body["hits"] == 2)
    try service.fault("refused", ["id": "down", "enabled": false])
    #expect(!service.engine.isRefused(.location, instance: "-", now: at(0)))
    service.ask("PATCH", "faults/down", ["enabled": true])
    #expect(service.engine.isRefused(.location, instance: "-", now: at(0)))
  }

  @Test func `a rule is changed in its place`() throws {
    try service.fault(["kind": "status", "status": 500], ["endpoint": "locate", "times": 5])
    try service.fault(["kind": "status", "status": 501])
    #expect(status == 500)
    let changed = service.ask(
      "PATCH", "faults/f1", ["times": .null, "fault": ["kind": "status", "status": 502]])
    #expect(changed?.body["times"] == nil && changed?.body["matched"] == 1)
    #expect(changed?.body["endpoint"] == "locate")
    #expect(status == 502)
    let put = service.ask("PUT", "faults/f1", ["fault": ["kind": "status", "status": 503]])
    #expect(put?.body["endpoint"] == nil && put?.body["matched"] == 0)
    #expect(status == 503)
  }

  @Test(
    arguments: [
      ("PATCH", "f1", ["id": "f2"], 400), ("PUT", "f1", ["id": "f2", "fault": "lost"], 400),
      ("PUT", "f1", [:], 400), ("PATCH", "f1", ["fault": "nothing"], 400),
      ("PATCH", "f1", ["hits": 0], 400), ("PATCH", "f9", ["times": 1], 404),
      ("PUT", "f1", ["fault": "lost", "colour": 1], 400), ("PATCH", "f1", ["enabled": 1], 400),
      ("PATCH", "f1", ["fault": "refused", "times": 2], 400),
    ] as [(String, String, JSONObject, Int)])
  func `a wrong change changes nothing`(
    _ method: String, _ id: String, _ body: JSONObject, _ status: Int
  ) throws {
    try service.fault(["kind": "status", "status": 500])
    let before = service.ask("GET", "faults")?.body
    #expect(service.ask(method, "faults/\(id)", .object(body))?.status == status)
    #expect(service.ask("GET", "faults")?.body == before)
  }

  // MARK: Delays

  @Test func `a status can take its time`() throws {
    try service.fault(["kind": "status", "status": 503, "milliseconds": 2000, "retryAfter": 7])
    guard case .hold(let number) = service.send(.locate()) else {
      Issue.record("not held")
      return
    }
    #expect(service.ask("GET", "held")?.body["held"]?.array?.first?["reason"] == "delay")
    service.ask("POST", "clock/advance", ["by": 1999])
    #expect(service.sent[number] == nil)
    service.ask("POST", "clock/advance", ["by": 1])
    #expect(service.sent[number]?.response.status == 503)
    #expect(service.sent[number]?.response.retryAfterSeconds == 7)
  }

  /// How long each of some requests waits.
  private func delays(_ seed: Int, _ milliseconds: JSON, id: String = "slow") throws -> [Int] {
    let service = try LoneWorld()
    service.engine.randomSeed = seed
    try service.fault(["kind": "delay", "milliseconds": milliseconds], ["id": .string(id)])
    for _ in 0..<50 { service.send(.locate()) }
    return service.engine.held.values.sorted { $0.record.request < $1.record.request }.map {
      $0.until!.milliseconds - $0.since.milliseconds
    }
  }

  @Test(
    arguments: [
      ["distribution": "uniform", "from": 100, "to": 500],
      ["distribution": "lognormal", "median": 200, "sigma": .double(0.5), "from": 100, "to": 500],
      ["distribution": "lognormal", "median": 900, "sigma": 2, "from": 100, "to": 500],
    ] as [JSON])
  func `a random delay follows from seed rule and count`(_ milliseconds: JSON) throws {
    let drawn = try delays(1, milliseconds)
    #expect(drawn.count == 50 && drawn.allSatisfy { 100...500 ~= $0 })
    #expect(Set(drawn).count > 25)
    #expect(try delays(1, milliseconds) == drawn)
    #expect(try delays(2, milliseconds) != drawn)
    #expect(try delays(1, milliseconds, id: "other") != drawn)
  }

  @Test func `half of a lognormal delay is below its median`() throws {
    let delay = try Delay(
      json: ["distribution": "lognormal", "median": 1000, "sigma": .double(0.5), "to": 1_000_000],
      0...1_000_000)
    let drawn = (0..<2000).map { delay.milliseconds(SplitMix64(seed: 3, name: "x", use: $0)) }
    #expect(900...1100 ~= drawn.count { $0 < 1000 })
    #expect(drawn.max()! > 2500 && drawn.min()! < 400)
  }

  @Test func `both bounds of a uniform delay come up`() throws {
    let delay = try Delay(json: ["distribution": "uniform", "from": 1, "to": 3], 0...10)
    let drawn = (0..<200).map { delay.milliseconds(SplitMix64(seed: 0, name: "x", use: $0)) }
    #expect(Set(drawn) == [1, 2, 3])
  }

  @Test(
    arguments: [
      -1, "5", .double(1.5), [:], ["distribution": "normal", "to": 5], ["distribution": "uniform"],
      ["distribution": "uniform", "from": 5, "to": 4], ["distribution": "uniform", "to": -1],
      ["distribution": "uniform", "to": 5, "sigma": 1],
      ["distribution": "lognormal", "to": 5, "sigma": 1],
      ["distribution": "lognormal", "to": 5, "median": 1],
      ["distribution": "lognormal", "to": 5, "median": 1, "sigma": 11],
    ] as [JSON])
  func `what is no delay is an error`(_ milliseconds: JSON) {
    for kind in ["delay", "status", "stub"] {
      var fault: JSONObject = ["kind": .string(kind), "milliseconds": milliseconds]
      if kind == "status" { fault.append("status", 500) }
      #expect(service.ask("POST", "faults", ["fault": .object(fault)])?.status == 400)
    }
  }

  // MARK: Stubs

  private func stub(_ method: String, _ target: String) -> Reply? {
    let http = HTTPRequest(method, target)
    guard case .send(let reply) = service.engine.receiveStub(http, client: "c", now: at(0)) else {
      return nil
    }
    return reply
  }

  @Test func `a stub answers what no operation takes`() throws {
    try service.fault(
      ["kind": "stub", "status": 201, "body": ["up": true], "headers": ["X-Own": "1"]],
      ["method": "GET", "path": "/health/*", "times": 1])
    #expect(stub("POST", "/health/live") == nil && stub("GET", "/other") == nil)
    let reply = try #require(stub("GET", "/health/live?x=1"))
    #expect(reply.response.status == 201 && reply.response.body == ["up": true])
    #expect(reply.response.headers == [HeaderField("X-Own", "1")])
    #expect(reply.fault == "f1")
    #expect(stub("GET", "/health/live") == nil, "one time")
    #expect(status == 200, "operations are not its own")
    let entry = try #require(service.entries().first)
    #expect(entry["endpoint"] == .null && entry["status"] == 201 && entry["fault"] == "f1")
    #expect(entry["http"]?["path"] == "/health/live")
  }

  @Test func `a stub may be a text and take its time`() throws {
    try service.fault(
      [
        "kind": "stub", "text": "<p>hi</p>", "milliseconds": 500,
        "headers": ["Content-Type": "text/html"],
      ], ["path": "/page"])
    let disposition = service.engine.receiveStub(
      HTTPRequest("GET", "/page"), client: nil, now: service.clock.now)
    guard case .hold(let number) = disposition else {
      Issue.record("not held")
      return
    }
    service.ask("POST", "clock/advance", ["by": 500])
    #expect(service.sent[number]?.response.content == .text("<p>hi</p>", mediaType: "text/html"))
    #expect(service.entries().first?["outcome"] == "answered")
  }

  @Test(
    arguments: [
      ["endpoint": "locate"], ["identity": "ana"], ["tenant": "contoso"], ["app": "mail"],
      ["device": "phone"], ["instance": "phone/mail"],
    ] as [JSONObject])
  func `a stub knows nothing of operations`(_ members: JSONObject) {
    var rule = members
    rule.append("fault", "stub")
    #expect(service.ask("POST", "faults", .object(rule))?.status == 400)
  }

  @Test(
    arguments: [
      ["status": 204, "body": 1], ["body": 1, "text": "x"], ["text": 5], ["status": 99],
      ["colour": 1], ["headers": ["Content-Length": "5"]],
    ] as [JSONObject])
  func `a stub that cannot be sent is an error`(_ members: JSONObject) {
    var fault = members
    fault.append("kind", "stub")
    #expect(service.ask("POST", "faults", ["fault": .object(fault)])?.status == 400)
  }
}
