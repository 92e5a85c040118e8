import CaseModel
import CaseYAML
import Contract
import Foundation
import Testing

@testable import Conformance

/// The duties of the app: findings about them are told apart from those about the SDK.
@Suite struct DutyTests {
  private static let cases = PublishedSuites.cases

  private func results(of suite: String, defects: [String]) -> [CaseResult] {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: scratch)
    options.isInProcess = true
    options.jobs = 1
    options.inProcessDefects = defects
    let cases = DutyTests.cases.filter { $0.suite == suite && $0.edition == .latest }
    return ConformanceRun(cases: cases, options: options).run().results
  }

  @Test func `an app that keeps its duties passes`() {
    let results = results(of: "app-duties", defects: [])
    #expect(!results.isEmpty)
    #expect(ExitCode.of(results) == ExitCode.conforms)
    #expect(results.flatMap(\.checks).allSatisfy { $0.check.isDuty && $0.verdict == .pass })
  }

  @Test(arguments: [
    ("app-registers-nobody", "ENR-003"), ("app-deletes-tokens-first", "DRG-012"),
    ("app-switches-for-managed-users-only", "IDN-025"), ("app-compares-names-only", "LOC-028"),
    ("app-stays-nobody", "WEB-003"), ("app-wipes-afterwards", "WIP-006"),
  ])
  func `an app that neglects a duty is at fault, and its SDK is not`(
    defect: String, duty: String
  ) {
    let results = results(of: "app-duties", defects: [defect])
    let failed = results.filter { $0.verdict == .fail }
    let isAppAlone = failed.allSatisfy(\.isFaultOfApp)
    #expect(isAppAlone)
    let blamed = failed.flatMap(\.checks).filter(\.isFaultOfApp).flatMap(\.requirements)
    #expect(blamed.contains(duty))
    #expect(ExitCode.of(results) == ExitCode.appViolates)
  }

  @Test func `a violation by the SDK outweighs what the app neglects`() {
    let results =
      results(of: "app-duties", defects: ["app-deregisters-late"])
      + results(of: "enr-retry", defects: ["retry-at-23h"])
    #expect(ExitCode.of(results) == ExitCode.violated)
  }
}
