import Foundation
import JSONText
import Testing

@testable import mamconform

/// Runs that are pinned to a released set of checks, with the program itself.
@Suite(.serialized) struct SuiteVersionProgramTests {
  /// A case that passes.
  private static let released = """
    suite: start
    area: LCH
    title: An app starts
    cases:
      - id: app-starts
        title: An app starts
        editions: [2020-01, 2020-06]
        steps:
          - launch: one
          - expect: {app: one, event: appStarted}
            check: started
            proves: [LCH-003]

    """
  /// What comes later: a check of that case that fails, and a case that fails.
  private static let added = """
          - none: {app: one, event: appStarted}
            check: not-started
            proves: [LCH-003]
      - id: app-asks-to-exit
        title: An app asks to be ended, which it does not
        editions: [2020-06]
        steps:
          - launch: one
          - expect: {app: one, event: exitRequested}
            check: asked
            proves: [LCH-003]

    """

  /// A suites folder with the released suite, and the set `1` of it.
  private static func inSuites(_ body: (String, [String: String]) throws -> Void) throws {
    try Launch.inFolder { folder in
      let suites = "\(folder)/suites"
      try FileManager.default.createDirectory(atPath: suites, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(Launch.suites)/world.yaml", toPath: "\(suites)/world.yaml")
      try write(released, suites)
      let environment = ["MAMCONFORM_SUITES": suites]
      let written = try Launch.run(
        ["suite-version", "write", "1", "--date", "2026-11-22"], environment: environment)
      #expect(written.code == 0, "\(written.errors)")
      #expect(written.errors.hasSuffix("/versions/1.yml: 2 cases, 2 checks\n"))
      try body(folder, environment)
    }
  }

  private static func write(_ suite: String, _ folder: String) throws {
    try suite.write(toFile: "\(folder)/start.yaml", atomically: true, encoding: .utf8)
  }

  private static func run(_ words: [String], _ environment: [String: String]) throws -> Launch {
    try Launch.run(["run", "--in-process"] + words, environment: environment)
  }

  @Test func `sets are listed by their numbers`() throws {
    try SuiteVersionProgramTests.inSuites { folder, environment in
      let versions = "\(folder)/suites/versions"
      let text = try Launch.text("\(versions)/1.yml")
      let names = ["2026.10", "2026.2", "2026.1"]
      for name in names {
        try text.replacing(/(?m)^(\w+): "?1"?$/) { "\($0.1): \"\(name)\"" }
          .write(toFile: "\(versions)/\(name).yml", atomically: true, encoding: .utf8)
      }
      let list = try Launch.run(["suite-version"], environment: environment)
      #expect(
        list.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
          == ["1", "2026.1", "2026.2", "2026.10"], "\(list)")
      let other = try Launch.run(["suite-version", "show", "none"], environment: environment)
      #expect(other.errors.contains("known: 1, 2026.1, 2026.2, 2026.10"))
    }
  }

  @Test func `of several that write one set at once, one does and the others say that it is there`()
    throws
  {
    try SuiteVersionProgramTests.inSuites { folder, environment in
      for name in 2...11 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [
          "-c",
          """
          for i in 1 2 3 4 5 6; do
            "$0" suite-version write \(name) --date 2026-11-2$i 2>$1/err$i & echo $! >$1/pid$i
          done
          for i in 1 2 3 4 5 6; do wait $(cat $1/pid$i); echo $? >$1/code$i; done
          """, "\(Launch.programs)/mamconform", folder,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        process.waitUntilExit()
        let set = try Launch.text("\(folder)/suites/versions/\(name).yml")
        for writer in 1...6 {
          let errors = try Launch.text("\(folder)/err\(writer)")
          let isWritten = set.contains("2026-11-2\(writer)")
          #expect(try Launch.text("\(folder)/code\(writer)") == (isWritten ? "0\n" : "64\n"))
          #expect(
            errors.contains(
              isWritten ? "2 cases, 2 checks" : "exists: a released set stays as it is"),
            "\(errors)")
        }
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/suites/versions")
      #expect(Set(names) == Set((1...11).map { "\($0).yml" }))
    }
  }

  @Test func `checks that came later are shown and cannot fail a run that is pinned`() throws {
    try SuiteVersionProgramTests.inSuites { folder, environment in
      let list = try Launch.run(["suite-version"], environment: environment)
      #expect(list.output == "1  2026-11-22  2 cases, 2 checks\n")
      #expect(try SuiteVersionProgramTests.run(["--suite-version", "1"], environment).code == 0)

      try SuiteVersionProgramTests.write(
        SuiteVersionProgramTests.released + SuiteVersionProgramTests.added, "\(folder)/suites")
      #expect(try SuiteVersionProgramTests.run([], environment).code == 1)
      let pinned = try SuiteVersionProgramTests.run(
        ["--suite-version", "1", "--report", "\(folder)/report", "--store", "\(folder)/store"],
        environment)
      #expect(pinned.code == 0, "\(pinned.output)")
      #expect(pinned.output.contains("LATER-THAN-SET  start/app-asks-to-exit@2020-06"))
      #expect(
        pinned.output.contains("later        than the set 1, so that it cannot fail this run"))
      #expect(
        pinned.output.contains(
          "set           1 of 2026-11-22; later than it: 3 checks, of which 3 found something\n"))
      #expect(pinned.output.hasSuffix("The SDK under test conforms.\n"))
      let report = try JSON(parsing: Launch.text("\(folder)/report/run.json").trimmed)
      #expect(report["suiteVersion"]?["laterFindings"] == 3)
      #expect(report["summary"]?["cases"]?["fail"] == 0)
      let checks = report["cases"]?.array?.first?["checks"]?.array
      #expect(checks?.first?["later"] == nil && checks?.first?["verdict"] == "pass")
      #expect(checks?.last?["later"] == true && checks?.last?["verdict"] == "later-than-set")
      let junit = try Launch.text("\(folder)/report/junit.xml")
      #expect(junit.contains("<skipped type=\"later-than-set\""))
      #expect(!junit.contains("<failure"))

      let show = try Launch.run(["suite-version", "show", "1"], environment: environment)
      #expect(show.code == 0)
      #expect(show.output.contains("later         start/app-starts not-started, in 2 cases\n"))
      _ = try Launch.run(
        ["suite-version", "write", "2", "--date", "2026-11-23"], environment: environment)
      let both = try Launch.run(["suite-version", "show", "1", "2"], environment: environment)
      #expect(both.code == 0)
      #expect(both.output == show.output + "2 of 2026-11-23: 3 cases, 5 checks\n")
      let documents = try JSON(
        parsing: Launch.run(
          ["suite-version", "show", "1", "2", "--format", "json"], environment: environment
        ).output.trimmed)
      #expect(documents.array?.map { $0["name"] } == ["1", "2"])

      // Stored runs, shards.
      let again = try Launch.run(
        ["report", "latest", "--store", "\(folder)/store", "--report", "\(folder)/again"],
        environment: environment)
      #expect(again.code == 0)
      #expect(
        try timeless("\(folder)/again/run.json") == timeless("\(folder)/report/run.json"))
      let judged = try Launch.run(
        ["judge", "latest", "--store", "\(folder)/store"], environment: environment)
      #expect(judged.code == 0, "\(judged.output)\(judged.errors)")
      for index in 1...2 {
        let shard = ["--shard", "\(index)/2", "--report", "\(folder)/shard-\(index)"]
        _ = try SuiteVersionProgramTests.run(["--suite-version", "1"] + shard, environment)
      }
      let merged = try Launch.run(
        ["merge", "\(folder)/shard-1", "\(folder)/shard-2", "--report", "\(folder)/merged"],
        environment: environment)
      #expect(merged.code == 0, "\(merged.output)\(merged.errors)")
      #expect(
        try timeless("\(folder)/merged/run.json") == timeless("\(folder)/report/run.json"))

      let only = try SuiteVersionProgramTests.run(
        ["start/app-asks-to-exit", "--suite-version", "1"], environment)
      #expect(only.code == 2)
      #expect(only.output.contains("every check is later than the set to which the run is pinned"))
    }
  }

  @Test func `cases of one's own always count`() throws {
    try SuiteVersionProgramTests.inSuites { folder, environment in
      let own = (SuiteVersionProgramTests.released + SuiteVersionProgramTests.added)
        .replacing("suite: start", with: "suite: own")
      try own.write(toFile: "\(folder)/own.yaml", atomically: true, encoding: .utf8)
      let words = ["\(folder)/own.yaml", "--suite-version", "1"]
      let launch = try SuiteVersionProgramTests.run(words, environment)
      #expect(launch.code == 1)
      #expect(!launch.output.contains("LATER") && !launch.output.contains("BROKEN"), "\(launch)")
      // One that has not every edition is judged by the standing checks of the set too, and a stored run says the same.
      let store = ["--store", "\(folder)/store"]
      let one = ["\(folder)/own.yaml", "own/app-starts@2020-06", "--suite-version", "1"]
      let violated = try SuiteVersionProgramTests.run(one + store, environment)
      #expect(violated.code == 1 && !violated.output.contains("BROKEN"), "\(violated)")
      for command in ["report", "judge"] {
        let again = try Launch.run([command, "latest"] + store, environment: environment)
        #expect(again.code == 1, "\(again)")
        #expect(!again.output.contains("LATER") && !again.output.contains("BROKEN"), "\(again)")
      }
      try SuiteVersionProgramTests.released
        .replacing("suite: start", with: "suite: own")
        .replacing("[2020-01, 2020-06]", with: "[2020-06]")
        .write(toFile: "\(folder)/own.yaml", atomically: true, encoding: .utf8)
      let passes = try SuiteVersionProgramTests.run(words, environment)
      #expect(passes.code == 0, "\(passes)")
    }
  }

  @Test func `a set of which something was changed says nothing until it is corrected`() throws {
    try SuiteVersionProgramTests.inSuites { folder, environment in
      // Titles, comments and forms do not matter.
      let same = SuiteVersionProgramTests.released
        .replacing("title: An app starts", with: "title: \"It starts\" # as ever")
        .replacing("{app: one, event: appStarted}", with: "{event: appStarted, app: one}")
      try SuiteVersionProgramTests.write(same, "\(folder)/suites")
      #expect(try SuiteVersionProgramTests.run(["--suite-version", "1"], environment).code == 0)

      let changed = SuiteVersionProgramTests.released
        .replacing("event: appStarted}", with: "event: appStarted, count: 1}")
      try SuiteVersionProgramTests.write(changed, "\(folder)/suites")
      let launch = try SuiteVersionProgramTests.run(["--suite-version", "1"], environment)
      #expect(launch.code == 2)
      #expect(
        launch.output.contains(
          "BROKEN  suite-version: the suites do not have all of the set 1 as it was released: "
            + "2 cases of start/app-starts\n"))
      let show = try Launch.run(["suite-version", "show", "1"], environment: environment)
      #expect(show.code == 1)
      #expect(show.output.contains("not as it was start/app-starts@2020-06, 1 combination\n"))

      let refused = try Launch.run(["suite-version", "write", "1"], environment: environment)
      #expect(refused.code == 64)
      #expect(refused.errors.contains("a released set stays as it is"))
      let corrected = try Launch.run(
        ["suite-version", "write", "1", "--correction", "one start is meant"],
        environment: environment)
      #expect(corrected.code == 0)
      #expect(
        try Launch.text("\(folder)/suites/versions/1.yml").contains(
          "reason: \"one start is meant\""))
      #expect(try SuiteVersionProgramTests.run(["--suite-version", "1"], environment).code == 0)
    }
  }

  @Test func `a name that is no set is refused with the nearest one`() throws {
    try SuiteVersionProgramTests.inSuites { _, environment in
      let launch = try SuiteVersionProgramTests.run(["--suite-version", "2"], environment)
      #expect(launch.code == 64)
      #expect(launch.errors.contains("there is no set '2' in "))
      let odd = try Launch.run(["suite-version", "write", "../x"], environment: environment)
      #expect(odd.errors.contains("'../x' is not a valid name for a set"))
      #expect(try Launch.run(["suite-version", "show"], environment: environment).code == 64)
    }
  }

  /// A report without wall times.
  private func timeless(_ path: String) throws -> String {
    try Launch.text(path)
      .replacing(/"(started|wallMilliseconds)": [^,\n]*/, with: "")
      .replacing(/"history": [^,\n]*/, with: "")
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
