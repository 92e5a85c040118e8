import CaseModel
import JSONText
import Participants
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Mistakes of an adapter that end no case: each is noted once.
@Suite struct MistakeTests {
  private let start = "the adapter is wrong, and its SDK may be blamed: "

  /// The notes of a case in which an app makes requests with these names, at its launch and in a call.
  private func notes(of clients: [[String]], _ steps: [Step]) -> [String] {
    let item = ScriptedCase(steps)
    item.app("one", on: .launch) { turn in
      for client in clients[0] { try turn.request("locate", client) }
    }
    item.app("one", on: .call) { turn in
      for client in clients[1] { try turn.request("enroll", client) }
    }
    #expect(item.run() == nil)
    return item.coordinator.notes
  }

  @Test func `every request of a process has a name of its own`() {
    let steps = [Step.launch("one"), .call("one")]
    #expect(notes(of: [["r1"], ["r2", "r3"]], steps) == [])
    #expect(
      notes(of: [["r1"], ["r1", "r1"]], steps) == [
        start
          + "two requests of a process have the client-request-id \"r1\"; each must have its own"
      ])
    #expect(
      notes(of: [["r1"], [""]], steps) == [
        start + "a request (enroll) has no client-request-id; every request must have one"
      ])
  }

  @Test func `the next process may begin again with the same names`() {
    #expect(notes(of: [["r1"], []], [.launch("one"), .launch("one", .relaunch)]) == [])
  }

  @Test func `an event is about a call that its process has made`() {
    for (call, isWrong) in [(3, false), (4, false), (2, true), (5, true)] {
      let item = ScriptedCase(.launch("one"), .call("one"), .call("one"))
      var calls = 0
      item.app("one", on: .call) { turn in
        calls += 1
        guard calls == 2 else { return }
        turn.reply.events = [
          StepEvent(.completion, ["api": "setUIPolicyIdentity", "call": .int(call), "result": 0])
        ]
      }
      #expect(item.run() == nil)
      #expect(item.coordinator.notes.isEmpty != isWrong, "\(call): \(item.coordinator.notes)")
    }
  }
}
