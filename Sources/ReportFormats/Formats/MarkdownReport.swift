internal import Contract
internal import CaseModel
internal import Conformance
internal import ExactText
internal import Reporting
internal import Wording

/// A run in GitHub's Markdown: whole for the summary of a job, in short for a comment.
///
/// What a SUT has said is text and nothing else: it cannot end a table, open a link or call a person.
struct MarkdownReport {
  /// GitHub takes 1 MiB as the summary of a step, and 65,536 characters as a comment; more causes and cases are counted.
  private static let mostCauses = (job: 50, comment: 5)
  private static let mostCases = 100

  private let run: FinishedRun
  private let summary: RunSummary
  private let causes: [RootCause]

  init(_ run: FinishedRun) {
    self.run = run
    summary = RunSummary(run.results, run.description.ledger)
    causes = RootCause.of(run.results)
  }

  /// The summary of a job.
  var job: [UInt8] {
    var text = head
    let columns = verdicts.map(\.rawValue) + (hasKnown ? ["known to fail"] : [])
    text += "\n| | total | \(columns.joined(separator: " | ")) |\n"
    text += "|---|---:|\(columns.map { _ in "---:|" }.joined())\n"
    text += row("cases", summary.caseCount, summary.cases, summary.knownCases)
    text += row("checks", summary.checkCount, summary.checks, summary.knownChecks)
    text += "\n\(requirements)\n"
    text += causeList(atMost: MarkdownReport.mostCauses.job, isFull: true)
    text += requirementTable
    text += caseList
    text += "\n<sub>mamconform \(plain(run.description.version)), seed \(run.description.seed), "
    text += "SDK under test: \(code(run.adapter))</sub>\n"
    return Array(text.utf8)
  }

  /// A comment.
  var comment: [UInt8] {
    var text = head
    text += "\n\(summary.caseCount) cases, \(requirements)\n"
    text += causeList(atMost: MarkdownReport.mostCauses.comment, isFull: false)
    return Array(text.utf8)
  }

  private var head: String {
    let conclusion = RunConclusion(run, summary)
    let mark =
      switch conclusion.grade {
      case .pass: "✅"
      case .fail: "❌"
      case .inconclusive: "⚠️"
      }
    var text = "### \(mark) \(conclusion.sentence)\n"
    if let problem = run.description.problem(of: run.results) {
      text += "\n**\(plain(problem.code))**: \(plain(problem.message))\n"
    }
    if let shard = run.description.shard {
      text += "\nThis is \(plain(shard.name)): \(plain(shard.extent)).\n"
    }
    if run.results.count < run.description.planned {
      text +=
        "\n\(run.description.planned - run.results.count) of \(run.description.planned) cases "
      text += "were not run.\n"
    }
    return text + ledger
  }

  /// The set of checks that counts, what is known, and what is wrong with the ledger.
  private var ledger: String {
    var text = ""
    if let set = run.description.suiteVersion {
      text += "\nPinned to the set of checks \(plain(set.name)) of \(plain(set.date)).\n"
    }
    if summary.knownCases > 0 {
      text += "\n\(summary.knownCases) cases fail as the ledger says.\n"
    }
    let findings = run.description.ledger?.findings ?? []
    if !findings.isEmpty { text += "\n" }
    for finding in findings.prefix(10) {
      text += "- ledger, \(finding.kind.rawValue): \(plain(finding.diagnostic.description))\n"
    }
    if findings.count > 10 { text += "- and \(findings.count - 10) more findings on the ledger\n" }
    return text
  }

  private var verdicts: [Verdict] {
    Verdict.ofRuns(summary.checks.merging(summary.cases) { $0 + $1 })
  }

  /// True if a check fails as a ledger says.
  private var hasKnown: Bool { summary.knownCases + summary.knownChecks > 0 }

  private func row(
    _ name: String, _ total: Int, _ counts: [Verdict: Int], _ known: Int
  ) -> String {
    var cells = verdicts.map { counts[$0].map(String.init) ?? "" }
    if hasKnown { cells.append("\(known)") }
    return "| \(name) | \(total) | \(cells.joined(separator: " | ")) |\n"
  }

  /// `208 requirements: 200 kept, 8 violated (ENR-008 ...)`.
  private var requirements: String {
    var text =
      "\(Counted.text(summary.requirementCount, "requirement")): \(summary.kept.count) kept"
    for (list, word) in [
      (summary.violated, "violated"), (summary.neglected, "not kept by the app"),
      (summary.knownViolated, "known to be violated"),
      (summary.warned, "warned of"),
      (summary.undecided, "undecided"),
    ] where !list.isEmpty {
      text += ", **\(list.count) \(word)**"
    }
    if !summary.notApplicable.isEmpty {
      text += ", \(summary.notApplicable.count) not applicable"
    }
    return text
  }

  private func causeList(atMost limit: Int, isFull: Bool) -> String {
    guard !causes.isEmpty else { return "" }
    var text = "\n#### Causes\n\n"
    for cause in causes.prefix(limit) {
      let cases = Counted.text(cause.cases.count, "case")
      text += "- **\(plain(cause.text))**: "
      text += "\(cases), violates \(cause.requirements.map(titled).joined(separator: ", "))"
      if !cause.consequences.isEmpty {
        text += "; they also violate \(cause.consequences.map(plain).joined(separator: ", "))"
      }
      text += "\n"
      for difference in cause.gathered { text += "  - \(plain(difference.text))\n" }
      guard isFull else { continue }
      text += "\n  ```sh\n"
      text += "  \(fenced(run.description.reproduction(of: cause.cases[0].name)))\n  ```\n"
    }
    if causes.count > limit { text += "- and \(causes.count - limit) more\n" }
    return text
  }

  private var requirementTable: String {
    let bad =
      summary.violated + summary.neglected + summary.knownViolated + summary.warned
      + summary.undecided
    guard !bad.isEmpty else { return "" }
    var text =
      "\n#### Requirements not shown to be kept\n\n| requirement | | state |\n|---|---|---|\n"
    for (list, state) in [
      (summary.violated, "violated"), (summary.neglected, "not kept by the app"),
      (summary.knownViolated, "known to be violated"),
      (summary.warned, "warned of"),
      (summary.undecided, "undecided"),
    ] {
      for id in list {
        text +=
          "| \(plain(id)) | \(plain(run.description.requirements[id]?.title ?? "")) | \(state) |\n"
      }
    }
    return text
  }

  private var caseList: String {
    let bad = run.results.filter {
      $0.outcome != .passed && $0.outcome != .skipped
    }
    guard !bad.isEmpty else { return "" }
    var text = "\n<details><summary>\(bad.count) cases that did not pass</summary>\n\n"
    text += "| verdict | case | why |\n|---|---|---|\n"
    for result in bad.prefix(MarkdownReport.mostCases) {
      let reason = CaseExplanation.headline(result)
      text +=
        "| \(result.verdict.rawValue) | \(code(result.conformanceCase.name)) | \(plain(reason)) |\n"
    }
    let left = bad.count - MarkdownReport.mostCases
    if left > 0 { text += "\nand \(left) more; the other reports have them all\n" }
    return text + "\n</details>\n"
  }

  private func titled(_ id: String) -> String {
    run.description.requirements[id].map { "\(plain(id)) (\(plain($0.title)))" } ?? plain(id)
  }

  private func plain(_ text: String) -> String { MarkdownText.plain(text) }
  private func code(_ text: String) -> String { MarkdownText.code(text) }
  private func fenced(_ text: String) -> String { MarkdownText.fenced(text) }
}
