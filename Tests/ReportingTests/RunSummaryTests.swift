import Conformance
import Testing

@testable import Reporting

@Suite struct RunSummaryTests {
  @Test func aViolationOutweighsABreakdown() {
    #expect(RunSummary(Samples.all).exitCode == ExitCode.violated)
    #expect(RunSummary([Samples.passed, Samples.broken]).exitCode == ExitCode.inconclusive)
    #expect(RunSummary([Samples.undecided]).exitCode == ExitCode.inconclusive)
    #expect(RunSummary([Samples.passed, Samples.notApplicable]).exitCode == ExitCode.conforms)
  }

  @Test func aRunWithoutACaseNeverConforms() {
    #expect(RunSummary([]).exitCode == ExitCode.inconclusive)
  }

  @Test func everyRequirementIsCountedOnceByTheWorstThatBecameOfIt() {
    let summary = RunSummary(Samples.all)
    #expect(summary.violated == ["ENR-008", "ENR-999", "STA-002"])
    #expect(summary.undecided == ["ENR-009"])
    #expect(summary.notApplicable == ["TEL-003"])
    #expect(summary.kept == [])
  }
}
