import Foundation
import JSONText
import Testing

@testable import mamconform

/// `mamconform run` with real processes: the simulated app, and adapters that misbehave.
@Suite(.serialized) struct RunProgramTests {
  /// An adapter that never answers.
  static let silent = ["--", "/bin/sh", "-c", "exec sleep 60"]

  func document(_ path: String) throws -> JSON {
    try JSON(parsing: Launch.text(path).trimmingCharacters(in: .newlines))
  }

  @Test func `a violation is explained and gives exit code 1 and every report`() throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run(["run", "--report", "\(folder)/deep/report", "--jobs", "2"])
      #expect(launch.code == 1)
      #expect(launch.output.contains("FAIL  start/app-asks-to-exit@2020-06"))
      #expect(launch.output.contains("reproduce: mamconform run 'start/app-asks-to-exit@2020-06'"))
      #expect(launch.output.hasSuffix("The SDK under test violates the contract.\n"))
      let run = try document("\(folder)/deep/report/run.json")
      #expect(run["summary"]?["cases"]?["pass"] == 2)
      #expect(run["cases"]?.array?.count == 3)
      #expect(try Launch.text("\(folder)/deep/report/junit.xml").contains("failures=\"1\""))
      #expect(try Launch.text("\(folder)/deep/report/summary.txt").contains("1 fail"))
      let history = try #require(run["cases"]?.array?.last?["history"]?.string)
      #expect(history == "histories/start/app-asks-to-exit@2020-06.jsonl")
      let shown = try Launch.run(
        ["show", "start/app-asks-to-exit@2020-06", "--history", "\(folder)/deep/report"])
      #expect(shown.output.hasPrefix("+0:00:00.000  one  life     launched\n"))
    }
  }

  @Test func `conforming cases give exit code 0 and the same histories in every round`() throws {
    let launch = try Launch.run(["run", "start/app-starts", "--verify", "--rounds", "3"])
    #expect(launch.code == 0)
    #expect(launch.output.contains("verified      3 rounds with the same histories"))
    #expect(launch.output.hasSuffix("The SDK under test conforms.\n"))
  }

  /// The same text in composed and in decomposed letters: it looks the same, and is not.
  @Test func `a round with other bytes is found however they look`() throws {
    try Launch.inFolder { folder in
      let wrapper = "\(folder)/adapter"
      let script = #"""
        #!/bin/sh
        if mkdir '\#(folder)/first' 2>/dev/null; then e='caf\#u{E9}'; else e='cafe\#u{301}'; fi
        '\#(Launch.programs)/mam-app' | sed -u "s/\"event\":\"appStarted\"/&,\"app\":\"$e\"/"
        """#
      try Data(script.utf8).write(to: URL(filePath: wrapper))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
      let words = ["run", "start/app-starts@2020-06", "--sut", wrapper, "--jobs", "1"]
      let launch = try Launch.run(words + ["--verify", "--rounds", "2"])
      #expect(launch.code == 2)
      #expect(launch.output.contains("not-deterministic"))
      #expect(launch.output.contains("; they part at byte 86: C3 A9 22, then 65 CC 81"))
      // From now on every round writes the same bytes.
      #expect(try Launch.run(words + ["--verify", "--rounds", "2"]).code == 0)
    }
  }

  @Test func `every history is written only when asked for`() throws {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "--histories", folder])
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/start").count == 3)
    }
  }

  @Test func `histories of an earlier run in the same report are removed`() throws {
    try Launch.inFolder { folder in
      _ = try Launch.run(["run", "--report", folder])
      _ = try Launch.run(["run", "start/app-starts", "--report", folder])
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/histories/start"))
    }
  }

  @Test func `a run that cannot start still reports why`() throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run(["run", "--report", folder, "--", "no-such-adapter"])
      #expect(launch.code == 64)
      let message = "there is no program 'no-such-adapter' in PATH"
      #expect(launch.errors.contains(message))
      #expect(try Launch.text("\(folder)/junit.xml").contains(message))
      #expect(try document("\(folder)/run.json")["problem"]?["code"] == "set-up")
    }
  }

  @Test func `a run that stops at a fault of the app says nothing about the SDK`() throws {
    let words = ["run", "--in-process", "app-after-changes/*", "--defect"]
    let builtIn = ["MAMCONFORM_SUITES": ""]
    let whole = try Launch.run(words + ["app-configures-unenrolled"], environment: builtIn)
    #expect(whole.code == 3)
    let stopped = try Launch.run(
      words + ["app-configures-unenrolled", "--fail-fast"], environment: builtIn)
    #expect(stopped.code == 2)
    #expect(stopped.output.contains("stopped at a fault of the app after "))
    #expect(!stopped.output.contains("The SDK under test conforms"))
  }

  @Test func `a pattern without a match runs nothing`() throws {
    let launch = try Launch.run(["run", "strat"])
    #expect(launch.code == 64)
    #expect(launch.errors == "mamconform run: no case matches 'strat'; did you mean 'start'?\n")
  }

  @Test func `a folder without its slash is taken for one`() throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run(["run", folder])
      #expect(launch.code == 64)
      #expect(
        launch.errors == "mamconform run: no case matches '\(folder)'; "
          + "write '\(folder)/' for the files of cases in the folder \(folder)\n")
    }
  }

  @Test func `a report that has nowhere to go is found before the run`() throws {
    let folder = try Launch.run(["run", "--junit", "/dev/null/junit.xml"])
    #expect(folder.code == 64)
    #expect(folder.errors == "mamconform run: cannot write to /dev/null: it is not a folder\n")
    #expect(folder.output.isEmpty)
  }

  @Test func `a report that cannot be written keeps a good run from exit code 0`() throws {
    let launch = try Launch.run(["run", "start/app-starts", "--junit", "/dev/full"])
    #expect(launch.code == 2)
    #expect(launch.errors == "mamconform run: cannot write /dev/full: No space left on device\n")
  }

  @Test func `an adapter that never answers is a breakdown and no violation`() throws {
    let launch = try Launch.run(["run", "start/app-starts", "--watchdog", "1"] + Self.silent)
    #expect(launch.code == 2)
    #expect(launch.output.contains("error of one: watchdog"))
    #expect(launch.output.contains("--watchdog 1"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupt ends the run with reports and without leftovers`(_ signal: Int32) throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run(
        ["run", "--report", "\(folder)/report"] + Self.silent, environment: ["TMPDIR": folder]
      ) { child in
        // The run is under way as soon as its scratch folder is there.
        for _ in 0..<500 where try scratchFolders(folder).isEmpty { usleep(10_000) }
        usleep(200_000)
        kill(child, signal)
      }
      #expect(launch.code == 130)
      #expect(launch.output.contains("BROKEN  interrupted: interrupted after 0 of 3 cases"))
      #expect(try document("\(folder)/report/run.json")["problem"]?["code"] == "interrupted")
      #expect(try Launch.text("\(folder)/report/junit.xml").contains("name=\"interrupted\""))
      #expect(try scratchFolders(folder) == [])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `an interrupt ends a check of an adapter as it ends a run`(_ signal: Int32) throws {
    try Launch.inFolder { folder in
      let script = "touch \(folder)/started; exec sleep 60"
      let launch = try Launch.run(
        ["adapter", "check", "--watchdog", "60", "--", "sh", "-c", script]
      ) { child in
        for _ in 0..<2000 where !FileManager.default.fileExists(atPath: "\(folder)/started") {
          usleep(10_000)
        }
        kill(child, signal)
      }
      #expect(launch.code == 130)
      #expect(launch.output == "")
      #expect(launch.errors.contains("interrupted"))
    }
  }

  private func scratchFolders(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("mamconform-") && !$0.hasPrefix("mamconform-test") }
  }

  @Test func `defects are for the reference SDK and unknown ones are named`() throws {
    let unknown = try Launch.run(["run", "--defect", "retry-at-23"])
    #expect(
      unknown.errors
        == "mamconform run: unknown defect 'retry-at-23'; did you mean 'retry-at-23h'?\n")
    let other = try Launch.run(["run", "--defect", "retry-at-23h", "--sut", "/bin/cat"])
    #expect(
      other.errors
        == "mamconform run: --defect is for the reference SDK (mam-app), not for /bin/cat\n")
  }

  @Test func `a defect that no check catches survives`() throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run([
        "prove", "--defect", "retry-at-23h", "--json", "\(folder)/p.json",
      ])
      #expect(launch.code == 1)
      #expect(launch.output.contains("SURVIVES  retry-at-23h: breaks ENR-009, "))
      #expect(launch.output.contains("; no case reaches it\n"))
      #expect(launch.output.contains("survivor      retry-at-23h"))
      #expect(try document("\(folder)/p.json")["defects"]?.array?.first?["caught"] == false)
    }
  }
}
