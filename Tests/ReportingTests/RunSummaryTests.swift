import CaseModel
import Conformance
import JSONText
import Testing

@testable import Reporting

@Suite struct RunSummaryTests {
  @Test func `a violation outweighs a breakdown`() {
    #expect(RunSummary(Samples.all).exitCode == ExitCode.violated)
    #expect(RunSummary([Samples.passed, Samples.broken]).exitCode == ExitCode.inconclusive)
    #expect(RunSummary([Samples.undecided]).exitCode == ExitCode.inconclusive)
    #expect(RunSummary([Samples.passed, Samples.notApplicable]).exitCode == ExitCode.conforms)
  }

  @Test func `a run without a case never conforms`() {
    #expect(RunSummary([]).exitCode == ExitCode.inconclusive)
  }

  @Test func `a run of which no case applies has shown nothing`() {
    #expect(RunSummary([Samples.notApplicable]).exitCode == ExitCode.inconclusive)
    let text = ConsoleReport.log([Samples.notApplicable], Samples.description(planned: 1))
    #expect(
      text.hasSuffix(
        "Nothing can be said about conformance: no case applies to the SDK under test.\n"))
  }

  @Test func `every report of a run without a case says so`() {
    let description = Samples.description(planned: 0)
    let junit = String(decoding: JUnitReport().bytes([], description), as: UTF8.self)
    #expect(junit.contains("tests=\"1\"") && junit.contains("errors=\"1\""))
    #expect(junit.contains("breakdown.no-cases"))
    let run = JSONReport().document([], description)
    #expect(run["problem"]?["code"] == "no-cases")
    let text = ConsoleReport.log([], description)
    #expect(text.contains("no-cases: no case was run"))
    #expect(text.hasSuffix("Nothing can be said about conformance: no case was run.\n"))
  }

  @Test func `notes are told and are no verdict`() throws {
    var result = Samples.passed
    result.notes = ["a foreign request was refused"]
    let description = Samples.description(planned: 1)
    #expect(RunSummary([result]).exitCode == ExitCode.conforms)
    #expect(
      ConsoleReport.log([result], description)
        .contains("note: \(result.conformanceCase.name): a foreign request was refused\n"))
    let run = JSONReport().document([result], description)
    #expect(run["cases"]?.array?.first?["notes"] == ["a foreign request was refused"])
  }

  @Test func `a note that many cases have is told once on the console`() {
    var result = Samples.passed
    result.notes = ["the protocol has no event \"enrolmentRequest\""]
    var console = ConsoleReport(Samples.description(planned: 2), style: TextStyle())
    #expect(console.finished(result, atMilliseconds: 1).contains("note: "))
    #expect(!console.finished(result, atMilliseconds: 2).contains("note: "))
  }

  @Test func `every requirement is counted once by the worst that became of it`() {
    let summary = RunSummary(Samples.all)
    #expect(summary.violated == ["ENR-008", "ENR-999", "STA-002"])
    #expect(summary.undecided == ["ENR-009"])
    #expect(summary.notApplicable == ["TEL-003"])
    #expect(summary.kept == [])
  }
}
