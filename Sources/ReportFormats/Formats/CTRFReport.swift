internal import Contract
internal import VirtualTime
internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting

/// The Common Test Report Format, version 1.0.0 (ctrf.io): one test for each case.
///
/// What is inconclusive or not offered is `other`, never `passed`; `rawStatus` has the verdict itself. CTRF demands
/// the machine's time in `start`, `stop` and `duration`; virtual time is in `extra`.
struct CTRFReport {
  private let run: FinishedRun

  init(_ run: FinishedRun) { self.run = run }

  /// The report.
  var bytes: [UInt8] {
    let summary = RunSummary(run.results, run.description.ledger)
    var counts: [CaseOutcome: Int] = [:]
    for result in run.results { counts[result.outcome, default: 0] += 1 }
    func count(_ outcomes: CaseOutcome...) -> JSON {
      .int(outcomes.reduce(0) { $0 + (counts[$1] ?? 0) })
    }
    let start = run.times == .fixed ? 1_591_261_200_000 : run.description.startedMilliseconds
    let wall = milliseconds(run.description.wallMilliseconds)
    var extra: JSONObject = [
      "seed": .int(run.description.seed), "adapter": .string(run.adapter),
      "violated": list(summary.violated),
      "causes": .array(RootCause.of(run.results).map(cause)),
    ]
    if let problem = run.description.problem(of: run.results) {
      extra["problem"] = .string("\(problem.code): \(problem.message)")
    }
    let document: JSON = [
      "reportFormat": "CTRF", "specVersion": "1.0.0", "generatedBy": "mamconform",
      "results": [
        "tool": ["name": "mamconform", "version": .string(run.description.version)],
        "summary": [
          "tests": .int(run.results.count), "passed": count(.passed),
          "failed": count(.failed, .broken), "skipped": count(.skipped), "pending": 0,
          "other": count(.undecided),
          "suites": .int(run.results.map(\.conformanceCase.suite).distinct.count),
          "start": .int(start), "stop": .int(start + wall), "duration": .int(wall),
        ],
        "tests": .array(run.results.map(test)),
        "extra": .object(extra),
      ],
    ]
    return document.fileBytes
  }

  private func test(_ result: CaseResult) -> JSON {
    let item = result.conformanceCase
    var test: JSONObject = [
      "testId": .string(item.name), "name": .string(item.name),
      "status": .string(CTRFReport.status(result.outcome)),
      "rawStatus": .string(result.verdict.rawValue),
      "duration": .int(milliseconds(result.wallMilliseconds)),
      "suite": [.string(item.area), .string(item.suite)], "type": "conformance",
      "filePath": .string(run.place(of: item.location.file)), "line": .int(item.location.line),
      "tags": [.string(item.area), .string(item.edition.rawValue)],
      "labels": ["edition": .string(item.edition.rawValue)],
    ]
    let requirements = result.checks.flatMap(\.check.requirements).distinct.sortedTexts
    if !requirements.isEmpty { test["labels"]?.append("requirements", list(requirements)) }
    if result.verdict != .pass {
      test["message"] = .string(CaseExplanation.headline(result))
      test["trace"] = .string(CaseExplanation(result, run.description).text)
    }
    test["extra"] = [
      "title": .string(item.title),
      "virtualMilliseconds": .int(result.virtualTime.milliseconds),
    ]
    return .object(test)
  }

  private static func status(_ outcome: CaseOutcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed, .broken: "failed"
    case .undecided: "other"
    case .skipped: "skipped"
    }
  }

  private func cause(_ cause: RootCause) -> JSON {
    [
      "text": .string(cause.text), "violates": list(cause.requirements),
      "alsoViolated": list(cause.consequences), "cases": list(cause.cases.map(\.name)),
    ]
  }

  private func milliseconds(_ time: Double) -> Int { run.times == .fixed ? 0 : Int(time.rounded()) }
  private func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}

extension JSON {
  /// Adds a member to an object; nothing else has members.
  mutating func append(_ name: String, _ value: JSON) {
    guard case .object(var object) = self else { return }
    object[name] = value
    self = .object(object)
  }
}
