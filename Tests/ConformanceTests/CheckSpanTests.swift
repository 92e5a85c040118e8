import CaseModel
import Contract
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Checks that look at more than the window in force.
@Suite struct CheckSpanTests {
  private static let place = SourceLocation(file: "x.yaml", line: 1, column: 1)

  /// Three acting steps of two records each, the second called `second`, the third `third`; then a check.
  private func verdict(_ span: CheckSpan, exactly count: Int) -> CheckResult {
    func step(_ name: String?) -> Step {
      Step(
        location: Self.place, name: name, action: .clearFaults, opensWindow: true, check: nil)
    }
    let pattern = RecordPattern(kind: .event, name: "a")
    let check = Check(
      id: "c", requirements: ["ENR-008"], demand: .count(pattern, count...count), span: span,
      location: Self.place)
    let last = Step(location: Self.place, action: nil, opensWindow: false, check: check)
    let item = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
      location: Self.place, world: World(),
      steps: [step(nil), step("second"), step("third"), last], limit: .days(1))
    var history = History(epoch: .defaultEpoch)
    history.records = (0..<6).map { _ in
      Record(time: .defaultEpoch, kind: .event, name: "a", app: "mail")
    }
    history.reached = [0..<2, 2..<4, 4..<6, 4..<6].enumerated().map {
      .init(step: $0.offset, window: $0.element, time: .defaultEpoch, result: nil)
    }
    return Judge(optionalRequirements: []).judge(item, history, ending: nil)[0]
  }

  @Test(arguments: [
    (CheckSpan.window, 2), (.wholeCase, 6), (.between(from: "second", to: nil), 4),
    (.between(from: "second", to: "third"), 2), (.between(from: nil, to: "third"), 4),
    (.between(from: "third", to: "third"), 0),
  ])
  func `a check looks at the records of its span and at no others`(
    _ span: CheckSpan, _ count: Int
  ) {
    #expect(verdict(span, exactly: count).verdict == .pass)
    #expect(verdict(span, exactly: count + 1).verdict == .fail)
  }

  @Test func `what is expected says where`() {
    let texts = [CheckSpan.wholeCase, .between(from: "a", to: "b"), .between(from: nil, to: "b")]
      .map { verdict($0, exactly: 7).expected }
    #expect(
      texts == [
        "exactly 7 × event a, in the whole case", "exactly 7 × event a, from a until b",
        "exactly 7 × event a, until b",
      ])
  }
}
