import CaseModel
import Conformance
import Contract
import Foundation
import JSONText
import ServiceProtocol
import VirtualTime

@testable import RunStore

/// Cases and results made by hand.
enum Samples {
  static let epoch = VirtualInstant.defaultEpoch

  /// A folder of its own for a test, removed afterwards.
  static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.path + "/run-store-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  static func event(_ name: String, at milliseconds: Int = 0, _ fields: JSONObject = [:]) -> Record
  {
    Record(
      time: epoch + VirtualDuration(milliseconds: milliseconds), kind: .event, name: name,
      app: "mail", fields: fields)
  }

  /// A case of `count` steps, each an advance by an hour and a check that an event is there.
  static func item(
    _ id: String, count: Int = 2, edition: Edition = .latest
  ) -> ConformanceCase {
    let steps = (0..<count).map { number in
      Step(
        location: SourceLocation(file: "suites/a.yaml", line: 10 + number),
        action: .advance(.hours(1)), opensWindow: true,
        check: Check(
          id: "check-\(number)", requirements: ["ENR-008", "ENR-009"],
          demand: .count(RecordPattern(kind: .event, name: "tick"), 1...1),
          location: SourceLocation(file: "suites/a.yaml", line: 10 + number)))
    }
    return ConformanceCase(
      suite: "a", id: id, title: "Ticks <once> an hour", area: "ENR", edition: edition,
      parameters: [.init(axis: "x", value: "1")],
      location: SourceLocation(file: "suites/a.yaml", line: 5), world: World(), steps: steps,
      limit: .days(1))
  }

  /// The result of such a case, whose last check fails if it is to.
  static func result(
    _ id: String, count: Int = 2, fails: Bool = false, edition: Edition = .latest
  ) -> CaseResult {
    let item = item(id, count: count, edition: edition)
    var history = History(epoch: epoch)
    for number in 0..<count {
      let isMissing = fails && number == count - 1
      let start = history.records.count
      let time = 3_600_000 * (number + 1)
      if !isMissing { history.records.append(event("tick", at: time, ["id": .string(id)])) }
      history.reached.append(
        History.Reached(
          step: number, window: start..<history.records.count,
          time: epoch + VirtualDuration(milliseconds: time), result: number == 0 ? .null : nil))
    }
    let difference = Difference(
      .missing, "event tick", time: epoch + .hours(2), text: "event tick is missing")
    let checks = item.checks.enumerated().map { number, check in
      let isBad = fails && number == count - 1
      return CheckResult(
        check: check, verdict: isBad ? .fail : .pass,
        expected: isBad ? "exactly 1 × event tick" : "",
        found: isBad ? "event tick is missing" : "",
        nearest: isBad ? ["+1:00:00.000 mail event tick"] : [],
        time: epoch + .hours(number + 1), difference: isBad ? difference : nil)
    }
    var result = CaseResult(
      conformanceCase: item, verdict: fails ? .fail : .pass, checks: checks, problem: nil,
      history: history, wallMilliseconds: 1.0 / 3, virtualTime: .hours(count))
    result.notes = fails ? ["a note"] : []
    result.hello = ["adapter": "sample", "sdk": "Sample SDK 1.0"]
    return result
  }

  static let details: RunDetails = {
    var details = RunDetails()
    details.program = "0.1.0"
    details.startedMilliseconds = 1_591_261_200_000
    details.planned = 3
    details.command = ["mam-app"]
    details.options = ["--seed", "7"]
    return details
  }()

  static let suiteFiles: [(path: String, bytes: [UInt8])] = [
    ("a.yaml", Array("suite: a\n".utf8)), ("empty.yaml", []),
  ]

  /// Writes a run of a case in every edition, of which so many finish.
  @discardableResult
  static func writeVariants(
    _ folder: String, finished: Int = Edition.allCases.count
  ) throws -> [CaseResult] {
    let results = Edition.allCases.map { result("one", count: 40, edition: $0) }
    let recorder = try RunRecorder(
      beginning: folder, details, cases: results.map(\.conformanceCase.name), suiteFiles: [])
    for result in results.prefix(finished) { recorder.record(result) }
    if finished == results.count, let error = recorder.end({ $0.exitCode = 0 }) { throw error }
    return results
  }

  /// Writes a run of three cases, of which so many finish.
  @discardableResult
  static func write(
    _ folder: String, finished: Int = 3, ends: Bool = true
  ) throws -> [CaseResult] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let results = [result("one"), result("two", fails: true), result("three", count: 5)]
    let recorder = try RunRecorder(
      beginning: folder, details, cases: results.map(\.conformanceCase.name),
      suiteFiles: suiteFiles)
    for result in results.prefix(finished) { recorder.record(result) }
    if ends {
      let error = recorder.end {
        $0.endedMilliseconds = 1_591_261_209_000
        $0.wallMilliseconds = 123.456
        $0.exitCode = 1
      }
      if let error { throw error }
    }
    return results
  }
}
