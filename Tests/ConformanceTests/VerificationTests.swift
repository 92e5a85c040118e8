import CaseModel
import Contract
import JSONText
import Testing
import VirtualTime

@testable import Conformance

@Suite struct VerificationTests {
  private func result(_ id: String, _ verdict: Verdict = .pass, events: [String] = []) -> CaseResult
  {
    let place = SourceLocation(file: "a.yaml", line: 1)
    let item = ConformanceCase(
      suite: "a", id: id, title: "", area: "ENR", edition: .latest, parameters: [],
      location: place, world: World(), steps: [], limit: .days(1))
    var history = History(epoch: .defaultEpoch)
    for name in events {
      history.records.append(
        Record(time: .defaultEpoch, kind: "event", name: name, app: "mail", fields: [:]))
    }
    return CaseResult(
      conformanceCase: item, verdict: verdict, checks: [], problem: nil, history: history,
      wallMilliseconds: 1, virtualTime: .zero)
  }

  @Test func equalRoundsDoNotDiffer() {
    let round = [result("one", events: ["a"]), result("two")]
    #expect(Verification.differences(round, round, round: 2) == [])
    #expect(Verification.differences(round, round.reversed(), round: 2) == [])
  }

  @Test func aCaseThatOnlyOneRoundHasIsADifference() {
    let (one, two) = (result("one"), result("two", .fail))
    #expect(
      Verification.differences([one, two], [one], round: 3) == [
        Verification.Difference(
          caseName: "a/two@2020-06", round: 3, record: 0, first: "verdict fail", second: nil)
      ])
    #expect(
      Verification.differences([two], [one, two], round: 3) == [
        Verification.Difference(
          caseName: "a/one@2020-06", round: 3, record: 0, first: nil, second: "verdict pass")
      ])
  }

  @Test func recordsAndVerdictsAreCompared() {
    let found = Verification.differences(
      [result("one", events: ["a", "b"]), result("two", .pass)],
      [result("one", events: ["a"]), result("two", .fail)], round: 2)
    #expect(found.map(\.caseName) == ["a/one@2020-06", "a/two@2020-06"])
    #expect(found.map(\.record) == [1, 0])
    #expect(found[0].second == nil && found[0].first?.contains("\"b\"") == true)
  }
}
