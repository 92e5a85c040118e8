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

  @Test func `a run with nothing to run is no run without a case`() throws {
    var description = Samples.description(planned: 0)
    description.nothingToRun = "every one of these cases passed in 20200604-090000-000"
    let text = ConsoleReport.log([], description)
    #expect(
      text.hasSuffix(
        "There is nothing to run: every one of these cases passed in 20200604-090000-000.\n"))
    #expect(!text.contains("BROKEN"))
    let bytes = JSONReport().bytes([], description)
    let again = try StoredReport(bytes, name: "run.json")
    #expect(again.description.nothingToRun == description.nothingToRun)
    #expect(again.description.emptiness != nil)
    // One that has begun and not ended is no such run.
    #expect(description.unfinished.emptiness == nil)
  }

  @Test func `a shard says how much of the run it is, and a single one is the run`() {
    func text(_ count: Int) -> String {
      var description = Samples.description(planned: 1)
      description.part = .init(
        index: 1, count: count, total: count == 1 ? 1 : 13,
        cases: [(Samples.passed.conformanceCase.name, 0)])
      return ConsoleReport.log([Samples.passed], description)
    }
    #expect(text(3).hasPrefix("seed 7, shard 1/3: 1 of 13 cases, SDK under test: "))
    #expect(text(3).contains("part          shard 1/3: 1 of 13 cases\n"))
    #expect(text(3).contains("The SDK under test conforms in shard 1/3.\n"))
    #expect(text(1).hasPrefix("seed 7, 1 case, SDK under test: "))
    #expect(text(1).contains("The SDK under test conforms.\n"))
  }

  @Test(arguments: [
    (RunDescription.brokenSuites, "the cases of a file with errors were left out"),
    ("shard-missing", "the report of a shard is missing"),
    ("interrupted", "the run did not finish"),
  ])
  func `the last line says what the problem is`(_ code: String, _ reason: String) {
    var description = Samples.description(planned: 1)
    description.problem = Problem(code: code, participant: "mamconform", message: "x")
    #expect(
      ConsoleReport.log([Samples.passed], description)
        .contains("Nothing can be said about conformance: \(reason).\n"))
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
