import CaseModel
import JSONText
import Reporting
import Testing

@testable import Conformance
@testable import ReportFormats

@Suite("Formats of reports")
struct ReportFormatTests {
  /// The golden file of each format of one file that other tests do not hold to more.
  static let files = [
    ("markdown", "summary.md"), ("comment", "comment.md"), ("github", "annotations.txt"),
    ("ctrf", "ctrf.json"), ("trace", "trace.json"), ("har", "requests.har"),
    ("in-toto", "statement.json"), ("needs", "needs.json"), ("badge", "badge.json"),
  ]

  @Test(arguments: files)
  func `a run of every verdict is written as recorded`(name: String, file: String) throws {
    let format = try #require(ReportFormat.named(name))
    let written = format.write(FormatSamples.run)
    #expect(written.map(\.path) == [""])
    try expectGolden(file, written[0].bytes)
  }

  @Test
  func `the files of Allure are as recorded`() throws {
    let files = try #require(ReportFormat.named("allure")).write(FormatSamples.run)
    #expect(Set(files.map(\.path)).count == files.count)
    let text = files.flatMap { Array("== \($0.path)\n".utf8) + $0.bytes }
    try expectGolden("allure.txt", text)
  }

  @Test
  func `what lint has found is SARIF as recorded`() throws {
    let diagnostics = [
      Diagnostic(
        SourceLocation(file: "/home/ci/suites/a b.yaml", line: 3, column: 7),
        .error, "'lunch' is no operation", suggestion: "did you mean 'launch'?"),
      Diagnostic(SourceLocation(file: "suites/empty.yaml"), .warning, "the file holds no case"),
    ]
    try expectGolden(
      "lint.sarif", LintSARIF.bytes(diagnostics, version: "1.0.0", root: "/home/ci"))
  }

  @Test
  func
    `every format of the same run has the same bytes, and says something of a run without a case`()
  {
    var empty = FormatSamples.run
    empty.results = []
    for format in ReportFormat.all {
      let first = format.write(FormatSamples.run)
      #expect(first == format.write(FormatSamples.run), "\(format.name)")
      #expect(!first.isEmpty)
      // Annotations of an empty run say that it is empty.
      #expect(format.write(empty).contains { !$0.bytes.isEmpty }, "\(format.name)")
    }
  }

  @Test
  func `a run that says nothing is never shown as a pass`() throws {
    for verdict in [Verdict.inconclusive, .notOffered, .error] {
      var run = FormatSamples.run
      run.results = [FormatSamples.undecided]
      run.results[0].verdict = verdict
      run.results[0].checks[0].verdict = .inconclusive
      let badge = try JSON(parsing: BadgeReport(run).bytes[...])
      #expect(badge["message"] == "inconclusive" && badge["isError"] == true)
      let statement = try JSON(parsing: TestResultStatement(run).bytes[...])
      #expect(statement["predicate"]?["result"] == "FAILED")
      let summary = try JSON(parsing: CTRFReport(run).bytes[...])["results"]?["summary"]
      #expect(summary?["passed"] == 0)
      #expect(!String(decoding: MarkdownReport(run).comment, as: UTF8.self).contains("✅"))
    }
  }

  @Test
  func `of many causes GitHub gets ten annotations, the last of which counts the others`() {
    var run = FormatSamples.run
    run.results = (0..<30).map { number in
      var result = FormatSamples.broken
      result.problem?.code = "code-\(number)"
      return result
    }
    let lines = String(decoding: GitHubAnnotations(run).bytes, as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.last == "::error title=mamconform::21 more causes; the report has them all")
  }

  @Test
  func `what is known to fail is counted, so that the numbers add up`() throws {
    var run = FormatSamples.run
    var known = FormatSamples.failed
    for index in known.checks.indices where known.checks[index].verdict == .fail {
      known.checks[index].known = KnownFailure(
        entry: 0, location: SourceLocation(file: "ledger.yaml", line: 6, column: 5),
        link: "https://tracker.example/1", owner: "mam-team", expires: "2027-01-31")
    }
    run.results = [FormatSamples.passed, known]
    run.description.planned = 2
    let summary = RunSummary(run.results)
    let violated = summary.knownViolated.count
    #expect(violated > 0 && summary.knownCases == 1)
    let job = String(decoding: MarkdownReport(run).job, as: UTF8.self)
    #expect(job.contains(" | known to fail |\n"))
    #expect(job.contains(/\| cases \| 2 \| 1 \|.*\| 1 \|\n/))
    #expect(job.contains("**\(violated) known to be violated**"))
    #expect(job.contains("| known to be violated |\n"))
    let comment = String(decoding: MarkdownReport(run).comment, as: UTF8.self)
    #expect(comment.contains("**\(violated) known to be violated**"))
    let badge = try JSON(parsing: BadgeReport(run).bytes[...])
    #expect(
      badge["message"]?.string?.hasSuffix(" kept, \(violated) known to be violated") == true)
    #expect(badge["color"] == "yellowgreen")
  }

  @Test
  func `a shard conforms as a shard, in every sentence`() {
    var run = FormatSamples.run
    run.results = [FormatSamples.passed]
    run.description.planned = 1
    run.description.part = .init(
      index: 1, count: 3, total: 4, cases: [(FormatSamples.passed.conformanceCase.name, 0)])
    let sentence = "The SDK under test conforms in shard 1/3"
    #expect(String(decoding: MarkdownReport(run).job, as: UTF8.self).contains(sentence))
    #expect(String(decoding: HTMLReport(run).bytes, as: UTF8.self).contains(sentence))
  }

  @Test
  func `a shard that fails is named as well`() {
    var run = FormatSamples.run
    run.description.part = .init(index: 2, count: 3, total: 40, cases: [])
    let extent = "shard 2/3: \(run.description.planned) of 40 cases"
    #expect(String(decoding: MarkdownReport(run).job, as: UTF8.self).contains(extent))
    #expect(String(decoding: HTMLReport(run).bytes, as: UTF8.self).contains(extent))
  }

  @Test
  func `of too many cases those that did not pass are chosen first`() {
    let names = FormatSamples.run.chosen(atMost: 5).map(\.conformanceCase.id)
    #expect(
      names == [
        "retry-after-24h", "callback-is-missing", "survives-kill", "lost-answer",
        "kills-in-callback",
      ])
    #expect(FormatSamples.run.chosen(atMost: 6).last?.conformanceCase.id == "first-attempt")
    #expect(FormatSamples.run.chosen(atMost: 8).count == 8)
  }
}
