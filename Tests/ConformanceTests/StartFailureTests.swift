import CaseModel
import Contract
import Foundation
import JSONText
import Participants
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// An adapter that never starts ends a run after a few cases; nothing else does.
@Suite(.serialized) struct StartFailureTests {
  private let look = Stage.step(
    nil, .count(RecordPattern(kind: .event, name: "appStarted"), 1...1))

  @Test(arguments: [
    ["exits-at-once"], ["silent"], ["prints-garbage"], ["wrong-protocol-version"],
  ])
  func `a run ends when its first three cases come to no hello`(adapter: [String]) {
    let results = Stage.run(times: 8, [Stage.launch, look], adapter) {
      $0.watchdogMilliseconds = 300
    }
    #expect(results.count == StartFailures.limit)
    #expect(results.allSatisfy { $0.verdict == .error })
  }

  @Test func `a run whose adapter starts goes on, however often it breaks down`() {
    let call = Stage.step(.operation(app: "one", .call(AppCall(.policy))))
    let results = Stage.run(times: 8, [Stage.launch, call, look], ["crash-in-call"])
    #expect(results.count == 8)
    #expect(results.allSatisfy { $0.problem?.code == "exited" })
  }

  @Test func `one case that comes to hello is enough to go on`() {
    var watch = StartFailures(RunOptions(adapter: ["x"], serviceProgram: "", scratchFolder: ""))
    let broken = Self.result("exited", greeted: false)
    #expect(watch.take(broken, left: 9) == nil)
    #expect(watch.take(broken, left: 8) == nil)
    #expect(watch.take(Self.result(nil, greeted: true), left: 7) == nil)
    for left in 0..<6 { #expect(watch.take(broken, left: 6 - left) == nil) }
  }

  @Test func `nothing is left to be spared at the end, and a full disk is not the adapter's`() {
    let options = RunOptions(adapter: ["x"], serviceProgram: "", scratchFolder: "")
    var watch = StartFailures(options)
    let broken = Self.result("watchdog", greeted: false)
    #expect((0..<3).map { watch.take(broken, left: 2 - $0) }.last == .some(nil))
    var full = StartFailures(options)
    for _ in 0..<5 { #expect(full.take(Self.result("disk-full", greeted: false), left: 9) == nil) }
    var ended = StartFailures(options)
    let ends = (0..<3).map { ended.take(broken, left: 9 - $0) }
    #expect(ends.last??.left == 7)
    #expect(ends.last??.first.code == "watchdog")
  }

  private static func result(_ code: String?, greeted: Bool) -> CaseResult {
    let item = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
      location: Step.place, world: World(), steps: [], limit: .zero)
    var result = CaseResult(
      conformanceCase: item, verdict: code == nil ? .pass : .error, checks: [],
      problem: code.map { Problem(code: $0, participant: "one", message: "m") },
      history: History(epoch: .defaultEpoch), wallMilliseconds: 0, virtualTime: .zero)
    if greeted { result.hello = ["protocol": 1] }
    return result
  }
}
