import CaseModel
import Conformance
import Contract
import JSONText
import VirtualTime

@testable import Reporting

/// Results made by hand: one of every verdict, with strings that are hard to write.
enum Samples {
  static let epoch = VirtualInstant.defaultEpoch
  static let file = "suites/enrollment-retry.yaml"

  static let requirements: [String: Requirement] = [
    "ENR-008": requirement("ENR-008", "Retry after 24 hours"),
    "ENR-009": requirement("ENR-009", "No earlier retry"),
    "STA-002": requirement("STA-002", "Code 205 for a failed enrollment"),
  ]

  static func requirement(_ id: String, _ title: String) -> Requirement {
    Requirement(
      id: id, title: title, statement: title, party: "sdk", level: "must", testable: "protocol",
      editions: Set(Edition.allCases), observe: "")
  }

  static func item(
    _ id: String, _ edition: Edition = .latest,
    parameters: [(String, String)] = [], line: Int = 5
  ) -> ConformanceCase {
    ConformanceCase(
      suite: "enrollment-retry", id: id,
      title: "A failed enrollment is retried exactly 24 hours later",
      area: "ENR", edition: edition,
      parameters: parameters.map { .init(axis: $0.0, value: $0.1) },
      location: SourceLocation(file: file, line: line, column: 5), world: World(), steps: [],
      limit: .days(400))
  }

  static func check(_ id: String, _ requirements: [String], line: Int) -> Check {
    Check(
      id: id, requirements: requirements, demand: .returns(.exists(true)),
      location: SourceLocation(file: file, line: line, column: 9))
  }

  static func result(
    _ item: ConformanceCase, _ verdict: Verdict, _ checks: [CheckResult], problem: Problem? = nil,
    hours: Int = 24
  ) -> CaseResult {
    CaseResult(
      conformanceCase: item, verdict: verdict, checks: checks, problem: problem,
      history: History(epoch: epoch), wallMilliseconds: 12.3456, virtualTime: .hours(hours))
  }

  static let passed = result(
    item("first-attempt"), .pass,
    [CheckResult(check: check("reported", ["STA-002"], line: 9), verdict: .pass, time: epoch)])

  static let failed = result(
    item("retry-after-24h", parameters: [("failure", "enroll <503> & \"more\"")], line: 20), .fail,
    [
      CheckResult(check: check("not-early", ["ENR-009"], line: 28), verdict: .pass, time: epoch),
      CheckResult(
        check: check("at-24h", ["ENR-008", "ENR-999"], line: 31), verdict: .fail,
        expected: "exactly one request enroll by mail", found: "none \u{1}\u{1B}[31m & <none>",
        nearest: ["+23:59:59.999 request enroll by mail", "+24:00:00.000 request enroll by docs"],
        time: epoch + .hours(24),
        difference: Difference(
          .time, "request enroll", members: ["at"], shift: VirtualDuration(milliseconds: -1),
          time: epoch + .hours(24),
          text: "request enroll of mail comes at +23:59:59.999, 0:00:00.001 early; expected at "
            + "+24:00:00.000")),
      CheckResult(
        check: check("reported-again", ["STA-002"], line: 33), verdict: .fail,
        expected: "an event enrollmentRequest with statusCode 205",
        found: "statusCode is 204, expected 205",
        time: epoch + .hours(24),
        difference: Difference(
          .member, "event enrollmentRequest", members: ["statusCode"], time: epoch + .hours(24),
          text: "statusCode is 204, expected 205")),
    ])

  static let broken = result(
    item("survives-kill", .e2017_11, line: 40), .error,
    [
      CheckResult(
        check: check("still-retried", ["ENR-008"], line: 44), verdict: .inconclusive,
        expected: "a request enroll", found: "the case ended before this check")
    ],
    problem: Problem(
      code: "watchdog", participant: "mail", message: "no reply for 10000 ms of real time",
      lastMessage: "{\"seq\":7,\"now\":1591261200000,\"op\":\"wake\"}"))

  static let undecided = result(
    item("lost-answer", line: 50), .inconclusive,
    [
      CheckResult(
        check: check("retried", ["ENR-009"], line: 55), verdict: .inconclusive,
        expected: "no request", found: "the service did not say")
    ])

  static let notApplicable = result(
    item("telemetry-is-optional", line: 60), .notApplicable,
    [
      CheckResult(
        check: check("sent", ["TEL-003"], line: 63), verdict: .notApplicable,
        expected: "the capability telemetry", found: "the adapter does not offer it")
    ], hours: 0)

  static let all = [passed, failed, broken, undecided, notApplicable]

  static func description(planned: Int = 5) -> RunDescription {
    var description = RunDescription(
      version: "1.0.0", adapter: ["python3", "my adapter.py"], seed: 7,
      startedMilliseconds: 1_700_000_000_123, planned: planned, requirements: requirements,
      repeatOptions: ["--sut", "python3 'my adapter.py'"])
    description.wallMilliseconds = 3210.5
    description.historyFiles = [failed.conformanceCase.name: "histories/enrollment-retry/x.jsonl"]
    description.files = ["reports/junit.xml", "reports/run.json"]
    return description
  }
}
