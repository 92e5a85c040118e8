import CaseModel
import Foundation
import JSONText
import RunStore
import Testing

@testable import Comparison

/// Two report folders made by hand.
@Suite("Two runs side by side") struct RunComparisonTests {
  /// Writes a report folder: for every case its check, the verdict, what it blames, and the records of its history.
  private func write(
    _ folder: String,
    _ cases: [(name: String, verdict: Verdict, blamed: [String], lines: [String]?)]
  ) throws {
    let list = cases.map { item -> JSON in
      var check: JSONObject = [
        "id": "c", "verdict": .string(item.verdict.rawValue),
        "requirements": ["ENR-008", "ENR-009"],
        "line": 1,
      ]
      if item.verdict == .fail { check["violates"] = .array(item.blamed.map(JSON.string)) }
      return [
        "name": .string(item.name), "verdict": .string(item.verdict.rawValue),
        "checks": [.object(check)],
      ]
    }
    let document: JSON = ["format": "mamconform-run", "version": 1, "cases": .array(list)]
    let manager = FileManager.default
    try manager.createDirectory(atPath: "\(folder)/histories/s", withIntermediateDirectories: true)
    try document.text.write(toFile: "\(folder)/run.json", atomically: true, encoding: .utf8)
    for item in cases {
      guard let lines = item.lines else { continue }
      let file = "\(folder)/histories/\(item.name).jsonl"
      try lines.map { $0 + "\n" }.joined().write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  private func line(_ time: Int, _ name: String) -> String {
    #"{"t":\#(1_591_261_200_000 + time),"kind":"request","name":"\#(name)","app":"mail"}"#
  }

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/comparison-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// An older run and a newer one with one violation more, one fixed, one silent change, a case that is new and one that is
  /// gone.
  private func report(_ folder: String, failOn: [ComparisonFinding] = [.regression]) throws
    -> ComparisonReport
  {
    try write(
      "\(folder)/old",
      [
        ("s/worse@2020-06", .pass, [], [line(0, "a"), line(1000, "b")]),
        ("s/fixed@2020-06", .fail, ["ENR-008"], [line(0, "a")]),
        ("s/silent@2020-06", .pass, [], [line(0, "a")]),
        ("s/gone@2020-06", .pass, [], nil), ("s/bare@2020-06", .pass, [], nil),
      ])
    try write(
      "\(folder)/new",
      [
        ("s/worse@2020-06", .fail, ["ENR-009"], [line(0, "a"), line(900, "b")]),
        ("s/fixed@2020-06", .pass, [], [line(0, "a")]),
        ("s/silent@2020-06", .pass, [], [line(0, "a"), line(5, "extra")]),
        ("s/new@2020-06", .fail, ["ENR-008"], nil), ("s/bare@2020-06", .pass, [], nil),
      ])
    let runs = [try ComparedRun("\(folder)/old"), try ComparedRun("\(folder)/new")]
    return ComparisonReport(try RunTrend(runs), failOn: failOn)
  }

  @Test
  func `new, fixed and silent changes are found, and what is new or gone`() throws {
    try inFolder { folder in
      let comparison = try report(folder).comparison
      #expect(comparison.commonCases == 4)
      #expect(comparison.requirements.map(\.requirement) == ["ENR-009", "ENR-008"])
      #expect(comparison.requirements.map(\.finding) == [.regression, .fixed])
      #expect(comparison.newCases.map(\.name) == ["s/new@2020-06"])
      #expect(comparison.goneCases.map(\.name) == ["s/gone@2020-06"])
      #expect(comparison.behaviour.map(\.difference.kind) == [.time, .extra])
      #expect(comparison.behaviour.map(\.silentCases) == [[], ["s/silent@2020-06"]])
      #expect(comparison.ignored.contains { $0.hasPrefix("the behaviour of 1 cases") })
    }
  }

  @Test
  func `what a standing check finds is compared though it is not listed where it holds`() throws {
    try inFolder { folder in
      _ = try report(folder)
      let file = "\(folder)/new/run.json"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      // The case that is silent in both runs violates a rule of every history now.
      let name = "\"name\":\"s/silent@2020-06\",\"verdict\":\"pass\",\"checks\":["
      #expect(text.contains(name))
      try text.replacingOccurrences(
        of: name,
        with: name.replacingOccurrences(of: "pass", with: "fail")
          + "{\"id\":\"always-restarts\",\"verdict\":\"fail\",\"requirements\":[\"RST-001\"],"
          + "\"violates\":[\"RST-001\"],\"found\":\"no restart\",\"line\":0},"
      ).write(toFile: file, atomically: true, encoding: .utf8)
      let old = try ComparedRun("\(folder)/old")
      let new = try ComparedRun("\(folder)/new")
      let worse = try RunComparison(old, new).verdicts.first { $0.caseName.hasPrefix("s/silent") }
      #expect(worse?.check == "always-restarts" && worse?.finding == .regression)
      #expect(worse?.requirements == ["RST-001"] && worse?.found == "no restart")
      let better = try RunComparison(new, old).verdicts.first { $0.caseName.hasPrefix("s/silent") }
      #expect(better?.check == "always-restarts" && better?.finding == .fixed)
    }
  }

  @Test
  func `a run beside itself shows nothing, whatever counts`() throws {
    try inFolder { folder in
      _ = try report(folder)
      let run = try ComparedRun("\(folder)/new")
      let report = ComparisonReport(
        try RunTrend([run, run]), failOn: ComparisonFinding.allCases)
      #expect(report.isNothing)
      #expect(!report.isFailure)
      #expect(report.text.hasSuffix("Nothing has changed.\n"))
    }
  }

  @Test(arguments: ComparisonFinding.allCases)
  func `only what is asked for counts`(finding: ComparisonFinding) throws {
    try inFolder { folder in
      let isThere: [ComparisonFinding] = [.regression, .fixed, .behaviour, .new, .gone]
      let isFailure = try report(folder, failOn: [finding]).isFailure
      #expect(isFailure == isThere.contains(finding))
    }
  }

  @Test
  func `every format tells the same`() throws {
    try inFolder { folder in
      let report = try report(folder)
      // In Markdown a name that calls a person is written with a character reference.
      #expect(!report.markdown.contains("@"))
      // The verdict is in words of our own.
      #expect(report.markdown.hasPrefix("## ❌ \(report.conclusion)\n"))
      let shown = report.markdown.replacingOccurrences(of: "&#64;", with: "@")
      for text in [report.text, shown, JSON.object(report.document).text, try report.html()] {
        #expect(text.contains("ENR-009"))
        #expect(text.contains("s/worse@2020-06"))
        #expect(text.contains("request extra of mail is new, at +0:00:00.005"))
        #expect(text.contains("s/gone@2020-06") && text.contains("s/new@2020-06"))
      }
      #expect(report.document["isFailure"] == true)
      #expect(report.document["found"] == ["regression", "behaviour", "gone", "new", "fixed"])
      let page = try report.html()
      // On a narrow screen each verdict is a block of lines and not a row.
      #expect(page.contains("<table class=findings>"))
      #expect(page.contains(".findings td { display: block"))
      #expect(page.contains("<tr class=other>") && page.contains("not there"))
      #expect(!page.contains("http"))
    }
  }

  @Test
  func `a trend names the first run in which a requirement changed`() throws {
    try inFolder { folder in
      _ = try report(folder)
      let old = try ComparedRun("\(folder)/old")
      let new = try ComparedRun("\(folder)/new")
      let trend = try RunTrend([old, old, new, new])
      #expect(trend.changes.map(\.requirement) == ["ENR-009"])
      #expect(trend.changes.map(\.run) == [2])
      #expect(trend.changes.map(\.new) == [.violated])
      let text = ComparisonReport(trend, failOn: [.regression]).text
      #expect(text.contains("since new  ENR-009: violated, was "))
    }
  }

  @Test
  func `a folder of histories is compared by behaviour alone, and says so`() throws {
    try inFolder { folder in
      _ = try report(folder)
      let old = try ComparedRun("\(folder)/old/histories")
      let comparison = try RunComparison(old, try ComparedRun("\(folder)/new"))
      #expect(comparison.commonCases == 3)
      #expect(comparison.verdicts.isEmpty)
      #expect(comparison.behaviour.count == 2)
      #expect(comparison.ignored.contains { $0.contains("only histories") })
    }
  }

  @Test
  func `what is no run, or half a report, is an error that names it`() throws {
    try inFolder { folder in
      _ = try report(folder)
      func message(_ path: String) -> String {
        do {
          _ = try RunComparison(try ComparedRun("\(folder)/new"), try ComparedRun(path))
          return ""
        } catch { return "\(error)" }
      }
      #expect(message("\(folder)/none") == "there is no run at \(folder)/none")
      let file = "\(folder)/old/run.json"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try String(text.dropLast(20)).write(toFile: file, atomically: true, encoding: .utf8)
      #expect(message("\(folder)/old").hasPrefix("\(file) is not JSON, or only a part of a report"))
      try #"{"format":"other"}"#.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(message("\(folder)/old") == "\(file) is not a report of mamconform run")
      try text.replacingOccurrences(of: "\"version\":1", with: "\"version\":99")
        .write(toFile: file, atomically: true, encoding: .utf8)
      #expect(message("\(folder)/old").contains("was written by a newer mamconform"))
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try "{\"t\":1}\n".write(
        toFile: "\(folder)/old/histories/s/worse@2020-06.jsonl", atomically: true, encoding: .utf8)
      #expect(message("\(folder)/old").contains("line 1 is not a record of a history"))
    }
  }
}
