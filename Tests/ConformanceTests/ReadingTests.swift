import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import ReferenceSDK
import ServiceProtocol
import Testing

@testable import Conformance

/// The promise that what the contract allows is never called a violation.
@Suite struct ReadingTests {
  private static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()
  private static let suites = PublishedSuites.cases

  /// Readings that are tried together, since a run of every case for each reading would take minutes. Seven groups keep
  /// apart what decides the same thing; `ci/readings --together` runs every case of every suite against each of them.
  static let groups: [[Reading]] = (0..<7).map { group in
    Reading.all.enumerated().filter { $0.offset % 7 == group }.map(\.element)
  }

  @Test(arguments: [
    ["policy-within-enrollment", "policy-failure-fails-enrollment", "restart-before-status"],
    ["restart-by-exit", "restart-by-dialog-and-exit", "blocked-by-exit", "restart-after-wipe"],
    [
      "unnamed-codes-as-200", "unnamed-codes-as-201", "unnamed-codes-as-205",
      "unnamed-codes-as-225",
    ],
    ["wipe-before-its-status", "status-before-wipe"], ["short-time-limit", "long-time-limit"],
    ["location-kept", "location-every-time"], ["retry-from-start", "broken-attempt-at-launch"],
    ["not-enrolled-as-214", "no-status-without-enrollment"],
    ["unenroll-repeated", "status-before-wipe"],
  ])
  func `readings that decide the same thing are not tried together`(readings: [String]) {
    for group in ReadingTests.groups { #expect(group.count { readings.contains($0.name) } <= 1) }
  }

  private func run(
    _ cases: [ConformanceCase], _ change: (inout RunOptions) -> Void
  ) -> RunResult {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    var options = RunOptions(
      adapter: [ReadingTests.programs.appending(path: "mam-app").path],
      serviceProgram: ReadingTests.programs.appending(path: "mamconform").path,
      scratchFolder: scratch)
    options.isInProcess = true
    options.jobs = 1
    options.watchdogMilliseconds = 60_000
    change(&options)
    return ConformanceRun(cases: cases, options: options).run()
  }

  private func findings(_ result: RunResult, _ isBad: (Verdict) -> Bool) -> [String] {
    result.results.flatMap { item in
      item.checks.filter { isBad($0.verdict) }
        .map { "\(item.conformanceCase.name): \($0.check.id): \($0.found)" }
        + (item.problem.map { ["\(item.conformanceCase.name): \($0.message)"] } ?? [])
    }
  }

  @Test(arguments: groups)
  func `no allowed reading fails the first cases of any area`(readings: [Reading]) {
    // .ci/run has ci/readings take every case.
    let cases = PublishedSuites.contract.areas.flatMap { area in
      ReadingTests.suites.filter {
        $0.area == area && ($0.edition == .latest || $0.edition == .e2016_09)
      }.prefix(4)
    }
    let result = run(cases) { $0.inProcessReadings = readings.map(\.name) }
    #expect(result.results.count == cases.count)
    let bad = findings(result) { $0 == .fail || $0 == .error || $0 == .inconclusive }
    #expect(bad == [])
    #expect(result.exitCode == ExitCode.conforms)
  }

  @Test func `what is only recommended is shown and does not fail`() {
    let cases = ReadingTests.suites.filter { $0.suite == "rst-restart" && $0.edition == .latest }
    let result = run(cases) { $0.inProcessReadings = ["restart-before-status"] }
    #expect(result.exitCode == ExitCode.conforms)
    let shown = findings(result) { $0 == .advisory }
    #expect(shown.contains { $0.contains("told-before-asked") })
  }

  @Test func `a step that waits for a choice is skipped if the choice was another`() throws {
    let cases = ReadingTests.suites.filter {
      $0.id == "prompts-at-launch" && $0.edition == .latest
    }
    let result = run(cases) { $0.inProcessReadings = ["no-prompt-at-launch"] }
    let checks = try #require(result.results.first).checks
    #expect(checks.contains { $0.verdict == .notApplicable })
    #expect(checks.allSatisfy { $0.verdict != .fail && $0.verdict != .error })
    let asked = try #require(run(cases) { _ in }.results.first).checks
    #expect(asked.allSatisfy { $0.verdict == .pass })
  }

  @Test func `a retry may be late by the tolerance and not by more, and never early`() {
    let cases = ReadingTests.suites.filter {
      $0.edition == .latest && $0.id == "after-every-failure"
        && $0.parameters.contains { $0.value == "enrollment-503" }
    }
    #expect(cases.count == 1)
    func verdict(_ defect: String, _ milliseconds: Int) -> Verdict? {
      run(cases) {
        $0.inProcessDefects = [defect]
        $0.retryToleranceMilliseconds = milliseconds
      }.results.first?.verdict
    }
    #expect(verdict("retry-at-25h", 3_600_000) == .pass)
    #expect(verdict("retry-at-25h", 3_599_999) == .fail)
    #expect(verdict("retry-at-25h", 0) == .fail)
    #expect(verdict("retry-at-23h", 3_600_000) == .fail)
  }

  @Test func `a missing capability is neither a violation nor a breakdown nor a pass`() {
    var seen: Set<String> = []
    let cases = ReadingTests.suites.filter {
      $0.edition == .latest && $0.holdsResponses && seen.insert($0.suite).inserted
    }
    #expect(cases.count > 20)
    let result = run(cases) {
      $0.isInProcess = false
      $0.jobs = 2
      $0.adapter += ["--without", "held"]
    }
    #expect(findings(result) { $0 == .fail || $0 == .error } == [])
    #expect(result.results.contains { $0.verdict == .notOffered })
    let missing = result.results.flatMap(\.checks).filter { $0.verdict == .notOffered }
    #expect(missing.allSatisfy { $0.found.contains("does not offer the capability held") })
    #expect(result.exitCode == ExitCode.inconclusive)
  }
}

extension ConformanceCase {
  /// True if a fault of the case has the service hold a response back.
  fileprivate var holdsResponses: Bool {
    steps.contains { step in
      guard case .fault(let order) = step.action else { return false }
      return order.fault.holdsResponses
    }
  }
}
