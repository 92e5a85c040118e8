internal import ExactText
package import JSONText
internal import Wording

extension AdapterCheck {
  /// What one check found.
  package struct Finding: Sendable, Equatable {
    /// How a check ended.
    package enum Outcome: String, Sendable {
      case pass, fail
      case notApplicable = "not-applicable"
    }

    /// The name of the check, such as `unknown-operation`.
    package var check: String
    /// How it ended.
    package var outcome: Outcome
    /// What was seen and, after a failure, what the protocol asks for.
    package var explanation: String

    /// A finding with all its parts.
    package init(_ check: String, _ outcome: Outcome, _ explanation: String) {
      self.check = check
      self.outcome = outcome
      self.explanation = explanation
    }
  }

  /// The findings one a line, with a line of totals.
  ///
  /// - Parameter columns: the width at which long lines are folded; nil to leave them whole.
  package static func text(_ findings: [Finding], columns: Int? = nil) -> String {
    let width = findings.map(\.check.count).max() ?? 0
    var lines = findings.flatMap { finding in
      let word =
        switch finding.outcome {
        case .pass: "pass"
        case .fail: "FAIL"
        case .notApplicable: "n/a "
        }
      let gap = String(repeating: " ", count: width - finding.check.count)
      let head = "\(word)  \(finding.check)\(gap)  "
      guard let columns, head.count < columns / 2 else { return [head + finding.explanation] }
      return Fold.lines(
        finding.explanation, width: columns, first: head, indent: head.count)
    }
    let failed = count(.fail, findings)
    let others = count(.notApplicable, findings)
    lines.append(
      "\(findings.count) checks: \(count(.pass, findings)) passed, \(failed) failed, "
        + "\(others) not applicable")
    return lines.joined(separator: "\n") + "\n"
  }

  /// `{"checks":[{"check","outcome","explanation"}],"passed":n,"failed":n,"notApplicable":n}`.
  package static func json(_ findings: [Finding]) -> JSON {
    let checks = findings.map { finding -> JSON in
      [
        "check": .string(finding.check), "outcome": .string(finding.outcome.rawValue),
        "explanation": .string(finding.explanation),
      ]
    }
    return [
      "checks": .array(checks), "passed": .int(count(.pass, findings)),
      "failed": .int(count(.fail, findings)),
      "notApplicable": .int(count(.notApplicable, findings)),
    ]
  }

  private static func count(_ outcome: Finding.Outcome, _ findings: [Finding]) -> Int {
    findings.count { $0.outcome == outcome }
  }
}
