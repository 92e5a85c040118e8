import JSONText
import Testing

/// What a client on a plain socket sees of every fault.
@Suite struct FaultTests {
  let service = RunningService()
  let ports: [Int]

  init() throws {
    try service.ok("seed", world.object!)
    ports = try service.attach("phone/mail")
  }

  private func locate(_ client: RawClient, _ id: String = "r1") -> Seen {
    client.exchange(
      "/locate", ["identity": "ana@contoso.com"], headers: ["client-request-id: \(id)"])
  }

  private func fault(_ fault: JSON, _ members: JSONObject = JSONObject()) throws {
    var rule = members
    rule["fault"] = fault
    try service.ok("fault", ["rule": .object(rule)])
  }

  @Test func `without a fault the request is answered and recorded`() throws {
    let client = RawClient(port: ports[0])
    let body = """
      {"enrollment":"http://127.0.0.1:\(ports[2])","policy":"http://127.0.0.1:\(ports[3])",\
      "telemetry":"http://127.0.0.1:\(ports[4])","authority":"http://127.0.0.1:\(ports[1])/contoso",\
      "tenant":"contoso"}
      """
    #expect(locate(client) == .response(status: 200, body: body))
    #expect(client.latestHead.contains("client-request-id: r1"))
    #expect(!client.latestHead.contains("Date:"))
    #expect(
      try service.record().text == """
        {"request":1,"instance":"phone/mail","client":"r1","endpoint":"locate",\
        "identity":"ana@contoso.com","subject":null,"status":200,"outcome":"answered","code":null,\
        "detail":{}}
        """)
  }

  @Test func `a status is answered without effect`() throws {
    try fault(["kind": "status", "status": 503, "retryAfter": 30], ["endpoint": "locate"])
    let client = RawClient(port: ports[0])
    #expect(
      locate(client)
        == .response(
          status: 503,
          body: #"{"error":{"code":"ServiceUnavailable","message":"ordered by a fault"}}"#))
    #expect(client.latestHead.contains("Retry-After: 30"))
    let record = try service.record()
    #expect(record["status"] == 503)
    #expect(record["code"] == "ServiceUnavailable")
    #expect(record["outcome"] == "answered")
  }

  @Test func `an error of the table has its status`() throws {
    try fault(["kind": "error", "code": "TenantMigration"])
    guard case .response(403, let body) = locate(RawClient(port: ports[0])) else {
      Issue.record("no 403")
      return
    }
    #expect(body.contains("TenantMigration"))
  }

  @Test func `a refused host comes back on its port`() throws {
    let kept = RawClient(port: ports[0])
    #expect(locate(kept) != .closed)
    try fault(["kind": "refused"], ["endpoint": "locate"])
    #expect(kept.read() == .closed)
    for _ in 0..<3 { #expect(RawClient(port: ports[0]).read() == .refused) }
    #expect(RawClient(port: ports[1]).exchange("/x", [:]) != .refused)
    try service.ok("clearFaults")
    guard case .response(200, _) = locate(RawClient(port: ports[0])) else {
      Issue.record("not reopened")
      return
    }
  }

  @Test func `offline refuses every host of the app and of no other`() throws {
    let others = try service.attach("phone/docs")
    try service.ok("offline", ["instance": "phone/mail", "on": true])
    for port in ports { #expect(RawClient(port: port).read() == .refused) }
    for port in others { #expect(RawClient(port: port).exchange("/x", [:]) != .refused) }
    try service.ok("offline", ["instance": "phone/mail", "on": false])
    for port in ports { #expect(RawClient(port: port).exchange("/x", [:]) != .refused) }
  }

  @Test func `a reset is seen as one every time`() throws {
    try fault(["kind": "reset"])
    for _ in 0..<20 { #expect(locate(RawClient(port: ports[0])) == .reset) }
    let record = try service.record()
    #expect(record["outcome"] == "reset")
    #expect(record["status"] == .null)
  }

  @Test func `a request that a library repeats after a reset is reset again unseen`() throws {
    let client = RawClient(port: ports[0])
    _ = locate(client, "r1")
    try fault(["kind": "reset"], ["times": 1])
    #expect(locate(client, "r2") == .reset)
    #expect(locate(RawClient(port: ports[0]), "r2") == .reset)
    #expect(locate(RawClient(port: ports[0]), "r3") != .reset)
    #expect(try service.allRecords().map { $0["client"] } == ["r1", "r2", "r3"])
  }

  @Test func `a delayed response comes when released`() throws {
    try fault(["kind": "delay", "milliseconds": 5000])
    let client = RawClient(port: ports[0])
    client.post("/locate", #"{"identity":"ana@contoso.com"}"#)
    let record = try service.record()
    #expect(record["outcome"] == "held")
    #expect(record["hold"] == ["milliseconds": 5000])
    #expect(record["status"] == 200)
    #expect(client.read(timeoutMilliseconds: 50) == .nothing)
    try service.ok("release", ["request": 1])
    guard case .response(200, _) = client.read() else {
      Issue.record("not released")
      return
    }
    #expect(try service.command("release", ["request": 1])["error"] != nil)
  }

  @Test func `a lost request has no effect and ends when dropped`() throws {
    try fault(["kind": "lost"])
    let client = RawClient(port: ports[0])
    client.post("/locate", #"{"identity":"ana@contoso.com"}"#)
    let record = try service.record()
    #expect(record["outcome"] == "held")
    #expect(record["hold"] == .null)
    #expect(record["status"] == .null)
    #expect(try service.command("release", ["request": 1])["error"] != nil)
    try service.ok("drop", ["request": 1])
    #expect(client.read() == .closed)
  }

  @Test func `an unanswered request takes effect`() throws {
    try fault(["kind": "unanswered"], ["endpoint": "token"])
    let client = RawClient(port: ports[1])
    client.post(
      "/common/oauth2/v2.0/token",
      "grant_type=password&client_id=a&scope=s&username=ana%40contoso.com&password=p")
    let record = try service.record()
    #expect(record["hold"] == .null)
    #expect(record["status"] == 200)
    #expect(record["subject"] == "Ana@contoso.com")
    try service.ok("drop", ["request": 1])
    #expect(client.read() == .closed)
    try service.ok("clearFaults")
    let next = RawClient(port: ports[1])
    next.post(
      "/contoso/oauth2/v2.0/token", "grant_type=refresh_token&client_id=a&scope=s&refresh_token=rt1"
    )
    guard case .response(200, _) = next.read() else {
      Issue.record("the first request took no effect")
      return
    }
  }

  @Test func `a truncated body ends half way`() throws {
    try fault(["kind": "truncated"])
    guard case .truncated(let promised, let received) = locate(RawClient(port: ports[0])) else {
      Issue.record("not truncated")
      return
    }
    #expect(promised > 100)
    #expect(received == promised / 2)
    #expect(try service.record()["outcome"] == "truncated")
  }

  @Test func `a malformed body is not JSON`() throws {
    try fault(["kind": "malformed"])
    guard case .response(200, let body) = locate(RawClient(port: ports[0])) else {
      Issue.record("no response")
      return
    }
    #expect(throws: JSONError.self) { try JSON(parsing: body) }
    #expect(try service.record()["outcome"] == "malformed")
  }

  @Test func `a kill point holds the nth request before its effect`() throws {
    try service.ok("hold", ["instance": "phone/mail", "endpoint": "locate", "n": 2])
    let client = RawClient(port: ports[0])
    #expect(locate(client) != .nothing)
    client.post("/locate", #"{"identity":"ana@contoso.com"}"#)
    _ = try service.record()
    let record = try service.record()
    #expect(record["hold"] == "kill")
    #expect(record["status"] == .null)
    #expect(try service.ok("release", ["request": 2]) == ["status": 200])
    guard case .response(200, _) = client.read() else {
      Issue.record("not released")
      return
    }
  }

  @Test func `a kill point holds the request after its effect`() throws {
    try service.ok("hold", ["instance": .null, "endpoint": "any", "point": "applied"])
    let client = RawClient(port: ports[0])
    client.post("/locate", #"{"identity":"ana@contoso.com"}"#)
    let record = try service.record()
    #expect(record["hold"] == "kill")
    #expect(record["status"] == 200)
  }

  @Test func `too long a body is refused and read to its end`() throws {
    let client = RawClient(port: ports[4])
    client.post("/telemetry", String(repeating: " ", count: (1 << 20) + 1))
    guard case .response(413, _) = client.read() else {
      Issue.record("no 413")
      return
    }
    client.post("/telemetry", #"{"events":[]}"# + String(repeating: " ", count: (1 << 20) - 13))
    #expect(client.read() == .response(status: 200, body: "{}"))
  }

  @Test func `wrong paths and methods are refused and recorded`() throws {
    let client = RawClient(port: ports[0])
    guard case .response(404, _) = client.exchange("/enroll", [:]) else {
      Issue.record("no 404")
      return
    }
    client.post("/locate", "", method: "GET")
    guard case .response(405, _) = client.read() else {
      Issue.record("no 405")
      return
    }
    #expect(try service.record()["endpoint"] == .null)
    #expect(try service.record()["code"] == "MethodNotAllowed")
  }
}
