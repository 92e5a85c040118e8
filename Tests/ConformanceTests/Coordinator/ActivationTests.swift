import CaseModel
import JSONText
import Participants
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// One activation: a message, everything up to the reply, and nothing of anybody else.
@Suite struct ActivationTests {
  @Test func `the gate of one app is open in its activation, and closed before and after`() {
    let item = ScriptedCase(
      apps: ["one", "tablet/two"], [.launch("one"), .launch("two"), .advance(1), .call("two")])
    item.app("two", on: .call) { try $0.request("locate", "r1") }
    item.run()
    #expect(
      item.log.lines(after: "gate of tablet/two opens for 1001") == [
        "two gets call", "two sends r1", "gate closes",
      ])
    let changes = item.log.lines.filter { $0.contains("gate") }
    for (number, line) in changes.enumerated() {
      #expect((number % 2 == 1) == (line == "gate closes"), "\(changes)")
    }
  }

  @Test func `events come behind as many requests as the adapter says`() {
    let item = ScriptedCase(.launch("one"), .call("one"))
    item.app("one", on: .call) { turn in
      for client in ["r1", "r2", "r3"] { try turn.request("locate", client) }
      turn.reply.events = [
        StepEvent("early", ["sent": 0]), StepEvent("middle", ["sent": 2]),
        StepEvent("late", ["sent": 2, "x": 1]),
      ]
    }
    item.run()
    #expect(
      item.story.dropFirst(2) == [
        "0 one event early", "0 one request locate", "0 one request locate", "0 one event middle",
        "0 one event late", "0 one request locate",
      ])
    // How many it had sent is not of the event.
    #expect(item.coordinator.history.records.first { $0.name == "late" }?.fields == ["x": 1])
  }

  @Test func `events of an adapter that does not count come behind its requests`() {
    let item = ScriptedCase(.launch("one"), .call("one"))
    item.app("one", on: .call) { turn in
      turn.reply.events = [StepEvent("seen")]
      try turn.request("locate", "r1")
    }
    item.run()
    #expect(item.story.suffix(2) == ["0 one request locate", "0 one event seen"])
  }

  // MARK: - Requests that nobody asked for

  @Test(arguments: [Step.call("one"), .advance(5), .stop("one")])
  func `a request that came while every app was idle ends the case`(step: Step) throws {
    let item = ScriptedCase(.launch("one"), .advance(1), step)
    item.app("one", on: .launch) { turn in
      turn.wake(in: 2)
      item.service.strays = [
        ScriptedService.record(7, of: "phone/one", "checkin", "r9", outcome: "idle")
      ]
    }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .requestWhenIdle)
    #expect(problem.participant == "one")
    #expect(
      problem.message.contains(
        "a request of one (checkin) reached the service while every app was idle"))
    #expect(item.story.last?.hasSuffix("one finding request-when-idle") == true)
  }

  @Test func `a request that came before an answer is delivered ends the case`() throws {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.service.holds["r1"] = .delay(5)
    item.app("one", on: .launch) { turn in
      try turn.request("checkin", "r1")
      item.service.strays = [
        ScriptedService.record(7, of: "phone/one", "token", "r9", outcome: "idle")
      ]
    }
    #expect(item.run()?.problem?.code == .requestWhenIdle)
    #expect(!item.story.contains { $0.contains("delivered") })
  }

  @Test func `a request that comes when the case is over ends it all the same`() throws {
    let item = ScriptedCase(.launch("one"))
    item.service.onCommand = { name, _ in
      guard name == "reset" else { return }
      item.service.strays = [
        ScriptedService.record(7, of: "phone/one", "token", "r9", outcome: "idle")
      ]
      item.service.receive()
    }
    #expect(item.run()?.problem?.code == .requestWhenIdle)
  }

  @Test func `a request of another app than the active one ends the case`() throws {
    let item = ScriptedCase(apps: ["one", "two"], [.launch("one"), .launch("two"), .call("two")])
    item.app("two", on: .call) { _ in
      item.service.strays = [ScriptedService.record(7, of: "phone/one", "token", "r9")]
      item.service.receive()
    }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .requestWhenIdle)
    #expect(problem.participant == "one")
    #expect(problem.message.contains("while two was active"))
    #expect(problem.message.contains("if it is a request of two, it came to the port of phone/one"))
  }

  @Test func `a service that a case has killed has nothing to say`() {
    let item = ScriptedCase(.launch("one"), .service(.kill), .call("one"))
    #expect(item.run() == nil)
    #expect(item.story.suffix(2) == ["0 life service-kill", "0 one policy"])
  }

  @Test func `an effect that found no room on the disk is nobody's violation`() throws {
    let item = ScriptedCase(.launch("one"), .call("one"))
    item.service.unstored = ["r1"]
    item.app("one", on: .call) { try $0.request("enroll", "r1") }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .diskFull)
    #expect(problem.participant == "service")
  }

  // MARK: - Replies

  @Test func `what an operation returns is the result of its step`() {
    let item = ScriptedCase(.launch("one"), .call("one"), .advance(1))
    item.app("one", on: .call) { $0.reply.result = "value" }
    item.run()
    #expect(item.coordinator.history.reached.map(\.result) == [nil, "value", nil])
  }

  @Test
  func `a call that returns in the same step has its result, one that returns later has none`() {
    for (delay, results) in [
      (0, [nil, "late", nil] as [JSON?]), (5, [nil, nil, nil]),
    ] {
      let item = ScriptedCase(.launch("one"), .call("one"), .advance(10))
      item.app("one", on: .call) { turn in
        turn.reply.hasReturned = false
        turn.wake(in: delay)
      }
      item.app("one", on: .wake) { turn in
        turn.reply.events = [StepEvent("callReturned", ["call": 3, "result": "late"])]
      }
      #expect(item.run() == nil)
      #expect(item.coordinator.history.reached.map(\.result) == results)
      #expect(
        item.coordinator.history.records.first { $0.kind == .result }?.fields
          == ["returned": false])
    }
  }

  @Test func `what another call returns is not the result of this step`() {
    let item = ScriptedCase(.launch("one"), .call("one", .policy), .call("one", .primaryUser))
    item.app("one", on: .call) { turn in
      turn.reply.hasReturned = false
      if turn.message.sequence == 4 {
        turn.reply.events = [StepEvent("callReturned", ["call": 3, "result": "of the first"])]
      }
    }
    item.run()
    #expect(item.coordinator.history.reached.map(\.result) == [nil, nil, nil])
  }

  @Test
  func `an adapter that cannot do something ends its case as a lack, one that refuses as an error`()
    throws
  {
    for (code, isLack) in [("unsupported", true), ("failed", false), ("badArguments", false)] {
      let item = ScriptedCase(.launch("one"), .call("one"))
      item.app("one", on: .call) {
        $0.reply.failure = StepFailure(code: .init(code), message: "no such API")
      }
      let end = try #require(item.run())
      #expect((end.missing == "policy (no such API)") == isLack)
      #expect((end.problem?.code == .refused) == !isLack)
    }
  }

  @Test(arguments: [true, false], [StepFailure.Code.missing, .failed])
  func `a person who answers a prompt only if it is open finds none without harm`(
    ifOpen: Bool, code: StepFailure.Code
  ) {
    let answer = AppOperation.user(.credentials, .enter, identity: nil, ifOpen: ifOpen)
    let item = ScriptedCase(
      .launch("one"), .action(.operation(app: "one", answer)), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 5) }
    item.app("one", on: .user) {
      $0.reply.failure = StepFailure(code: code, message: "no such prompt")
    }
    #expect(item.run()?.problem?.code == (ifOpen ? nil : .subjectMissing))
    // It still gets the wake that it had asked for before.
    #expect(item.story.contains("5 one wake") == ifOpen)
  }

  @Test func `nothing is missing to a step that acts on nothing`() throws {
    let item = ScriptedCase(.launch("one"), .call("one"))
    item.app("one", on: .call) {
      $0.reply.failure = StepFailure(code: .missing, message: "no such thing")
    }
    #expect(try #require(item.run()?.problem).code == .refused)
  }

  @Test func `an adapter of another version is not gone on with`() throws {
    let item = ScriptedCase(.launch("one"))
    item.app("one", on: .hello) { $0.reply.result = ["protocol": 2] }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .wrongVersion)
    #expect(item.story.isEmpty)
  }

  // MARK: - Breakdowns

  @Test func `an app that breaks down leaves what it had sent, and its end`() throws {
    let item = ScriptedCase(.launch("one"), .call("one"))
    item.app("one", on: .call) { turn in
      try turn.request("token", "r1")
      throw ParticipantFailure(.exited, "one", "the adapter exited with status 3")
    }
    #expect(item.run()?.problem?.code == .exited)
    #expect(item.story.suffix(3) == ["0 one policy", "0 one request token", "0 one life exited"])
    #expect(item.log.lines.suffix(2) == ["gate closes", "one is killed"])
  }

  @Test func `an app that was used again and does not answer its greeting is replaced, unseen`() {
    let item = ScriptedCase(.launch("one"))
    item.apps.replacesApps = true
    item.app("one", on: .hello) { _ in
      if item.apps.started.count == 1 { throw ParticipantFailure(.exited, "one", "gone") }
    }
    #expect(item.run() == nil)
    #expect(item.apps.started.count == 2)
    #expect(item.story == ["0 one launch"])
  }

  @Test func `an app that breaks down behind its greeting is not replaced`() {
    let item = ScriptedCase(.launch("one"))
    item.apps.replacesApps = true
    item.app("one", on: .launch) { _ in throw ParticipantFailure(.exited, "one", "gone") }
    #expect(item.run()?.problem?.code == .exited)
    #expect(item.apps.started.count == 1)
  }

  @Test func `whoever interrupts may have broken the app: it is not replaced`() {
    let item = ScriptedCase(.launch("one"))
    item.apps.replacesApps = true
    item.app("one", on: .hello) { _ in
      item.control.interrupt()
      throw ParticipantFailure(.exited, "one", "gone")
    }
    #expect(item.run()?.problem?.code == .exited)
    #expect(item.apps.started.count == 1)
  }
}
