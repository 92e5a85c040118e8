import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// A transport that remembers what became of held requests.
final class SilentTransport: ServiceTransport {
  private(set) var sent: [(request: Int, reply: Reply)] = []
  private(set) var dropped: [Int] = []

  func open(_ instance: String, ports: [Int]?) -> OpenHosts {
    OpenHosts(urls: HostURLs { "mam://\(instance)/\($0.name)" }, ports: [])
  }
  func close(_ instance: String) {}
  func reachabilityChanged() {}
  func send(_ reply: Reply, to request: Int) { sent.append((request, reply)) }
  func drop(_ request: Int) { dropped.append(request) }
}

/// An engine with the shared world, its transport and its records.
final class EngineStage {
  let engine: ServiceEngine
  let transport = SilentTransport()
  private final class Log { var records: [RequestRecord] = [] }
  private let log = Log()
  var records: [RequestRecord] { log.records }

  init(store: StateStore? = nil) throws {
    let log = log
    engine = try ServiceEngine(store: store) { log.records.append($0) }
    engine.transport = transport
    try engine.seed(world.object!, now: at(0))
  }

  /// Carries out a command that has to succeed.
  @discardableResult
  func order(_ command: JSON, now: VirtualInstant = at(0)) throws -> JSON {
    let line = engine.control(command, on: transport, now: now).line
    return try #require(line["ok"], "\(JSON.object(line).text)")
  }

  /// Why a command is refused; nil if it is not.
  func refusal(_ command: JSON) -> String? {
    engine.control(command, on: transport, now: at(0)).line["error"]?.string
  }

  /// Signs a user in from an app; what becomes of it.
  @discardableResult
  func signIn(
    _ user: String = "ana@contoso.com", from instance: String = "phone/mail",
    now: VirtualInstant = at(0)
  ) -> Disposition {
    engine.receive(.signIn(user), instance: instance, now: now)
  }

  /// How many sign-ins have taken effect.
  var signIns: Int { engine.core.state.refreshTokens.count }

  /// The status of a response that is sent at once; 0 if it is held or reset.
  static func status(_ disposition: Disposition) -> Int {
    if case .send(let reply) = disposition { reply.response.status } else { 0 }
  }
}

/// Orders to hold a request for a kill, before or after it takes effect.
@Suite struct HoldTests {
  private func hold(_ members: JSONObject) -> JSON {
    var order: JSONObject = ["do": "hold", "instance": "phone/mail", "endpoint": "token"]
    for member in members.members { order[member.name] = member.value }
    return .object(order)
  }

  @Test
  func `a request that is held when it comes has no effect, neither then nor when it is dropped`()
    throws
  {
    let stage = try EngineStage()
    try stage.order(hold(["point": "received"]))
    #expect(stage.signIn() == .hold(1))
    #expect(stage.signIns == 0)
    #expect(stage.records.map(\.outcome) == [.held])
    #expect(stage.records.first?.hold == .kill)
    #expect(stage.records.first?.status == nil)
    try stage.order(["do": "drop", "request": 1])
    #expect(stage.transport.dropped == [1])
    #expect(stage.signIns == 0)
    #expect(stage.refusal(["do": "drop", "request": 1]) == "no request with that number is held")
  }

  @Test func `a request that is held behind its effect has taken it, and no response leaves`()
    throws
  {
    let stage = try EngineStage()
    try stage.order(hold(["point": "applied"]))
    #expect(stage.signIn() == .hold(1))
    #expect(stage.signIns == 1)
    #expect(stage.records.first?.status == 200)
    try stage.order(["do": "drop", "request": 1])
    #expect(stage.signIns == 1)
    #expect(stage.transport.sent.isEmpty)
  }

  @Test func `a request that is released takes effect then, if it has not yet`() throws {
    for (point, before) in [("received", 0), ("applied", 1)] {
      let stage = try EngineStage()
      try stage.order(hold(["point": .string(point)]))
      stage.signIn()
      #expect(stage.signIns == before)
      #expect(try stage.order(["do": "release", "request": 1], now: at(5)) == ["status": 200])
      #expect(stage.signIns == 1)
      #expect(stage.transport.sent.map(\.request) == [1])
      #expect(stage.transport.sent.first?.reply.released == at(5))
      #expect(
        stage.refusal(["do": "release", "request": 1]) == "no request with that number is held")
    }
  }

  @Test func `only requests of the app and the endpoint count, and only the n-th is held`() throws {
    let stage = try EngineStage()
    try stage.order(hold(["n": 2]))
    #expect(EngineStage.status(stage.signIn(from: "phone/docs")) == 200)
    #expect(EngineStage.status(stage.signIn()) == 200)
    let locate = ServiceRequest(.locate, client: "r1", body: ["identity": "ana@contoso.com"])
    #expect(
      EngineStage.status(stage.engine.receive(locate, instance: "phone/mail", now: at(0))) == 200)
    #expect(stage.signIn() == .hold(4))
    // The order is spent.
    #expect(stage.engine.holds.isEmpty)
    #expect(EngineStage.status(stage.signIn()) == 200)
  }

  @Test func `an order without an app or an endpoint is for every one`() throws {
    let stage = try EngineStage()
    try stage.order(["do": "hold", "n": 2])
    #expect(EngineStage.status(stage.signIn(from: "phone/docs")) == 200)
    #expect(stage.signIn() == .hold(2))
  }

  @Test(arguments: [["received", "applied"], ["applied", "received"]])
  func `of two orders for one request the earlier cut decides`(points: [String]) throws {
    let stage = try EngineStage()
    for point in points { try stage.order(hold(["point": .string(point)])) }
    #expect(stage.signIn() == .hold(1))
    #expect(stage.signIns == 0)
    // Both are spent.
    #expect(EngineStage.status(stage.signIn()) == 200)
  }

  @Test func `a cut comes before a fault that the request meets`() throws {
    for (kind, point, effect) in [
      ("delay", "applied", 1), ("delay", "received", 0), ("lost", "applied", 0),
      ("unanswered", "applied", 1),
    ] {
      let stage = try EngineStage()
      var fault: JSONObject = ["kind": .string(kind)]
      if kind == "delay" { fault["milliseconds"] = 9 }
      try stage.order(["do": "fault", "rule": ["fault": .object(fault)]])
      try stage.order(hold(["point": .string(point)]))
      #expect(stage.signIn() == .hold(1), "\(kind)")
      #expect(stage.records.first?.hold == .kill, "\(kind)")
      #expect(stage.signIns == effect, "\(kind)")
    }
  }
}

/// What faults do to the effect of a request and to its response.
@Suite struct FaultEffectTests {
  private func stage(_ fault: JSON) throws -> EngineStage {
    let stage = try EngineStage()
    try stage.order(["do": "fault", "rule": ["times": 1, "fault": fault]])
    return stage
  }

  @Test func `a delayed request takes effect at once, and its record says how long it is held`()
    throws
  {
    let stage = try stage(["kind": "delay", "milliseconds": 9])
    #expect(stage.signIn() == .hold(1))
    #expect(stage.signIns == 1)
    #expect(stage.records.first?.hold == .delay(milliseconds: 9))
    // Nobody but the coordinator ends the delay.
    #expect(stage.engine.held[1]?.until == nil)
    try stage.order(["do": "release", "request": 1], now: at(9))
    #expect(stage.transport.sent.first?.reply.response.status == 200)
  }

  @Test func `a request that is not answered has taken effect, a lost one never does`() throws {
    let unanswered = try stage(["kind": "unanswered"])
    #expect(unanswered.signIn() == .hold(1))
    #expect(unanswered.records.first?.hold == .never)
    #expect(unanswered.signIns == 1)
    let lost = try stage(["kind": "lost"])
    #expect(lost.signIn() == .hold(1))
    #expect(lost.records.first?.hold == .never)
    #expect(lost.signIns == 0)
    #expect(
      lost.refusal(["do": "release", "request": 1])
        == "the response to request 1 is lost: the request can only be dropped")
    #expect(lost.signIns == 0)
  }

  @Test func `a connection that is reset leaves no effect`() throws {
    let stage = try stage(["kind": "reset"])
    #expect(stage.signIn() == .reset)
    #expect(stage.signIns == 0)
    #expect(stage.records.map(\.outcome) == [.reset])
  }

  @Test func `a request that is delivered twice takes effect twice and is answered once`() throws {
    let stage = try stage(["kind": "duplicate"])
    #expect(EngineStage.status(stage.signIn()) == 200)
    #expect(stage.signIns == 2)
    #expect(stage.records.map(\.request) == [1, 2])
    #expect(stage.records.map(\.outcome) == [.answered, .answered])
  }

  /// A stage whose first request is overtaken: only a service that runs alone is told such a rule.
  private func overtaking() throws -> EngineStage {
    let stage = try EngineStage()
    let rule: JSON = ["times": 1, "fault": ["kind": "outOfOrder"]]
    stage.engine.faults = [try FaultRule(json: rule, id: "f1", isAlone: true)]
    return stage
  }

  @Test func `a request that is overtaken takes effect behind the next one of its app`() throws {
    let stage = try overtaking()
    #expect(stage.signIn("ana@contoso.com") == .hold(1))
    #expect(EngineStage.status(stage.signIn("ben@contoso.com", from: "phone/docs")) == 200)
    #expect(stage.transport.sent.isEmpty)
    #expect(EngineStage.status(stage.signIn("ben@contoso.com")) == 200)
    #expect(stage.transport.sent.map(\.request) == [1])
    #expect(
      stage.engine.core.state.refreshTokens.rows.map(\.user) == [
        "ben@contoso.com", "ben@contoso.com", "ana@contoso.com",
      ])
    #expect(stage.engine.outOfOrder.isEmpty)
  }

  @Test func `an overtaken request that is dropped never takes effect`() throws {
    let stage = try overtaking()
    stage.signIn()
    try stage.order(["do": "drop", "request": 1])
    stage.signIn()
    #expect(stage.signIns == 1)
    #expect(stage.transport.sent.isEmpty)
  }

  @Test func `a reset drops what is held in the order of the requests, and counts from 1`() throws {
    let stage = try EngineStage()
    try stage.order(["do": "fault", "rule": ["fault": ["kind": "unanswered"]]])
    for _ in 0..<12 { stage.signIn() }
    try stage.order(["do": "reset"])
    #expect(stage.transport.dropped == Array(1...12))
    #expect(stage.engine.held.isEmpty)
    #expect(stage.engine.faults.isEmpty)
    stage.signIn()
    #expect(stage.records.last?.request == 1)
    #expect(stage.records.last?.outcome == .answered)
  }

  @Test func `an app that is detached has its held requests dropped, and no other`() throws {
    let stage = try EngineStage()
    try stage.order(["do": "fault", "rule": ["fault": ["kind": "unanswered"]]])
    stage.signIn()
    stage.signIn(from: "phone/docs")
    try stage.order(["do": "detach", "instance": "phone/mail"])
    #expect(stage.transport.dropped == [1])
    #expect(stage.engine.held.keys.sorted() == [2])
  }
}
