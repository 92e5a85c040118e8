import CaseModel
import CaseYAML
import Contract
import Foundation
import Testing

@testable import Conformance

/// The promise that the same code runs in process and in processes, behind the same interface.
@Suite struct InProcessTests {
  /// Where the programs of this build are: beside the test bundle.
  private static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  private func cases(_ names: Set<String>) throws -> [ConformanceCase] {
    PublishedSuites.cases.filter { names.contains("\($0.suite)/\($0.id)") && $0.edition == .latest }
  }

  private func run(_ cases: [ConformanceCase], inProcess: Bool) throws -> RunResult {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    var options = RunOptions(
      adapter: [InProcessTests.programs.appending(path: "mam-app").path],
      serviceProgram: InProcessTests.programs.appending(path: "mamconform").path,
      scratchFolder: scratch)
    options.isInProcess = inProcess
    options.watchdogMilliseconds = 60_000
    return ConformanceRun(cases: cases, options: options).run()
  }

  @Test func `histories in process and in processes are the same bytes`() throws {
    let cases = try cases([
      "enr-retry/after-every-failure", "drg-obstacles/back-in-reach",
      "wip-cause/killed-again-and-again",
      "pol-refresh/killed-in-the-request", "drg-blocking/waits-for-the-token",
    ])
    #expect(cases.count >= 10)
    let inside = try run(cases, inProcess: true)
    let outside = try run(cases, inProcess: false)
    #expect(inside.results.allSatisfy { $0.verdict == .pass })
    #expect(inside.results.count == cases.count && outside.results.count == cases.count)
    for (one, other) in zip(inside.results, outside.results) {
      #expect(one.history.lines == other.history.lines, "\(one.conformanceCase.name)")
    }
  }

  @Test func `a defect is seen in process as well`() throws {
    let cases = try cases(["enr-retry/after-every-failure"])
    var options = RunOptions(
      adapter: [], serviceProgram: "",
      scratchFolder: FileManager.default.temporaryDirectory
        .appending(path: "mamconform-test-\(UUID().uuidString)").path)
    options.isInProcess = true
    options.inProcessDefects = ["retry-at-23h"]
    let result = ConformanceRun(cases: cases, options: options).run()
    #expect(result.exitCode == ExitCode.violated)
  }
}
