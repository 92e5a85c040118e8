internal import CaseModel
internal import ExactText
internal import ReportFormats
internal import Wording

extension ComparisonReport {
  /// The report for a job summary or a comment: the conclusion first, then what has changed.
  package var markdown: String {
    let comparison = comparison
    var text = "## \(isFailure ? "❌" : "✅") \(conclusion)\n\n"
    text += "\(plain(comparison.new.title)) compared with \(plain(comparison.old.title)), "
    text += "\(Counted.text(comparison.commonCases, "case")) in both.\n"
    if let shortfall { text += "\n**undecided**: \(plain(shortfall)).\n" }
    if trend.runs.count > 2, !trend.changes.isEmpty {
      text += "\n| requirement | since | now | before |\n| --- | --- | --- | --- |\n"
      for change in trend.changes {
        text += "| \(plain(change.requirement)) | \(plain(trend.runs[change.run].title)) "
        text += "| \(change.new.rawValue) | \(change.old.rawValue) |\n"
      }
    }
    if !comparison.requirements.isEmpty {
      text += "\n| verdicts | requirement | checks | first seen in | found |\n"
      text += "| --- | --- | --- | --- | --- |\n"
      for change in comparison.requirements.prefix(isVerbose ? .max : ComparisonReport.shown) {
        text += "| \(change.finding.rawValue) | \(plain(change.requirement)) "
        text += "| \(change.checks) in \(Counted.text(change.cases.count, "case")) "
        text += "| \(code(change.cases.first ?? "")) | \(plain(change.found)) |\n"
      }
    }
    if !comparison.behaviour.isEmpty {
      text += "\n| behaviour | cases | first seen in |\n| --- | --- | --- |\n"
      for group in comparison.behaviour.prefix(isVerbose ? .max : ComparisonReport.shown) {
        let others = group.consequences.isEmpty ? "" : ", and \(group.consequences.count) with it"
        text += "| \(plain(group.difference.text))\(others) | \(ComparisonReport.extent(group)) "
        text += "| \(code(group.cases.first ?? "")) |\n"
      }
    }
    for (list, word) in [
      (comparison.casesNotRun, "Not run"), (comparison.newCases.map(\.name), "New"),
      (comparison.goneCases.map(\.name), "Gone"),
    ] where !list.isEmpty {
      text += "\n\(word): "
      text += list.prefix(ComparisonReport.shown).map { code($0) }
        .joined(separator: ", ")
      let rest = list.count - ComparisonReport.shown
      text += rest > 0 ? ", and \(rest) more.\n" : ".\n"
    }
    text += "\nNot compared:\n\n"
    return text + comparison.ignored.map { "- \(plain($0))\n" }.joined()
  }

  private func plain(_ text: String) -> String { MarkdownText.plain(text) }
  private func code(_ text: String) -> String { MarkdownText.code(text) }
}
