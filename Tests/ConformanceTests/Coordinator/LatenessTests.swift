import CaseModel
import JSONText
import StepProtocol
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// How late a retry may come, if a run tolerates that, and what it does to the time of its case.
@Suite struct LatenessTests {
  /// A check that so many enrollments are sent in the window.
  private func enrollments(_ count: ClosedRange<Int>, proving requirement: String = "ENR-008")
    -> Step
  {
    Step(
      location: Step.place, action: nil, opensWindow: false,
      check: Check(
        id: "c", requirements: [requirement],
        demand: .count(RecordPattern(kind: .request, name: "enroll"), count),
        location: Step.place))
  }

  /// A case whose app enrolls so many milliseconds after its launch, after which it is due at 100.
  private func item(late: Int, tolerance: Int, _ check: Step, _ rest: Step...) -> ScriptedCase {
    let item = ScriptedCase([.launch("one"), .advance(100), check] + rest) {
      $0.retryToleranceMilliseconds = tolerance
    }
    item.app("one", on: .launch) { $0.wake(in: 100 + late) }
    item.app("one", on: .wake) { try $0.request("enroll", "r\($0.message.sequence)") }
    return item
  }

  @Test func `a retry within the tolerance is waited for, and no longer than it takes`() {
    for late in [1, 7, 10] {
      let item = item(late: late, tolerance: 10, enrollments(1...1))
      #expect(item.run() == nil)
      #expect(item.time == 100 + late)
      #expect(item.coordinator.lateness == VirtualDuration(milliseconds: late))
      #expect(item.story.last == "\(100 + late) one request enroll")
      // The record is in the window of the step.
      #expect(
        item.coordinator.history.reached[1].window.upperBound
          == item.coordinator.history.records.count)
    }
  }

  @Test func `a retry that is later than the tolerance is not waited for`() {
    let item = item(late: 11, tolerance: 10, enrollments(1...1))
    item.run()
    #expect(item.time == 100)
    #expect(item.coordinator.lateness == .zero)
    #expect(item.story == ["0 one launch"])
  }

  @Test func `nothing is waited for that is not demanded, or without tolerance`() {
    for (tolerance, check) in [
      (0, enrollments(1...1)), (10, enrollments(0...0)),
      (10, enrollments(1...1, proving: "ENR-001")),
    ] {
      let item = item(late: 5, tolerance: tolerance, check)
      item.run()
      #expect(item.time == 100)
    }
  }

  @Test func `a retry that came in its time makes nothing late`() {
    let item = item(late: 0, tolerance: 10, enrollments(1...1))
    item.run()
    #expect(item.time == 100)
    #expect(item.coordinator.lateness == .zero)
  }

  @Test func `behind a late retry the times of the case count from it`() {
    let item = item(
      late: 7, tolerance: 10, enrollments(1...1),
      .action(.advanceTo(VirtualDuration(milliseconds: 150))))
    #expect(item.run() == nil)
    #expect(item.time == 157)
  }

  @Test func `retries of several steps may each be late`() {
    let item = ScriptedCase([
      .launch("one"), .advance(100), enrollments(1...1), .advance(100), enrollments(1...1),
    ]) { $0.retryToleranceMilliseconds = 10 }
    item.app("one", on: .launch) { $0.wake(in: 104) }
    item.app("one", on: .wake) { turn in
      try turn.request("enroll", "r\(turn.message.sequence)")
      turn.wake(in: 104)
    }
    #expect(item.run() == nil)
    #expect(item.time == 208)
    #expect(item.coordinator.lateness == VirtualDuration(milliseconds: 8))
  }
}
