internal import CaseModel
internal import ExactText
package import JSONText
internal import Participants

/// The report for programs; `suites/schemas/proof.schema.json` describes it.
extension ProofReport {
  /// The whole report.
  ///
  /// - Parameters:
  ///   - planned: how many defects were to be tried.
  ///   - program: the version of the program.
  package func document(planned: Int, program: String) -> JSON {
    let requirements = requirements
    return [
      "format": "mamconform-proof", "version": 2, "program": .string(program),
      "planned": .int(planned), "cases": .int(caseCount),
      "summary": [
        "defects": [
          "caught": .int(outcomes.count - survivors.count), "survived": .int(survivors.count),
        ],
        "requirements": ReportSum(requirements, \.defects).json,
        "checks": ReportSum(checks, \.defects).json,
      ],
      "defects": .array(outcomes.map(document)),
      "requirements": .array(
        requirements.map {
          [
            "id": .string($0.id), "checks": .int($0.checkCount), "failing": .int($0.failingCount),
            "defects": .array($0.defects.map(JSON.string)),
          ]
        }),
      "checks": .array(checks.map(ProofReport.document)),
    ]
  }

  private func document(_ outcome: Outcome) -> JSON {
    [
      "name": .string(outcome.defect.name), "summary": .string(outcome.defect.summary),
      "requirements": .array(outcome.defect.requirements.map(JSON.string)),
      "notShown": .array(outcome.notShown.map(JSON.string)),
      "caught": .bool(outcome.isCaught), "cases": .int(outcome.caseCount),
      "errors": .int(outcome.errorCount), "causes": .int(outcome.causeCount),
      "checks": .array(
        outcome.catches.map { entry in
          [
            "case": .string(checks[entry.check].caseName),
            "check": .string(checks[entry.check].check),
            "count": .int(entry.count), "first": .string(entry.firstCase),
            "requirements": .array(entry.requirements.sorted().map(JSON.string)),
          ]
        }),
    ]
  }

  private static func document(_ row: CheckRow) -> JSON {
    [
      "case": .string(row.caseName), "check": .string(row.check),
      "requirements": .array(row.requirements.sorted().map(JSON.string)),
      "file": .string(row.location.file), "line": .int(row.location.line),
      "count": .int(row.count), "failsWithoutDefect": .int(row.failsWithoutDefect),
      "defects": .array(row.defects.map(JSON.string)),
    ]
  }
}

/// How many rows a defect has shown to work, and how many none has.
private struct ReportSum {
  package var shown = 0
  package var unshown = 0

  package init<Row>(_ rows: [Row], _ defects: (Row) -> [String]) {
    for row in rows {
      if defects(row).isEmpty { unshown += 1 } else { shown += 1 }
    }
  }

  package var json: JSON { ["shown": .int(shown), "unshown": .int(unshown)] }
}
