import Foundation
import JSONText
import Storage
import Testing

@testable import mamconform

/// Runs that lack cases, and runs in which there is nothing to run: no command takes them for what they are not.
@Suite(.serialized) struct UnfinishedRunTests {
  private func run(_ words: String..., store: String) throws -> Launch {
    try Launch.run(words, environment: ["MAMCONFORM_STORE": store])
  }

  /// Makes a run of two cases that pass look as one does that was interrupted after the first.
  private func interrupt(_ run: String) throws {
    let database = try Database(path: "\(run)/run.sqlite")
    try database.execute(
      "DELETE FROM check_result WHERE case_number = 1; DELETE FROM case_result WHERE number = 1;"
        + "DELETE FROM run WHERE name IN ('exit_code', 'ended_milliseconds', 'verdicts')")
    database.close()
  }

  /// The folders of the runs of a store.
  private func runs(_ store: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store).sorted().map { "\(store)/\($0)" }
  }

  @Test func `cases that the newer run did not come to are undecided in every format`() throws {
    try Launch.inFolder { store in
      for _ in 0..<2 { _ = try run("run", "start/app-starts", "--in-process", store: store) }
      let interrupted = try runs(store)[1]
      try interrupt(interrupted)
      let text = try run("compare", "latest~1", "latest", store: store)
      #expect(text.code == 1)
      #expect(text.output.contains("undecided  1 case of "))
      #expect(
        text.output.contains(
          "did not finish: 1 of 2 cases were run; 'mamconform run --resume \(interrupted)' runs the others"
        ), "\(text)")
      #expect(text.output.contains("\n  start/app-starts@2020-06\n"))
      #expect(!text.output.contains("gone  "))
      let markdown = try run(
        "compare", "latest~1", "latest", "--format", "markdown", store: store)
      #expect(markdown.output.hasPrefix("## ❌ Differences that count: undecided."))
      let json = try run("compare", "latest~1", "latest", "--format", "json", store: store)
      let document = try JSON(parsing: json.output.trimmingCharacters(in: .newlines))
      #expect(document["notRunCases"] == ["start/app-starts@2020-06"])
      #expect(document["new"]?["notRun"] == 1)
      #expect(document["isFailure"] == true)
      // What the older run lacks is not new.
      let turned = try run("compare", "latest", "latest~1", "--fail-on", "new", store: store)
      #expect(turned.code == 0)
      #expect(turned.output.contains("did not finish: 1 of 2 cases were run"))
    }
  }

  @Test func `a report that lacks cases is undecided too`() throws {
    try Launch.inFolder { folder in
      for name in ["old", "new"] {
        _ = try run(
          "run", "start/app-starts", "--in-process", "--report", "\(folder)/\(name)",
          store: "\(folder)/runs")
      }
      let file = "\(folder)/new/run.json"
      var document = try #require(
        JSON(parsing: Launch.text(file).trimmingCharacters(in: .newlines)).object)
      document["cases"] = .array(Array((document["cases"]?.array ?? []).prefix(1)))
      try JSON.object(document).text.write(toFile: file, atomically: true, encoding: .utf8)
      let launch = try Launch.run(["compare", "\(folder)/old", "\(folder)/new"])
      #expect(launch.code == 1)
      #expect(launch.output.contains("new lacks cases: 1 of 2 were run"), "\(launch)")
    }
  }

  @Test func `every command that reads such a run says so`() throws {
    try Launch.inFolder { store in
      _ = try run("run", "start/app-starts", "--in-process", store: store)
      try interrupt(runs(store)[0])
      for words in [
        ["report", "latest"], ["judge", "latest"], ["requirements", "--from", "latest"],
      ] {
        let launch = try Launch.run(words, environment: ["MAMCONFORM_STORE": store])
        #expect(launch.code != 0)
        #expect(
          launch.errors.contains(
            "mamconform \(words[0]): note: \((try runs(store)[0] as NSString).lastPathComponent) "
              + "did not finish: 1 of 2 cases were run; 'mamconform run --resume "), "\(launch)")
      }
    }
  }

  @Test func `what a run did not come to is run by --last-failed and --changed-since`() throws {
    try Launch.inFolder { store in
      for option in [["--last-failed"], ["--changed-since", "latest"]] {
        _ = try run("run", "start/app-starts", "--in-process", store: store)
        try interrupt(#require(runs(store).last))
        let launch = try Launch.run(
          ["run", "start/app-starts", "--in-process"] + option,
          environment: ["MAMCONFORM_STORE": store])
        #expect(launch.code == 0)
        #expect(launch.output.contains("cases         1: 1 pass"), "\(launch)")
        #expect(launch.errors.contains("did not finish: 1 of 2 cases were run"))
      }
    }
  }

  @Test(arguments: [["--last-failed"], ["--changed-since", "latest"]])
  func `a run with nothing to run conforms, writes empty reports and is not stored`(
    _ option: [String]
  ) throws {
    try Launch.inFolder { folder in
      let environment = ["MAMCONFORM_STORE": "\(folder)/runs"]
      let words = ["run", "start/app-starts", "--in-process"]
      #expect(try Launch.run(words, environment: environment).code == 0)
      let launch = try Launch.run(
        words + option + ["--report", "\(folder)/report", "--format", "markdown"],
        environment: environment)
      #expect(launch.code == 0)
      #expect(launch.output.hasPrefix("### ✅ There is nothing to run: "), "\(launch)")
      let last = launch.errors.split(separator: "\n").last ?? ""
      #expect(last.hasPrefix("There is nothing to run: "))
      let report = try JSON(
        parsing: Launch.text("\(folder)/report/run.json").trimmingCharacters(in: .newlines))
      #expect(report["nothingToRun"] != nil)
      #expect(report["problem"] == nil)
      #expect(try runs("\(folder)/runs").count == 1)
      // A shard of nothing is nothing, and so are all of them together.
      let shard = try Launch.run(
        words + option + ["--shard", "1/1", "--report", "\(folder)/shard"],
        environment: environment)
      #expect(shard.code == 0)
      #expect(try Launch.run(["merge", "\(folder)/shard"]).code == 0)
    }
  }

  @Test func `what a killed run has left hides no other run, and is pruned`() throws {
    try Launch.inFolder { store in
      _ = try run("run", "start/app-starts", "--in-process", store: store)
      for name in ["20991231-000000-000", "20991231-000000-001"] {
        try FileManager.default.createDirectory(
          atPath: "\(store)/\(name)", withIntermediateDirectories: true)
      }
      let (dead, damaged) = ("\(store)/20991231-000000-000", "\(store)/20991231-000000-001")
      _ = FileManager.default.createFile(atPath: "\(dead)/run.sqlite", contents: nil)
      #expect(try run("runs", "show", "latest", store: store).output.contains("conforms"))
      #expect(try run("run", "--last-failed", "--in-process", store: store).code == 0)
      #expect(
        try run("runs", store: store).errors.contains("the program was ended before its first case")
      )
      _ = FileManager.default.createFile(
        atPath: "\(damaged)/run.sqlite", contents: Data(repeating: 7, count: 2000))
      let pruned = try run("runs", "prune", "--keep", "1", store: store)
      #expect(pruned.output == "2 runs removed, 1 left\n", "\(pruned)")
      let all = try run("runs", "prune", "--keep", "0", store: store)
      #expect(all.output == "0 runs removed, 1 left (1 that cannot be read or removed)\n")
      #expect(all.errors.contains("\(damaged) stays: delete it if nobody needs it"))
      #expect(!FileManager.default.fileExists(atPath: dead))
    }
  }

  /// Root may read everything unless it gives up that right.
  @Test(arguments: ["runs", "runs prune --keep 1", "report latest"])
  func `a store that cannot be read is an error`(_ words: String) throws {
    try Launch.inFolder { folder in
      let store = "\(folder)/runs"
      try FileManager.default.createDirectory(
        atPath: store, withIntermediateDirectories: true, attributes: [.posixPermissions: 0])
      defer { chmod(store, 0o700) }
      let program = "'\(Launch.programs)/mamconform' \(words) --store \(store)"
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c",
        "r=; [ $(id -u) != 0 ] || r='setpriv --bounding-set=-all'; $r \(program) 2>'\(folder)/errors'",
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 64)
      #expect(
        try Launch.text("\(folder)/errors")
          == "mamconform \(words.prefix { $0 != " " }): \(store) (--store) cannot be read: "
          + "Permission denied\n")
    }
  }

  @Test func `runs are listed in columns, with a dash for no label`() throws {
    try Launch.inFolder { store in
      _ = try run("run", "start/app-starts", "--in-process", store: store)
      _ = try run("run", "--in-process", "--label", "a-label", store: store)
      let lines = try run("runs", store: store).output.split(separator: "\n")
      let words = lines.map { $0.split(separator: " ").prefix(4).dropFirst() }
      #expect(words.map { Array($0) } == [["-", "conforms", "2"], ["a-label", "violates", "3"]])
      #expect(
        Set(lines.map { $0.components(separatedBy: "cases")[0].count }).count == 1, "\(lines)")
      #expect(
        try run("runs", "prune", "--keep", "1", "--format", "json", store: store).errors
          == "mamconform runs: prune takes no --format\n")
    }
  }

  @Test func `the history of a case is shown from a stored run`() throws {
    try Launch.inFolder { store in
      _ = try run("run", "--in-process", "--label", "team/12.7", store: store)
      let name = "start/app-asks-to-exit@2020-06"
      for place in ["latest", "team/12.7", try runs(store)[0]] {
        let launch = try run("show", name, "--history", place, store: store)
        #expect(launch.output.hasPrefix("+0:00:00.000  one  life     launched\n"), "\(launch)")
        #expect(launch.output.contains("fail: check asked looked here"))
      }
      let list = try run("show", name, "--history", "latest", "--format", "json", store: store)
      let records = try JSON(parsing: list.output.trimmingCharacters(in: .newlines))
      #expect(records.array?.first?["kind"] == "life")
      let none = try run("show", "start/nothing", "--history", "latest", store: store)
      #expect(none.code == 64)
      #expect(none.errors.contains("has no case 'start/nothing'"))
      #expect(
        try run("show", name, "--history", "latest", "--edition", "all", store: store).errors
          == "mamconform show: --edition and --history cannot be combined\n")
    }
  }
}
