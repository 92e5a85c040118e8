internal import CaseModel
internal import ExactText
internal import Participants
internal import Wording

/// The table as one page that needs nothing else: a picture of all of it, then each check with its defects.
extension KillMatrix {
  /// The page.
  package var html: String {
    let faults = faults
    var page = PageText.head("Which defect makes which check fail")
    page += "<h1>Which defect makes which check fail</h1>\n"
    page += "<p>\(report.outcomes.count) defects, \(report.checks.count) checks, "
    page += "\(report.checks.count - untriggered.count) of them made to fail.</p>\n"
    if !faults.isEmpty {
      page += "<h2>What is wrong</h2>\n<ul class=bad>"
      page += faults.map { "<li>\(Markup.text($0.text))" }.joined() + "</ul>\n"
    }
    page += "<h2>All of it</h2>\n<p>A column for each defect, a row for each check, both in their "
    page += "order. Dark: the check proves what the defect breaks.</p>\n\(picture)"
    page += "<h2>Checks</h2>\n<table><thead><tr><th scope=col>check<th scope=col>requirements"
    page += "<th scope=col>defects that make it fail</tr></thead>\n"
    for row in report.checks {
      page += "<tr><td><code>\(Markup.text("\(row.caseName) \(row.check)"))</code>"
      page += "<td>\(row.requirements.sorted().joined(separator: ", "))<td>"
      page +=
        row.defects.isEmpty
        ? "<b class=bad>none</b> \(Markup.text(reason(row) ?? ""))"
        : row.defects.map(Markup.text).joined(separator: ", ")
      page += "</tr>\n"
    }
    page += "</table>\n<h2>Defects</h2>\n<table><thead><tr><th scope=col>defect<th scope=col>breaks"
    page += "<th scope=col>checks of that<th scope=col>other checks</tr></thead>\n"
    for outcome in report.outcomes {
      let others = outcome.catches.count - outcome.counting.count
      page += "<tr><td><code>\(Markup.text(outcome.defect.name))</code><br>"
      page += Markup.text(outcome.defect.summary)
      page += "<td>\(outcome.defect.requirements.joined(separator: ", "))"
      page += "<td>\(outcome.counting.count)<td>\(others)</tr>\n"
    }
    return page + "</table>\n</main>\n</html>\n"
  }

  /// A dot of two by two for each check that fails with a defect.
  private var picture: String {
    var (own, other) = ("", "")
    for (column, outcome) in report.outcomes.enumerated() {
      for entry in outcome.catches {
        let dot = "M\(column * 2) \(entry.check * 2)h2v2h-2z"
        if entry.requirements.isEmpty { other += dot } else { own += dot }
      }
    }
    let (width, height) = (report.outcomes.count * 2, report.checks.count * 2)
    return "<div class=scroll tabindex=0 role=region aria-label=\"all of it\">"
      + "<svg width=\(width) height=\(height) viewBox=\"0 0 \(width) \(height)\" role=img "
      + "aria-label=\"which defect makes which check fail\"><path class=other d=\"\(other)\"/>"
      + "<path class=own d=\"\(own)\"/></svg></div>\n"
  }
}
