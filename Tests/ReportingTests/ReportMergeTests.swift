import CaseModel
import Conformance
import Foundation
import JSONText
import Testing

@testable import Reporting

/// Shards' reports put together again, byte by byte what the single run would have written.
@Suite struct ReportMergeTests {
  private let report = JSONReport(times: .fixed)

  /// Every sample many times over, under other names, so that seven shards have something to do.
  private static let many: [CaseResult] = (0..<23).map { index in
    var result = Samples.all[index % Samples.all.count]
    result.conformanceCase.id += "-\(index)"
    return result
  }

  private func description(_ planned: Int) -> RunDescription {
    var description = Samples.description(planned: planned)
    description.repeatOptions = ["--sut", "./my adapter"]
    return description
  }

  /// The reports that the shards of the run write.
  private func shards(_ count: Int, _ results: [CaseResult] = many) throws -> [StoredReport] {
    try (1...count).map { index in
      let own = results.indices.filter { $0 % count == index - 1 }
      var description = description(own.count)
      let names = own.map { results[$0].conformanceCase.name }
      description.historyFiles = description.historyFiles.filter { names.contains($0.key) }
      description.part = .init(
        index: index, count: count, total: results.count,
        cases: own.map { (results[$0].conformanceCase.name, $0) })
      let bytes = report.bytes(own.map { results[$0] }, description)
      return try StoredReport(bytes, name: "shard-\(index)/run.json")
    }
  }

  @Test(arguments: 1...7) func `the merged report is that of the single run`(_ count: Int) throws {
    let single = report.bytes(Self.many, description(Self.many.count))
    var merge = try ReportMerge(try shards(count).reversed())
    merge.description.requirements = Samples.requirements
    // The files of reports are those of the program that writes them.
    merge.description.files = description(0).files
    #expect(report.bytes(merge.results, merge.description) == single)
    let junit = JUnitReport(profile: .rich, times: .fixed)
    #expect(
      String(decoding: junit.bytes(merge.results, merge.description), as: UTF8.self)
        == String(decoding: junit.bytes(Self.many, description(Self.many.count)), as: UTF8.self))
    #expect(
      ConsoleReport.log(merge.results, merge.description, times: .fixed)
        == ConsoleReport.log(Self.many, description(Self.many.count), times: .fixed))
  }

  @Test func `more shards than cases merge too`() throws {
    let few = Array(Self.many.prefix(3))
    let merge = try ReportMerge(shards(5, few))
    #expect(merge.description.problem == nil)
    #expect(report.bytes(merge.results, merge.description) == report.bytes(few, description(3)))
  }

  @Test func `a missing shard is a problem of the run`() throws {
    var parts = try shards(4)
    parts.remove(at: 2)
    let merge = try ReportMerge(parts)
    #expect(merge.description.problem?.code == "shard-missing")
    #expect(
      merge.description.problem?.message
        == "of 4 shards the report of 3 is missing, so 6 of 23 cases are missing")
    #expect(merge.results.count == 17)
  }

  @Test func `what broke a shard breaks the run`() throws {
    var parts = try shards(2)
    parts[1].description.problem = Problem(
      code: "did-not-finish", participant: "mamconform", message: "killed")
    parts[1].results = []
    let merge = try ReportMerge(parts)
    #expect(merge.description.problem?.message == "killed")
    #expect(merge.description.planned == 23)
    // One that was killed before it knew its cases is missing.
    parts[1].description.part = nil
    #expect(try ReportMerge(parts).description.problem?.code == "shard-missing")
  }

  @Test func `what is not one run is not merged`() throws {
    let parts = try shards(3)
    func message(_ reports: [StoredReport]) -> String? {
      do throws(StoredReport.Fault) {
        _ = try ReportMerge(reports)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(
      message([parts[0], parts[0]])
        == "shard-1/run.json and shard-1/run.json belong to the same shard, 1")
    var seeded = parts[1]
    seeded.description.seed = 8
    #expect(
      message([parts[0], seeded])
        == "shard-2/run.json and shard-1/run.json belong to different runs: seed 8 and 7")
    var other = parts[1]
    other.description.adapter = ["other"]
    #expect(
      message([parts[0], other])?
        .hasSuffix("different runs: the adapters other and python3 'my adapter.py'") == true)
    func difference(_ first: [String], _ second: [String]) -> String? {
      var reports = [parts[0], parts[1]]
      // The one that is named first comes later.
      reports[1].description.repeatOptions = first
      reports[0].description.repeatOptions = second
      return message(reports)?.components(separatedBy: "different runs: ").last
    }
    #expect(
      difference(["--sut", "a", "--strict"], ["--sut", "a"])
        == "the option --strict is given and not given")
    #expect(
      difference(["--retry-tolerance", "5"], ["--retry-tolerance", "7"])
        == "the option --retry-tolerance is '5' and '7'")
    #expect(
      difference([], ["--max-case", "9"]) == "the option --max-case is not given and '9'")
    #expect(difference(["a.yaml"], ["b.yaml"]) == "the file a.yaml is given and not given")
    let single = try StoredReport(
      report.bytes(Self.many, description(23)), name: "run.json")
    #expect(message([single]) == "run.json is not the report of a shard")
    #expect(
      try message([parts[0], shards(4)[1]])?.hasSuffix("different runs: 4 and 3 shards") == true)
  }

  @Test(arguments: ["", "{}", "[1]", "{\"format\":\"mamconform-run\",\"version\":2}", "\u{0}"])
  func `what is no report is refused`(_ text: String) {
    #expect(throws: StoredReport.Fault.self) {
      try StoredReport(Array(text.utf8), name: "run.json")
    }
  }
}
