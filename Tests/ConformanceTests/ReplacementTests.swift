import CaseModel
import Contract
import Foundation
import ServiceProtocol
import Locking
import Testing

@testable import Conformance

/// Cases whose process, used again, did not go on and was replaced by a new one.
@Suite(.serialized) struct ReplacementTests {
  private let steps = [
    Stage.launch,
    Stage.step(nil, .count(RecordPattern(kind: .event, name: "appStarted"), 1...1)),
  ]

  @Test func `a process that replaces another one has the limits of its case`() throws {
    let results = try Stage.inFolder { folder in
      Stage.run(times: 2, steps, ["fails-reuse", "\(folder)/first"])
    }
    #expect(results.count == 2)
    #expect(results.first?.problem?.code == "exited")
    #expect(results.last?.problem?.code == "limit", "\(results.last?.problem as Any)")
    #expect(results.last?.problem?.message.contains("--max-events") == true)
  }

  @Test func `who records a correction keeps nobody else waiting`() throws {
    struct State {
      var observed = 0
      var recorded: Set<String> = []
      var hasGoneOn: Bool?
    }
    let state = Lock(State())
    let results = try Stage.inFolder { folder in
      Stage.run(
        times: 8, steps, ["fails-reuse", "\(folder)/first"], { $0.jobs = 2 },
        observer: { _ in state.withLock { $0.observed += 1 } },
        recorder: { result in
          let before = state.withLock { state in
            state.recorded.insert(result.conformanceCase.name).inserted ? nil : state.observed
          }
          guard let before else { return }
          for _ in 0..<1000 where state.withLock({ $0.observed == before }) { usleep(10_000) }
          state.withLock { $0.hasGoneOn = $0.observed > before }
        })
    }
    #expect(results.count == 8)
    #expect(state.withLock { $0.hasGoneOn } == true)
  }
}
