internal import CaseModel
internal import ExactText
package import JSONText
internal import VirtualTime

extension ComparisonReport {
  /// The value of the member `version`; counted up when a member changes its meaning or goes away.
  package static let formatVersion = 1

  /// The report for programs; `suites/schemas/comparison.schema.json` describes it.
  package var document: JSONObject {
    let comparison = comparison
    var document: JSONObject = [
      "format": "mamconform-comparison", "version": .int(ComparisonReport.formatVersion),
      "old": run(comparison.old), "new": run(comparison.new),
      "failOn": list(failOn.map(\.rawValue)),
      "found": list(
        ComparisonFinding.allCases.filter { comparison.has([$0]) }.map(\.rawValue)),
      "isFailure": .bool(isFailure), "commonCases": .int(comparison.commonCases),
    ]
    document["requirements"] = .array(
      comparison.requirements.map { change in
        [
          "requirement": .string(change.requirement), "finding": .string(change.finding.rawValue),
          "checks": .int(change.checks), "cases": list(change.cases),
          "found": .string(change.found),
        ]
      })
    document["verdicts"] = .array(
      comparison.verdicts.map { change in
        [
          "case": .string(change.caseName), "check": .string(change.check),
          "requirements": list(change.requirements), "old": .string(change.old.rawValue),
          "new": .string(change.new.rawValue), "finding": .string(change.finding.rawValue),
        ]
      })
    document["behaviour"] = .array(comparison.behaviour.map(group))
    document["newCases"] = .array(
      comparison.newCases.map { item in
        var object: JSONObject = ["name": .string(item.name)]
        if let verdict = item.verdict { object["verdict"] = .string(verdict.rawValue) }
        return .object(object)
      })
    document["goneCases"] = list(comparison.goneCases.map(\.name))
    if comparison.new.countNotRun > 0 {
      document["notRunCases"] = list(comparison.casesNotRun)
    }
    document["notCompared"] = list(comparison.ignored)
    if trend.runs.count > 2 {
      document["runs"] = .array(trend.runs.map(run))
      document["trend"] = .array(
        trend.changes.map { change in
          [
            "requirement": .string(change.requirement), "run": .int(change.run),
            "title": .string(trend.runs[change.run].title), "old": .string(change.old.rawValue),
            "new": .string(change.new.rawValue),
          ]
        })
    }
    return document
  }

  private func run(_ run: ComparedRun) -> JSON {
    var object: JSONObject = [
      "title": .string(run.title), "path": .string(run.path), "cases": .int(run.cases.count),
    ]
    if run.countNotRun > 0 { object["notRun"] = .int(run.countNotRun) }
    return .object(object)
  }

  private func group(_ group: BehaviourGroup) -> JSON {
    let difference = group.difference
    var object: JSONObject = [
      "kind": .string(difference.kind.rawValue), "subject": .string(difference.subject),
      "members": list(difference.members), "text": .string(difference.text),
      "virtualMilliseconds": .int(difference.offset.milliseconds), "cases": list(group.cases),
      "silentCases": list(group.silentCases),
    ]
    if let shift = difference.shift { object["shiftMilliseconds"] = .int(shift.milliseconds) }
    object["consequences"] = .array(group.consequences.map(self.group))
    return .object(object)
  }

  private func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}
