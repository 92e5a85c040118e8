import CaseModel
import JSONText
import Participants
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Time moves from deadline to deadline, and only the owner of the earliest one is woken.
@Suite struct DeadlineTests {
  @Test func `an app is woken at the instant that it asked for, and time stands where it was sent`()
  {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 4) }
    #expect(item.run() == nil)
    #expect(item.story == ["0 one launch", "4 one wake"])
    #expect(item.time == 10)
  }

  @Test func `an app that is due at the end of an advance is woken in it`() {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 10) }
    item.run()
    #expect(item.story == ["0 one launch", "10 one wake"])
  }

  @Test func `an app that is due later is not woken`() {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 11) }
    item.run()
    #expect(item.story == ["0 one launch"])
  }

  @Test func `an app that asks for the present instant is woken before the next step`() {
    let item = ScriptedCase(.launch("one"), .call("one"))
    item.app("one", on: .launch) { $0.wake(in: 0) }
    item.run()
    #expect(item.story == ["0 one launch", "0 one wake", "0 one policy"])
  }

  @Test func `the last instant that an app has asked for holds`() {
    for (alarm, expected) in [(3, ["3 one wake"]), (7, ["7 one wake"]), (5, ["5 one wake"])] {
      let item = ScriptedCase(.launch("one"), .call("one"), .advance(10))
      item.app("one", on: .launch) { $0.wake(in: 5) }
      item.app("one", on: .call) { $0.wake(in: alarm) }
      item.run()
      #expect(item.story == ["0 one launch", "0 one policy"] + expected)
    }
  }

  @Test func `an app that asks for nothing any more is not woken`() {
    let item = ScriptedCase(.launch("one"), .call("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 5) }
    item.app("one", on: .call) { $0.cancelWake() }
    item.run()
    #expect(item.story == ["0 one launch", "0 one policy"])
  }

  @Test func `apps that are due at once are woken in the order of the world`() {
    let item = ScriptedCase(
      apps: ["one", "two", "three"],
      [.launch("three"), .launch("two"), .launch("one"), .advance(10)])
    for name in ["one", "two", "three"] { item.app(name, on: .launch) { $0.wake(in: 5) } }
    item.run()
    #expect(item.story.suffix(3) == ["5 one wake", "5 two wake", "5 three wake"])
  }

  @Test func `an app is woken again and again within one advance`() {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 4) }
    item.app("one", on: .wake) { $0.wake(in: 4) }
    item.run()
    #expect(item.story == ["0 one launch", "4 one wake", "8 one wake"])
    #expect(item.time == 10)
  }

  @Test func `a suspended app is not woken, and forgets what it was to be woken for`() {
    let item = ScriptedCase(
      .launch("one"), .lifecycle("one", .suspended), .advance(10),
      .lifecycle("one", .foreground), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 5) }
    item.app("one", on: .lifecycle) { turn in
      if turn.message.arguments["to"] == "foreground" { turn.cancelWake() }
    }
    item.run()
    #expect(item.story == ["0 one launch", "0 one lifecycle", "10 one lifecycle"])
  }

  @Test func `a suspended app is woken once it was brought back, if it asks again`() {
    let item = ScriptedCase(
      .launch("one"), .lifecycle("one", .suspended), .advance(10),
      .lifecycle("one", .foreground), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 5) }
    item.app("one", on: .lifecycle) { turn in
      if turn.message.arguments["to"] == "foreground" { turn.wake(in: 2) }
    }
    item.run()
    #expect(item.story.suffix(2) == ["10 one lifecycle", "12 one wake"])
  }

  @Test func `an app that asks to be woken in the past is in error`() throws {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: -1) }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .nextInPast)
    #expect(problem.participant == "one")
  }

  @Test func `a case may take its virtual time to the last millisecond, and no more`() throws {
    let item = ScriptedCase(limit: 10, [.launch("one"), .advance(4), .advance(6)])
    #expect(item.run() == nil)
    #expect(item.time == 10)
    let longer = ScriptedCase(limit: 10, [.launch("one"), .advance(4), .advance(7)])
    longer.app("one", on: .launch) { $0.wake(in: 5) }
    let problem = try #require(longer.run()?.problem)
    #expect(problem.code == .limit)
    #expect(problem.participant == "coordinator")
    #expect(
      problem.message == "the case needs 0:00:00.011 of virtual time; its limit is 0:00:00.010")
    // Nothing of the step is done.
    #expect(longer.time == 4)
    #expect(longer.story == ["0 one launch"])
  }

  @Test func `a step to an instant does not lead back`() throws {
    let early = Step.action(.advanceTo(VirtualDuration(milliseconds: 9)))
    let problem = try #require(ScriptedCase(.advance(10), early).run()?.problem)
    #expect(problem.code == .impossibleStep)
    let present = Step.action(.advanceTo(VirtualDuration(milliseconds: 10)))
    let item = ScriptedCase(.advance(4), present, present)
    #expect(item.run() == nil)
    #expect(item.time == 10)
  }

  @Test func `an app sees the time of its deadline, and so does the service`() {
    let item = ScriptedCase(.launch("one"), .advance(10))
    var seen: [VirtualInstant] = []
    item.app("one", on: .launch) { $0.wake(in: 3) }
    item.app("one", on: .wake) { turn in
      seen.append(turn.message.now)
      try turn.request("checkin", "r1")
    }
    item.run()
    let due = item.coordinator.epoch + VirtualDuration(milliseconds: 3)
    #expect(seen == [due])
    #expect(item.service.arrivals[1] == due)
  }

  @Test func `messages are counted from 1 in every process`() {
    let item = ScriptedCase(.launch("one"), .call("one"), .launch("one", .relaunch), .call("one"))
    var numbers: [Int] = []
    for operation in [StepOperation.hello, .launch, .call, .stop] {
      item.app("one", on: operation) { numbers.append($0.message.sequence) }
    }
    item.run()
    #expect(numbers == [1, 2, 3, 4, 1, 2, 3])
  }

  @Test func `who interrupts a run has no further message sent`() {
    let item = ScriptedCase(.launch("one"), .advance(10))
    item.app("one", on: .launch) { $0.wake(in: 1) }
    item.app("one", on: .wake) { turn in
      turn.wake(in: 1)
      item.control.interrupt()
    }
    #expect(item.run()?.isInterrupt == true)
    #expect(item.story == ["0 one launch", "1 one wake"])
  }
}

/// What a participant that never comes to an end is caught by.
@Suite struct CoordinatorLimitTests {
  @Test func `two thousand activations at one instant are the most`() throws {
    func run(_ count: Int) -> (CaseEnd?, ScriptedCase) {
      let item = ScriptedCase(.launch("one"), .advance(1))
      var left = count
      // The first two activations of an app are its greeting and its launch.
      item.app("one", on: .launch) { $0.wake(in: 0) }
      item.app("one", on: .wake) { turn in
        left -= 1
        if left > 0 { turn.wake(in: 0) }
      }
      return (item.run(), item)
    }
    #expect(run(1998).0 == nil)
    let (end, item) = run(1999)
    let problem = try #require(end?.problem)
    #expect(problem.code == .limit)
    #expect(problem.participant == "one")
    #expect(problem.message.hasPrefix("more than 2000 activations at one instant"))
    #expect(item.time == 0)
  }

  @Test func `activations are counted from zero whenever time moves`() {
    let item = ScriptedCase(.launch("one"), .advance(3))
    item.coordinator.activationsPerInstant = 10
    item.app("one", on: .launch) { $0.wake(in: 1) }
    var count = 0
    item.app("one", on: .wake) { turn in
      count += 1
      turn.wake(in: count % 10 == 0 ? 1 : 0)
    }
    #expect(item.run() == nil)
    #expect(count == 30)
  }

  @Test func `an instant that only steps reach counts its activations too`() throws {
    let calls = Array(repeating: Step.call("one"), count: 8)
    let item = ScriptedCase([.launch("one")] + calls)
    item.coordinator.activationsPerInstant = 10
    #expect(item.run() == nil)
    let more = ScriptedCase([.launch("one")] + calls + [.call("one")])
    more.coordinator.activationsPerInstant = 10
    #expect(more.run()?.problem?.code == .limit)
    let later = ScriptedCase([.launch("one")] + calls + [.advance(1), .call("one")])
    later.coordinator.activationsPerInstant = 10
    #expect(later.run() == nil)
  }

  @Test func `a case has so many messages at most, however long it takes`() throws {
    func run(_ milliseconds: Int) -> CaseEnd? {
      let item = ScriptedCase(.launch("one"), .advance(milliseconds))
      item.coordinator.messagesPerCase = 50
      item.app("one", on: .launch) { $0.wake(in: 1) }
      item.app("one", on: .wake) { $0.wake(in: 1) }
      return item.run()
    }
    #expect(run(48) == nil)
    let problem = try #require(run(49)?.problem)
    #expect(problem.code == .limit)
    #expect(problem.message == "more than 50 messages in one case")
    #expect(ScriptedCase().coordinator.messagesPerCase == 1_000_000)
  }

  @Test func `a history that grows too large ends its case`() throws {
    let item = ScriptedCase([.launch("one"), .advance(100_000)]) {
      $0.limits.historyBytes = 2 << 20
    }
    item.app("one", on: .launch) { $0.wake(in: 1) }
    item.app("one", on: .wake) { $0.wake(in: 1) }
    let problem = try #require(item.run()?.problem)
    #expect(problem.code == .limit)
    #expect(problem.message.contains("2 MiB (--max-history)"))
  }
}
