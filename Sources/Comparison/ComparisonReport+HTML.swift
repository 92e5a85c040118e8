internal import Conformance
internal import ExactText
internal import Wording
internal import JSONText
internal import ReportFormats
package import RunStore
internal import VirtualTime

extension ComparisonReport {
  /// The most cases of which both histories are shown.
  static let shownHistories = 12

  /// One page that needs nothing else: what has changed, and for the first case of each change both histories side by side.
  ///
  /// - Throws: if a history cannot be read any more.
  package func html() throws(StoreError) -> String {
    let comparison = comparison
    var page = ComparisonReport.head(
      "\(comparison.new.title) compared with \(comparison.old.title)")
    page +=
      "<h1>\(Markup.text(conclusion))</h1>\n<p><b>\(Markup.text(comparison.new.title))</b> compared with "
    page += "<b>\(Markup.text(comparison.old.title))</b>, "
    page += "\(Counted.text(comparison.commonCases, "case")) in both</p>\n"
    if trend.runs.count > 2 { page += trendTable }
    if !comparison.requirements.isEmpty {
      page += "<h2>Verdicts</h2>\n<div class=scroll tabindex=0 role=region aria-label=verdicts>"
      page += "<table class=findings><thead><tr><th scope=col>finding<th scope=col>requirement"
      page += "<th scope=col>checks<th scope=col>first seen in<th scope=col>found</tr></thead>\n"
      for change in comparison.requirements {
        page +=
          "<tr><td><span class=\"\(change.finding.rawValue)\">\(change.finding.rawValue)</span>"
        page += "<td>\(Markup.text(change.requirement))<td>\(change.checks) in "
        page += "\(Counted.text(change.cases.count, "case"))"
        page += "<td><code>\(Markup.text(change.cases.first ?? ""))</code>"
        page += "<td>\(Markup.text(change.found))</tr>\n"
      }
      page += "</table></div>\n"
    }
    if !comparison.behaviour.isEmpty { page += "<h2>Behaviour</h2>\n" }
    for (number, group) in comparison.behaviour.enumerated() {
      page += try section(group, showsHistory: number < ComparisonReport.shownHistories)
    }
    if let shortfall { page += "<p><b>undecided</b>: \(Markup.text(shortfall))</p>\n" }
    for (list, title) in [
      (comparison.casesNotRun, "Cases not run"), (comparison.newCases.map(\.name), "New cases"),
      (comparison.goneCases.map(\.name), "Cases gone"),
    ] where !list.isEmpty {
      page += "<h2>\(title)</h2>\n<ul>"
      page += list.map { "<li><code>\(Markup.text($0))</code>" }.joined() + "</ul>\n"
    }
    page += "<h2>Not compared</h2>\n<ul>"
    page += comparison.ignored.map { "<li>\(Markup.text($0))" }.joined()
    return page + "</ul>\n</main>\n</html>\n"
  }

  private var trendTable: String {
    var page =
      "<h2>Trend</h2>\n<div class=scroll tabindex=0 role=region aria-label=trend><table><thead><tr><th scope=col>requirement<th scope=col>since"
    page += "<th scope=col>now<th scope=col>before</tr></thead>\n"
    for change in trend.changes {
      page += "<tr><td>\(Markup.text(change.requirement))"
      page += "<td>\(Markup.text(trend.runs[change.run].title))"
      page += "<td>\(change.new.rawValue)<td>\(change.old.rawValue)</tr>\n"
    }
    return page + "</table></div>\n"
  }

  private func section(
    _ group: BehaviourGroup, showsHistory: Bool
  ) throws(StoreError) -> String {
    var page = "<section><h3>\(Markup.text(group.difference.text))</h3>\n"
    page += "<p>\(ComparisonReport.extent(group))</p>\n"
    if !group.consequences.isEmpty {
      page += "<ul>"
      for other in group.consequences {
        page += "<li>with it: \(Markup.text(other.difference.text)) "
        page += "(\(Counted.text(other.cases.count, "case")))"
      }
      page += "</ul>\n"
    }
    page += "<details><summary>all cases</summary><ul>"
    page += group.cases.map { "<li><code>\(Markup.text($0))</code>" }.joined() + "</ul></details>\n"
    if showsHistory, let name = group.cases.first,
      let (old, new) = try comparison.records(of: name)
    {
      page +=
        "<details open><summary>both histories of <code>\(Markup.text(name))</code></summary>\n"
      page += ComparisonPictures(comparison.old.title, old, comparison.new.title, new).element
      page += "<details><summary>the same as text</summary>\n"
      page += sideBySide(old, new) + "</details></details>\n"
    }
    return page + "</section>\n"
  }

  /// Two columns, a row for each pair of records; a stretch that is the same on both sides is folded to its ends.
  private func sideBySide(_ old: [Record], _ new: [Record]) -> String {
    let pairs = HistoryAlignment(old, new).pairs
    let isOther = pairs.map { pair in pair.old.map { old[$0] } != pair.new.map { new[$0] } }
    var page =
      "<div class=scroll tabindex=0 role=region aria-label=\"both histories\"><table class=histories>"
    page += "<thead><tr><th scope=col>\(Markup.text(comparison.old.title))"
    page += "<th scope=col>\(Markup.text(comparison.new.title))</tr></thead>\n"
    var hidden = 0
    for (index, pair) in pairs.enumerated() {
      let near = isOther[max(0, index - 2)...min(pairs.count - 1, index + 2)].contains(true)
      guard near else {
        hidden += 1
        continue
      }
      if hidden > 0 { page += "<tr class=same><td colspan=2>\(hidden) records the same</tr>\n" }
      hidden = 0
      page += isOther[index] ? "<tr class=other>" : "<tr class=same>"
      page += cell(pair.old.map { old[$0] }, "not there")
      page += cell(pair.new.map { new[$0] }, "gone") + "</tr>\n"
    }
    if hidden > 0 { page += "<tr class=same><td colspan=2>\(hidden) records the same</tr>\n" }
    return page + "</table></div>\n"
  }

  private func cell(_ record: Record?, _ absent: String) -> String {
    guard let record else { return "<td class=absent>\(absent)" }
    return "<td><code>\(Markup.text(record.text(since: .defaultEpoch)))</code>"
  }

  private static func head(_ title: String) -> String {
    let plain = title.replacing("&", with: "").replacing("<", with: "")
    return """
      <!doctype html>
      <html lang=en>
      <meta charset=utf-8>
      <meta name=viewport content="width=device-width">
      <title>\(plain)</title>
      <style>
      :root { color-scheme: light dark; --line: #8885; --other: #ffd8004d; --bad: #b3261e; --good: #146c2e }
      @media (prefers-color-scheme: dark) { :root { --bad: #ff897d; --good: #6dd58c } }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 0 }
      main { max-width: 80rem; margin: auto; padding: 1rem }
      table { border-collapse: collapse; width: 100% }
      th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line) }
      code { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
      section { border-left: 4px solid var(--line); padding-left: 1rem; margin: 1rem 0 }
      .scroll { overflow-x: auto }
      .histories td { width: 50%; min-width: 18rem }
      .other { background: var(--other) }
      .absent { font-style: italic }
      .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); gap: 1rem }
      figure { margin: .5rem 0; min-width: 0 }
      figcaption { font-weight: 600 }
      .picture { border: 1px solid var(--line); border-radius: 4px; background: var(--paper); padding: 6px 0 }
      .regression, .undecided { color: var(--bad); font-weight: 600 }
      .fixed { color: var(--good); font-weight: 600 }
      @media print { details { display: block } }
      @media (max-width: 640px) {
        h1 { font-size: 1.4rem }
        .findings thead { display: none }
        .findings tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line) }
        .findings td { display: block; padding: 0; border: 0 }
      }
      \(ComparisonPictures.style)
      </style>
      <main>
      \(ComparisonPictures.shapes)

      """
  }
}
