import Foundation
import JSONText
import Testing

@testable import mamconform

/// What is in a report's folder while a run goes on, after it, and after it was killed.
@Suite(.serialized) struct ReportFolderTests {
  private func document(_ path: String) throws -> JSON {
    try JSON(parsing: Launch.text(path).trimmingCharacters(in: .newlines))
  }

  private func lines(_ path: String) throws -> [JSON] {
    try Launch.text(path).split(separator: "\n").map { try JSON(parsing: String($0)) }
  }

  /// Runs one case to its end and lets the next one hang; does something then.
  private func hang(
    _ folder: String, _ words: [String] = [], during: (pid_t) throws -> Void
  ) throws -> Launch {
    let wrapper = "\(folder)/adapter"
    try """
    #!/bin/sh
    if mkdir '\(folder)/first'; then exec '\(HostileAdapterTests.adapters)/leaves-zombies'; fi
    touch '\(folder)/hangs'; exec sleep 60
    """.write(toFile: wrapper, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
    return try Launch.run(
      ["run", "--jobs", "1", "--report", "\(folder)/report", "--sut", wrapper] + words,
      environment: ["TMPDIR": folder, "MAMCONFORM_MARK": folder]
    ) { child in
      for _ in 0..<1500 where !FileManager.default.fileExists(atPath: "\(folder)/hangs") {
        usleep(10_000)
      }
      try during(child)
    }
  }

  @Test func `whoever removes the folder of a report meanwhile does not take the report with it`()
    throws
  {
    try Launch.inFolder { folder in
      let wrapper = "\(folder)/adapter"
      try "#!/bin/sh\nrm -rf '\(folder)/report'\nexec '\(Programs.ownFolder)/mam-app'\n"
        .write(toFile: wrapper, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
      let launch = try Launch.run(
        ["run", "start/app-starts", "--report", "\(folder)/report", "--sut", wrapper])
      #expect(launch.code == 0, "\(launch)")
      #expect(try document("\(folder)/report/run.json")["cases"]?.array?.count == 2)
      #expect(try Launch.text("\(folder)/report/junit.xml").contains("</testsuites>"))
    }
  }

  /// Runs one case with an adapter that first carries out a command of the shell.
  private func run(_ command: String, _ words: [String], in folder: String) throws -> Launch {
    let wrapper = "\(folder)/adapter"
    try "#!/bin/sh\n\(command)\nexec '\(Launch.programs)/mam-app'\n"
      .write(toFile: wrapper, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
    return try Launch.run(["run", "start/app-starts", "--sut", wrapper] + words)
  }

  @Test func `verdicts that somebody removes are written again, and a strange line is named`()
    throws
  {
    try Launch.inFolder { folder in
      let report = "\(folder)/report"
      let verdicts = "\(report)/verdicts.jsonl"
      let removed = try run("rm -f '\(verdicts)'", ["--report", report], in: folder)
      #expect(removed.code == 0, "\(removed)")
      #expect(try lines(verdicts).last?["end"]?["finished"] == 2)
      let replaced = try run(
        "rm '\(verdicts)'; mkfifo '\(verdicts)'", ["--report", report], in: folder)
      #expect(replaced.code == 0, "\(replaced)")
      #expect(try lines(verdicts).last?["end"]?["finished"] == 2)
      for command in ["echo x >>'\(verdicts)'", ": >'\(verdicts)'"] {
        let changed = try run(command, ["--report", report], in: folder)
        #expect(changed.code == 2, "\(changed)")
        #expect(
          changed.errors.contains("\(verdicts) was changed by another program during the run;"))
      }
    }
  }

  @Test func `a pipe in the folder of a report is replaced, whenever it came`() throws {
    try Launch.inFolder { folder in
      let report = "\(folder)/report"
      let names = ["junit.xml", "run.json", "summary.txt", "verdicts.jsonl"]
      let make =
        "mkdir -p '\(report)'; cd '\(report)'; rm -f \(names.joined(separator: " ")); "
        + "mkfifo \(names.joined(separator: " ")); cd /"
      let during = try run(make, ["--report", report], in: folder)
      #expect(during.code == 0, "\(during)")
      for name in names { unlink("\(report)/\(name)") }
      for name in names { #expect(mkfifo("\(report)/\(name)", 0o600) == 0) }
      let before = try run("true", ["--report", report], in: folder)
      #expect(before.code == 0, "\(before)")
      #expect(try Launch.text("\(report)/junit.xml").contains("</testsuites>"))
    }
  }

  @Test(arguments: ["--junit PIPE", "--json PIPE", "--format html --output PIPE"])
  func `a pipe that was named is written if somebody reads it, else an error`(words: String)
    throws
  {
    try Launch.inFolder { folder in
      let pipe = "\(folder)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let words = words.replacing("PIPE", with: pipe).split(separator: " ").map(String.init)
      let unread = try Launch.run(["run", "start/app-starts", "--in-process"] + words)
      #expect(unread.code == 2)
      #expect(
        unread.errors.contains(
          "cannot write \(pipe): nobody reads this pipe; start its reader first, or name a file"))
      let reader = Process()
      reader.executableURL = URL(filePath: "/bin/sh")
      reader.arguments = ["-c", "exec cat '\(pipe)' >'\(folder)/read'"]
      // A writer that is there lets the reader open the pipe, and stay until the run has written.
      let writer = open(pipe, O_RDWR | O_CLOEXEC)
      try reader.run()
      let read = try Launch.run(["run", "start/app-starts", "--in-process"] + words)
      close(writer)
      reader.waitUntilExit()
      #expect(read.code == 0, "\(read)")
      #expect(try !Launch.text("\(folder)/read").isEmpty)
    }
  }

  @Test func `a folder into which a run writes takes no other run`() throws {
    try Launch.inFolder { folder in
      _ = try hang(folder) { child in
        let before = try Launch.text("\(folder)/report/verdicts.jsonl")
        let second = try Launch.run(["run", "--in-process", "--report", "\(folder)/report"])
        #expect(second.code == 64)
        #expect(second.errors.contains("report is being written by another mamconform; wait"))
        #expect(try Launch.text("\(folder)/report/verdicts.jsonl") == before)
        kill(child, SIGKILL)
      }
      #expect(try Launch.run(["run", "--in-process", "--report", "\(folder)/report"]).code == 1)
    }
  }

  @Test func `a file that a run is going to write takes no other run`() throws {
    try Launch.inFolder { folder in
      let words = [
        "--junit", "\(folder)/j.xml", "--format", "ctrf", "--output", "\(folder)/c.json",
      ]
      _ = try hang(folder, words) { child in
        for second in [Array(words[..<2]), Array(words[2...])] {
          let launch = try Launch.run(["run", "--in-process", "--quiet"] + second)
          #expect(launch.code == 64)
          #expect(
            launch.errors.contains(
              "\(second.last ?? "") is being written by another mamconform; wait"))
        }
        kill(child, SIGKILL)
      }
      #expect(try Launch.run(["run", "--in-process", "--quiet"] + words).code == 1)
      #expect(try !Launch.text("\(folder)/j.xml").contains("did-not-finish"))
    }
  }

  @Test(arguments: ["--junit", "--json"])
  func `histories go beside a file, and an older one of a case that passes goes away`(
    option: String
  ) throws {
    try Launch.inFolder { folder in
      let histories = "\(folder)/histories"
      let files = FileManager.default
      let words = ["run", "--in-process", "--quiet", option, "\(folder)/report"]
      let passing = "\(histories)/start/app-starts@2020-06.jsonl"
      func plant(_ path: String) throws {
        try files.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try "x".write(toFile: path, atomically: true, encoding: .utf8)
      }
      try plant(passing)
      #expect(try Launch.run(words + ["start/app-starts"]).code == 0)
      #expect(!files.fileExists(atPath: histories))
      try plant(passing)
      #expect(try Launch.run(words).code == 1)
      #expect(
        try files.contentsOfDirectory(atPath: "\(histories)/start")
          == ["app-asks-to-exit@2020-06.jsonl"])
      // What another run has left of other cases may be of another report.
      try plant(passing)
      try plant("\(histories)/other/a.jsonl")
      #expect(try Launch.run(words + ["start/app-starts"]).code == 0)
      #expect(
        try files.contentsOfDirectory(atPath: "\(histories)/start")
          == ["app-asks-to-exit@2020-06.jsonl"])
      #expect(try Launch.text("\(histories)/other/a.jsonl") == "x")
    }
  }

  @Test func `a folder of reports keeps no empty folders of an older run's histories`() throws {
    try Launch.inFolder { folder in
      let words = ["run", "--in-process", "--quiet", "--report", folder]
      let first = try Launch.run(words)
      #expect(first.code == 1)
      #expect(FileManager.default.fileExists(atPath: "\(folder)/histories/start"))
      #expect(try Launch.run(words + ["start/app-starts"]).code == 0)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/histories"))
    }
  }

  @Test func `verdicts come a line a case, a first and a last line around them`() throws {
    try Launch.inFolder { folder in
      #expect(try Launch.run(["run", "--report", folder]).code == 1)
      let lines = try lines("\(folder)/verdicts.jsonl")
      #expect(lines.first?["format"] == "mamconform-verdicts")
      #expect(lines.first?["planned"] == 3)
      #expect(lines.count == 5)
      #expect(lines.last?["end"]?["finished"] == 3)
      let failed = try #require(lines.first { $0["verdict"] == "fail" })
      #expect(failed["case"] == "start/app-asks-to-exit@2020-06")
      #expect(failed["checks"]?.array?.first?["id"] == "asked")
      #expect(failed["history"] == "histories/start/app-asks-to-exit@2020-06.jsonl")
      #expect(try Launch.run(["run", "--report", folder]).errors == "")
    }
  }

  @Test func `a kill leaves no older run's green, and the next run says what was ended`() throws {
    try Launch.inFolder { folder in
      let report = "\(folder)/report"
      #expect(try Launch.run(["run", "start/app-starts", "--report", report]).code == 0)
      #expect(try !Launch.text("\(report)/junit.xml").contains("<error"))
      let launch = try hang(folder) { child in kill(child, SIGKILL) }
      #expect(launch.code == SIGKILL)
      #expect(try Launch.text("\(report)/junit.xml").contains("did-not-finish"))
      #expect(try Launch.text("\(report)/junit.xml").contains("errors=\"1\""))
      #expect(try document("\(report)/run.json")["problem"]?["code"] == "did-not-finish")
      #expect(try Launch.text("\(report)/summary.txt").contains("did not finish"))
      let next = try Launch.run(["run", "start/app-starts", "--report", report])
      #expect(next.code == 0)
      #expect(
        next.errors
          == "mamconform run: note: the last run into \(report) was ended after 1 of 3 cases\n")
      #expect(try Launch.run(["run", "start/app-starts", "--report", report]).errors == "")
    }
  }

  @Test(arguments: [SIGHUP, SIGQUIT, SIGTERM])
  func `a signal ends the run with reports`(signal: Int32) throws {
    try Launch.inFolder { folder in
      let launch = try hang(folder) { child in kill(child, signal) }
      #expect(launch.code == 130)
      #expect(try document("\(folder)/report/run.json")["problem"]?["code"] == "interrupted")
      let next = try Launch.run(["run", "start/app-starts", "--report", "\(folder)/report"])
      #expect(next.errors.contains("was ended after 1 of 3 cases"))
    }
  }

  @Test func `a second interrupt ends at once and leaves an honest folder`() throws {
    try Launch.inFolder { folder in
      let launch = try hang(folder) { child in
        for _ in 0..<2 {
          kill(child, SIGINT)
          usleep(1000)
        }
      }
      #expect(launch.code == 130)
      let code = try document("\(folder)/report/run.json")["problem"]?["code"]?.string
      #expect(["interrupted", "did-not-finish"].contains(code))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder)
          .filter { $0.hasPrefix("mamconform-run-") } == [])
    }
  }

  @Test func `files of their own are replaced too`() throws {
    try Launch.inFolder { folder in
      let words = ["run", "--junit", "\(folder)/j.xml", "--json", "\(folder)/r.json"]
      #expect(try Launch.run(words + ["start/app-starts"]).code == 0)
      _ = try Launch.run(words + RunProgramTests.silent, environment: ["TMPDIR": folder]) { child in
        // The older files are replaced before the first case, however long that takes on a busy machine.
        for _ in 0..<2400 where try !Launch.text("\(folder)/r.json").contains("did-not-finish") {
          usleep(50_000)
        }
        kill(child, SIGKILL)
      }
      #expect(try Launch.text("\(folder)/j.xml").contains("did-not-finish"))
      #expect(try document("\(folder)/r.json")["problem"]?["code"] == "did-not-finish")
    }
  }

  @Test(arguments: [
    "list", "show start/app-asks-to-exit", "requirements", "completion bash", "--help",
    "help run", "version", "schema run", "run start/app-starts", "run --help", "serve --help",
  ])
  func `a standard output that is full or closed is an error, one that nobody reads is not`(
    words: String
  ) throws {
    let suites = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: words.hasPrefix("schema") ? "../../suites" : "Fixtures/suites").standardized
      .path
    for (redirection, reason) in [
      (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
    ] {
      let launch = try shell(words, redirection, suites)
      #expect(launch.code == 2, "\(words) \(redirection)")
      #expect(launch.errors.contains("cannot write to standard output: \(reason)"), "\(launch)")
    }
    let launch = try shell(words, "| true; exit ${PIPESTATUS[0]}", suites)
    // The suites of these tests prove next to nothing.
    #expect(launch.code == (words == "requirements" ? 1 : 0), "\(launch)")
    #expect(!launch.errors.contains("cannot write"))
  }

  private func shell(_ words: String, _ redirection: String, _ suites: String) throws -> Launch {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "\"$M\" \(words) \(redirection)"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MAMCONFORM_SUITES": suites, "M": ProcessTests.program,
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Launch(
      output: "", errors: String(decoding: text, as: UTF8.self), code: process.terminationStatus)
  }
}
