internal import Contract
internal import ExactText
internal import Wording

/// An audit for people: what is wrong, what the files do not show, and how many requirements are kept.
struct AuditText {
  private let result: AuditResult

  private let isQuiet: Bool

  init(_ result: AuditResult, isQuiet: Bool) {
    self.result = result
    self.isQuiet = isQuiet
  }

  var text: String {
    let evidence = result.audit.evidence
    var lines = evidence.problems.map { "error: \($0.line)" }
    lines += evidence.remarks.map { "note: \($0.line)" }
    lines += evidence.ignored.map {
      "note: \($0.place.text(in: $0.file)) is not audited: \($0.message)"
    }
    for issue in result.sortedIssues { lines += AuditText.lines(issue, of: result.audit) }
    if !isQuiet { for edition in result.audit.editions { lines += unseen(edition) } }
    lines += summary
    // It quotes what stands in the files.
    return lines.map { "\(Excerpt.harmless($0))\n" }.joined()
  }

  /// A finding as compilers write one, with the requirements below it.
  private static func lines(_ issue: AuditResult.Issue, of audit: Audit) -> [String] {
    let finding = issue.finding
    let severity = issue.isWarning ? "warning" : "violation"
    var head = "\(finding.place.text(in: finding.file)): \(severity): \(finding.message)"
    if let suggestion = finding.suggestion { head += "; \(suggestion)" }
    var lines = [head]
    if finding.place.line == nil, !finding.keyPath.isEmpty {
      lines.append("    key  \(finding.keyPath)")
    }
    lines += issue.requirements.map { requirement in
      let isMilder = !issue.isWarning && requirement.level != "must"
      return "    \(requirement.id)  \(requirement.title)\(isMilder ? " (a warning)" : "")"
    }
    if audit.editions.count > 1 {
      lines.append("    in \(issue.editions.map(\.rawValue).joined(separator: ", "))")
    }
    return lines
  }

  private func unseen(_ edition: Edition) -> [String] {
    let all = result.judgements.filter { $0.edition == edition && $0.verdict == .notShown }
    guard !all.isEmpty else { return [] }
    return ["not shown by these files (edition \(edition.rawValue)):"]
      + all.map { "  \($0.requirement.id)  \($0.requirement.title): \($0.reason)" }
  }

  private var summary: [String] {
    let warnings = result.issues.count(where: \.isWarning)
    let files = result.audit.evidence.files.count
    let problems = result.audit.evidence.problems.count
    return [
      "files         \(files) read, \(problems) not judged",
      "findings      \(Counted.text(result.issues.count - warnings, "violation")), \(Counted.text(warnings, "warning"))",
      "requirements  "
        + AuditResult.Verdict.allCases.map { "\(result.count($0)) \(AuditText.words($0))" }
        .joined(separator: ", "),
      result.saysNothing ? "These files show nothing of what the contract demands." : nil,
      problems > 0
        ? "Not all was judged: see the \(problems == 1 ? "line" : "lines") with 'error' above."
        : nil,
    ].compactMap(\.self)
  }

  private static func words(_ verdict: AuditResult.Verdict) -> String {
    switch verdict {
    case .kept: "kept"
    case .violated: "violated"
    case .warned: "with a warning"
    case .doesNotApply: "that do not apply"
    case .notShown: "not shown"
    }
  }
}
