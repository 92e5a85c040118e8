internal import Contract
internal import ExactText
internal import Reporting

/// An audit as JUnit XML: a suite for each edition, a test for each requirement; what is not shown is skipped.
struct AuditJUnit {
  private let result: AuditResult

  init(_ result: AuditResult) { self.result = result }

  var bytes: [UInt8] {
    var xml = XMLWriter()
    let problems = result.audit.evidence.problems
    xml.begin(
      "testsuites",
      [
        ("name", "mamconform audit"),
        ("tests", String(result.judgements.count + problems.count)),
        ("failures", String(result.count(.violated))), ("errors", String(problems.count)),
      ])
    for edition in result.audit.editions { suite(edition, &xml) }
    if !problems.isEmpty { files(problems, &xml) }
    xml.end()
    return xml.bytes
  }

  private func suite(_ edition: Edition, _ xml: inout XMLWriter) {
    let judgements = result.judgements.filter { $0.edition == edition }
    func count(_ verdict: AuditResult.Verdict) -> Int { judgements.count { $0.verdict == verdict } }
    xml.begin(
      "testsuite",
      [
        ("name", "audit@\(edition.rawValue)"), ("tests", String(judgements.count)),
        ("failures", String(count(.violated))), ("errors", "0"),
        ("skipped", String(count(.notShown) + count(.doesNotApply))),
      ])
    for judgement in judgements { test(judgement, &xml) }
    xml.end()
  }

  private func test(_ judgement: AuditResult.Judgement, _ xml: inout XMLWriter) {
    let requirement = judgement.requirement
    let attributes = [
      (name: "name", value: "\(requirement.id) \(requirement.title)"),
      (name: "classname", value: "\(requirement.area).audit"), (name: "time", value: "0"),
    ]
    guard judgement.verdict != .kept else { return xml.element("testcase", attributes) }
    xml.begin("testcase", attributes)
    let issues = result.sortedIssues.filter { issue in
      issue.editions.contains(judgement.edition)
        && issue.requirements.contains { $0.id == requirement.id }
    }
    let text = issues.map { issue in
      let finding = issue.finding
      return "\(finding.place.text(in: finding.file)): \(finding.message)"
        + (finding.suggestion.map { "; \($0)" } ?? "")
    }.joined(separator: "\n")
    switch judgement.verdict {
    case .violated:
      xml.element(
        "failure",
        [("type", "requirement-violated"), ("message", issues.first?.finding.message ?? "")],
        text: text)
    case .warned: xml.element("system-out", [], text: text)
    case .notShown:
      xml.element("skipped", [("message", "not shown by these files: \(judgement.reason)")])
    case .doesNotApply: xml.element("skipped", [("message", judgement.reason)])
    case .kept: break
    }
    xml.end()
  }

  /// The files that cannot be read, as errors.
  private func files(_ problems: [FileProblem], _ xml: inout XMLWriter) {
    xml.begin(
      "testsuite",
      [
        ("name", "files"), ("tests", String(problems.count)), ("failures", "0"),
        ("errors", String(problems.count)), ("skipped", "0"),
      ])
    for problem in problems {
      xml.begin(
        "testcase", [("name", problem.file), ("classname", "files"), ("time", "0")])
      xml.element("error", [("type", "not-judged"), ("message", problem.line)])
      xml.end()
    }
    xml.end()
  }
}
