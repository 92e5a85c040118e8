internal import Contract
internal import ExactText
internal import JSONText

/// An audit for programs; `suites/schemas/audit.schema.json` describes it.
struct AuditJSON {
  private let result: AuditResult
  private let version: String

  init(_ result: AuditResult, version: String) {
    self.result = result
    self.version = version
  }

  var document: JSON {
    let evidence = result.audit.evidence
    var summary: JSONObject = [
      "violations": .int(result.issues.count { !$0.isWarning }),
      "warnings": .int(result.issues.count(where: \.isWarning)),
    ]
    for verdict in AuditResult.Verdict.allCases {
      summary[verdict.rawValue] = .int(result.count(verdict))
    }
    return [
      "audit": 1, "version": .string(version),
      "editions": .array(result.audit.editions.map { .string($0.rawValue) }),
      "files": .array(
        evidence.files.map { ["file": .string($0.path), "kind": .string($0.kind.rawValue)] }),
      "problems": .array(evidence.problems.map { .object(AuditJSON.problem($0)) }),
      "remarks": .array(
        (evidence.remarks + evidence.ignored).map { .object(AuditJSON.problem($0)) }),
      "findings": .array(result.sortedIssues.map { .object(AuditJSON.issue($0)) }),
      "requirements": .array(result.judgements.map { .object(AuditJSON.judgement($0)) }),
      "summary": .object(summary),
    ]
  }

  private static func issue(_ issue: AuditResult.Issue) -> JSONObject {
    var object = place(issue.finding.place, of: issue.finding.file)
    if !issue.finding.keyPath.isEmpty { object["key"] = .string(issue.finding.keyPath) }
    object["severity"] = issue.isWarning ? "warning" : "violation"
    object["message"] = .string(issue.finding.message)
    if let suggestion = issue.finding.suggestion { object["suggestion"] = .string(suggestion) }
    object["requirements"] = .array(issue.requirements.map { .string($0.id) })
    object["editions"] = .array(issue.editions.map { .string($0.rawValue) })
    return object
  }

  private static func judgement(_ judgement: AuditResult.Judgement) -> JSONObject {
    var object: JSONObject = [
      "requirement": .string(judgement.requirement.id),
      "title": .string(judgement.requirement.title),
      "level": .string(judgement.requirement.level),
      "edition": .string(judgement.edition.rawValue),
      "verdict": .string(judgement.verdict.rawValue),
    ]
    if !judgement.reason.isEmpty { object["reason"] = .string(judgement.reason) }
    return object
  }

  private static func problem(_ problem: FileProblem) -> JSONObject {
    var object = place(problem.place, of: problem.file)
    object["message"] = .string(problem.message)
    if let suggestion = problem.suggestion { object["suggestion"] = .string(suggestion) }
    return object
  }

  private static func place(_ place: FilePlace, of file: String) -> JSONObject {
    var object: JSONObject = ["file": .string(file)]
    if let line = place.line { object["line"] = .int(line) }
    if let column = place.column { object["column"] = .int(column) }
    if let offset = place.offset { object["offset"] = .int(offset) }
    return object
  }
}
