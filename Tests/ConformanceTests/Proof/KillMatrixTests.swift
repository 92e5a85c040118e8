import CaseModel
import Contract
import Foundation
import JSONText
import Participants
import Testing
import VirtualTime

@testable import Conformance

@Suite struct KillMatrixTests {
  private static let retry = CaseSelectionTests.item("retry", "late", proves: ["ENR-008"])
  private static let early = CaseSelectionTests.item("retry", "early", proves: ["ENR-009"])
  private static let late = KnownDefect(
    name: "late-retry", requirements: ["ENR-008"], summary: "retries late")

  private func result(_ item: ConformanceCase, _ verdict: Verdict) -> CaseResult {
    CaseResult(
      conformanceCase: item, verdict: verdict,
      checks: item.checks.map { CheckResult(check: $0, verdict: verdict) }, problem: nil,
      history: History(epoch: .defaultEpoch), wallMilliseconds: 1, virtualTime: .zero)
  }

  private func matrix(
    _ results: [CaseResult], accepted: [KillMatrix.Untriggered] = [], isWhole: Bool = true
  ) -> KillMatrix {
    var report = ProofReport([Self.retry, Self.early])
    _ = report.note(Self.late, results)
    return KillMatrix(report, accepted: accepted, isWhole: isWhole)
  }

  @Test func `nothing is wrong if every defect is caught and every check fails once`() {
    #expect(matrix([result(Self.retry, .fail), result(Self.early, .fail)]).faults == [])
  }

  @Test func `a defect that only an error or another requirement shows is a fault`() {
    let others = matrix([result(Self.early, .fail)], isWhole: false)
    #expect(
      others.faults == [
        .caughtByOthers(defect: "late-retry", checks: 1, first: "retry/early seen")
      ])
    #expect(
      matrix([result(Self.retry, .error)], isWhole: false).faults
        == [.caughtByErrors(defect: "late-retry", cases: 1)])
    #expect(
      matrix([result(Self.retry, .pass)], isWhole: false).faults
        == [.survivor(defect: "late-retry")])
  }

  @Test func `a check that no defect makes fail needs a reason and no other does`() {
    let found = [result(Self.retry, .fail)]
    let idle = matrix(found)
    #expect(idle.faults.map(\.kind) == ["untriggered"])
    #expect(idle.text.contains("no defect makes retry/early seen fail"))
    #expect(matrix(found, isWhole: false).faults == [])
    let reason = KillMatrix.Untriggered(
      caseName: "retry/early", check: "*", reason: "nobody is early", line: 3)
    #expect(matrix(found, accepted: [reason]).faults == [])
    let needless = matrix(found + [result(Self.early, .fail)], accepted: [reason])
    #expect(needless.faults.map(\.kind) == ["needless"])
  }

  @Test func `the document follows its schema and the page has everything`() throws {
    let matrix = matrix([result(Self.retry, .fail)])
    let file = URL(filePath: #filePath).appending(
      path: "../../../../suites/schemas/matrix.schema.json")
    let schema = try JSON(parsing: [UInt8](Data(contentsOf: file.standardized))[...])
    #expect(SchemaCheck(schema).complaints(matrix.document(program: "0.1.0")) == [])
    #expect(matrix.text.contains("late-retry  ENR-008\n  * retry/late seen  1 case\n"))
    #expect(matrix.html.contains("<path class=own d=\"M0 0h2v2h-2z\"/>"))
    #expect(matrix.html.contains("<code>retry/early seen</code>"))
  }
}

@Suite struct ProofMemoryTests {
  private static let item = CaseSelectionTests.item("retry", "late", proves: ["ENR-008"])
  private static let defect = KnownDefect(
    name: "late-retry", requirements: ["ENR-008"], summary: "retries late")

  /// A hash that is good enough to tell two cases.
  private static func digest(_ bytes: [UInt8]) -> String {
    String(bytes.reduce(5381) { ($0 &* 33) ^ Int($1) })
  }

  private func memory(
    _ document: JSON?, build: String = "b1", _ item: ConformanceCase = Self.item
  ) -> ProofMemory {
    var memory = ProofMemory(document, build: build, digest: Self.digest)
    memory.take([item])
    return memory
  }

  private var written: JSON {
    var memory = memory(nil)
    let failure = CaseFinding.Failure(check: "seen", requirements: ["ENR-008"])
    memory.keep(
      [(0, CaseFinding(Self.item, isError: false, failures: [failure]))], of: Self.defect,
      causeCount: 1)
    return memory.document
  }

  @Test func `a case that has a step in common with another one is not taken for it`() throws {
    var other = Self.item
    other.limit = .days(9)
    var again = ProofMemory(try JSON(parsing: written.text), build: "b1", digest: Self.digest)
    again.take([other, Self.item])
    let found = again.findings(of: Self.defect, [other, Self.item], at: [0, 1])
    #expect(found.keys.sorted() == [1])
  }

  @Test func `what is unchanged is taken over`() throws {
    var again = memory(try JSON(parsing: written.text))
    let found = again.findings(of: Self.defect, [Self.item], at: [0])
    #expect(found[0]?.failures.map(\.check) == ["seen"])
    #expect(again.counts.reused == 1 && !again.isOfAnotherBuild)
    #expect(again.causeCount(of: Self.defect, cases: 1) == 1)
    #expect(again.causeCount(of: Self.defect, cases: 2) == 0)
  }

  @Test func `another build or defect or case is run again`() {
    var other = memory(written, build: "b2")
    #expect(other.findings(of: Self.defect, [Self.item], at: [0]).isEmpty && other.isOfAnotherBuild)
    let defect = KnownDefect(
      name: Self.defect.name, requirements: ["ENR-009"], summary: Self.defect.summary)
    var same = memory(written)
    #expect(same.findings(of: defect, [Self.item], at: [0]).isEmpty)
    var changed = Self.item
    changed.limit = .days(9)
    var case2 = memory(written, changed)
    #expect(case2.findings(of: Self.defect, [changed], at: [0]).isEmpty)
  }

  @Test func `a case may move in its file`() {
    var moved = Self.item
    moved.location = SourceLocation(file: "other.yaml", line: 99, column: 1)
    var memory = memory(written, moved)
    #expect(memory.findings(of: Self.defect, [moved], at: [0]).count == 1)
  }
}
