import CaseModel
package import Conformance
import Contract
internal import ExactText
package import JSONText
import VirtualTime

/// The machine format of a run; `suites/schemas/run.schema.json` describes it.
///
/// The format is stable: members are only added within a version. Of two identical runs it differs in `started` and
/// in the members whose name ends in `Milliseconds` of wall time (`wallMilliseconds`) only.
package struct JSONReport: Sendable {
  /// The value of the member `version`; counted up when a member changes its meaning or goes away.
  package static let formatVersion = 1

  /// Whether the measured times are written.
  package var times: ReportTimes

  /// A report of the given times.
  package init(times: ReportTimes = .measured) { self.times = times }

  /// The report as a file's bytes: indented, with a final line feed.
  package func bytes(_ results: [CaseResult], _ description: RunDescription) -> [UInt8] {
    Array(JSON.object(document(results, description)).prettyText.utf8)
  }

  /// The report as a value.
  package func document(_ results: [CaseResult], _ description: RunDescription) -> JSONObject {
    let summary = RunSummary(results, description.ledger)
    var document: JSONObject = [
      "format": "mamconform-run", "version": .int(JSONReport.formatVersion),
      "program": .string(description.version),
      "adapter": .array(description.adapter.map(JSON.string)), "seed": .int(description.seed),
      "started": .string(WallTime.timestamp(description.startedMilliseconds, times) + "Z"),
      "wallMilliseconds": wall(description.wallMilliseconds),
      "planned": .int(description.planned),
    ]
    document["options"] = JSONReport.list(description.repeatOptions)
    if let part = description.part {
      document["shard"] = [
        "index": .int(part.index), "count": .int(part.count), "cases": .int(part.total),
      ]
    }
    if let reason = description.nothingToRun { document["nothingToRun"] = .string(reason) }
    if let set = description.suiteVersion {
      let later = results.flatMap(\.checks).filter(\.isLater)
      document["suiteVersion"] = [
        "name": .string(set.name), "date": .string(set.date), "laterChecks": .int(later.count),
        "laterFindings": .int(later.count { $0.verdict == .later }),
      ]
    }
    if let profile = description.profile {
      document["profile"] = .object(ReportedProfile.json(profile))
    }
    if let rounds = description.verifiedRounds { document["verifiedRounds"] = .int(rounds) }
    if let problem = description.problem(of: results) {
      document["problem"] = JSONReport.problem(problem)
    }
    document["summary"] = [
      "cases": JSONReport.counts(summary.cases, known: summary.knownCases),
      "checks": JSONReport.counts(summary.checks, known: summary.knownChecks),
      "requirements": [
        "violated": JSONReport.list(summary.violated),
        "known": JSONReport.list(summary.knownViolated), "warned": JSONReport.list(summary.warned),
        "kept": JSONReport.list(summary.kept),
        "undecided": JSONReport.list(summary.undecided),
        "not-applicable": JSONReport.list(summary.notApplicable),
      ],
    ]
    if !summary.neglected.isEmpty {
      document["summary"] = document["summary"].map { JSONReport.naming(summary.neglected, in: $0) }
    }
    if let review = description.ledger { document["ledger"] = JSONReport.ledger(review) }
    document["causes"] = .array(RootCause.of(results).map(JSONReport.cause))
    document["cases"] = .array(results.map { .object(self.case($0, description)) })
    return document
  }

  /// The counts with the duties that the app does not keep, which are there only if there are any.
  private static func naming(_ duties: [String], in counts: JSON) -> JSON {
    guard var object = counts.object, var lists = object["requirements"]?.object else {
      return counts
    }
    lists.append("of-app", list(duties))
    object["requirements"] = .object(lists)
    return .object(object)
  }

  private func `case`(_ result: CaseResult, _ description: RunDescription) -> JSONObject {
    let item = result.conformanceCase
    var object: JSONObject = [
      "name": .string(item.name), "suite": .string(item.suite), "id": .string(item.id),
      "title": .string(item.title), "area": .string(item.area),
      "edition": .string(item.edition.rawValue),
      "parameters": .object(JSONObject(item.parameters.map { ($0.axis, .string($0.value)) })),
      "file": .string(item.location.file), "line": .int(item.location.line),
      "verdict": .string(result.verdict.rawValue),
      "virtualMilliseconds": .int(result.virtualTime.milliseconds),
      "wallMilliseconds": wall(result.wallMilliseconds),
      "checks": .array(result.checks.map { .object(JSONReport.check($0, result)) }),
    ]
    if let place = description.part?.place(of: item.name) { object["place"] = .int(place) }
    if result.isKnownFailure { object["known"] = true }
    if let problem = result.problem { object["problem"] = JSONReport.problem(problem) }
    if !result.notes.isEmpty { object["notes"] = JSONReport.list(result.notes) }
    if let file = description.historyFiles[item.name] { object["history"] = .string(file) }
    if result.verdict != .pass {
      object["reproduce"] = .string(description.reproduction(of: item.name))
      if result.canBeDebugged { object["debug"] = .string(description.debugging(of: item.name)) }
    }
    return object
  }

  static func check(_ check: CheckResult, _ result: CaseResult) -> JSONObject {
    var object: JSONObject = [
      "id": .string(check.check.id), "verdict": .string(check.verdict.rawValue),
      "requirements": list(check.check.requirements), "line": .int(check.check.location.line),
    ]
    if check.isLater { object["later"] = true }
    if check.check.isDuty { object["party"] = .string(Requirement.app) }
    if !check.check.suspects.isEmpty { object["suspect"] = list(check.check.suspects) }
    if let time = check.time {
      object["virtualMilliseconds"] = .int((time - result.history.epoch).milliseconds)
    }
    // Of a case that passes nobody asks where its checks have looked.
    if result.verdict != .pass, let window = check.looked ?? result.window(of: check.check) {
      object["looked"] = ["first": .int(window.lowerBound + 1), "count": .int(window.count)]
    }
    guard check.verdict != .pass else { return object }
    if let due = check.difference?.due {
      object["dueMilliseconds"] = .int((due - result.history.epoch).milliseconds)
    }
    if let difference = check.difference {
      object["violates"] = list(check.requirements)
      if !check.recommended.isEmpty { object["recommended"] = list(check.recommended) }
      var words = JSONReport.difference(difference)
      words["virtualMilliseconds"] = .int((difference.time - result.history.epoch).milliseconds)
      if difference.text != check.found { words["text"] = .string(difference.text) }
      object["difference"] = .object(words)
    }
    if let known = check.known {
      object["known"] = [
        "line": .int(known.location.line), "link": .string(known.link),
        "owner": .string(known.owner), "expires": .string(known.expires),
      ]
    }
    object["expected"] = .string(check.expected)
    object["found"] = .string(check.found)
    object["nearest"] = list(check.nearest)
    return object
  }

  private static func difference(_ difference: Difference) -> JSONObject {
    var object: JSONObject = [
      "kind": .string(difference.kind.rawValue), "subject": .string(difference.subject),
    ]
    if !difference.members.isEmpty { object["members"] = list(difference.members) }
    if let shift = difference.shift { object["shiftMilliseconds"] = .int(shift.milliseconds) }
    return object
  }

  /// What failed cases have in common.
  private static func cause(_ cause: RootCause) -> JSON {
    var object: JSONObject = [
      "text": .string(cause.text), "difference": .object(difference(cause.difference)),
      "violates": list(cause.requirements), "checks": .int(cause.checkCount),
      "cases": list(cause.cases.map(\.name)),
    ]
    if !cause.consequences.isEmpty { object["alsoViolated"] = list(cause.consequences) }
    if !cause.gathered.isEmpty { object["gathered"] = list(cause.gathered.map(\.text)) }
    return .object(object)
  }

  /// What is wrong with the ledger.
  private static func ledger(_ review: LedgerReview) -> JSON {
    [
      "name": .string(review.name), "entries": .int(review.entryCount),
      "findings": .array(
        review.findings.map { finding in
          var object: JSONObject = [
            "kind": .string(finding.kind.rawValue), "file": .string(finding.location.file),
            "line": .int(finding.location.line), "column": .int(finding.location.column),
            "message": .string(finding.text),
          ]
          if let suggestion = finding.suggestion { object["suggestion"] = .string(suggestion) }
          object["cases"] = list(finding.cases)
          return .object(object)
        }),
    ]
  }

  static func problem(_ problem: Problem) -> JSON {
    [
      "code": .string(problem.code), "participant": .string(problem.participant),
      "message": .string(problem.message), "lastMessage": .string(problem.lastMessage),
    ]
  }

  /// Every verdict in a fixed order, with its count.
  private static func counts(_ counts: [Verdict: Int], known: Int) -> JSON {
    let verdicts = Verdict.ofRuns(counts).map { ($0.rawValue, JSON.int(counts[$0] ?? 0)) }
    return .object(JSONObject(verdicts + [("known", .int(known))]))
  }

  private static func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  /// Milliseconds with three places, which is all that the clock is good for.
  private func wall(_ milliseconds: Double) -> JSON {
    .double(times == .fixed ? 0 : (milliseconds * 1000).rounded() / 1000)
  }
}
