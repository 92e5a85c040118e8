internal import CaseModel
internal import ExactText
package import JSONText
internal import Participants
internal import Wording

/// The table for people and for programs.
extension KillMatrix {
  /// For each defect the checks that it makes fail, then what is wrong, then the sums.
  ///
  ///     retry-at-23h  ENR-009, ENR-008, ENR-015
  ///       * enr-retry/after-every-failure no-result-before-24h  12 cases
  ///
  /// A star says that the check proves what the defect breaks.
  package var text: String {
    var text = ""
    for outcome in report.outcomes {
      text += "\(outcome.defect.name)  \(outcome.defect.requirements.joined(separator: ", "))\n"
      for entry in outcome.catches {
        let row = report.checks[entry.check]
        let mark = entry.requirements.isEmpty ? " " : "*"
        let cases = Counted.text(entry.count, "case")
        text += "  \(mark) \(row.caseName) \(row.check)  \(cases)\n"
      }
    }
    let faults = faults
    if !faults.isEmpty { text += "\n" }
    for fault in faults { text += "\(fault.kind): \(fault.text)\n" }
    let idle = untriggered
    let cells = report.outcomes.reduce(0) { $0 + $1.catches.count }
    text += "\ndefects  \(report.outcomes.count): "
    text += "\(report.outcomes.count - report.survivors.count) caught by a check of "
    text += "what they break\n"
    text += "checks   \(report.checks.count): \(report.checks.count - idle.count) made to fail, "
    text += "\(idle.count(where: { reason($0) != nil })) accepted with a reason, "
    text += "\(idle.count(where: { reason($0) == nil })) not\n"
    text += "cells    \(cells): a check that fails with a defect\n"
    return text
  }

  /// The table as a value: format 1 of `mamconform-matrix`, which `suites/schemas/matrix.schema.json` describes.
  package func document(program: String) -> JSON {
    [
      "format": "mamconform-matrix", "version": 1, "program": .string(program),
      "whole": .bool(isWhole), "cases": .int(report.caseCount),
      "defects": .array(
        report.outcomes.map { outcome in
          [
            "name": .string(outcome.defect.name), "summary": .string(outcome.defect.summary),
            "requirements": .array(outcome.defect.requirements.map(JSON.string)),
            "caught": .bool(outcome.isCaught), "errors": .int(outcome.errorCount),
            "checks": .array(
              outcome.catches.map { entry in
                [
                  "check": .int(entry.check), "cases": .int(entry.count),
                  "requirements": .array(entry.requirements.sorted().map(JSON.string)),
                ]
              }),
          ]
        }),
      "checks": .array(
        report.checks.map { row in
          var object: JSONObject = [
            "case": .string(row.caseName), "check": .string(row.check),
            "requirements": .array(row.requirements.sorted().map(JSON.string)),
            "file": .string(row.location.file), "line": .int(row.location.line),
            "defects": .array(row.defects.map(JSON.string)),
          ]
          if row.defects.isEmpty, let reason = reason(row) { object["reason"] = .string(reason) }
          return .object(object)
        }),
      "faults": .array(
        faults.map { ["kind": .string($0.kind), "text": .string($0.text)] }),
    ]
  }
}
