internal import CaseModel
internal import ExactText

extension ComparisonReport {
  /// The report for a job summary or a comment: the conclusion first, then what has changed.
  package var markdown: String {
    let comparison = comparison
    var text = "## \(isFailure ? "❌" : "✅") \(cell(conclusion))\n\n"
    text += "\(cell(comparison.new.title)) beside \(cell(comparison.old.title)), "
    text += "\(ComparisonReport.count(comparison.commonCases, "case")) in both.\n"
    if trend.runs.count > 2, !trend.changes.isEmpty {
      text += "\n| requirement | since | now | before |\n| --- | --- | --- | --- |\n"
      for change in trend.changes {
        text += "| \(cell(change.requirement)) | \(cell(trend.runs[change.run].title)) "
        text += "| \(change.new.rawValue) | \(change.old.rawValue) |\n"
      }
    }
    if !comparison.requirements.isEmpty {
      text += "\n| verdicts | requirement | checks | first seen in | found |\n"
      text += "| --- | --- | --- | --- | --- |\n"
      for change in comparison.requirements.prefix(isVerbose ? .max : ComparisonReport.shown) {
        text += "| \(change.finding.rawValue) | \(cell(change.requirement)) "
        text += "| \(change.checks) in \(ComparisonReport.count(change.cases.count, "case")) "
        text += "| `\(cell(change.cases.first ?? ""))` | \(cell(change.found)) |\n"
      }
    }
    if !comparison.behaviour.isEmpty {
      text += "\n| behaviour | cases | first seen in |\n| --- | --- | --- |\n"
      for group in comparison.behaviour.prefix(isVerbose ? .max : ComparisonReport.shown) {
        let others = group.consequences.isEmpty ? "" : ", and \(group.consequences.count) with it"
        text += "| \(cell(group.difference.text))\(others) | \(ComparisonReport.extent(group)) "
        text += "| `\(cell(group.cases.first ?? ""))` |\n"
      }
    }
    for (list, word) in [(comparison.newCases, "New"), (comparison.goneCases, "Gone")]
    where !list.isEmpty {
      text += "\n\(word): "
      text += list.prefix(ComparisonReport.shown).map { "`\(cell($0.name))`" }
        .joined(separator: ", ")
      let rest = list.count - ComparisonReport.shown
      text += rest > 0 ? ", and \(rest) more.\n" : ".\n"
    }
    text += "\nNot compared:\n\n"
    return text + comparison.ignored.map { "- \(cell($0))\n" }.joined()
  }

  /// A string in a cell of a table, as it is.
  private func cell(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "|", "\\", "*", "_", "[", "]", "#":
        result.unicodeScalars.append(contentsOf: ["\\", character])
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      case "`": result += "'"
      case "\n", "\r": result += " "
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
