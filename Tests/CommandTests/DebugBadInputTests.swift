import Foundation
import Glibc
import Testing

@testable import mamconform

/// What is promised of a debugger whose files have moved or changed, and whose client vanishes.
@Suite struct DebugBadInputTests {
  /// A run of suites in a folder, of which one case fails, and the folder of its store.
  private func storedRun(in folder: String) throws -> (suites: String, store: [String]) {
    let suites = "\(folder)/suites"
    try FileManager.default.copyItem(atPath: Launch.suites, toPath: suites)
    let store = ["--store", "\(folder)/runs"]
    let run = try Launch.run(["run", "--in-process", "--quiet", "--suites", suites] + store)
    try #require(run.code == 1)
    return (suites, store)
  }

  @Test func `a stored run is debugged though its suites have moved, and says so where it matters`()
    throws
  {
    try Launch.inFolder { folder in
      let (suites, store) = try storedRun(in: folder)
      try FileManager.default.moveItem(atPath: suites, toPath: "\(folder)/moved")
      let launch = try Launch.run(
        ["debug", "latest"] + store + ["-ex", "goto failure", "-ex", "list"])
      #expect(launch.code == 0, "\(launch.errors)")
      #expect(launch.output.contains("  fail: event exitRequested of one is missing\n"))
      #expect(
        launch.output.contains("\(suites)/start.yaml cannot be read any more; the steps are:\n"))
    }
  }

  @Test func `a file that has become shorter than the case is named`() throws {
    try Launch.inFolder { folder in
      let (suites, store) = try storedRun(in: folder)
      try "suite: start\n".write(
        toFile: "\(suites)/start.yaml", atomically: true, encoding: .utf8)
      let launch = try Launch.run(
        ["debug", "latest"] + store + ["-ex", "goto failure", "-ex", "list"])
      #expect(launch.code == 64)
      #expect(launch.output.contains("the file has changed since the case was read"))
    }
  }

  @Test func `a run of another format is refused with what reads it`() throws {
    try Launch.inFolder { folder in
      let (_, store) = try storedRun(in: folder)
      let runs = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/runs")
      let file = "\(folder)/runs/\(try #require(runs.first))/run.sqlite"
      let change = Process()
      change.executableURL = URL(filePath: "/usr/bin/env")
      change.arguments = [
        "python3", "-c",
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('pragma user_version = 99')",
        file,
      ]
      try change.run()
      change.waitUntilExit()
      try #require(change.terminationStatus == 0)
      let launch = try Launch.run(["debug", "latest"] + store + ["-ex", "next"])
      #expect(launch.code == 64)
      #expect(launch.errors.contains("run.sqlite has format 99, and this program reads formats"))
    }
  }

  @Test func `when an editor vanishes its adapter's processes end too`() throws {
    try Launch.inFolder { folder in
      let adapters = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/adapters").path
      let adapter = "\(folder)/adapter"
      try """
      #!/usr/bin/env python3
      import os
      import sys

      sys.path.insert(0, '\(adapters)')
      from honest import messages, reply

      for message in messages():
          reply(message)
          if message["op"] == "launch":
              open('\(folder)/process', 'w').write(str(os.getpid()))
      """.write(toFile: adapter, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: adapter)
      let (program, input) = try dap(in: folder)
      defer { program.terminate() }
      for message in [
        #"{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}"#,
        #"{"seq":2,"type":"request","command":"launch","arguments":{"case":"start/app-asks-to-exit","sut":["\#(adapter)"]}}"#,
        #"{"seq":3,"type":"request","command":"configurationDone"}"#,
        #"{"seq":4,"type":"request","command":"next","arguments":{"threadId":1}}"#,
        #"{"seq":5,"type":"request","command":"next","arguments":{"threadId":1}}"#,
      ] {
        try input.write(
          contentsOf: Data("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
      }
      try wait("the app") { FileManager.default.fileExists(atPath: "\(folder)/process") }
      usleep(200_000)
      let process = try #require(pid_t(try Launch.text("\(folder)/process")))
      #expect(kill(process, 0) == 0)
      // In the middle of a session, with the app standing at a step.
      try input.close()
      try wait("the end of the program") { !program.isRunning }
      try wait("the end of the app") { kill(process, 0) != 0 }
      #expect(program.terminationStatus == 0)
    }
  }

  /// `mamconform dap` on standard input and output.
  private func dap(in folder: String) throws -> (Process, FileHandle) {
    let process = Process()
    process.executableURL = URL(filePath: "\(Launch.programs)/mamconform")
    process.arguments = ["dap"]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["MAMCONFORM_SUITES": Launch.suites]) { $1 }
    let pipe = Pipe()
    process.standardInput = pipe
    _ = FileManager.default.createFile(atPath: "\(folder)/output", contents: nil)
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(folder)/output"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, pipe.fileHandleForWriting)
  }

  private func wait(_ what: String, until isThere: () -> Bool) throws {
    for _ in 0..<600 {
      if isThere() { return }
      usleep(50_000)
    }
    throw Missing(what: what)
  }

  struct Missing: Error { var what: String }

  @Test
  func
    `a standard output that is full ends the debugger with an error, and not as if all was seen`()
    throws
  {
    let words = ["debug", "start/app-starts", "-ex", "where", "-ex", "no-such-command"]
    let launch = try Launch.run(words, outputFile: "/dev/full")
    #expect(launch.code == 2)
    #expect(
      launch.errors
        == "mamconform debug: cannot write to standard output: No space left on device\n")
  }
}
