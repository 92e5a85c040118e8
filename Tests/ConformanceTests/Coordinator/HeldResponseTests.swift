import CaseModel
import JSONText
import Participants
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// What becomes of a response that the service holds back, against every behaviour of the app that waits for it.
@Suite struct HeldResponseTests {
  /// A case in which an app sends a request when it is launched, and waits for its response so long.
  ///
  /// - Parameters:
  ///   - timeout: after how many milliseconds the app gives up; nil for never.
  ///   - hold: how long the service holds the response back.
  private func item(
    timeout: Int?, hold: ServiceRecord.Hold, _ steps: Step...
  ) -> ScriptedCase {
    let item = ScriptedCase([.launch("one")] + steps)
    item.service.holds["r1"] = hold
    item.app("one", on: .launch) { turn in
      try turn.request("checkin", "r1")
      if let timeout { turn.wake(in: timeout) }
    }
    item.app("one", on: .resume) { $0.cancelWake() }
    item.app("one", on: .wake) { $0.giveUp("r1") }
    return item
  }

  private let sent = ["0 one launch", "0 one request checkin"]

  @Test func `an answer that comes before the time-out counts, and nothing is woken`() {
    let item = item(timeout: 6, hold: .delay(5), .advance(10))
    #expect(item.run() == nil)
    #expect(item.story == sent + ["5 one delivered checkin", "5 one resume"])
  }

  @Test func `an answer that comes at the very instant of the time-out counts`() {
    let item = item(timeout: 5, hold: .delay(5), .advance(10))
    #expect(item.run() == nil)
    #expect(item.story == sent + ["5 one delivered checkin", "5 one resume"])
  }

  @Test func `an answer that comes after the time-out is discarded when it comes`() {
    let item = item(timeout: 4, hold: .delay(5), .advance(10))
    #expect(item.run() == nil)
    #expect(item.story == sent + ["4 one wake", "5 one discarded checkin"])
    #expect(item.log.lines(after: "one gets wake") == ["gate closes", "service is told to drop 1"])
  }

  @Test
  func `an answer that never comes is dropped when its client gives up, and nobody records it`() {
    let item = item(timeout: 4, hold: .never, .advance(10))
    #expect(item.run() == nil)
    #expect(item.story == sent + ["4 one wake"])
    #expect(item.log.lines(after: "one gets wake") == ["gate closes", "service is told to drop 1"])
  }

  @Test func `an answer for which a client waits for ever comes in its time, or not at all`() {
    let slow = item(timeout: nil, hold: .delay(9), .advance(10))
    slow.run()
    #expect(slow.story == sent + ["9 one delivered checkin", "9 one resume"])
    let never = item(timeout: nil, hold: .never, .advance(10))
    never.run()
    #expect(never.story == sent)
    #expect(!never.log.lines.contains("service is told to drop 1"))
  }

  @Test func `an answer that is held for no time comes in the same step, after the reply`() {
    let item = item(timeout: nil, hold: .delay(0), .call("one"))
    item.run()
    #expect(item.story == sent + ["0 one delivered checkin", "0 one resume", "0 one policy"])
  }

  @Test func `an answer that is due after the end of an advance stays`() {
    let item = item(timeout: nil, hold: .delay(11), .advance(10))
    item.run()
    #expect(item.story == sent)
  }

  @Test func `all answers of an instant come before any app is woken at it`() {
    let item = ScriptedCase(apps: ["one", "two"], [.launch("one"), .launch("two"), .advance(10)])
    item.service.holds["r2"] = .delay(5)
    item.app("one", on: .launch) { $0.wake(in: 5) }
    item.app("two", on: .launch) { try $0.request("checkin", "r2") }
    item.run()
    // The one that is woken is the first of the world all the same.
    #expect(
      item.story.suffix(3) == ["5 two delivered checkin", "5 two resume", "5 one wake"])
  }

  @Test func `answers of one instant come in the order of the apps, and of their requests`() {
    let item = ScriptedCase(apps: ["one", "two"], [.launch("two"), .launch("one"), .advance(10)])
    item.service.holds = ["a": .delay(5), "b": .delay(5), "c": .delay(5)]
    item.app("two", on: .launch) { try $0.request("checkin", "a") }
    item.app("one", on: .launch) { turn in
      try turn.request("token", "b")
      try turn.request("enroll", "c")
    }
    item.run()
    #expect(
      item.story.filter { $0.contains("delivered") } == [
        "5 one delivered token", "5 one delivered enroll", "5 two delivered checkin",
      ])
  }

  @Test func `the answer to a later request may come first`() {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.service.holds = ["a": .delay(7), "b": .delay(3)]
    item.app("one", on: .launch) { turn in
      try turn.request("token", "a")
      try turn.request("enroll", "b")
    }
    item.run()
    #expect(
      item.story.filter { $0.contains("delivered") } == [
        "3 one delivered enroll", "7 one delivered token",
      ])
  }

  @Test func `time is set and the gate is open before an answer is released`() {
    let item = item(timeout: nil, hold: .delay(5), .advance(10))
    var seen: VirtualInstant?
    item.app("one", on: .resume) { seen = $0.message.now }
    item.run()
    #expect(seen == item.coordinator.epoch + VirtualDuration(milliseconds: 5))
    #expect(
      item.log.lines.prefix { $0 != CallLog.end }.suffix(5) == [
        "gate of phone/one opens for 1000", "service is told to release 1",
        "gate of phone/one opens for 1000", "one gets resume", "gate closes",
      ])
  }

  @Test func `a request that an answer brings about has its own time`() {
    let item = item(timeout: nil, hold: .delay(5), .advance(10))
    item.service.holds["r2"] = .delay(2)
    item.app("one", on: .resume) { turn in
      if turn.message.arguments["request"] == "r1" { try turn.request("token", "r2") }
    }
    item.run()
    #expect(
      item.story == sent + [
        "5 one delivered checkin", "5 one resume", "5 one request token", "7 one delivered token",
        "7 one resume",
      ])
  }

  // MARK: - Suspended apps

  @Test func `an answer that comes while the app is suspended waits until it is brought back`() {
    let item = item(
      timeout: nil, hold: .delay(5), .lifecycle("one", .suspended), .advance(10),
      .lifecycle("one", .foreground), .advance(10))
    #expect(item.run() == nil)
    #expect(
      item.story == sent + [
        "0 one lifecycle", "10 one lifecycle", "10 one delivered checkin", "10 one resume",
      ])
  }

  @Test func `an app that goes to the background is brought back too`() {
    let item = item(
      timeout: nil, hold: .delay(5), .lifecycle("one", .suspended), .advance(10),
      .lifecycle("one", .background))
    item.run()
    #expect(item.story.suffix(2) == ["10 one delivered checkin", "10 one resume"])
  }

  @Test func `an app in the background takes its answer in at once`() {
    let item = item(timeout: nil, hold: .delay(5), .lifecycle("one", .background), .advance(10))
    item.run()
    #expect(item.story.suffix(2) == ["5 one delivered checkin", "5 one resume"])
  }

  @Test func `answers that came while the app was suspended come in the order of their requests`() {
    let item = ScriptedCase(
      .launch("one"), .lifecycle("one", .suspended), .advance(10),
      .lifecycle("one", .foreground))
    item.service.holds = ["a": .delay(7), "b": .delay(3), "c": .delay(11)]
    item.app("one", on: .launch) { turn in
      for (name, client) in [("token", "a"), ("enroll", "b"), ("checkin", "c")] {
        try turn.request(name, client)
      }
    }
    item.run()
    #expect(
      item.story.filter { $0.contains("delivered") } == [
        "10 one delivered token", "10 one delivered enroll",
      ])
  }

  @Test func `an app that gives up as it is brought back does not get the answer`() {
    let item = item(
      timeout: nil, hold: .delay(5), .lifecycle("one", .suspended), .advance(10),
      .lifecycle("one", .foreground))
    item.app("one", on: .lifecycle) { turn in
      if turn.message.arguments["to"] == "foreground" { turn.giveUp("r1") }
    }
    #expect(item.run() == nil)
    #expect(item.story == sent + ["0 one lifecycle", "10 one lifecycle"])
    #expect(item.log.lines.contains("service is told to drop 1"))
  }

  @Test func `an answer that its app gave up before it was suspended is discarded when it is due`()
  {
    for rest in [[], [Step.advance(1), .kill("one")], [.advance(9), .kill("one")]] {
      let item = ScriptedCase(
        [.launch("one"), .lifecycle("one", .suspended)] + rest + [.advance(10)])
      item.service.holds["r1"] = .delay(5)
      item.app("one", on: .launch) { try $0.request("checkin", "r1") }
      item.app("one", on: .lifecycle) { $0.giveUp("r1") }
      #expect(item.run() == nil)
      #expect(item.story.filter { $0.contains("discarded") } == ["5 one discarded checkin"])
      #expect(item.log.lines.filter { $0.contains("drop") } == ["service is told to drop 1"])
    }
  }

  @Test func `an app that is killed while suspended has its answer discarded when it is due`() {
    let item = item(
      timeout: nil, hold: .delay(5), .lifecycle("one", .suspended), .advance(2), .kill("one"),
      .advance(10))
    #expect(item.run() == nil)
    #expect(item.story.suffix(2) == ["2 one life killed", "5 one discarded checkin"])
  }

  @Test func `an app that is killed after its answer came has it dropped`() {
    let item = item(
      timeout: nil, hold: .delay(5), .lifecycle("one", .suspended), .advance(8), .kill("one"),
      .launch("one"), .advance(10))
    item.app("one", on: .launch) { turn in
      if item.apps.started.count == 1 { try turn.request("checkin", "r1") }
    }
    #expect(item.run() == nil)
    #expect(item.story.suffix(2) == ["8 one life killed", "8 one launch"])
    #expect(item.log.lines(after: "one is killed").first == "service is told to drop 1")
  }

  // MARK: - Deaths

  @Test func `a killed app has its answer discarded when it is due, even if it runs again`() {
    let item = item(timeout: nil, hold: .delay(5), .kill("one"), .launch("one"), .advance(10))
    var isFirst = true
    item.app("one", on: .launch) { turn in
      if isFirst { try turn.request("checkin", "r1") }
      isFirst = false
    }
    #expect(item.run() == nil)
    #expect(
      item.story == sent + ["0 one life killed", "0 one launch", "5 one discarded checkin"])
    #expect(!item.log.lines.contains("service is told to release 1"))
  }

  @Test func `a closed app has its answer discarded when it is due`() {
    let item = item(timeout: nil, hold: .delay(5), .stop("one"), .advance(10))
    #expect(item.run() == nil)
    #expect(
      item.story == sent + ["0 one stop", "0 one life stopped", "5 one discarded checkin"])
  }

  // MARK: - What an app says of its requests

  @Test func `an app that calls a request open which nothing holds back is in error`() throws {
    let item = ScriptedCase(.launch("one"))
    item.app("one", on: .launch) { turn in
      try turn.request("checkin", "r1")
      turn.reply.open = ["r1"]
    }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .unknownOpenRequest)
    #expect(problem.message.contains("\"r1\""))
  }

  @Test func `an app cannot take up again what it has given up`() throws {
    let item = item(timeout: 4, hold: .delay(9), .advance(5), .call("one"))
    item.app("one", on: .call) { $0.reply.open = ["r1"] }
    #expect(item.run()?.problem?.code == .unknownOpenRequest)
  }

  @Test func `an app that was not told that it waits in vain ends its case`() throws {
    let item = item(timeout: 4, hold: .delay(9), .advance(5))
    item.app("one", on: .hello) { turn in
      turn.reply.result = ["protocol": 1, "capabilities": ["reuse"]]
    }
    let missing = try #require(item.run()?.missing)
    #expect(missing.hasPrefix("the capability held: its checkin request is waiting"))
    #expect(item.story == sent + ["0 one finding missing-capability"])
  }
}
