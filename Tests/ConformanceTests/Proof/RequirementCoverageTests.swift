import CaseModel
import Contract
import Foundation
import JSONText
import Testing
import VirtualTime

@testable import Conformance

@Suite struct RequirementCoverageTests {
  private static let contract = Contract(
    requirements: CaseSelectionTests.contract.requirements,
    unprovenReasons: ["ENR-007": UnprovenReason("nobody can see it")])

  private func results(_ verdict: (ConformanceCase) -> Verdict?) -> [CaseResult] {
    CaseSelectionTests.cases.compactMap { item in
      guard let verdict = verdict(item) else { return nil }
      return CaseResult(
        conformanceCase: item, verdict: verdict,
        checks: item.checks.map { CheckResult(check: $0, verdict: verdict) }, problem: nil,
        history: History(epoch: .defaultEpoch), wallMilliseconds: 1, virtualTime: .zero)
    }
  }

  private func rows(_ verdict: (ConformanceCase) -> Verdict?) -> [RequirementCoverage] {
    RequirementCoverage.all(
      Self.contract, declared: CaseSelectionTests.cases, results: results(verdict),
      defects: { $0 == "enrollment-retry/after-24h seen" ? ["retry-at-23h"] : [] })
  }

  private func row(_ id: String, _ rows: [RequirementCoverage]) throws -> RequirementCoverage {
    try #require(rows.first { $0.requirement.id == id })
  }

  @Test func `a requirement is proven only where a check was made and passed`() throws {
    let retry = try row("ENR-008", rows { $0.edition == .e2020_06 ? .pass : nil })
    #expect(retry.state(in: .e2020_06) == .proven)
    #expect(retry.state(in: .e2016_09) == .notExercised)
    #expect(retry.state(in: .e2017_11) == .unproven)
    #expect(retry.proofs.first?.defects == ["retry-at-23h"])
  }

  @Test(arguments: [Verdict.inconclusive, .notApplicable, .error])
  func `a check without a verdict exercises nothing`(verdict: Verdict) throws {
    let retry = try row("ENR-008", rows { _ in verdict })
    #expect(retry.state(in: .e2016_09) == .notExercised)
    #expect(retry.proofs.isEmpty)
  }

  @Test func `a violation outweighs and a reason excuses`() throws {
    let all = rows { _ in .fail }
    #expect(try row("ENR-008", all).state == .violated)
    #expect(try row("ENR-007", all).state == .excused)
    #expect(try row("STA-001", all).state == .unproven)
  }

  @Test func `duties of the app are told apart from what the SDK owes`() {
    let all = rows { _ in .pass }
    let report = CoverageReport([], duties: all, run: "a run", hasMatrix: false)
    let document = report.document(program: "0.1.0")
    #expect(document["requirements"]?.array?.isEmpty == true)
    #expect(document["duties"]?.array?.count == all.count)
    #expect(report.summary.contains("\(all.count) duties of the app"))
    #expect(report.text.contains("\nDuties of the app\n"))
    #expect(report.html.contains("<h2>Duties of the app</h2>"))
    #expect(report.isComplete, "what the app owes is no verdict on the SDK")
  }

  @Test func `the report follows its schema in every form`() throws {
    let all = rows { _ in .pass }
    let report = CoverageReport(all, run: "a <run>", hasMatrix: true)
    let file = URL(filePath: #filePath).appending(
      path: "../../../../suites/schemas/coverage.schema.json")
    let schema = try JSON(parsing: [UInt8](Data(contentsOf: file.standardized))[...])
    #expect(SchemaCheck(schema).complaints(report.document(program: "0.1.0")) == [])
    #expect(report.text.contains("ENR-008 r1  "))
    #expect(report.text.contains("    enrollment-retry/after-24h seen  "))
    #expect(report.html.contains("a &lt;run&gt;") && report.html.contains("retry-at-23h"))
    #expect(!report.isComplete)
  }
}
