import Foundation
import JSONText
import Testing

@testable import mamconform

/// `--shard` and `merge` with the program itself.
@Suite(.serialized) struct ShardProgramTests {
  /// A file without wall times.
  private func timeless(_ path: String) throws -> String {
    try Launch.text(path)
      .replacing(/"(started|wallMilliseconds)": [^,\n]*/, with: "")
      .replacing(/(time|timestamp)="[^"]*"/, with: "")
  }

  @Test func `the reports of shards merge to those of the single run`() throws {
    try Launch.inFolder { folder in
      let options = ["--in-process", "--quiet"]
      let single = try Launch.run(["run"] + options + ["--report", "\(folder)/single"])
      #expect(single.code == 1)
      for count in 1...7 {
        var parts: [String] = []
        for index in 1...count {
          let part = "\(folder)/\(count)-\(index)"
          parts.append(part)
          let words = ["--shard", "\(index)/\(count)", "--report", part]
          let launch = try Launch.run(["run"] + options + words)
          #expect(launch.code == 0 || launch.code == 1)
        }
        let merged = "\(folder)/merged-\(count)"
        let launch = try Launch.run(["merge", "--quiet", "--report", merged] + parts.reversed())
        #expect(launch.code == 1)
        for file in ["run.json", "junit.xml"] {
          #expect(try timeless("\(merged)/\(file)") == timeless("\(folder)/single/\(file)"))
        }
        let history = "histories/start/app-asks-to-exit@2020-06.jsonl"
        #expect(
          try Launch.text("\(merged)/\(history)") == Launch.text("\(folder)/single/\(history)"))
      }
    }
  }

  @Test func `the merged run is written in the formats that need no more than the reports`() throws
  {
    try Launch.inFolder { folder in
      for index in 1...2 {
        let words = ["run", "--in-process", "--quiet", "--shard", "\(index)/2"]
        let report = ["--report", "\(folder)/\(index)", "--histories", "\(folder)/\(index)/all"]
        _ = try Launch.run(words + report)
      }
      let parts = ["\(folder)/1", "\(folder)/2"]
      let launch = try Launch.run(
        ["merge", "--format", "html", "--output", "\(folder)/run.html", "--format", "ctrf"]
          + ["--output", "\(folder)/ctrf.json", "--histories", "\(folder)/histories"] + parts)
      #expect(launch.code == 1, "\(launch)")
      let page = try Launch.text("\(folder)/run.html")
      #expect(page.contains("start/app-asks-to-exit@2020-06") && page.contains("<svg"))
      #expect(try Launch.text("\(folder)/ctrf.json").contains("\"failed\": 1"))
      let history = "start/app-starts@2020-06.jsonl"
      #expect(FileManager.default.fileExists(atPath: "\(folder)/histories/\(history)"))
      let whole = try Launch.run(["merge", "--format", "trace"] + parts)
      #expect(whole.code == 64)
      #expect(whole.errors.contains("the option '--format' does not know 'trace'"))
    }
  }

  @Test func `an empty shard says so and leaves the verdict to the others`() throws {
    let launch = try Launch.run(["run", "--in-process", "--shard", "4/4"])
    #expect(launch.code == 0)
    #expect(
      launch.output.hasSuffix("This shard has no case: there are fewer cases than shards.\n"))
  }

  @Test func `the variables of ACI system choose the shard`() throws {
    let environment = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]
    let launch = try Launch.run(["list", "--shard", "auto"], environment: environment)
    #expect(launch.output == "start/app-starts@2020-06\n")
    let wrong = try Launch.run(["list", "--shard", "4/3"])
    #expect(wrong.code == 64)
    #expect(
      wrong.errors
        == "mamconform list: '4/3' is not a shard; write 1/4 to 4/4 for four parts, at most 1000\n")
  }

  @Test func `earlier times balance the shards`() throws {
    try Launch.inFolder { folder in
      let report = """
        {"format":"mamconform-run","cases":[
          {"name":"start/app-starts@2020-01","wallMilliseconds":1},
          {"name":"start/app-starts@2020-06","wallMilliseconds":2.5},
          {"name":"start/app-asks-to-exit@2020-06","wallMilliseconds":9}]}
        """
      try report.write(toFile: "\(folder)/run.json", atomically: true, encoding: .utf8)
      let first = try Launch.run(["list", "--shard", "1/2", "--times", folder])
      #expect(first.output == "start/app-asks-to-exit@2020-06\n")
      let second = try Launch.run(["list", "--shard", "2/2", "--times", "\(folder)/run.json"])
      #expect(second.output == "start/app-starts@2020-01\nstart/app-starts@2020-06\n")
    }
  }

  @Test func `a shard that is missing makes the run inconclusive`() throws {
    try Launch.inFolder { folder in
      let words = ["run", "start/app-starts", "--in-process", "--shard", "1/2"]
      _ = try Launch.run(words + ["--report", "\(folder)/1"])
      let launch = try Launch.run(["merge", "\(folder)/1"])
      #expect(launch.code == 2)
      #expect(
        launch.output.contains("BROKEN  shard-missing: of 2 shards the report of 2 is missing"))
      let same = try Launch.run(["merge", "\(folder)/1", "--report", "\(folder)/1"])
      #expect(same.code == 64)
      #expect(same.errors.contains("run.json, which this command reads; name another folder"))
    }
  }

  @Test func `a dash is standard output and the console goes to standard error`() throws {
    let words = ["run", "start/app-starts", "--in-process"]
    let launch = try Launch.run(words + ["--json", "-"])
    #expect(launch.code == 0)
    let document = try JSON(parsing: launch.output.trimmingCharacters(in: .newlines))
    #expect(document["summary"]?["cases"]?["pass"] == 2)
    #expect(launch.errors.hasSuffix("The SDK under test conforms.\n"))
    let junit = try Launch.run(words + ["--junit", "-", "--quiet"])
    #expect(junit.output.hasPrefix("<?xml"))
    let both = try Launch.run(words + ["--junit", "-", "--json", "-"])
    #expect(both.code == 64)
    #expect(both.errors.contains("two reports cannot both go to standard output"))
  }

  @Test func `quiet says the last line only`() throws {
    let launch = try Launch.run(["run", "start/app-starts", "--in-process", "--quiet"])
    #expect(launch.output == "The SDK under test conforms.\n")
  }

  @Test func `manual pages are made of what help is made of`() throws {
    let names = try Launch.run(["manual", "--list"]).output.split(separator: "\n")
    #expect(names.contains("run") && names.contains("manual"))
    let page = try Launch.run(["manual", "run"]).output
    #expect(page.hasPrefix(".TH MAMCONFORM\\-RUN 1 "))
    #expect(page.contains(".TP\n.B \\-\\-shard I/N\n"))
    #expect(try Launch.run(["manual"]).output.contains(".BR mamconform\\-merge (1)"))
  }
}
