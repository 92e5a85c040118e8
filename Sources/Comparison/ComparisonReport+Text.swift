internal import CaseModel
internal import ExactText
internal import Wording

extension ComparisonReport {
  /// The report for a terminal or a log: the worst first, the conclusion last.
  package var text: String {
    let comparison = comparison
    var text = "old  \(comparison.old.title)  (\(comparison.old.path))\n"
    text += "new  \(comparison.new.title)  (\(comparison.new.path))\n"
    text += "\(Counted.text(comparison.commonCases, "case")) in both\n\n"
    if trend.runs.count > 2 { text += trendText }
    for change in limited(comparison.requirements) {
      let name = change.requirement.isEmpty ? "(the case)" : change.requirement
      text += "\(change.finding.rawValue)  \(name): "
      text += "\(Counted.text(change.checks, "check")) in "
      text += "\(Counted.text(change.cases.count, "case")), first in\n"
      text += "  \(change.cases.first ?? "")\n"
      if !change.found.isEmpty { text += "  \(change.found)\n" }
      if isVerbose { text += change.cases.dropFirst().map { "  \($0)\n" }.joined() }
    }
    text += more(comparison.requirements.count, "requirement")
    for group in limited(comparison.behaviour) { text += block(group) }
    text += more(comparison.behaviour.count, "change")
    for item in limited(comparison.newCases) {
      text += "new  \(item.name)\(item.verdict.map { " (\($0.rawValue))" } ?? "")\n"
    }
    text += more(comparison.newCases.count, "new case")
    for item in limited(comparison.goneCases) { text += "gone  \(item.name)\n" }
    text += more(comparison.goneCases.count, "case that is gone")
    if let shortfall {
      text += "undecided  \(shortfall)\n"
      for name in limited(comparison.casesNotRun) { text += "  \(name)\n" }
      text += more(comparison.casesNotRun.count, "case that was not run")
    }
    if !isNothing { text += "\n" }
    for line in comparison.ignored { text += "not compared: \(line)\n" }
    // Names come from files that others have made.
    return Excerpt.harmless(text + "\(conclusion)\n")
  }

  private func block(_ group: BehaviourGroup) -> String {
    var text = "behaviour  \(group.difference.text)\n"
    text += "  \(ComparisonReport.extent(group)), first in \(group.cases.first ?? "")\n"
    if isVerbose { text += group.cases.dropFirst().map { "  \($0)\n" }.joined() }
    let shown = isVerbose ? group.consequences : Array(group.consequences.prefix(3))
    for other in shown {
      text += "  with it: \(other.difference.text) "
      text += "(\(Counted.text(other.cases.count, "case")))\n"
    }
    let rest = group.consequences.count - shown.count
    if rest > 0 { text += "  with it: \(rest) more; --verbose shows them\n" }
    return text
  }

  private var trendText: String {
    var text = ""
    for change in trend.changes {
      text += "since \(trend.runs[change.run].title)  \(change.requirement): "
      text += "\(change.new.rawValue), was \(change.old.rawValue)\n"
    }
    if trend.changes.isEmpty { text += "no requirement changed\n" }
    for step in trend.steps where !step.behaviour.isEmpty {
      text += "since \(step.new.title)  "
      text += "\(Counted.text(step.behaviour.count, "change")) of behaviour\n"
    }
    return text + "\nthe last run compared with the first:\n"
  }

  private func limited<Element>(_ list: [Element]) -> ArraySlice<Element> {
    isVerbose ? list[...] : list.prefix(ComparisonReport.shown)
  }

  private func more(_ count: Int, _ noun: String) -> String {
    let rest = isVerbose ? 0 : count - ComparisonReport.shown
    return rest > 0 ? "and \(rest) more (\(noun)); --verbose shows them\n" : ""
  }
}
