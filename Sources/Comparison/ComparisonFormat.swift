internal import ExactText
internal import Wording

/// How a comparison is written.
package enum ComparisonFormat: String, Sendable, CaseIterable {
  /// For a terminal or a log.
  case text
  /// For a job summary or a pull request.
  case markdown
  /// For programs; `suites/schemas/comparison.schema.json` describes it.
  case json
  /// One page for a browser, with both histories of a case side by side.
  case html
}

/// A comparison, or a trend, as text of some format.
package struct ComparisonReport {
  /// What is told.
  let trend: RunTrend
  /// What of it counts as a failure.
  let failOn: [ComparisonFinding]
  /// True to list every case and every consequence.
  let isVerbose: Bool

  /// The most groups, requirements and cases of a list, unless everything is asked for.
  static let shown = 20

  /// A report of a comparison.
  package init(_ trend: RunTrend, failOn: [ComparisonFinding], isVerbose: Bool = false) {
    self.trend = trend
    self.failOn = failOn
    self.isVerbose = isVerbose
  }

  /// The comparison of the last run with the first.
  var comparison: RunComparison { trend.whole }

  /// True if something was found that counts as a failure.
  package var isFailure: Bool { comparison.has(failOn) }

  /// The end of every report: what counts, and whether there is any of it.
  var conclusion: String {
    guard isFailure else {
      return isNothing
        ? "Nothing has changed."
        : "No difference counts (\(failOn.map(\.rawValue).joined(separator: ", ")))."
    }
    let found = failOn.filter { comparison.has([$0]) }.map(\.rawValue)
    return "Differences that count: \(found.joined(separator: ", "))."
  }

  /// True if there is nothing to tell.
  var isNothing: Bool {
    comparison.verdicts.isEmpty && comparison.behaviour.isEmpty && comparison.newCases.isEmpty
      && comparison.goneCases.isEmpty && comparison.new.countNotRun == 0
  }

  /// What is said of a later run that did not finish; nil for one that did.
  var shortfall: String? {
    let run = comparison.new
    guard run.countNotRun > 0 else { return nil }
    return "\(Counted.text(run.countNotRun, "case")) of \(run.title) "
      + "\(run.countNotRun == 1 ? "was" : "were") not run: \(run.title) \(run.notes[0])"
  }

  /// How many cases show a group, and of how many the verdicts are the same on both sides.
  static func extent(_ group: BehaviourGroup) -> String {
    let all = Counted.text(group.cases.count, "case")
    switch group.silentCases.count {
    case group.cases.count: return "\(all), every verdict as before"
    case 0: return "\(all), with other verdicts"
    default: return "\(all), in \(group.silentCases.count) of them every verdict as before"
    }
  }
}
