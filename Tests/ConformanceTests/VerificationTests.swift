import CaseModel
import Contract
import Foundation
import JSONText
import ServiceProtocol
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
        Record(time: .defaultEpoch, kind: .event, name: name, app: "mail", fields: [:]))
    }
    return CaseResult(
      conformanceCase: item, verdict: verdict, checks: [], problem: nil, history: history,
      wallMilliseconds: 1, virtualTime: .zero)
  }

  @Test func `equal rounds do not differ`() {
    let round = [result("one", events: ["a"]), result("two")]
    #expect(Verification.differences(round, round, round: 2) == [])
    #expect(Verification.differences(round, round.reversed(), round: 2) == [])
  }

  @Test func `a case that only one round has is a difference`() {
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

  /// A result whose history is on disk; without lines there is no such file.
  private func stored(_ lines: String?, _ verdict: Verdict = .pass) -> CaseResult {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-history-\(UUID().uuidString)").path
    if let lines { _ = FileManager.default.createFile(atPath: path, contents: Data(lines.utf8)) }
    var result = result("large", verdict)
    result.history.keep(in: HistoryFile(path: path))
    return result
  }

  @Test func `histories on disk are compared`() throws {
    let one = stored("{\"a\":1}\n{\"b\":2}\n")
    #expect(Verification.compare(one, stored("{\"a\":1}\n{\"b\":2}\n"), round: 2) == nil)
    let other = stored("{\"a\":1}\n{\"b\":3}\n")
    let found = try #require(Verification.compare(one, other, round: 2))
    #expect(found.record == 1 && found.first == "{\"b\":2}" && found.second == "{\"b\":3}")
    let shorter = try #require(Verification.compare(one, stored("{\"a\":1}\n"), round: 2))
    #expect(shorter.record == 1 && shorter.first == "{\"b\":2}" && shorter.second == nil)
  }

  @Test func `histories on disk with different verdicts say which they are`() throws {
    let lines = "{\"a\":1}\n"
    let found = try #require(
      Verification.compare(stored(lines), stored(lines, .fail), round: 2))
    #expect(found.record == 1)
    #expect(found.first == "verdict pass" && found.second == "verdict fail")
  }

  @Test func `a history that cannot be read is not the same as another`() throws {
    let neither = try #require(Verification.compare(stored(nil), stored(nil), round: 2))
    #expect(neither.first == "a history that cannot be read" && neither.second == neither.first)
    let one = try #require(Verification.compare(stored(nil), stored("{}\n"), round: 2))
    #expect(one.second == "a history that can be read")
  }

  @Test func `records and verdicts are compared`() {
    let found = Verification.differences(
      [result("one", events: ["a", "b"]), result("two", .pass)],
      [result("one", events: ["a"]), result("two", .fail)], round: 2)
    #expect(found.map(\.caseName) == ["a/one@2020-06", "a/two@2020-06"])
    #expect(found.map(\.record) == [1, 0])
    #expect(found[0].second == nil && found[0].first?.contains("\"b\"") == true)
  }
}
