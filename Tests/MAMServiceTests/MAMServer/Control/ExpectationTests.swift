import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// Questions to the journal: filters, expectations, near misses, waiting, and what must never come.
@Suite struct ExpectationTests {
  let service: LoneWorld

  init() throws { service = try LoneWorld() }

  private func post(_ verb: String, _ body: JSON) -> (status: Int?, body: JSON) {
    let answer = service.ask("POST", "journal/" + verb, body)
    return (answer?.status, answer?.body ?? .null)
  }

  // MARK: Filters

  @Test(
    arguments: [
      ("", [1, 2, 3, 4]), ("?endpoint=locate", [1, 2]), ("?identity=BEN@contoso.com", [2]),
      ("?app=com.contoso.mail", [4]), ("?device=phone", [4]), ("?tenant=contoso", [1, 2, 3, 4]),
      ("?status=200", [1, 3]), ("?status=4xx", [4]), ("?status=500-599", [2]),
      ("?outcome=answered", [1, 2, 3, 4]), ("?fault=f1", [2]), ("?fault=*", [2]),
      ("?method=POST", [1, 2, 3, 4]), ("?path=*/token", [3]), ("?code=InvalidToken", [4]),
      ("?from=2020-06-04T09:00:02Z", [3, 4]), ("?until=1591261201000", [1]),
      ("?after=2", [3, 4]), ("?after=1&limit=2", [2, 3]), ("?endpoint=locate&status=200", [1]),
    ])
  func `the journal is filtered`(_ query: String, _ numbers: [Int]) throws {
    try service.fault(["kind": "status", "status": 503], ["identity": "ben@contoso.com"])
    for request: ServiceRequest in [
      .locate(), .locate("ben@contoso.com"), .signIn("ana@contoso.com"),
      .enroll("ana@contoso.com", bearer: "none"),
    ] {
      service.send(request)
      service.ask("POST", "clock/advance", ["by": 1000])
    }
    #expect(service.entries(query).map { $0["request"]?.int ?? 0 } == numbers)
  }

  @Test func `a journal is read page by page`() {
    for _ in 0..<5 { service.send(.locate()) }
    let first = service.ask("GET", "journal?limit=3")?.body
    #expect(first?["next"] == 3)
    let second = service.ask("GET", "journal?limit=3&after=3")?.body
    #expect(second?["entries"]?.array?.map { $0["request"] } == [4, 5])
    #expect(second?["next"] == .null)
    #expect(service.ask("DELETE", "journal")?.status == 204)
    #expect(service.entries().isEmpty)
  }

  // MARK: Expectations over what has come

  @Test(
    arguments: [
      (["match": ["endpoint": "locate"]], true), ([:], true),
      (["match": ["endpoint": "locate"], "exactly": 3], true),
      (["match": ["endpoint": "locate"], "exactly": 2], false),
      (["match": ["endpoint": "locate"], "atLeast": 3, "atMost": 3], true),
      (["match": ["endpoint": "locate"], "atMost": 2], false),
      (["match": ["endpoint": "locate"], "atLeast": 4], false),
      (["match": ["endpoint": "enroll"]], false),
      (["match": ["endpoint": "enroll"], "exactly": 0], true),
      (["match": ["endpoint": "locate"], "exactly": 1, "until": .int(at(1).milliseconds)], true),
      (["match": ["endpoint": "locate"], "exactly": 2, "from": .int(at(1).milliseconds)], true),
    ] as [(JSON, Bool)])
  func `an expectation is judged`(_ expectation: JSON, _ passes: Bool) {
    for time in 0..<3 {
      service.clock.set(to: at(time))
      service.send(.locate())
    }
    let (status, body) = post("expect", expectation)
    #expect(status == (passes ? 200 : 409))
    #expect(body["passed"] == .bool(passes))
  }

  @Test func `a failed expectation shows the nearest requests`() throws {
    try service.fault(["kind": "status", "status": 503], ["identity": "ben@contoso.com"])
    service.send(.signIn("ana@contoso.com"))
    service.send(.locate("ana@contoso.com"))
    service.send(.locate("ben@contoso.com"))
    for _ in 0..<4 { service.send(.graph) }
    let (status, body) = post(
      "expect", ["match": ["endpoint": "locate", "identity": "ben@contoso.com", "status": 200]])
    #expect(status == 409)
    #expect(body["count"] == 0)
    #expect(
      body["message"] == """
        expected at least 1 of {"endpoint":"locate","identity":"ben@contoso.com","status":200}, \
        found 0; nearest: request 3 (locate by ben@contoso.com) differs in status
        """)
    let nearest = try #require(body["nearest"]?.array)
    #expect(nearest.count == 5)
    #expect(nearest.prefix(2).map { $0["entry"]?["request"] } == [3, 2])
    #expect(nearest[0]["differs"] == ["status"])
    #expect(nearest[1]["differs"] == ["identity"])
    #expect(nearest[0]["entry"]?["path"] == "/locate")
    #expect(nearest[0]["entry"]?["http"] == nil)
  }

  @Test func `the reset of a tenant hides nothing that others lost`() throws {
    let service = try LoneWorld(capacity: 3, seed: StateTests.two)
    service.send(.locate("fay@fabrikam.com"))
    for _ in 0..<4 { service.send(.locate("ana@contoso.com")) }
    func passed(_ tenant: String) -> JSON? {
      service.ask(
        "POST", "journal/expect", ["match": ["tenant": .string(tenant)], "exactly": 0])?
        .body["passed"]
    }
    #expect(passed("fabrikam") == .null)
    #expect(service.ask("POST", "reset", ["tenant": "contoso"])?.status == 200)
    #expect(service.entries().isEmpty)
    #expect(passed("fabrikam") == .null)
    // What was dropped of the tenant is forgotten with it.
    #expect(passed("contoso") == true)
    #expect(service.ask("DELETE", "journal")?.status == 204)
    #expect(passed("fabrikam") == true)
  }

  @Test func `what was dropped makes an expectation inconclusive`() throws {
    let service = try LoneWorld(capacity: 2)
    for time in 0..<5 {
      service.clock.set(to: at(time * 1000))
      service.send(.locate())
    }
    func expect(_ body: JSON) -> JSON? { service.ask("POST", "journal/expect", body)?.body }
    // The three that are not there any more could be the ones.
    let body = expect(["match": ["endpoint": "token"]])
    #expect(body?["passed"] == .null)
    #expect(
      body?["message"] == """
        inconclusive: 3 requests of 2020-06-04T09:00:00Z to 2020-06-04T09:00:02Z have been dropped \
        from the journal, and some of them may have matched; start the service with more --journal-entries
        """)
    #expect(body?["dropped"]?["count"] == 3)
    #expect(expect(["match": ["endpoint": "token"], "exactly": 0])?["passed"] == .null)
    // Enough are there, or too many, whatever was dropped.
    #expect(expect(["match": ["endpoint": "locate"], "atLeast": 2])?["passed"] == true)
    #expect(expect(["match": ["endpoint": "locate"], "atMost": 1])?["passed"] == false)
    // Nothing was dropped of that window.
    let later: JSON = .int(at(2001).milliseconds)
    #expect(expect(["match": ["endpoint": "token"], "from": later])?["passed"] == false)
    #expect(
      expect(["match": ["endpoint": "token", "from": later], "exactly": 0])?["passed"] == true)
  }

  @Test func `a window beside a match leaves what is in both`() {
    for _ in 0..<4 {
      service.send(.locate())
      service.ask("POST", "clock/advance", ["by": 1000])
    }
    func time(_ milliseconds: Int) -> JSON { .int(at(milliseconds).milliseconds) }
    let match: JSON = ["from": time(1000), "until": time(3000)]
    func count(_ from: Int, _ until: Int) -> JSON? {
      post("expect", ["match": match, "from": time(from), "until": time(until), "atLeast": 0]).body[
        "count"]
    }
    #expect(count(0, 9000) == 2)
    #expect(count(2000, 9000) == 1)
    #expect(count(0, 2000) == 1)
    #expect(post("expect", ["match": match, "from": time(3000)]).status == 400)
    #expect(post("never", ["match": match, "from": time(3000), "within": 5]).status == 400)
    #expect(post("wait", ["match": match, "until": time(1000)]).status == 400)
  }

  @Test func `entries may be forgotten that fit`() {
    for user in ["ana", "ben", "ana"] { service.send(.locate("\(user)@contoso.com")) }
    #expect(service.ask("DELETE", "journal?identity=ana")?.status == 204)
    #expect(service.entries().map { $0["request"] } == [2])
    #expect(service.ask("DELETE", "journal?limit=1")?.status == 400)
    #expect(service.ask("DELETE", "journal", ["tenant": "contoso"])?.status == 400)
    #expect(service.entries().count == 1)
    #expect(service.ask("DELETE", "journal?tenant=contoso")?.status == 204)
    #expect(service.entries().isEmpty)
  }

  // MARK: Waiting

  @Test func `waiting for what may have been dropped is inconclusive`() throws {
    let service = try LoneWorld(capacity: 1)
    service.send(.locate())
    service.send(.locate())
    let answer = LoneWorld.Answer()
    service.ask(
      "POST", "journal/wait", ["match": ["endpoint": "token"], "timeoutMilliseconds": 5],
      into: answer)
    service.wall.set(to: at(5))
    #expect(answer.status == 408)
    #expect(answer.body["passed"] == .null)
    #expect(answer.body["dropped"]?["count"] == 1)
  }

  @Test func `what is dropped while somebody waits has been seen`() throws {
    let service = try LoneWorld(capacity: 1)
    let answer = LoneWorld.Answer()
    service.ask(
      "POST", "journal/wait", ["match": ["endpoint": "token"], "timeoutMilliseconds": 5],
      into: answer)
    for _ in 0..<3 { service.send(.locate()) }
    service.wall.set(to: at(5))
    #expect(answer.body["passed"] == false)
  }

  @Test func `waiting ends with the request that was waited for`() {
    let answer = LoneWorld.Answer()
    service.send(.locate())
    service.ask(
      "POST", "journal/wait", ["match": ["endpoint": "locate"], "count": 3], into: answer)
    service.send(.signIn("ana@contoso.com"))
    service.send(.locate())
    #expect(answer.response == nil)
    service.send(.locate())
    #expect(answer.status == 200)
    #expect(answer.body["count"] == 3)
    #expect(answer.body["entries"]?.array?.map { $0["request"] } == [1, 3, 4])
    #expect(service.api.waiters.isEmpty)
  }

  @Test func `waiting for a status sees the end of a held request`() throws {
    try service.fault(["kind": "outOfOrder"], ["times": 1])
    let answer = LoneWorld.Answer()
    service.ask("POST", "journal/wait", ["match": ["status": 200], "count": 2], into: answer)
    service.send(.locate())
    service.send(.signIn("ana@contoso.com"))
    #expect(answer.status == 200)
    #expect(answer.body["count"] == 2)
  }

  @Test func `a held request is not counted twice`() throws {
    try service.fault(["kind": "delay", "milliseconds": 5], ["times": 1])
    let answer = LoneWorld.Answer()
    service.ask("POST", "journal/wait", ["count": 2], into: answer)
    service.send(.locate())
    service.ask("POST", "clock/advance", ["by": 5])
    #expect(answer.response == nil)
    service.send(.locate())
    #expect(answer.status == 200)
  }

  @Test func `waiting ends after its time with the nearest requests`() {
    let answer = LoneWorld.Answer()
    service.ask(
      "POST", "journal/wait", ["match": ["endpoint": "enroll"], "timeoutMilliseconds": 500],
      into: answer)
    service.send(.locate())
    service.wall.set(to: at(499))
    #expect(answer.response == nil)
    service.wall.set(to: at(500))
    #expect(answer.status == 408)
    #expect(answer.body["passed"] == false)
    #expect(
      answer.body["message"] == """
        waited 500 ms of real time for 1 of {"endpoint":"enroll"}, 0 came; nearest: request 1 \
        (locate by ana@contoso.com) differs in endpoint
        """)
    #expect(service.api.waiters.isEmpty)
  }

  // MARK: Never

  @Test func `never passes when the clock has left the window`() {
    let answer = LoneWorld.Answer()
    service.ask(
      "POST", "journal/never", ["match": ["endpoint": "enroll"], "within": "PT8H"], into: answer)
    service.send(.locate())
    service.ask("POST", "clock/advance", ["by": 28_799_999])
    #expect(answer.response == nil)
    service.ask("POST", "clock/advance", ["by": 1])
    #expect(answer.status == 200)
    #expect(answer.body == ["passed": true, "count": 0])
    #expect(service.api.waiters.isEmpty)
  }

  @Test func `never fails at once`() {
    let answer = LoneWorld.Answer()
    service.ask(
      "POST", "journal/never", ["match": ["endpoint": "locate"], "within": "PT8H"], into: answer)
    service.send(.locate())
    #expect(answer.status == 409)
    #expect(answer.body["passed"] == false)
    #expect(answer.body["count"] == 1)
    #expect(answer.body["matches"]?.array?.map { $0["request"] } == [1])
  }

  @Test func `never begins behind the last request though the clock stands`() {
    service.send(.locate())
    let answer = LoneWorld.Answer()
    service.ask(
      "POST", "journal/never", ["match": ["endpoint": "locate"], "within": "PT8H"], into: answer)
    #expect(answer.response == nil)
    service.send(.locate())
    #expect(answer.status == 409 && answer.body["count"] == 1)
    #expect(answer.body["matches"]?.array?.map { $0["request"] } == [2])
    #expect(post("never", ["from": .int(at(0).milliseconds), "within": 1]).body["count"] == 2)
  }

  @Test func `never passes over the end of a request that came before`() throws {
    try service.fault(["kind": "delay", "milliseconds": 5], ["times": 1])
    service.send(.locate())
    let answer = LoneWorld.Answer()
    service.ask("POST", "journal/never", ["match": ["status": 200], "within": 10], into: answer)
    service.ask("POST", "clock/advance", ["by": 10])
    #expect(answer.body["passed"] == true)
  }

  @Test func `never sees requests that are counted from one again`() {
    for _ in 0..<2 { service.send(.locate()) }
    let answer = LoneWorld.Answer()
    service.ask("POST", "journal/never", ["within": "PT8H"], into: answer)
    service.ask("POST", "reset", [:])
    #expect(answer.response == nil)
    service.send(.locate())
    #expect(answer.body["matches"]?.array?.map { $0["request"] } == [1])
  }

  @Test func `never judges a window of the past at once`() {
    service.ask("POST", "clock/advance", ["by": 1000])
    service.send(.locate())
    service.ask("POST", "clock/advance", ["by": 1000])
    func never(_ from: Int, _ until: Int) -> JSON {
      post(
        "never",
        ["from": .int(at(from).milliseconds), "until": .int(at(until).milliseconds)]
      ).body["passed"] ?? .null
    }
    #expect(never(0, 1000) == true)
    #expect(never(0, 1001) == false)
    #expect(never(1001, 2000) == true)
  }

  @Test func `a request after the window does no harm`() {
    let answer = LoneWorld.Answer()
    service.ask("POST", "journal/never", ["within": 1000], into: answer)
    service.clock.schedule(at: at(1500)) { [service] in service.send(.locate()) }
    service.ask("POST", "clock/advance", ["by": 2000])
    #expect(answer.body["passed"] == true)
  }

  @Test func `never is inconclusive after its time or without the journal`() throws {
    let answer = LoneWorld.Answer()
    service.ask(
      "POST", "journal/never", ["within": 1000, "timeoutMilliseconds": 50], into: answer)
    service.wall.set(to: at(50))
    #expect(answer.status == 408)
    #expect(answer.body["passed"] == .null)
    #expect(answer.body["clock"]?["now"] == .int(at(0).milliseconds))

    let small = try LoneWorld(capacity: 1)
    for _ in 0..<3 { small.send(.locate()) }
    let judged = small.ask(
      "POST", "journal/never",
      ["match": ["endpoint": "enroll"], "from": .int(at(0).milliseconds), "within": 1000])
    #expect(judged?.status == 409)
    #expect(judged?.body["passed"] == .null)
  }

  @Test func `several may wait at the same time`() {
    let answers = (0..<3).map { _ in LoneWorld.Answer() }
    for (index, endpoint) in ["locate", "token", "any"].enumerated() {
      service.ask(
        "POST", "journal/wait", ["match": ["endpoint": .string(endpoint)]], into: answers[index])
    }
    service.send(.signIn("ana@contoso.com"))
    #expect(answers.map(\.status) == [nil, 200, 200])
    service.send(.locate())
    #expect(answers[0].status == 200)
  }
}
