import Foundation
import Testing

@testable import mamconform

/// What `debug`, `why` and `dap` can look at: an SDK on a device, a stored run by its label, a case without a check; and how a script ends.
@Suite(.serialized) struct DebugSubjectTests {
  private static let adapters = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/adapters").path

  @Test func `an SDK on a device is debugged, back too, by the line that a run prints`() throws {
    try Launch.inFolder { folder in
      let device = [
        "--sut", "unix:\(folder)/socket", "--launch-command",
        "'\(DebugSubjectTests.adapters)/on-device' nothing", "--settle", "20",
      ]
      let debugged = try Launch.run(
        ["debug", "start/app-starts@2020-06"] + device
          + ["-ex", "goto end", "-ex", "goto start", "-ex", "goto end"])
      #expect(debugged.code == 0, "\(debugged.errors)\(debugged.output)")
      #expect(debugged.output.hasSuffix("the case is over: pass\n"), "\(debugged.output)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/socket"))
      let why = try Launch.run(
        ["why", "start/app-asks-to-exit@2020-06", "--time", "1"] + device.dropLast(2))
      #expect(why.code == 1, "\(why.errors)\(why.output)")
      let run = try Launch.run(["run", "start/app-asks-to-exit@2020-06"] + device)
      let line = run.output.split(separator: "\n").first { $0.contains("debug: ") }
      #expect(line?.contains("--launch-command") == true, "\(run.output)")
    }
  }

  @Test func `options of a device alone, and a device that cannot be, are refused`() throws {
    for command in ["debug", "why"] {
      let alone = try Launch.run([command, "start/app-starts@2020-06", "--launch-command", "true"])
      #expect(alone.code == 64)
      #expect(
        alone.errors.contains("--launch-command is for an SDK on a device"), "\(alone.errors)")
      let remote = try Launch.run([command, "start/app-starts@2020-06", "--sut", "tcp:10.0.0.1:7"])
      #expect(remote.code == 64)
      #expect(remote.errors.contains("needs --allow-remote and a token"), "\(remote.errors)")
    }
  }

  @Test func `a point of a sweep is found by its name, in a file and in a stored run`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/s.yaml"
      let text = """
        suite: s
        area: LCH
        title: A sweep
        cases:
          - id: starts
            title: An app starts once
            editions: [2020-06]
            sweep: {over: [kill-at-hours], limit: 30}
            steps:
              - launch: one
              - advance: 1 h
                name: later
              - advance: 1 h
              - call: one.registeredAccounts
              - none: {app: one, event: appStarted}
                over: {from: later}
                check: once
                proves: [LCH-003]

        """
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let store = ["--store", folder]
      let run = try Launch.run(["run", file, "--sweeps", "--in-process"] + store)
      #expect(run.code == 1, "\(run)")
      let judged = try Launch.run(["judge", "latest"] + store)
      #expect(judged.code == 1 && judged.errors.isEmpty, "\(judged)")
      let name = "s/starts[sweep=kill-at-3600000]@2020-06"
      let line = run.output.split(separator: "\n").first { $0.contains("debug: ") } ?? ""
      let printed = try #require(line.split(separator: "'").dropFirst().first.map(String.init))
      for words in [
        ["show", name, file], ["debug", printed, file, "-ex", "next"],
        ["debug", "latest", printed, "-ex", "next"] + store,
        ["show", printed, "--history", "latest"] + store,
      ] {
        let launch = try Launch.run(words)
        #expect(launch.code == 0, "\(words) \(launch)")
      }
      #expect(try Launch.run(["why", printed, file, "--time", "1"]).code == 1)
      let none = try Launch.run(["show", "s/starts[sweep=none]@2020-06", file])
      #expect(none.code == 64 && none.errors.contains("no case matches"), "\(none)")
    }
  }

  @Test(arguments: [["goto end"], ["goto 1 h", "back record"]])
  func `a script whose adapter breaks down ends with 2`(_ commands: [String]) throws {
    let launch = try Launch.run(
      [
        "debug", "start/app-asks-to-exit", "--sut",
        "\(DebugSubjectTests.adapters)/exits-at-once",
      ] + commands.flatMap { ["-ex", $0] })
    #expect(launch.code == 2, "\(launch.output)")
  }

  @Test func `a stored run is debugged by its label, and by the beginning of its name or path`()
    throws
  {
    try Launch.inFolder { folder in
      let store = "\(folder)/runs"
      let run = try Launch.run(
        ["run", "--in-process", "--quiet", "--store", store, "--label", "12.6"])
      #expect(run.code == 1)
      let named = { (words: [String]) throws -> Launch in
        try Launch.run(
          ["debug"] + words + ["-ex", "where"], environment: ["MAMCONFORM_STORE": store])
      }
      for word in ["12.6", "20", "\(store)/20"] {
        let launch = try named([word])
        #expect(launch.code == 0, "\(launch.errors)")
        #expect(launch.output.hasPrefix("start/app-asks-to-exit@2020-06\n"))
      }
      let missing = try named(["\(store)/1999"])
      #expect(missing.code == 64)
      #expect(missing.errors.contains("there is no run '1999' in \(store)"), "\(missing.errors)")
      let other = try named(["12.7"])
      #expect(other.code == 64 && other.errors.contains("no case matches '12.7'"))
    }
  }

  @Test func `a case without a check can be looked at, and not be run`() throws {
    try Launch.inFolder { folder in
      let path = "\(folder)/look.yaml"
      try """
      suite: look
      area: ENR
      title: To look at
      cases:
        - id: scene
          title: An app starts
          editions: [2020-06]
          steps:
            - launch: one
            - advance: 1 h

      """.write(toFile: path, atomically: true, encoding: .utf8)
      let debugged = try Launch.run(["debug", path, "-ex", "goto end"])
      #expect(debugged.code == 0, "\(debugged.errors)")
      #expect(debugged.errors.contains("warning: the case has no check"))
      #expect(debugged.output.hasPrefix("look/scene@2020-06\n"))
      let run = try Launch.run(["run", "--in-process", path])
      #expect(run.code == 64)
      #expect(
        run.errors.contains("no case has a check, so there is nothing to run; add a step"),
        "\(run.errors)")
    }
  }

  @Test func `whoever tried something is asked before it is lost, and a prompt ends its line`()
    throws
  {
    try Launch.inFolder { folder in
      let words = ["start/app-starts@2020-06"].map { "'\($0)'" }.joined(separator: " ")
      let command =
        "MAMCONFORM_SUITES='\(Launch.suites)' '\(Launch.programs)/mamconform' debug \(words); echo ended; sleep 60"
      let tmux = try Tmux(folder: folder, command: command)
      defer { tmux.end() }
      try tmux.wait(for: "(debug)", count: 1)
      try tmux.type("try advance {to: 2 h}")
      try tmux.wait(for: "(debug)", count: 2)
      try tmux.type("quit")
      try tmux.wait(for: "what was tried is not saved", count: 1)
      try tmux.wait(for: "(debug)", count: 3)
      try tmux.keys(["C-d"])
      try tmux.wait(for: "ended", count: 1)
      #expect(try tmux.screen().contains("ended"))
      let script = try Launch.run([
        "debug", "start/app-starts@2020-06", "-ex", "try advance {to: 2 h}", "-ex", "quit",
      ])
      #expect(script.code == 0 && !script.output.contains("not saved"))
    }
  }
}
