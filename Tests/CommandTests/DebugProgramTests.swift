import Foundation
import Testing

@testable import mamconform

/// `mamconform debug`, as its page shows it: from scripts, and in a real terminal under tmux.
@Suite(.serialized) struct DebugProgramTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let page = root.appending(path: "Sources/Debugger/Debugger.docc/Debugging.md").path

  /// A dialogue of the page: a command line, what is typed, and all that is to be seen.
  struct Transcript: Sendable, CustomTestStringConvertible {
    var words: [String]
    var lines: [String]

    /// What is typed.
    var typed: [String] {
      lines.filter { $0.hasPrefix("(debug) ") }.map { String($0.dropFirst("(debug) ".count)) }
    }
    var testDescription: String { words.joined(separator: " ") }

    /// The dialogues of the page: indented blocks that begin with `$ mamconform debug`.
    static func all() throws -> [Transcript] {
      var found: [Transcript] = []
      var isInside = false
      let text = try String(contentsOfFile: DebugProgramTests.page, encoding: .utf8)
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        guard line.hasPrefix("    ") else {
          isInside = false
          continue
        }
        let inner = String(line.dropFirst(4))
        if inner.hasPrefix("$ mamconform debug ") {
          let words = inner.dropFirst("$ mamconform debug ".count).split(separator: " ")
          found.append(Transcript(words: Transcript.unquoted(words.map(String.init)), lines: []))
          isInside = true
        } else if isInside {
          found[found.count - 1].lines.append(inner)
        }
      }
      return found
    }

    /// Words in single quotes are one, as for a shell.
    private static func unquoted(_ words: [String]) -> [String] {
      var result: [String] = []
      var open: String?
      for word in words {
        if let start = open {
          open = "\(start) \(word)"
        } else if word.hasPrefix("'") {
          open = word
        } else {
          result.append(word)
          continue
        }
        if let whole = open, whole.count > 1, whole.hasSuffix("'") {
          result.append(String(whole.dropFirst().dropLast()))
          open = nil
        }
      }
      return result
    }
  }

  private static let environment = ["MAMCONFORM_SUITES": root.appending(path: "suites").path]

  /// The example of the page, in a folder that is gone afterwards, where files may be saved.
  func inExample<Result>(_ body: (String) throws -> Result) throws -> Result {
    try Launch.inFolder { folder in
      try FileManager.default.copyItem(
        atPath: DebugProgramTests.root.appending(path: "Examples/debug/tenant-later.yaml").path,
        toPath: "\(folder)/tenant-later.yaml")
      return try body(folder)
    }
  }

  /// Runs a command line in a folder, with what is typed on standard input.
  private func debug(_ words: [String], in folder: String, typed: [String]) throws -> (
    String, Int32
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "\(Launch.programs)/mamconform")
    process.arguments = ["debug"] + words + typed.flatMap { ["-ex", $0] }
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ProcessInfo.processInfo.environment
      .merging(DebugProgramTests.environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let file = "\(folder)/output"
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: file))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: file))
    try process.run()
    process.waitUntilExit()
    return (try Launch.text(file), process.terminationStatus)
  }

  /// `MAMCONFORM_RECORD=1` writes the page again.
  @Test func `every dialogue of the page is what the program says`() throws {
    let transcripts = try Transcript.all()
    #expect(transcripts.count >= 4)
    var text = try String(contentsOfFile: DebugProgramTests.page, encoding: .utf8)
    for transcript in transcripts {
      try inExample { folder in
        let (said, code) = try debug(transcript.words, in: folder, typed: transcript.typed)
        #expect(code == 0)
        let lines = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map(String.init)
        if ProcessInfo.processInfo.environment["MAMCONFORM_RECORD"] == nil {
          #expect(lines == transcript.lines, "\(transcript)")
        } else {
          func block(_ lines: [String]) -> String { lines.map { "    \($0)\n" }.joined() }
          text = text.replacingOccurrences(of: block(transcript.lines), with: block(lines))
        }
      }
    }
    if ProcessInfo.processInfo.environment["MAMCONFORM_RECORD"] != nil {
      try text.write(toFile: DebugProgramTests.page, atomically: true, encoding: .utf8)
    }
  }

  @Test func `in a terminal a person sees the same`() throws {
    for transcript in try Transcript.all() {
      try inExample { folder in
        let tmux = try Tmux(folder: folder, command: command(transcript.words))
        defer { tmux.end() }
        try tmux.wait(for: "(debug)", count: 1)
        for (index, line) in transcript.typed.enumerated() {
          try tmux.type(line)
          try tmux.wait(for: "(debug)", count: index + 2)
        }
        // What is typed just as the prompt appears, the terminal may echo before the prompt does, or beside it.
        let shown = try tmux.screen().filter { !$0.isEmpty && !transcript.typed.contains($0) }
          .map { line in
            transcript.typed.first { line == "(debug) \($0)\($0)" }.map { "(debug) \($0)" } ?? line
          }
          .dropLast()
        #expect(Array(shown) == transcript.lines.filter { !$0.isEmpty }, "\(transcript)")
      }
    }
  }

  @Test func `a terminal completes words and remembers lines`() throws {
    try inExample { folder in
      let tmux = try Tmux(folder: folder, command: command(["tenant-later.yaml"]))
      defer { tmux.end() }
      try tmux.wait(for: "(debug)", count: 1)
      try tmux.keys(["-l", "info dead"])
      try tmux.keys(["Tab"])
      try tmux.wait(for: "info deadlines", count: 1)
      try tmux.keys(["Enter"])
      try tmux.wait(for: "no deadline", count: 1)
      try tmux.keys(["Up", "Enter"])
      try tmux.wait(for: "no deadline", count: 2)
      #expect(try tmux.screen().filter { $0 == "(debug) info deadlines" }.count == 2)
    }
  }

  @Test func `Ctrl-C in a terminal pauses a case that is on its way`() throws {
    try Launch.inFolder { folder in
      let adapter = try self.adapter(
        in: folder, whenWoken: "open('\(folder)/woken', 'w').close()", again: true)
      let tmux = try Tmux(
        folder: folder,
        // The start of an adapter has to fit into the watchdog on a busy machine.
        command: command(
          ["start/app-asks-to-exit", "--sut", adapter, "--watchdog", "60"], suites: Launch.suites))
      defer { tmux.end() }
      try tmux.wait(for: "(debug)", count: 1)
      try tmux.type("goto end")
      // The case is on its way for sure when its app has been woken, which happens 86,400 times.
      for _ in 0..<2400 where !FileManager.default.fileExists(atPath: "\(folder)/woken") {
        usleep(50_000)
      }
      try tmux.keys(["C-c"])
      try tmux.wait(for: "paused", count: 1)
      try tmux.wait(for: "(debug)", count: 2)
      #expect(try tmux.screen().contains { $0.hasSuffix("paused") })
      try tmux.type("goto step 1")
      try tmux.wait(for: "before step 1, ", count: 1)
    }
  }

  @Test func `a person who has attached a debugger takes the time of a person`() throws {
    try Launch.inFolder { folder in
      // The start of an adapter has to fit into the watchdog on a busy machine, too.
      let adapter = try self.adapter(in: folder, whenWoken: "time.sleep(7)")
      let words = ["debug", "start/app-asks-to-exit", "--watchdog", "5", "--sut", adapter]
      let alone = try Launch.run(words + ["-ex", "goto 1 h"])
      #expect(alone.code == 2 && alone.output.contains("the case does not reach time"))
      let debugged = try Launch.run(
        words + [
          "-ex", "attach one", "-ex", "next 2", "-ex", "attach one", "-ex", "goto 1 h",
        ])
      #expect(debugged.output.contains("error: one is not running; continue past its launch\n"))
      #expect(debugged.output.contains("\none is process "))
      #expect(debugged.output.contains("+24:00:00.000  "), "\(debugged.output)")
      let inProcess = try Launch.run(
        [
          "debug", "start/app-asks-to-exit", "-ex", "next 2", "-ex", "attach one", "-ex",
          "attach on",
        ])
      #expect(inProcess.output.contains("one does not have its own process on this machine; "))
      #expect(inProcess.output.contains("unknown app 'on'"))
    }
  }

  /// An adapter whose app asks to be woken a second after its launch, and perhaps every second from then on, and what it
  /// does when woken, in Python.
  private func adapter(
    in folder: String, whenWoken action: String, again: Bool = false
  ) throws -> String {
    let adapters = DebugProgramTests.root.appending(path: "Tests/Fixtures/adapters").path
    let path = "\(folder)/busy-when-woken"
    try """
    #!/usr/bin/env python3
    import sys
    import time

    sys.path.insert(0, '\(adapters)')
    from honest import messages, reply

    asking = [\(again ? "'launch', 'wake'" : "'launch'")]
    for message in messages():
        if message["op"] == "wake":
            \(action)
        reply(message, next=message["now"] + 1000 if message["op"] in asking else None)
    """.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  func command(_ words: [String], suites: String? = nil) -> String {
    let suites = suites ?? DebugProgramTests.environment["MAMCONFORM_SUITES"] ?? ""
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    return "MAMCONFORM_SUITES='\(suites)' '\(Launch.programs)/mamconform' debug \(quoted)"
  }

  @Test(arguments: [
    (["enr-retry/after-every-failur@2020-06"], "no case matches"),
    (["gone.yaml"], "there is no file or folder gone.yaml"),
    (["enr-retry/*"], "cases match"),
    (["latest"], "there is no latest run"),
    (["tenant-later.yaml", "--defect", "retry-at-24h"], "did you mean 'retry-at-23h'"),
    (["tenant-later.yaml", "--sut", "./gone"], "gone"),
  ])
  func `what cannot be debugged is named`(words: [String], message: String) throws {
    try inExample { folder in
      let (said, code) = try debug(words, in: folder, typed: ["next"])
      #expect(code == 64 && said.contains(message), "\(said)")
    }
  }

  @Test func `a script with an error goes on, and ends with 64`() throws {
    try inExample { folder in
      let (said, code) = try debug(
        ["tenant-later.yaml"], in: folder, typed: ["nxt", "goto end"])
      #expect(code == 64)
      #expect(said.contains("did you mean 'next'?") && said.contains("the case is over: pass"))
    }
  }

  @Test func `an adapter that does something else the second time is noticed at the record`() throws
  {
    try Launch.inFolder { folder in
      let adapters = DebugProgramTests.root.appending(path: "Tests/Fixtures/adapters").path
      let launch = try Launch.run([
        "debug", "start/app-asks-to-exit", "--sut", "\(adapters)/differs \(folder)/count 2",
        "-ex", "goto end", "-ex", "goto start", "-ex", "goto end", "-ex", "where", "-ex",
        "goto end",
      ])
      #expect(launch.code == 64)
      #expect(launch.output.contains("error: the SDK is not deterministic: record 5 was "))
      // It is said once: what it did then is what is known of it from then on.
      #expect(
        launch.output.contains("(debug) where\n#5 +0:00:00.000 one event told {\"same\":false}\n"))
      #expect(launch.output.contains("+24:00:00.000  the case is over: fail"))
    }
  }

  @Test func `a breakdown of the adapter ends no session`() throws {
    let adapters = DebugProgramTests.root.appending(path: "Tests/Fixtures/adapters").path
    let launch = try Launch.run([
      "debug", "start/app-asks-to-exit", "--sut", "\(adapters)/exits-at-once", "-ex", "continue",
      "-ex", "back record",
    ])
    #expect(launch.code == 2)
    #expect(launch.output.contains("exited of one: the adapter exited with status 3"))
    #expect(launch.output.hasSuffix("#3 +0:00:00.000 one life exited {\"problem\":\"exited\"}\n"))
  }

  @Test func `a stored run is debugged with its suites, and what is other now is said`() throws {
    try Launch.inFolder { folder in
      let store = ["--store", "\(folder)/runs"]
      let run = try Launch.run(["run", "--in-process", "--quiet"] + store)
      #expect(run.code == 1)
      let same = try Launch.run(["debug", "latest"] + store + ["-ex", "goto failure"])
      #expect(same.code == 0 && same.output.hasPrefix("start/app-asks-to-exit@2020-06\n"))
      #expect(same.output.contains("  fail: ") && !same.errors.contains("behaves differently"))
      let other = try Launch.run(
        ["debug", "latest", "--defect", "warns-without-the-key"] + store + ["-ex", "next"])
      #expect(other.errors.contains("the SDK behaves differently from the stored run: record #"))
      let missing = try Launch.run(["debug", "latest", "start/app-start"] + store)
      #expect(missing.code == 64 && missing.errors.contains("has no case 'start/app-start'"))
      try Data("not a run".utf8).write(to: URL(filePath: "\(folder)/run.sqlite"))
      let broken = try Launch.run(["debug", "\(folder)/run.sqlite"])
      #expect(broken.code == 64 && broken.errors.contains("run.sqlite"))
    }
  }

  @Test func `why explains a check of a case that cannot go on after it`() throws {
    let launch = try Launch.run([
      "why", "enr-login/nil-without-user@2016-09", "--defect", "nil-login-refused", "--suites",
      Self.root.appending(path: "suites").path,
    ])
    #expect(launch.code == 1 && launch.errors.isEmpty)
    #expect(launch.output.contains("check asked-for-a-name fails"))
    #expect(launch.output.contains(#"call mail {"api":"loginAndEnrollAccount","identity":null}"#))
  }
}

/// A terminal in which a program runs, driven by keys.
struct Tmux {
  private let socket: String
  private let folder: String

  init(folder: String, command: String) throws {
    self.folder = folder
    socket = "\(folder)/tmux"
    try run(
      ["-f", "/dev/null", "new-session", "-d", "-x", "400", "-y", "200", "-c", folder, command])
  }

  /// Types a line.
  func type(_ line: String) throws {
    try keys(["-l", line])
    try keys(["Enter"])
  }

  func keys(_ words: [String]) throws { try run(["send-keys"] + words) }

  /// What is to be seen, without spaces at the ends of lines.
  func screen() throws -> [String] {
    try run(["capture-pane", "-p", "-J", "-S", "-"]).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// Waits until so many lines begin with a text.
  func wait(for text: String, count: Int) throws {
    for _ in 0..<2400 {
      let shown = try screen()
      if shown.filter({ $0.contains(text) }).count >= count,
        shown.last(where: { !$0.isEmpty }) != nil
      {
        return
      }
      usleep(50_000)
    }
    throw Missing(text: text, screen: try screen())
  }

  struct Missing: Error {
    var text: String
    var screen: [String]
  }

  /// Ends the program and the server. The server has inherited that most signals are blocked, so it is not asked to.
  func end() {
    let ids = (try? run(["display-message", "-p", "#{pane_pid} #{pid}"])) ?? ""
    for id in ids.split(whereSeparator: \.isWhitespace).compactMap({ pid_t($0) }) {
      kill(id, SIGKILL)
    }
  }

  @discardableResult
  private func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    // The server of tmux lives on: it must keep open nothing of what the tests beside this one wait for the end of.
    let closing =
      "for f in /proc/self/fd/*; do n=${f##*/}; [ $n -le 2 ] || eval \"exec $n>&-\"; done; exec \"$@\""
    process.arguments = ["-c", closing, "bash", "/usr/bin/tmux", "-S", socket] + words
    let path = "\(folder)/tmux-said"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let output = try FileHandle(forWritingTo: URL(filePath: path))
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    try output.close()
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
