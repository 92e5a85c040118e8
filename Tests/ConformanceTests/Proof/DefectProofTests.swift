import CaseModel
import Contract
import Foundation
import JSONText
import Participants
import Testing
import VirtualTime

@testable import Conformance

@Suite struct KnownDefectTests {
  @Test func `lines are read as name words and requirements`() {
    let text = """
      retry-at-23h    the retry comes an hour early [ENR-008, ENR-009]
      wipe-twice      wipes [all], and  again as WIP-001 has it [WIP-004]
      no-requirements something
      nothing-broken  something []

      """
    #expect(
      KnownDefect.list(text) == [
        KnownDefect(
          name: "retry-at-23h", requirements: ["ENR-008", "ENR-009"],
          summary: "the retry comes an hour early"),
        KnownDefect(
          name: "wipe-twice", requirements: ["WIP-004"],
          summary: "wipes [all], and  again as WIP-001 has it"),
        KnownDefect(name: "nothing-broken", requirements: [], summary: "something"),
      ])
  }
}

@Suite struct ProofReportTests {
  /// How a case ended whose only check is `seen`.
  private func result(_ item: ConformanceCase, _ verdict: Verdict) -> CaseResult {
    CaseResult(
      conformanceCase: item, verdict: verdict,
      checks: item.checks.map { CheckResult(check: $0, verdict: verdict) }, problem: nil,
      history: History(epoch: .defaultEpoch), wallMilliseconds: 1, virtualTime: .zero)
  }

  private static let retry = CaseSelectionTests.item("retry", "late", proves: ["ENR-008"])
  private static let early = CaseSelectionTests.item("retry", "early", proves: ["ENR-009"])
  private static let policy = CaseSelectionTests.item("policy", "kept", proves: ["POL-001"])
  private static let defect = KnownDefect(
    name: "late-retry", requirements: ["ENR-008"], summary: "retries late")

  @Test func `only a check of what the defect breaks catches it`() {
    var report = ProofReport([Self.retry, Self.policy])
    let seen = report.note(
      Self.defect, [result(Self.retry, .pass), result(Self.policy, .fail)])
    #expect(!seen.isCaught && seen.catches.count == 1 && seen.counting.isEmpty)
    #expect(report.survivors.map(\.defect.name) == ["late-retry"])
    #expect(
      report.text(seen) == """
        SURVIVES  late-retry: breaks ENR-008; 2 cases
                  seen by seen (POL-001) in policy/kept@2020-06

        """)
    let caught = report.note(Self.defect, [result(Self.retry, .fail)])
    #expect(caught.isCaught)
    #expect(
      report.text(caught)
        == "caught    late-retry: 1 check in 1 case; first seen (ENR-008) in retry/late@2020-06\n")
  }

  @Test func `a breakdown is no catch`() {
    var report = ProofReport([Self.retry])
    let outcome = report.note(Self.defect, [result(Self.retry, .error)])
    #expect(!outcome.isCaught && outcome.errorCount == 1 && outcome.catches.isEmpty)
    #expect(report.text(outcome).hasPrefix("SURVIVES  late-retry: breaks ENR-008; 1 case, 1 of"))
  }

  @Test
  func `a check that is not asked for in one combination proves something if it is in another`() {
    var again = Self.retry
    again.parameters = [.init(axis: "x", value: "2")]
    var report = ProofReport([Self.retry, again])
    report.noteWithoutDefect(result(Self.retry, .notApplicable))
    #expect(report.unusableCount == 0)
    #expect(!report.note(Self.defect, [result(Self.retry, .fail)]).isCaught)
    #expect(report.note(Self.defect, [result(again, .fail)]).isCaught)
    report.noteWithoutDefect(result(again, .notApplicable))
    #expect(report.unusableCount == 2)
  }

  @Test(arguments: [Verdict.fail, .inconclusive, .error])
  func `a check that does not pass without the defect catches nothing`(verdict: Verdict) {
    var report = ProofReport([Self.retry])
    report.noteWithoutDefect(result(Self.retry, verdict))
    // A second run without a defect, in real processes, finds the same check.
    report.noteWithoutDefect(result(Self.retry, verdict))
    #expect(report.unusableCount == 1)
    #expect(!report.note(Self.defect, [result(Self.retry, .fail)]).isCaught)
    #expect(report.checks[0].defects.isEmpty)
  }

  @Test func `a requirement is shown by a defect that names it and a check of it`() {
    var report = ProofReport([Self.retry, Self.early, Self.policy])
    _ = report.note(Self.defect, [result(Self.retry, .fail), result(Self.early, .fail)])
    let rows = report.requirements
    #expect(rows.map(\.id) == ["ENR-008", "ENR-009", "POL-001"])
    #expect(rows.map(\.failingCount) == [1, 1, 0])
    #expect(rows.map(\.defects) == [["late-retry"], [], []])
    let summary = report.summary(planned: 2, listsChecks: true)
    #expect(
      summary.hasSuffix(
        """

        checks that no defect makes fail:
          policy.yaml:1: policy/kept seen (POL-001)

        requirements without a defect that makes one of their checks fail:
          ENR-009 (only other defects do)
          POL-001

        defects       1: 1 caught, 0 survived, 1 not tried
        requirements  3: 1 broken by a defect and seen, 2 not
        checks        3: 2 made to fail, 1 not

        """))
    #expect(!report.summary(planned: 1, listsChecks: false).contains("policy/kept"))
    // Of defects that were chosen nothing is said of what they do not break.
    #expect(
      report.summary(planned: 1, listsChecks: false, isPartial: true).hasSuffix(
        """

        defects       1: 1 caught, 0 survived
        requirements  1: 1 broken by a defect and seen, 0 not
        checks        1: 1 made to fail, 0 not

        """))
    let nothing = ProofReport([Self.retry]).summary(
      planned: 9, listsChecks: false, isPartial: true)
    #expect(nothing == "\nno defect was tried\n")
  }

  @Test func `what a defect names and no check shows is said`() {
    var report = ProofReport([Self.retry, Self.early])
    let defect = KnownDefect(
      name: "late-retry", requirements: ["ENR-009", "ENR-008", "ENR-010"], summary: "retries late")
    let outcome = report.note(defect, [result(Self.retry, .fail), result(Self.early, .pass)])
    #expect(outcome.notShown == ["ENR-009", "ENR-010"])
    #expect(
      report.text(outcome).hasSuffix("\n          named, but not shown: ENR-009, ENR-010\n"))
    #expect(
      report.document(planned: 1, program: "0.1.0")["defects"]?.array?.first?["notShown"] == [
        "ENR-009", "ENR-010",
      ])
  }

  @Test func `what is only recommended is no check that has to fail`() {
    var item = Self.early
    item.steps = item.steps.map { step in
      var step = step
      step.check?.isAdvisory = true
      return step
    }
    var report = ProofReport([Self.retry, item])
    report.noteWithoutDefect(result(item, .advisory))
    #expect(report.checks.map(\.caseName) == ["retry/late"])
    #expect(report.requirements.map(\.id) == ["ENR-008"])
    #expect(report.unusableCount == 0)
  }

  @Test func `editions and combinations of a case are one check`() {
    let old = CaseSelectionTests.item("retry", "late", .e2016_09, proves: ["ENR-010"])
    var report = ProofReport([old, Self.retry])
    #expect(report.checks.count == 1)
    #expect(report.checks[0].count == 2)
    #expect(report.checks[0].requirements == ["ENR-008", "ENR-010"])
    let outcome = report.note(Self.defect, [result(old, .fail), result(Self.retry, .fail)])
    #expect(outcome.catches.map(\.count) == [2])
    #expect(outcome.catches.map(\.firstCase) == ["retry/late@2016-09"])
  }

  @Test func `the conclusion names the worst that was found`() {
    var report = ProofReport([Self.retry, Self.policy])
    let demanded = report.demanded(without: ["POL-001"])
    #expect(demanded == ["ENR-008"])
    #expect(report.conclusion(demanding: []) == .proven)
    #expect(report.conclusion(demanding: demanded) == .unproven)
    _ = report.note(Self.defect, [result(Self.retry, .fail)])
    #expect(report.conclusion(demanding: demanded) == .proven)
    #expect(report.conclusion(demanding: ["POL-001"]) == .unproven)
    report.noteWithoutDefect(result(Self.policy, .fail))
    #expect(report.conclusion(demanding: demanded) == .unusable)
    _ = report.note(Self.defect, [result(Self.retry, .pass)])
    #expect(report.conclusion(demanding: demanded) == .unproven)
  }

  @Test func `the document follows its schema`() throws {
    var report = ProofReport([Self.retry, Self.early])
    _ = report.note(Self.defect, [result(Self.retry, .fail), result(Self.early, .fail)])
    let file = URL(filePath: #filePath).appending(
      path: "../../../../suites/schemas/proof.schema.json")
    let schema = try JSON(parsing: [UInt8](Data(contentsOf: file.standardized))[...])
    let document = report.document(planned: 1, program: "0.1.0")
    #expect(SchemaCheck(schema).complaints(document) == [])
    #expect(SchemaCheck(schema).complaints(["format": "mamconform-proof"]) != [])
    #expect(document["summary"]?["requirements"] == ["shown": 1, "unshown": 1])
    #expect(document["checks"]?.array?.last?["defects"] == ["late-retry"])
    #expect(document["defects"]?.array?.first?["checks"]?.array?.last?["requirements"] == [])
  }
}

@Suite struct RequirementProofTests {
  @Test func `every requirement is proven or excused or unproven`() {
    let cases = CaseSelectionTests.cases
    let contract = Contract(
      requirements: CaseSelectionTests.contract.requirements,
      unprovenReasons: ["ENR-007": UnprovenReason("nobody can see it")])
    let proofs = RequirementProof.all(contract, cases)
    #expect(
      proofs.map { "\($0.requirement.id) \($0.state.rawValue)" } == [
        "ENR-006 proven", "ENR-007 excused", "ENR-008 proven", "POL-001 proven",
        "STA-001 unproven",
      ])
    let retry = proofs[2]
    #expect(
      retry.checks.map(\.caseName) == [
        "enrollment-retry/after-24h", "enrollment-retry/after-restart",
      ])
    #expect(retry.checks[0].editions == [.e2016_09, .e2020_06])
    #expect(retry.missing == [.e2016_12, .e2017_11, .e2020_01])
  }

  @Test func `the text says where a requirement is proven and where not`() {
    let proofs = RequirementProof.all(CaseSelectionTests.contract, CaseSelectionTests.cases)
    #expect(
      proofs[2].text == """
        ENR-008   (all editions)
                 enrollment-retry/after-24h seen (2016-09, 2020-06)
                 enrollment-retry/after-restart seen (2020-06)
                 not proven in 2016-12, 2017-11, 2020-01

        """)
    #expect(proofs[4].text == "STA-001   (all editions)\n         UNPROVEN\n")
    #expect(proofs[2].document["missing"] == ["2016-12", "2017-11", "2020-01"])
  }

  @Test func `requirements of others are left out`() {
    var other = CaseSelectionTests.contract.requirements[0]
    other.party = "app"
    var untestable = CaseSelectionTests.contract.requirements[1]
    untestable.testable = "static"
    #expect(RequirementProof.all(Contract(requirements: [other, untestable]), []).isEmpty)
  }
}
