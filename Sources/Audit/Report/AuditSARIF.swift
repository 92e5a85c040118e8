internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import ReportFormats

/// An audit as SARIF 2.1.0 (OASIS) for code scanning: a rule for each requirement, a result for each finding.
struct AuditSARIF {
  private let result: AuditResult
  private let version: String
  private let root: String

  init(_ result: AuditResult, version: String, root: String) {
    self.result = result
    self.version = version
    self.root = root
  }

  var bytes: [UInt8] {
    let rules = violated
    let document: JSON = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "mamconform audit", "version": .string(version),
              "rules": .array(rules.map(AuditSARIF.rule)),
            ]
          ],
          "invocations": [
            [
              "executionSuccessful": .bool(result.audit.evidence.problems.isEmpty),
              "toolExecutionNotifications": .array(
                result.audit.evidence.problems.map(notification)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": .array(result.sortedIssues.map { issue($0, rules) }),
        ]
      ],
    ]
    return Array(document.prettyText.utf8)
  }

  /// The requirements that something is wrong with, in the order of the contract.
  private var violated: [Requirement] {
    var seen: Set<ExactString> = []
    return result.judgements.map(\.requirement).filter { requirement in
      result.issues.contains { $0.requirements.contains { $0.id == requirement.id } }
        && seen.insert(requirement.id).inserted
    }
  }

  private static func rule(_ requirement: Requirement) -> JSON {
    [
      "id": .string(requirement.id), "shortDescription": ["text": .string(requirement.title)],
      "fullDescription": ["text": .string(requirement.statement)],
      "defaultConfiguration": ["level": requirement.level == "must" ? "error" : "warning"],
    ]
  }

  private func issue(_ issue: AuditResult.Issue, _ rules: [Requirement]) -> JSON {
    let finding = issue.finding
    let id = issue.gravest?.id ?? ""
    let text = finding.message + (finding.suggestion.map { "; \($0)" } ?? "")
    var properties: JSONObject = [
      "requirements": .array(issue.requirements.map { .string($0.id) }),
      "editions": .array(issue.editions.map { .string($0.rawValue) }),
    ]
    if !finding.keyPath.isEmpty { properties["key"] = .string(finding.keyPath) }
    return [
      "ruleId": .string(id), "ruleIndex": .int(rules.firstIndex { $0.id == id } ?? 0),
      "level": issue.isWarning ? "warning" : "error", "message": ["text": .string(text)],
      "locations": [location(finding.place, of: finding.file)],
      "properties": .object(properties),
    ]
  }

  private func notification(_ problem: FileProblem) -> JSON {
    let text = problem.message + (problem.suggestion.map { "; \($0)" } ?? "")
    return [
      "level": "error", "message": ["text": .string(text)],
      "locations": [location(problem.place, of: problem.file)],
    ]
  }

  private func location(_ place: FilePlace, of file: String) -> JSON {
    let source = SourceLocation(file: file, line: place.line ?? 0, column: place.column ?? 0)
    var object = LintSARIF.physicalLocation(source, root: root)
    if let offset = place.offset { object["region"] = ["byteOffset": .int(offset)] }
    return ["physicalLocation": .object(object)]
  }
}
