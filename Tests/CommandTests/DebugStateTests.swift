import Foundation
import Testing

@testable import mamconform

/// What is promised of the state that the debugger shows of an SDK in processes of its own.
@Suite struct DebugStateTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// What is shown of a case in which a user enrolls after failures, without the addresses of the service.
  private func shown(_ adapter: [String]) throws -> [Substring] {
    let looks = [
      "print apps.mail.saved", "print apps.mail.owners", "print devices.phone.keychain",
      "info rows enrollment", "info rows tenant", "print service.running", "info journal 3",
      "bodies 2", "bodies mail", "print requests", "diff 23 h .. 25 h", "diff start",
    ]
    let places = ["goto 24 h", "goto end", "goto step 9", "back step"]
    let words = places.flatMap { place in ([place] + looks).flatMap { ["-ex", $0] } }
    let name = "enr-retry/after-every-failure[failure=location-reset]@2020-06"
    let launch = try Launch.run(
      ["debug", name, "--suites", "\(DebugStateTests.root)/suites"] + words + adapter)
    #expect(launch.code == 0, "\(launch.errors)")
    // What is other there: addresses, and the files in which the simulated app keeps what is in memory in process.
    return launch.output.split(separator: "\n").filter {
      !$0.contains("://") && !$0.hasPrefix("apps.mail.files")
    }
  }

  @Test func `what an SDK in processes has saved is shown as that of one in process`() throws {
    let inProcess = try shown([])
    let processes = try shown(["--sut", "\(Launch.programs)/mam-app"])
    #expect(inProcess == processes)
    #expect(inProcess.contains { $0.contains("attemptDue") })
    #expect(inProcess.contains { $0.hasPrefix("enrollment e1  ") })
    #expect(inProcess.contains { $0.hasPrefix("  request   {\"identity\":\"ana@contoso.com\"") })
    #expect(inProcess.contains { $0.hasPrefix("  response  200 {") })
  }

  @Test func `the databases of any adapter are shown with their tables`() throws {
    try Launch.inFolder { folder in
      let adapters = "\(DebugStateTests.root)/Tests/Fixtures/adapters"
      let adapter = "\(folder)/adapter"
      try """
      #!/usr/bin/env python3
      import sqlite3
      import sys

      sys.path.insert(0, '\(adapters)')
      from honest import messages, reply

      for message in messages():
          if message["op"] == "launch":
              base = sqlite3.connect(message["args"]["dataFolder"] + "/own.db")
              base.execute("PRAGMA journal_mode = WAL")
              base.execute("CREATE TABLE retry (due INTEGER, reason TEXT)")
              base.execute("INSERT INTO retry VALUES (86400, 'the tenant has no MAM')")
              base.commit()
          reply(message)
      """.write(toFile: adapter, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: adapter)
      let launch = try Launch.run([
        "debug", "start/app-asks-to-exit", "--sut", adapter, "-ex", "next 2",
        "-ex", "print apps.one.databases",
      ])
      #expect(launch.code == 0, "\(launch.errors)")
      #expect(launch.output.contains("\"own.db\""), "\(launch.output)")
      #expect(launch.output.contains("\"reason\": \"the tenant has no MAM\""))
    }
  }
}
