import CaseModel
import Contract
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// A stored history and the case as it is written now.
@Suite("A history that is judged again") struct HistoryTransferTests {
  private static let epoch = VirtualInstant.defaultEpoch

  private func check(_ id: String, _ name: String, _ range: ClosedRange<Int>) -> Check {
    Check(
      id: id, requirements: ["ENR-008"],
      demand: .count(RecordPattern(kind: .event, name: name), range),
      location: SourceLocation(file: "a.yaml", line: 1))
  }

  private func step(
    _ hours: Int?, opens: Bool = true, check: Check? = nil, condition: RecordPattern? = nil
  ) -> Step {
    Step(
      location: SourceLocation(file: "a.yaml", line: hours ?? 0),
      action: hours.map { .advance(.hours($0)) }, opensWindow: opens, check: check,
      condition: condition)
  }

  private func item(_ steps: [Step], world: World = World()) -> ConformanceCase {
    ConformanceCase(
      suite: "a", id: "b", title: "c", area: "ENR", edition: .latest, parameters: [],
      location: SourceLocation(file: "a.yaml", line: 1), world: world, steps: steps,
      limit: .days(1))
  }

  private func record(_ name: String, _ hours: Int) -> Record {
    Record(time: Self.epoch + .hours(hours), kind: .event, name: name, app: "mail")
  }

  /// Three steps of one, two and three hours, with a record in each; the second was skipped if it is to.
  private func stored(_ steps: [Step], skips: Bool = false) -> CaseResult {
    var history = History(epoch: Self.epoch)
    history.records = [record("one", 1), record("two", 3), record("three", 6)]
    for index in 0..<3 {
      if skips, index == 1 {
        history.skipped.append(1)
        continue
      }
      history.reached.append(
        .init(
          step: index, window: index..<index + 1, time: history.records[index].time, result: nil))
    }
    return CaseResult(
      conformanceCase: item(steps), verdict: .pass, checks: [], problem: nil, history: history,
      wallMilliseconds: 5, virtualTime: .hours(6))
  }

  private var plain: [Step] { [step(1), step(2), step(3)] }
  private let options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: "")

  private func verdicts(_ steps: [Step], skips: Bool = false) -> ([Verdict], Int?) {
    let (result, barrier) = stored(plain, skips: skips).judgedAgain(
      as: item(steps), options: options)
    return (result.checks.map(\.verdict), barrier)
  }

  @Test
  func `checks that are new look at the windows of the steps that act`() {
    let (found, barrier) = verdicts([
      step(1, check: check("a", "one", 1...1)),
      step(nil, opens: false, check: check("b", "one", 1...1)),
      step(2), step(nil, opens: false, check: check("c", "two", 1...1)),
      step(nil, opens: false, check: check("d", "one", 1...1)), step(3, opens: false),
      step(nil, opens: false, check: check("e", "two", 1...1)),
      step(nil, check: check("f", "three", 1...1)),
    ])
    #expect(found == [.pass, .pass, .pass, .fail, .pass, .fail])
    #expect(barrier == nil)
  }

  @Test
  func `from a step on that does something else nothing is said`() {
    let (found, barrier) = verdicts([
      step(1, check: check("a", "one", 1...1)), step(4, check: check("b", "two", 1...1)),
      step(3, check: check("c", "three", 1...1)),
    ])
    #expect(found == [.pass, .inconclusive, .inconclusive])
    #expect(barrier == 1)
    let longer = verdicts(plain + [step(1, check: check("z", "four", 0...0))])
    #expect(longer.0 == [.inconclusive])
    #expect(longer.1 == 3)
    let shorter = verdicts([step(1), step(2, check: check("b", "two", 1...1))])
    #expect(shorter.0 == [.pass])
    #expect(shorter.1 == nil)
  }

  @Test
  func `in another world everything is another case`() {
    let other = item([step(1, check: check("a", "one", 1...1))], world: World(apps: ["x": [:]]))
    let (result, barrier) = stored(plain).judgedAgain(as: other, options: options)
    #expect(result.verdict == .inconclusive)
    #expect(barrier == 0)
  }

  @Test
  func `steps that were not to be taken stay so, and new conditions are asked of the records`() {
    let condition = RecordPattern(kind: .event, name: "two")
    let (found, _) = verdicts(
      [
        step(1), step(nil, opens: false, check: check("a", "one", 1...1), condition: condition),
        step(2, check: check("b", "two", 1...1)),
        step(3), step(nil, opens: false, check: check("c", "three", 1...1), condition: condition),
      ], skips: true)
    #expect(found == [.notApplicable, .error, .pass])
  }

  @Test
  func `a breakdown stays one, with what it came from`() {
    var result = stored(plain)
    result.history.reached.removeLast()
    result.ending = .problem(
      Problem(code: "exited", participant: "mail", message: "it ended", lastMessage: "{}"))
    result.notes = ["a note"]
    let (again, barrier) = result.judgedAgain(
      as: item([step(1), step(2), step(3, check: check("a", "three", 1...1))]), options: options)
    #expect(barrier == nil)
    #expect(again.verdict == .error)
    #expect(again.problem?.message == "it ended")
    #expect(again.checks.map(\.verdict) == [.inconclusive])
    #expect(again.notes == ["a note"])
    #expect(again.wallMilliseconds == 5)
    result.ending = .missing("held")
    #expect(
      result.judgedAgain(
        as: item(plain.dropLast() + [step(3, check: check("a", "three", 1...1))]), options: options
      )
      .result.verdict == .notOffered)
  }
}
