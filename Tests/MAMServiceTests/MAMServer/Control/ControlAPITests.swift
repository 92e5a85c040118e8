import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMServer
@testable import MAMWire

/// Paths, methods, errors and the token of the control API.
@Suite struct ControlAPITests {
  let service: LoneWorld

  init() throws { service = try LoneWorld() }

  /// Every operation refuses what it does not know, in its query and in its body, and does nothing.
  @Test(arguments: ControlOperation.all.map { ($0.method, $0.path) })
  func `what an operation does not know is an error`(_ method: String, _ path: String) throws {
    service.send(.locate())
    try service.fault(["kind": "lost"])
    let paths = [
      "tenants/{}": "tenants/contoso", "users/{}": "users/ana", "faults/{}": "faults/f1",
      "devicecodes/{}": "devicecodes/X", "held/{}": "held/1", "journal/{}": "journal/1",
    ]
    let before = service.ask("GET", "snapshot")?.body.text
    let asked = paths[path] ?? path
    #expect(service.ask(method, asked + "?colour=red")?.status == 400)
    #expect(service.ask(method, asked, ["colour": "red"])?.status == 400)
    #expect(service.ask("GET", "snapshot")?.body.text == before)
    #expect(service.journal.count == 1)
  }

  @Test func `the index lists every operation with a line`() throws {
    let operations = try #require(service.ask("GET", "")?.body["operations"]?.array)
    #expect(operations.count == ControlOperation.all.count)
    #expect(
      operations.contains(
        "POST /_mam/clock/advance: {by}: moves the clock on by milliseconds or a duration like PT8H"
      ))
    #expect(operations.allSatisfy { ($0.string ?? "").contains(" /_mam/") })
  }

  @Test(
    arguments: [
      (
        "GET", "nowhere", nil, 404, "NotFound",
        "there is no /_mam/nowhere; GET /_mam/ lists what there is"
      ),
      (
        "PUT", "faults", nil, 405, "MethodNotAllowed",
        "/_mam/faults takes GET, HEAD, POST, DELETE, OPTIONS"
      ),
      ("GET", "faults/f9", nil, 404, "NotFound", "there is no fault rule \"f9\""),
      ("POST", "clock/advance", [], 400, "BadRequest", "the body must be a JSON object"),
      (
        "POST", "clock/advance", ["for": 1], 400, "BadRequest",
        "there is no member \"for\": one of by"
      ),
      (
        "POST", "clock/advance", [:], 400, "BadRequest",
        "\"by\" must be milliseconds or a duration such as PT8H"
      ),
      (
        "POST", "clock/advance", ["by": "a day"], 400, "BadRequest",
        "\"by\" must be milliseconds or an ISO 8601 duration such as PT8H, of at most 100 years"
      ),
      (
        "POST", "clock/advance", ["by": -1], 400, "BadRequest",
        "\"by\" must not be negative: a span leads forward, not back"
      ),
      (
        "POST", "clock/advance", ["by": "-PT1H"], 400, "BadRequest",
        "\"by\" must not be negative: a span leads forward, not back"
      ),
      (
        "POST", "clock/advance", ["by": "PT1.5H"], 400, "BadRequest",
        "\"by\" may have a fraction of seconds only: PT1H30M, not PT1.5H"
      ),
      (
        "POST", "clock/advance", ["by": .double(1.5)], 400, "BadRequest",
        "\"by\" must be whole milliseconds, without a fraction"
      ),
      ("PUT", "clock", [:], 400, "BadRequest", "\"now\" must be an instant"),
      ("POST", "reset", ["tenant": "x"], 404, "NotFound", "there is no tenant \"x\""),
      ("POST", "reset", ["empty": 1], 400, "BadRequest", "\"empty\" must be true or false"),
      (
        "PATCH", "users/zoe", ["licensed": true], 404, "NotFound",
        "unknown user \"zoe\"; known: ana, ben, eve"
      ),
      (
        "PATCH", "users/ana", ["name": "x"], 400, "BadRequest",
        "the member \"name\" cannot be changed"
      ),
      (
        "PATCH", "users/ana", ["licenced": true], 400, "BadRequest",
        "user \"ana\" has no member \"licenced\"; did you mean \"licensed\"?"
      ),
      (
        "PATCH", "users/ana", ["signInError": ["error": "x", "status": -1]], 400, "BadRequest",
        "\"signInError\" of user \"ana\": \"status\" must be an integer from 400 to 599, not -1"
      ),
      (
        "PATCH", "users/ana", ["signInError": ["error": "x", "times": -1]], 400, "BadRequest",
        "\"signInError\" of user \"ana\": \"times\" must be an integer from 0 to 2147483647, not -1"
      ),
      (
        "PATCH", "users/ana", ["signInError": ["error": "x", "staus": 400]], 400, "BadRequest",
        "\"signInError\" of user \"ana\" has no member \"staus\"; did you mean \"status\"?"
      ),
      (
        "PATCH", "tenants/contoso", ["accessTokenSeconds": 3_153_600_001], 400, "BadRequest",
        "tenant \"contoso\": \"accessTokenSeconds\" must be an integer from 1 to 3153600000, not "
          + "3153600001"
      ),
      (
        "POST", "held/7", ["do": "release"], 404, "NotFound", "no request with the number 7 is held"
      ),
      ("POST", "held/7", ["do": "wait"], 400, "BadRequest", "\"do\" must be release or drop"),
      (
        "GET", "journal?colour=1", nil, 400, "BadRequest",
        "there is no parameter \"colour\": one of endpoint, instance, identity, app, device, tenant, method, path, from, until, status, outcome, code, fault, after, limit"
      ),
      (
        "GET", "journal?limit=1&limit=2", nil, 400, "BadRequest",
        "the parameter \"limit\" is given twice"
      ),
      (
        "GET", "clock?x=1", nil, 400, "BadRequest",
        "there is no parameter \"x\": the operation takes none"
      ),
      (
        "DELETE", "faults", ["id": "x"], 400, "BadRequest",
        "there is no member \"id\": the operation takes none"
      ),
      (
        "POST", "journal/expect", ["atLeast": 3, "atMost": 1], 400, "BadRequest",
        "\"atLeast\" is greater than \"atMost\": no number of requests can satisfy both"
      ),
      (
        "POST", "journal/expect", ["match": ["color": 1]], 400, "BadRequest",
        "requests cannot be matched by \"color\", only by endpoint, instance, identity, app, device, tenant, method, path, from, until, headers, query, body, status, outcome, code, fault"
      ),
      (
        "GET", "journal?status=many", nil, 400, "BadRequest",
        "\"status\" must be a status such as 503, 5xx or 500-599"
      ),
      (
        "GET", "journal?outcome=lost", nil, 400, "BadRequest",
        "there is no outcome \"lost\": one of answered, held, dropped, discarded, reset, truncated, malformed"
      ),
      (
        "GET", "journal?limit=0", nil, 400, "BadRequest",
        "\"limit\" must be an integer from 1 to 100000"
      ),
      (
        "POST", "journal/expect", ["exactly": 1, "atMost": 2], 400, "BadRequest",
        "\"exactly\" cannot be combined with \"atLeast\" or \"atMost\""
      ),
      (
        "POST", "journal/never", [:], 400, "BadRequest",
        "either \"until\" (an instant) or \"within\" (milliseconds, or a duration such as PT8H) must be given"
      ),
      (
        "POST", "journal/never", ["until": "2020-06-04T08:00:00Z"], 400, "BadRequest",
        "the window is empty: it starts at 2020-06-04T09:00:00Z unless \"from\" says otherwise, and must end later"
      ),
      (
        "POST", "devicecodes/X", ["user": "ana"], 404, "NotFound",
        "no device is waiting with the code X"
      ),
    ] as [(String, String, JSON?, Int, String, String)])
  func `errors say what is wrong`(
    _ method: String, _ path: String, _ body: JSON?, _ status: Int, _ code: String,
    _ message: String
  ) {
    let answer = service.ask(method, path, body)
    #expect(answer?.status == status)
    #expect(
      answer?.body == ["error": ["code": .string(code), "message": .string(message)]])
  }

  @Test func `a body that is not JSON is refused`() {
    service.api.answer(HTTPRequest("POST", "/_mam/reset", headers: json, body: Array("{".utf8))) {
      #expect($0.status == 400)
      #expect($0.body["error"]?["message"]?.string?.hasPrefix("the body is not JSON") == true)
    }
  }

  @Test func `head is answered as get and options tell the methods`() {
    #expect(service.ask("HEAD", "clock")?.status == 200)
    let options = service.ask("OPTIONS", "clock")
    #expect(options?.status == 204)
    #expect(options?.headers.first == HeaderField("Allow", "GET, HEAD, PUT, OPTIONS"))
    let wrong = service.ask("DELETE", "clock")
    #expect(wrong?.status == 405)
    #expect(wrong?.headers.first == HeaderField("Allow", "GET, HEAD, PUT, OPTIONS"))
    #expect(service.ask("OPTIONS", "nowhere")?.status == 404)
  }

  @Test(
    arguments: [
      (nil, 401), ("Bearer administrator", 401), ("Bearer administratoR1", 401),
      ("Basic administrator1", 401), ("Bearer administrator1", 200),
    ] as [(String?, Int)])
  func `a service with a token asks for it`(_ header: String?, _ status: Int) throws {
    let service = try LoneWorld(token: "administrator1")
    let answer = service.ask(
      "GET", "clock", headers: header.map { [HeaderField("Authorization", $0)] } ?? [])
    #expect(answer?.status == status)
    if status == 401 {
      #expect(answer?.body["error"]?["code"] == "Unauthorized")
      #expect(answer?.headers.first == HeaderField("WWW-Authenticate", "Bearer"))
    }
  }

  // MARK: The clock

  @Test func `the clock is set and moved on`() {
    #expect(
      service.ask("GET", "clock")?.body == [
        "mode": "virtual", "now": 1_591_261_200_000, "instant": "2020-06-04T09:00:00Z",
      ])
    for (by, instant) in [(1500, "2020-06-04T09:00:01.500Z"), ("PT8H", "2020-06-04T17:00:01.500Z")]
      as [(JSON, JSON)]
    {
      #expect(service.ask("POST", "clock/advance", ["by": by])?.body["instant"] == instant)
    }
    let answer = service.ask("PUT", "clock", ["now": "2020-06-01T00:00:00Z"])
    #expect(answer?.body["instant"] == "2020-06-01T00:00:00Z")
    #expect(answer?.body["due"] == 0)
    #expect(service.ask("PUT", "clock", ["now": 1000])?.body["now"] == 1000)
    #expect(service.ask("PUT", "clock", ["now": 253_402_300_799_999])?.status == 200)
    #expect(service.ask("POST", "clock/advance", ["by": 1])?.status == 400)
    #expect(service.clock.now.milliseconds == 253_402_300_799_999)
  }

  // MARK: Held requests

  @Test func `held requests are listed released and dropped`() throws {
    try service.fault(["kind": "delay", "milliseconds": 1000], ["times": 1])
    try service.fault(["kind": "lost"], ["times": 1])
    #expect(
      service.ask("POST", "holds", ["endpoint": "token", "point": "received"])?.status == 200)
    service.send(.locate())
    service.send(.locate())
    service.send(.signIn("ana@contoso.com"))
    let held = try #require(service.ask("GET", "held")?.body["held"]?.array)
    #expect(held.map { $0["request"] } == [1, 2, 3])
    #expect(held.map { $0["reason"] } == ["delay", "fault", "hold"])
    #expect(held.map { $0["until"] } == ["2020-06-04T09:00:01Z", .null, .null])
    #expect(held.map { $0["applied"] } == [true, false, false])
    #expect(held.map { $0["releasable"] } == [true, false, true])
    #expect(service.ask("POST", "held/1", ["do": "release"])?.body == ["status": 200])
    let lost = service.ask("POST", "held/2", ["do": "release"])
    #expect(lost?.status == 409)
    #expect(
      lost?.body["error"]?["message"]
        == "the response to request 2 is lost: the request can only be dropped")
    #expect(service.ask("POST", "held/2", ["do": "drop"])?.status == 200)
    #expect(service.ask("POST", "held/3", ["do": "release"])?.body == ["status": 200])
    #expect(service.sent.keys.sorted() == [1, 3])
    #expect(service.dropped == [2])
    #expect(service.entries().map { $0["outcome"] } == ["answered", "dropped", "answered"])
    #expect(service.entries().last?["subject"] == "Ana@contoso.com")
    // The delay's end comes too late, and finds nobody.
    #expect(service.ask("POST", "clock/advance", ["by": 5000])?.body["due"] == 0)
  }

  @Test func `held requests are listed without a journal too`() throws {
    let service = try LoneWorld(capacity: 0)
    try service.fault(["kind": "lost"])
    service.send(.locate())
    #expect(service.ask("GET", "held")?.body["held"]?.array?.count == 1)
  }
}
