import CaseModel
import Contract
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Ledgers held against what runs have found.
@Suite struct LedgerTests {
  private static let today = CalendarDay(millisecondsSinceEpoch: 1_798_761_600_000)

  private func place(_ line: Int) -> CaseModel.SourceLocation {
    .init(file: "l.yaml", line: line, column: 5)
  }

  private func item(_ id: String, _ checks: [String] = ["a", "b"]) -> ConformanceCase {
    ConformanceCase(
      suite: "s", id: id, title: "t", area: "ENR", edition: .latest, parameters: [],
      location: SourceLocation(file: "s.yaml"), world: World(),
      steps: checks.map { name in
        Step(
          location: place(1), action: nil, opensWindow: false,
          check: Check(
            id: name, requirements: ["ENR-008", "ENR-009"],
            demand: .count(RecordPattern(kind: .event), 1...1), location: place(1)))
      }, limit: .days(1))
  }

  /// How a case ended: the words of its failed checks by ID; the others passed.
  private func result(
    _ item: ConformanceCase, _ failures: [String: String], unreached: [String] = []
  ) -> CaseResult {
    let checks = item.checks.map { check in
      let isOpen = unreached.contains(check.id)
      let verdict: Verdict = failures[check.id] != nil ? .fail : isOpen ? .inconclusive : .pass
      return CheckResult(
        check: check, verdict: verdict, found: failures[check.id] ?? "",
        time: isOpen ? nil : .defaultEpoch)
    }
    return CaseResult(
      conformanceCase: item, verdict: .worst(checks.map(\.verdict)), checks: checks, problem: nil,
      history: History(epoch: .defaultEpoch), wallMilliseconds: 0, virtualTime: .zero)
  }

  private func entry(
    _ cases: String, _ checks: [String], _ reason: String, line: Int = 1,
    requirements: [String] = ["ENR-008", "ENR-009"], expires: String = "2027-01-31"
  ) throws -> LedgerEntry {
    func word(_ text: String) -> LedgerEntry.Word { .init(text, at: place(line)) }
    return LedgerEntry(
      cases: [word(cases)], checks: checks.map(word), editions: Set(Edition.allCases),
      requirements: requirements.map(word), reason: word(reason), link: "x", owner: "team",
      expires: try #require(CalendarDay(expires)), location: place(line))
  }

  /// What a ledger says of results: the exit code, the findings, and which cases are known to fail.
  private func judge(
    _ entries: [LedgerEntry], _ results: [CaseResult], suites: [ConformanceCase] = []
  ) -> (code: Int32, findings: [String], known: [String]) {
    let plan = LedgerPlan(
      Ledger(name: "l", entries: entries), over: results.map(\.conformanceCase) + suites)
    let marked = results.map { result in
      var result = result
      plan.mark(&result)
      return result
    }
    let review = LedgerReview(plan, marked, today: LedgerTests.today)
    return (
      ExitCode.of(marked, review),
      review.findings.map { "\($0.location.line) \($0.kind.rawValue): \($0.text)" },
      marked.filter(\.isKnownFailure).map(\.conformanceCase.id)
    )
  }

  @Test func `what is listed does no harm, and everything else does`() throws {
    let entries = [try entry("s/one", ["a"], "too *")]
    let one = result(item("one"), ["a": "too late"])
    #expect(judge(entries, [one]) == (0, [], ["one"]))
    #expect(judge(entries, [one, result(item("two"), [:])]) == (0, [], ["one"]))
    #expect(judge(entries, [one, result(item("two"), ["a": "too late"])]).code == 1)
    #expect(judge(entries, [result(item("one"), ["a": "too late", "b": "x"])]).code == 1)
  }

  @Test func `another reason and another requirement are not known`() throws {
    let one = result(item("one"), ["a": "too early"])
    let other = judge([try entry("s/one", ["a"], "too late")], [one])
    #expect(other.code == 1)
    #expect(
      other.findings == ["1 other-reason: a fails differently in s/one@2020-06: found 'too early'"])
    #expect(
      judge([try entry("s/one", ["a"], "*", requirements: ["ENR-008"])], [one]).findings.count == 1)
  }

  @Test
  func
    `a check that is listed and passes is told, but not one that a listed one kept from being made`()
    throws
  {
    let entries = [try entry("s/one", ["a", "b"], "x")]
    #expect(
      judge(entries, [result(item("one"), ["a": "x"])]).findings
        == ["1 unexpected-pass: b passes in s/one@2020-06"])
    #expect(judge(entries, [result(item("one"), ["a": "x"], unreached: ["b"])]) == (0, [], ["one"]))
    let first = [try entry("s/one", ["b"], "x")]
    #expect(judge(first, [result(item("one"), ["b": "x"], unreached: ["a"])]).code == 2)
  }

  @Test func `of checks that a pattern names one has to fail in every case`() throws {
    let entries = [try entry("s/*", ["*"], "x")]
    let one = result(item("one"), ["b": "x"])
    #expect(judge(entries, [one, result(item("two"), ["a": "x"])]) == (0, [], ["one", "two"]))
    #expect(
      judge(entries, [one, result(item("two"), [:])]).findings
        == ["1 unexpected-pass: a passes in s/two@2020-06"])
  }

  @Test func `an entry that matches nothing, contradicts another or has expired fails the run`()
    throws
  {
    let one = result(item("one"), ["a": "x"])
    let right = try entry("s/one", ["a"], "x")
    #expect(
      judge([right, try entry("s/oen", ["a"], "x", line: 2)], [one]).findings
        == ["2 matches-nothing: no case matches 's/oen'"])
    #expect(
      judge([try entry("s/one", ["c"], "x")], [one]).findings
        == ["1 matches-nothing: these cases have no check 'c'"])
    #expect(
      judge([right, try entry("s", ["a"], "x", line: 2)], [one]).findings
        == ["2 contradictory: the check a of s/one@2020-06 is listed twice"])
    #expect(
      judge([try entry("s", ["a"], "x", requirements: ["ENR-008", "ENR-009", "POL-001"])], [one])
        .findings == ["1 contradictory: none of these checks proves the requirement POL-001"])
    #expect(
      judge([try entry("s", ["a"], "x", expires: "2026-12-31")], [one]).findings
        == ["1 expired: the entry expired on 2026-12-31 (team)"])
    #expect(judge([try entry("s", ["a"], "x", expires: "2027-01-01")], [one]).code == 0)
  }

  @Test func `an entry about cases that were not run is left alone`() throws {
    let entries = [try entry("s/two", ["a"], "x")]
    #expect(judge(entries, [result(item("one"), [:])], suites: [item("two")]) == (0, [], []))
  }

  @Test func `a draft of a run without some editions names those that it has`() throws {
    var draft = LedgerDraft([result(item("one"), ["a": "x"]), result(item("two"), [:])])
    #expect(draft.entries.map(\.editions) == [[]])
    draft.namesEditions = true
    #expect(draft.entries.map(\.editions) == [[item("one").edition.rawValue]])
  }

  @Test func `a draft of a ledger lists exactly what failed`() throws {
    let results = [
      result(item("one"), ["a": "x", "b": "x"]), result(item("two"), ["a": "x", "b": "x"]),
      result(item("three"), ["b": "y"]), result(item("four"), [:]),
    ]
    let entries = LedgerDraft(results).entries
    #expect(entries.map(\.cases) == [["s/one", "s/two"], ["s/three"]])
    #expect(entries.map(\.checks) == [["a", "b"], ["b"]])
    #expect(entries.map(\.reason) == ["x", "y"])
    #expect(entries.map(\.requirements) == [["ENR-008", "ENR-009"], ["ENR-008", "ENR-009"]])
  }
}
