import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// Which requests meet a fault.
@Suite struct FaultRuleTests {
  let service: LoneWorld

  init() throws { service = try LoneWorld() }

  /// How a run of requests ends: 200, or 500 for those that meet the fault.
  private func run(_ count: Int, _ request: ServiceRequest = .locate()) -> [Int?] {
    (0..<count).map { _ in service.status(request) }
  }

  private func fault(_ members: JSONObject) throws {
    try service.fault(["kind": "status", "status": 500], members)
  }

  @Test(
    arguments: [
      ("endpoint", "checkin", "token"), ("endpoint", "any", nil),
      ("instance", "phone/com.contoso.mail", "pad/com.contoso.mail"),
      ("identity", "ANA@contoso.com", "ben@contoso.com"),
      ("app", "com.contoso.mail", "com.contoso.docs"), ("device", "phone", "pad"),
      ("tenant", "contoso", "fabrikam"), ("method", "post", "GET"),
      ("path", "/check*", "/check"), ("path", "*in", "/checkin*x"),
      ("from", "2020-06-04T09:00:00Z", "2020-06-04T09:00:00.001Z"),
      ("until", "2020-06-04T09:00:00.001Z", "2020-06-04T09:00:00Z"),
    ] as [(String, JSON, JSON?)])
  func `every selector tells a request`(_ name: String, _ meant: JSON, _ other: JSON?) throws {
    service.ask("POST", "seed", ["tenants": ["fabrikam": [:]]])
    let id = service.engine.core.enrolled("ana@contoso.com")
    let checkIn = ServiceRequest.checkIn(
      id, bearer: service.engine.core.accessToken("ana@contoso.com"))
    if let other {
      try fault([name: other, "id": "other"])
      #expect(service.status(checkIn) == 200, "\(name) \(other.text)")
    }
    try fault([name: meant, "id": "meant"])
    #expect(service.status(checkIn) == 500, "\(name) \(meant.text)")
  }

  /// What is refused for its method or length has an operation, whose faults it meets.
  @Test func `a request that is refused at once meets faults too`() throws {
    try fault(["endpoint": "locate", "times": 1])
    var request = ServiceRequest.locate()
    request.refusal = Refusal(.methodNotAllowed, "/locate takes POST only")
    #expect([service.status(request), service.status(request)] == [500, 405])
    #expect(service.ask("GET", "faults/f1")?.body["matched"] == 2)
    #expect(service.entries("?status=405").count == 1)
  }

  @Test func `every selector must fit`() throws {
    try fault(["endpoint": "locate", "identity": "ben@contoso.com"])
    #expect(service.status(.locate("ana@contoso.com")) == 200)
    #expect(service.status(.locate("ben@contoso.com")) == 500)
    #expect(service.status(.signIn("ben@contoso.com")) == 200)
  }

  @Test func `an unenroll is the devices and tenants that it ends`() throws {
    let id = service.engine.core.enrolled("ana@contoso.com")
    let token = service.engine.core.accessToken("ana@contoso.com")
    #expect(service.status(.unenroll(id, bearer: token)) == 200)
    let entry = try #require(service.entries().last)
    #expect(entry["device"] == "phone")
    #expect(entry["tenant"] == "contoso")
    #expect(entry["app"] == "com.contoso.mail")
  }

  @Test func `after and times let some succeed first`() throws {
    try fault(["after": 2, "times": 2])
    #expect(run(6) == [200, 200, 500, 500, 200, 200])
    let rule = try #require(service.ask("GET", "faults/f1")?.body)
    #expect(rule["matched"] == 6)
    #expect(rule["hits"] == 2)
  }

  @Test func `a window is of the services time`() throws {
    try fault(["from": .int(at(1000).milliseconds), "until": .int(at(2000).milliseconds)])
    var seen: [Int?] = []
    for _ in 0..<5 {
      seen.append(service.status(.locate()))
      service.ask("POST", "clock/advance", ["by": 500])
    }
    #expect(seen == [200, 200, 500, 500, 200])
    #expect(service.ask("GET", "faults/f1")?.body["matched"] == 2)
  }

  @Test func `the same seed and requests give the same hits`() throws {
    func hits(_ seed: Int) throws -> [Int?] {
      service.ask("DELETE", "faults")
      try fault(["probability": .double(0.3), "seed": .int(seed)])
      return run(200)
    }
    let first = try hits(7)
    #expect(try hits(7) == first)
    #expect(try hits(8) != first)
    #expect(35...85 ~= first.count { $0 == 500 })
    #expect(try hits(1).prefix(12).map { $0 == 500 } == FaultRuleTests.seedOne)
  }

  /// What SplitMix64 of the seed 1 gives on every machine.
  private static let seedOne = [
    false, false, false, false, false, false, false, false, true, false, false, false,
  ]

  @Test func `probabilities of nothing and of everything are exact`() throws {
    try fault(["probability": 0])
    #expect(run(50).allSatisfy { $0 == 200 })
    service.ask("DELETE", "faults")
    try fault(["probability": 1])
    #expect(run(50).allSatisfy { $0 == 500 })
  }

  @Test func `the first rule that applies decides and later ones do not count`() throws {
    try fault(["times": 1])
    try fault([:])
    #expect(run(2) == [500, 500])
    let rules = service.ask("GET", "faults")?.body["faults"]?.array ?? []
    #expect(rules.map { $0["hits"] } == [1, 1])
    #expect(rules.map { $0["matched"] } == [2, 1])
  }

  // MARK: The matrix

  @Test func `a matrix is one rule for every pair in order`() throws {
    let answer = service.ask(
      "POST", "faults",
      [
        "matrix": [
          "endpoints": ["locate", "token"],
          "faults": [
            ["kind": "status", "status": 503], "malformed", ["kind": "error", "code": "Gone"],
          ],
        ], "times": 1,
      ])
    #expect(answer?.status == 201)
    #expect(
      answer?.body["ids"] == [
        "locate-status-503", "locate-malformed", "locate-error-Gone", "token-status-503",
        "token-malformed", "token-error-Gone",
      ])
    #expect(run(4) == [503, 200, 410, 200])
    #expect(service.entries().map { $0["outcome"] }[1] == "malformed")
    #expect(run(4, .signIn("ana@contoso.com")) == [503, 200, 410, 200])
    let rules = service.ask("GET", "faults")?.body["faults"]?.array ?? []
    #expect(rules.allSatisfy { $0["hits"] == 1 })
  }

  @Test func `pairs of one name are counted and a matrix may have a name`() throws {
    let faults: JSON = [
      ["kind": "status", "status": 503], ["kind": "status", "status": 503, "retryAfter": 9],
    ]
    let matrix: JSON = ["endpoints": ["locate"], "faults": faults]
    #expect(
      service.ask("POST", "faults", ["matrix": matrix])?.body["ids"]
        == ["locate-status-503", "locate-status-503-2"])
    let again = service.ask("POST", "faults", ["matrix": matrix])
    #expect(again?.status == 409)
    #expect(
      again?.body["error"]?["message"]
        == "there is already a fault rule \"locate-status-503\": delete it, or give another \"id\"")
    #expect(
      service.ask("POST", "faults", ["id": "b", "matrix": matrix])?.body["ids"]
        == ["b-locate-status-503", "b-locate-status-503-2"])
  }

  @Test func `a matrix is put in wholly or not at all`() throws {
    let answer = service.ask(
      "POST", "faults",
      ["matrix": ["endpoints": ["locate", "nowhere"], "faults": ["reset"]]])
    #expect(answer?.status == 400)
    #expect(service.engine.faults.isEmpty)
  }

  // MARK: Refusal

  @Test func `a refused host refuses on the port of everything too and is counted`() throws {
    try service.fault(["kind": "refused"], ["endpoint": "enroll"])
    #expect(service.engine.isRefused(.enrollment, instance: "-", now: at(0)))
    #expect(!service.engine.isRefused(.policy, instance: "-", now: at(0)))
    #expect(service.send(.unenroll("e1", bearer: nil)) == .reset)
    #expect(service.status(.locate()) == 200)
    #expect(service.ask("GET", "faults/f1")?.body["hits"] == 1)
  }

  @Test func `a refusal ends also after the clock has been set back`() throws {
    let until = at(60_000).milliseconds
    try service.fault(["kind": "refused"], ["until": .int(until)])
    for _ in 0..<3 {
      service.ask("PUT", "clock", ["now": .int(until)])
      let told = service.reachabilityChanges
      service.ask("PUT", "clock", ["now": .int(until - 1000)])
      #expect(service.reachabilityChanges > told)
      // The edge lies ahead again, and the clock knows it.
      #expect(service.ask("POST", "clock/advance", ["by": 1000])?.body["due"] == 1)
    }
  }

  @Test func `a refusal may be of one app only`() throws {
    try service.fault(["kind": "refused"], ["instance": "phone/com.contoso.mail"])
    #expect(service.send(.enroll("ana@contoso.com", bearer: nil)) == .reset)
    #expect(service.send(.enroll("ana@contoso.com", bearer: nil, device: "pad")) != .reset)
    #expect(!service.engine.isRefused(.enrollment, instance: "-", now: at(0)))
  }

  @Test func `faults of TLS are counted by connection`() throws {
    try service.fault(["kind": "tlsFailure"], ["endpoint": "checkin", "after": 1, "times": 1])
    try service.fault(["kind": "certificateExpired"], ["times": 1])
    #expect(service.engine.connectionFault(.policy, now: at(0)) == .certificateExpired)
    #expect(service.engine.connectionFault(.policy, now: at(0)) == .tlsFailure)
    #expect(service.engine.connectionFault(.policy, now: at(0)) == nil)
    #expect(service.engine.connectionFault(nil, now: at(0)) == nil)
  }

  @Test func `a fault of TLS at one endpoint says where it cannot be seen`() {
    let rule: JSON = ["fault": ["kind": "tlsFailure"], "endpoint": "locate", "id": "a"]
    let note = service.ask("POST", "faults", rule)?.body["note"]?.string
    #expect(note?.contains("the HTTPS port of the host of \"locate\"") == true)
    #expect(service.ask("GET", "faults/a")?.body["note"] == nil)
    let matrix: JSON = ["endpoints": ["checkin"], "faults": ["reset", "tlsFailure"]]
    let answer = service.ask("POST", "faults", ["matrix": matrix])?.body
    #expect(answer?["note"]?.string?.hasPrefix("checkin-tlsFailure: affects") == true)
    #expect(
      service.ask("POST", "faults", ["fault": ["kind": "tlsFailure"]])?.body["note"] == nil)
  }

  // MARK: Rules that are wrong

  @Test(
    arguments: [
      (
        ["fault": ["kind": "chips"]],
        "there is no fault \"chips\": one of \(FaultKind.allCases.map(\.rawValue).joined(separator: ", "))"
      ),
      ([:], "a fault needs a \"kind\""),
      (
        ["when": 1],
        "a rule has no member \"when\": one of \(FaultRule.names.joined(separator: ", "))"
      ),
      (["after": -1], "\"after\" must be an integer from 0 to 9007199254740992"),
      (["times": .int(.max)], "\"times\" must be an integer from 0 to 9007199254740992"),
      (["seed": .int(1 << 53 + 1)], "\"seed\" must be an integer from 0 to 9007199254740992"),
      (["probability": 2], "\"probability\" must be a number from 0 to 1"),
      (
        ["id": "a b", "fault": ["kind": "lost"]],
        "\"id\" must be a string of letters, digits, \"-\", \"_\" and \".\""
      ),
      (
        ["from": "soon"],
        "\"from\" must be an instant: \(VirtualInstant.form)"
      ),
      (["until": "1969-12-31T23:59:59Z"], "\"until\" must be an instant: \(VirtualInstant.form)"),
      (
        ["fault": ["kind": "refused"], "times": 1],
        "\"refused\" lasts until its rule is deleted or its window ends: it takes \"from\" and "
          + "\"until\", but not identity, after, times or probability"
      ),
      (
        ["fault": ["kind": "tlsFailure"], "path": "/x"],
        "a fault of connections cannot select by app, device, tenant, user, method or path"
      ),
      (
        ["fault": ["kind": "tlsFailure"], "instance": "phone/x"],
        "a fault of TLS happens before the app is known: it does not take instance"
      ),
      (
        ["fault": ["kind": "certificateExpired"], "endpoint": "graph"],
        "\"graph\" has no port of its own, so its connections cannot fail separately"
      ),
      (
        ["fault": ["kind": "delay"]], "the fault \"delay\" needs \"milliseconds\""
      ),
      (
        ["fault": ["kind": "status", "status": 503, "retry_after": 3]],
        "the fault \"status\" has no member \"retry_after\"; did you mean \"retryAfter\"?"
      ),
      (
        ["fault": ["kind": "status", "status": 204, "body": ["a": 1]]],
        "a response with status 204 has no body: leave out \"body\" and \"text\""
      ),
      (
        ["fault": ["kind": "status", "status": 200, "body": [], "text": "[]"]],
        "a status takes a JSON \"body\" or a \"text\", not both"
      ),
      (
        ["fault": ["kind": "chunks", "byte": 3]],
        "the fault \"chunks\" has no member \"byte\"; did you mean \"bytes\"?"
      ),
      (
        ["fault": ["kind": "reset", "times": 1]],
        "the fault \"reset\" has no member \"times\": it takes none"
      ),
      (
        [
          "fault": ["kind": "reset"], "from": "2020-06-04T10:00:00Z",
          "until": "2020-06-04T09:00:00Z",
        ],
        "no request can come from 2020-06-04T10:00:00Z until 2020-06-04T09:00:00Z: \"until\" "
          + "must be later than \"from\""
      ),
      (
        ["matrix": ["endpoints": ["locate"], "faults": ["reset", "refused"]], "times": 1],
        "a matrix with \"times\" cannot have \"refused\", which cannot be counted: leave it out of the "
          + "matrix, and add a rule of its own with a window (\"from\", \"until\")"
      ),
      (
        ["matrix": ["endpoints": ["locate"], "faults": ["reset"]], "endpoint": "token"],
        "\"endpoint\" belongs in the lists of a matrix, not beside them"
      ),
      (
        ["fault": ["kind": "status", "status": 99]],
        "\"status\" must be an integer from 200 to 599"
      ),
    ]
      + ["a", "a/", "/b", "a/b/c", " ", "text/\u{0}", "a/b\r\nX: y", "é/ü", "a b/c"].map {
        (
          ["fault": ["kind": "contentType", "mediaType": .string($0)]],
          "\"mediaType\" must be a media type such as text/html"
        )
      } as [(JSON, String)])
  func `a wrong rule says why`(_ rule: JSON, _ message: String) {
    let answer = service.ask("POST", "faults", rule)
    #expect(answer?.status == 400)
    #expect(answer?.body["error"]?["message"] == .string(message))
  }

  @Test(arguments: ["chunks", "outOfOrder", "dateSkew", "tlsFailure", "certificateExpired"])
  func `under a coordinator some kinds are refused`(_ kind: String) throws {
    let coordinated = try InProcessService()
    let rule: JSON =
      kind == "dateSkew"
      ? ["fault": ["kind": "dateSkew", "milliseconds": 1]] : ["fault": ["kind": .string(kind)]]
    #expect(
      coordinated.control(["do": "fault", "rule": rule], now: at(0))["error"]
        == .string("the fault \"\(kind)\" needs a standalone service"))
  }

  @Test func `what cannot be done here is said`() {
    service.engine.impossibleFaults = [.tlsFailure: "there is no TLS"]
    #expect(
      service.ask("POST", "faults", ["fault": ["kind": "tlsFailure"]])?.body["error"]?["message"]
        == "there is no TLS")
  }

  @Test func `rules are deleted by ID and all at once`() throws {
    for id in ["a", "b", "c"] { try fault(["id": .string(id)]) }
    #expect(service.ask("DELETE", "faults/b")?.status == 204)
    #expect(service.ask("DELETE", "faults/b")?.status == 404)
    #expect(service.engine.faults.map(\.id) == ["a", "c"])
    try fault([:])
    #expect(service.engine.faults.map(\.id) == ["a", "c", "f3"])
    #expect(service.ask("DELETE", "faults")?.status == 204)
    #expect(service.engine.faults.isEmpty)
  }
}
