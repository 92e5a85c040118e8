import CaseModel
import Conformance
import Contract
import JSONText
import Reporting
import ServiceProtocol
import VirtualTime

@testable import ReportFormats

/// A run made by hand: a case of every verdict, with histories that have everything that a picture draws, and strings that are
/// hard to write.
enum FormatSamples {
  static let epoch = VirtualInstant.defaultEpoch
  static let file = "suites/enr-retry.yaml"

  static let run: FinishedRun = {
    var description = RunDescription(
      version: "1.0.0", adapter: ["python3", "my adapter.py"], seed: 7,
      startedMilliseconds: 1_700_000_000_123, planned: 8, requirements: requirements,
      repeatOptions: ["--sut", "python3 'my adapter.py'"])
    description.wallMilliseconds = 3210.5
    return FinishedRun(
      [passed, failed, missed, broken, undecided, notOffered, warned, notApplicable], description,
      materials: [
        .init(name: "suites", digest: String(repeating: "ab", count: 32)),
        .init(name: "my adapter.py", digest: String(repeating: "cd", count: 32)),
      ], times: .fixed)
  }()

  static let requirements: [String: Requirement] = [
    "ENR-008": requirement("ENR-008", "Retry after 24 hours"),
    "ENR-009": requirement("ENR-009", "No earlier retry"),
    "STA-002": requirement("STA-002", "Code <205> & \"more\""),
    "TEL-003": requirement("TEL-003", "Telemetry", level: "may"),
    "WIP-010": requirement("WIP-010", "Wipe once", level: "should"),
  ]

  static func requirement(_ id: String, _ title: String, level: String = "must") -> Requirement {
    Requirement(
      id: id, title: title, statement: "The SDK MUST: \(title).", party: "sdk", level: level,
      testable: "protocol", editions: [.e2020_06], observe: "", source: "Enroll | \(id)")
  }

  // MARK: Cases

  static func item(
    _ id: String, _ edition: Edition = .latest, parameters: [(String, String)] = [], line: Int
  ) -> ConformanceCase {
    ConformanceCase(
      suite: "enr-retry", id: id, title: "A case of which the title names </script> @octocat | *x*",
      area: "ENR", edition: edition,
      parameters: parameters.map { .init(axis: $0.0, value: $0.1) },
      location: SourceLocation(file: file, line: line, column: 5), world: World(), steps: [],
      limit: .days(400))
  }

  static func check(_ id: String, _ requirements: [String], _ pattern: RecordPattern, line: Int)
    -> Check
  {
    Check(
      id: id, requirements: requirements, demand: .count(pattern, 1...1),
      location: SourceLocation(file: file, line: line, column: 9))
  }

  static func result(
    _ item: ConformanceCase, _ verdict: Verdict, _ checks: [CheckResult], _ records: [Record],
    problem: Problem? = nil
  ) -> CaseResult {
    var history = History(epoch: epoch)
    history.records = records
    let end = records.last.map { $0.time - epoch } ?? .zero
    return CaseResult(
      conformanceCase: item, verdict: verdict, checks: checks, problem: problem, history: history,
      wallMilliseconds: 12.3456, virtualTime: end)
  }

  static let retry = RecordPattern(kind: .request, name: "enroll", app: "mail", at: .hours(24))
  static let report = RecordPattern(
    kind: .event, name: "enrollmentRequest", app: "mail",
    fields: [.init(name: "statusCode", matcher: .equals(205))])

  static let passed = result(
    item("first-attempt", line: 5), .pass,
    [
      CheckResult(
        check: check("reported", ["STA-002"], report, line: 9), verdict: .pass,
        time: epoch + .hours(24))
    ], SampleHistory.everything)

  static let failed = result(
    item("retry-after-24h", parameters: [("failure", "enroll <503> & \"more\"")], line: 20), .fail,
    [
      CheckResult(
        check: check("not-early", ["ENR-009"], report, line: 28), verdict: .pass, time: epoch),
      CheckResult(
        check: check("at-24h", ["ENR-008"], retry, line: 31), verdict: .fail,
        expected: "exactly 1 × request enroll of mail at +24:00:00.000",
        found: "request enroll of mail comes at +23:00:00.000, 1:00:00.000 early",
        nearest: ["+23:00:00.000 mail request enroll \u{1}\u{1B}[31m & <none> | @octocat"],
        time: epoch + .hours(24),
        difference: Difference(
          .time, "request enroll", members: ["at"], shift: .hours(-1), time: epoch + .hours(23),
          text: "request enroll of mail comes at +23:00:00.000, 1:00:00.000 early; expected at "
            + "+24:00:00.000")),
      CheckResult(
        check: check("reported-again", ["STA-002"], report, line: 33), verdict: .fail,
        expected: "statusCode is 205", found: "statusCode is 204, expected 205",
        time: epoch + .hours(24),
        difference: Difference(
          .member, "event enrollmentRequest", members: ["statusCode"], time: epoch + .hours(23),
          text: "statusCode is 204, expected 205")),
    ], SampleHistory.early)

  static let missed = result(
    item("callback-is-missing", .e2017_11, line: 40), .fail,
    [
      CheckResult(
        check: check("told", ["STA-002", "ENR-008"], report, line: 44), verdict: .fail,
        expected: "exactly 1 × event enrollmentRequest of mail, statusCode is 205",
        found: "event enrollmentRequest of mail, statusCode is 205 is missing",
        time: epoch + .hours(1),
        difference: Difference(
          .missing, "event enrollmentRequest", time: epoch + .minutes(30),
          text: "event enrollmentRequest of mail, statusCode is 205 is missing"))
    ], Array(SampleHistory.early.prefix(5)) + [SampleHistory.wake(.hours(1))])

  static let broken = result(
    item("survives-kill", line: 50), .error,
    [
      CheckResult(
        check: check("still-retried", ["ENR-008"], retry, line: 54), verdict: .inconclusive,
        expected: "a request enroll", found: "never reached: no reply")
    ], Array(SampleHistory.everything.prefix(4)),
    problem: Problem(
      code: "watchdog", participant: "mail", message: "no reply for 10000 ms of real time",
      lastMessage: "{\"seq\":7,\"now\":1591261200000,\"op\":\"wake\"}"))

  static let undecided = result(
    item("lost-answer", line: 60), .inconclusive,
    [
      CheckResult(
        check: check("retried", ["ENR-009"], retry, line: 65), verdict: .inconclusive,
        expected: "no request", found: "the service did not say")
    ], [])

  static let notOffered = result(
    item("kills-in-callback", line: 70), .notOffered,
    [
      CheckResult(
        check: check("killed", ["ENR-009"], retry, line: 75), verdict: .notOffered,
        expected: "no request", found: "the adapter does not offer halt")
    ], [])

  static let warned = result(
    item("wipe-once", line: 80), .warning,
    [
      CheckResult(
        check: check("once", ["WIP-010"], report, line: 85), verdict: .warning,
        expected: "no event", found: "event wipeDataForAccount must not be there",
        time: epoch,
        difference: Difference(
          .unexpected, "life launched", time: epoch, text: "life launched must not be there"))
    ], Array(SampleHistory.early.prefix(3)))

  static let notApplicable = result(
    item("telemetry-is-optional", line: 90), .notApplicable,
    [
      CheckResult(
        check: check("sent", ["TEL-003"], report, line: 93), verdict: .notApplicable,
        expected: "the capability telemetry", found: "the adapter does not offer it")
    ], [])
}
