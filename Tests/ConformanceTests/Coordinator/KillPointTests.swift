import CaseModel
import JSONText
import Participants
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Every point at which an app can be killed is the same state every time.
@Suite struct KillPointTests {
  /// A case whose app sends a location, a token and two check-ins when it is called.
  private func item(_ steps: Step...) -> ScriptedCase {
    let item = ScriptedCase([.launch("one")] + steps)
    item.app("one", on: .call) { turn in
      for (index, name) in ["locate", "token", "checkin", "checkin"].enumerated() {
        try turn.request(name, "r\(index + 1)")
      }
    }
    return item
  }

  // MARK: - Idle

  @Test func `an idle app is killed at once`() {
    let item = item(.advance(3), .kill("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 5) }
    #expect(item.run() == nil)
    // What it wanted to be woken for has died with it.
    #expect(item.story == ["0 one launch", "3 one life killed"])
    #expect(item.coordinator.history.records.last?.fields == ["at": "idle"])
    #expect(item.log.lines.filter { $0 == "one is killed" }.count == 1)
  }

  @Test func `an app that does not run cannot be killed`() throws {
    let problem = try #require(item(.kill("one"), .kill("one")).run()?.problem)
    #expect(problem.code == .impossibleStep)
    #expect(problem.message == "the app \"one\" cannot be killed: it is not running")
  }

  @Test func `what an app did before it is killed is not hidden by its death`() throws {
    let item = item(.kill("one"))
    item.apps.unrest = ParticipantFailure(.exited, "one", "the adapter exited with status 3")
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .exited)
    let last = try #require(item.coordinator.history.records.last)
    #expect(last.name == "exited")
    #expect(last.fields == ["problem": "exited"])
  }

  @Test func `an app that was killed can be launched again, and is a new process`() {
    let item = item(.kill("one"), .launch("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 5) }
    item.run()
    #expect(item.story == ["0 one launch", "0 one life killed", "0 one launch", "5 one wake"])
    #expect(item.apps.started.count == 2)
  }

  // MARK: - In a request

  @Test(
    arguments: [
      (nil, 1, ["locate"]), (nil, 3, ["locate", "token", "checkin"]),
      (.locate, 1, ["locate"]), (.token, 1, ["locate", "token"]),
      (.checkin, 1, ["locate", "token", "checkin"]),
      (.checkin, 2, ["locate", "token", "checkin", "checkin"]),
    ] as [(Endpoint?, Int, [String])])
  func `an app is killed at the n-th request of those that are meant`(
    endpoint: Endpoint?, n: Int, sent: [String]
  ) {
    for point in HoldPoint.allCases {
      let item = item(
        .kill("one", at: .request(endpoint: endpoint, n: n, point: point)), .call("one"))
      #expect(item.run() == nil)
      #expect(
        item.story == ["0 one launch", "0 one life kill-armed", "0 one policy"]
          + sent.map { "0 one request \($0)" } + ["0 one life killed"])
      #expect(item.coordinator.history.records.last?.fields == ["at": .string(sent.last!)])
      let order = item.service.commands.first { $0.name == "hold" }?.members
      #expect(order?["point"] == .string(point.rawValue))
      #expect(order?["n"] == .int(n))
    }
  }

  @Test func `the process is dead before the service lets go of its request`() {
    let item = item(
      .kill("one", at: .request(endpoint: .token, n: 1, point: .applied)), .call("one"))
    item.run()
    #expect(
      item.log.lines(after: "one sends r2") == [
        "gate closes", "one is killed", "service is told to idle", "service is told to drop 2",
      ])
  }

  @Test func `what was sent beside the request at which the app died is nobody's fault`() {
    let item = item(
      .kill("one", at: .request(endpoint: .token, n: 1, point: .applied)), .call("one"),
      .advance(1), .launch("one"))
    item.app("one", on: .call) { turn in
      item.service.strays = [
        ScriptedService.record(9, of: "phone/one", "telemetry", "beside", outcome: "idle")
      ]
      try turn.request("token", "r1")
    }
    // The service sees it only when it is told to deal with everything that has arrived.
    item.service.onCommand = { name, _ in if name == "idle" { item.service.receive() } }
    #expect(item.run() == nil)
    #expect(!item.story.contains { $0.contains("telemetry") || $0.contains("finding") })
  }

  @Test func `a cut point is for one app`() {
    let item = ScriptedCase(
      apps: ["one", "two"],
      [
        .launch("one"), .launch("two"),
        .kill("two", at: .request(endpoint: nil, n: 1, point: .received)), .call("one"),
        .call("two"),
      ])
    for name in ["one", "two"] { item.app(name, on: .call) { try $0.request("locate", name) } }
    #expect(item.run() == nil)
    #expect(item.story.filter { $0.contains("killed") } == ["0 two life killed"])
  }

  @Test func `a cut point may be set before the app runs, and is good for one death`() {
    let item = ScriptedCase(
      .kill("one", at: .request(endpoint: .checkin, n: 1, point: .received)), .launch("one"),
      .launch("one"))
    item.app("one", on: .launch) { try $0.request("checkin", "r1") }
    #expect(item.run() == nil)
    #expect(
      item.story == [
        "0 one life kill-armed", "0 one launch", "0 one request checkin", "0 one life killed",
        "0 one launch", "0 one request checkin",
      ])
  }

  @Test func `an app that dies in a wake or with an answer is killed there too`() {
    let point = KillPoint.request(endpoint: .checkin, n: 1, point: .applied)
    let woken = ScriptedCase(.launch("one"), .kill("one", at: point), .advance(10))
    woken.app("one", on: .launch) { $0.wake(in: 5) }
    woken.app("one", on: .wake) { try $0.request("checkin", "r1") }
    #expect(woken.run() == nil)
    #expect(woken.story.suffix(3) == ["5 one wake", "5 one request checkin", "5 one life killed"])
    let answered = ScriptedCase(.launch("one"), .kill("one", at: point), .advance(10))
    answered.service.holds["r1"] = .delay(5)
    answered.app("one", on: .launch) { try $0.request("token", "r1") }
    answered.app("one", on: .resume) { try $0.request("checkin", "r2") }
    #expect(answered.run() == nil)
    #expect(
      answered.story.suffix(3) == ["5 one resume", "5 one request checkin", "5 one life killed"])
  }

  @Test func `the answers that a killed app waited for are discarded when they are due`() {
    let item = ScriptedCase(
      .launch("one"), .kill("one", at: .request(endpoint: .token, n: 1, point: .applied)),
      .call("one"), .advance(10))
    item.service.holds = ["slow": .delay(4), "never": .never]
    item.app("one", on: .call) { turn in
      try turn.request("checkin", "slow")
      try turn.request("enroll", "never")
      try turn.request("token", "last")
    }
    #expect(item.run() == nil)
    #expect(item.story.suffix(2) == ["0 one life killed", "4 one discarded checkin"])
    #expect(
      item.log.lines.filter { $0.contains("drop") } == [
        "service is told to drop 3", "service is told to drop 2", "service is told to drop 1",
      ])
  }

  // MARK: - In a callback

  @Test func `an app that stands still in a callback is killed there`() {
    let item = item(.kill("one", at: .callback(.wipeDataForAccount)), .call("one"))
    var isTold = false
    item.app("one", on: .answers) {
      isTold = $0.message.arguments == ["haltIn": "wipeDataForAccount"]
    }
    item.app("one", on: .call) { turn in
      try turn.request("checkin", "r1")
      turn.reply.halted = "wipeDataForAccount"
    }
    #expect(item.run() == nil)
    #expect(isTold)
    #expect(
      item.story == [
        "0 one launch", "0 one life kill-armed", "0 one answers", "0 one policy",
        "0 one request checkin", "0 one life killed",
      ])
    #expect(item.coordinator.history.records.last?.fields == ["at": "wipeDataForAccount"])
  }

  @Test func `an app is told at its launch where to stand still, and after its death no more`() {
    let item = ScriptedCase(
      .kill("one", at: .callback(.wipeDataForAccount)), .launch("one"), .launch("one"))
    var told: [JSON] = []
    item.app("one", on: .launch) { turn in
      told.append(turn.message.arguments["answers"] ?? .null)
      if told.count == 1 { turn.reply.halted = "wipeDataForAccount" }
    }
    #expect(item.run() == nil)
    #expect(told == [["haltIn": "wipeDataForAccount"], [:]])
  }

  @Test(arguments: [
    nil, KillPoint.callback(.addIdentity), .request(endpoint: nil, n: 1, point: .applied),
  ])
  func `an app that stands still though nobody asked it to is in error`(armed: KillPoint?) throws {
    let arming = armed.map { [Step.kill("one", at: $0)] } ?? []
    let item = ScriptedCase([.launch("one")] + arming + [.call("one")])
    item.app("one", on: .call) { $0.reply.halted = "wipeDataForAccount" }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .refused)
    #expect(
      problem.message
        == "the adapter replied \"halted\" in wipeDataForAccount, although it was not asked to halt there"
    )
  }

  // MARK: - Cut points that are not reached

  @Test(arguments: [
    (
      KillPoint.request(endpoint: .enroll, n: 1, point: .received),
      "request 1 to enroll (received)"
    ),
    (.request(endpoint: nil, n: 5, point: .applied), "request 5 to any endpoint (applied)"),
    (.callback(.wipeDataForAccount), "the callback wipeDataForAccount"),
  ])
  func `a cut point that is never reached is an error, at the end and at the next launch`(
    point: KillPoint, text: String
  ) throws {
    let message = "the app was to be killed at \(text), but that point was never reached"
    let atEnd = try #require(item(.kill("one", at: point), .call("one")).run()?.problem)
    #expect(atEnd.code == .killPointMissed)
    #expect(atEnd.message == message)
    let atLaunch = try #require(
      item(.kill("one", at: point), .call("one"), .launch("one", .relaunch)).run()?.problem)
    #expect(atLaunch.code == .killPointMissed)
    #expect(atLaunch.message == message)
  }
}
