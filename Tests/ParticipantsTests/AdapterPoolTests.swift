import Glibc
import JSONText
import StepProtocol
import Testing
import VirtualTime

@testable import Participants

@Suite struct AdapterPoolTests {
  /// An adapter of two lines of shell, which answers every message with its `seq` and its process ID.
  private let echo = [
    "/bin/sh", "-c",
    #"while read -r l; do s=${l#*:}; echo "{\"seq\":${s%%,*},\"result\":$$}"; done"#,
  ]

  private func hello(_ process: AdapterProcess) throws -> JSON {
    try process.exchange(
      StepMessage(sequence: 1, now: .defaultEpoch, operation: .hello)
    ).result
  }

  @Test func `a kept process hosts the next app under its own name`() throws {
    let pool = AdapterPool()
    defer { pool.close() }
    let first = try pool.process(
      name: "mail", instance: "phone/mail",
      starter: CommandStarter(echo, watchdogMilliseconds: 10_000))
    let identifier = try hello(first)
    pool.keep(first)
    let second = try pool.process(
      name: "docs", instance: "phone/docs",
      starter: CommandStarter(echo, watchdogMilliseconds: 10_000))
    #expect(second.name == "docs")
    #expect(second.instance == "phone/docs")
    #expect(try hello(second) == identifier)
    second.kill()
  }

  @Test func `without a kept process a new one is started`() throws {
    let pool = AdapterPool()
    defer { pool.close() }
    let first = try pool.process(
      name: "mail", instance: "phone/mail",
      starter: CommandStarter(echo, watchdogMilliseconds: 10_000))
    let second = try pool.process(
      name: "mail", instance: "phone/mail",
      starter: CommandStarter(echo, watchdogMilliseconds: 10_000))
    #expect(try hello(first) != hello(second))
    first.kill()
    second.kill()
  }

  /// An adapter that answers one message and does the given thing 20 ms later.
  private func once(_ after: String) -> [String] {
    [
      "/bin/sh", "-c",
      #"read -r l; echo '{"seq":1,"result":1}'; sleep 0.02; "# + after,
    ]
  }

  private func waitForEvent(of process: AdapterProcess) {
    var entries = process.idleEntries
    poll(&entries, nfds_t(entries.count), 10_000)
  }

  @Test func `a process that ends in the pool is blamed on the case that had it`() throws {
    let pool = AdapterPool()
    defer { pool.close() }
    pool.currentCase = 7
    let first = try pool.process(
      name: "mail", instance: "phone/mail",
      starter: CommandStarter(once("exit 3"), watchdogMilliseconds: 10_000))
    _ = try hello(first)
    pool.keep(first)
    pool.currentCase = 8
    waitForEvent(of: first)
    let second = try pool.process(
      name: "docs", instance: "phone/docs",
      starter: CommandStarter(echo, watchdogMilliseconds: 10_000))
    defer { second.kill() }
    // The innocent case has a process that works.
    #expect(try hello(second) != .null)
    let failures = pool.takeFailures()
    #expect(failures.map(\.caseNumber) == [7])
    #expect(failures.map(\.failure.code) == [.exited])
    #expect(failures.map(\.failure.participant) == ["mail"])
    #expect(failures.first?.failure.message.contains("status 3") == true)
    #expect(pool.takeFailures().isEmpty)
  }

  @Test func `a process that talks or hangs up in the pool is found at the end of the case`() throws
  {
    for (after, code) in [
      ("echo '{}'; sleep 60", ParticipantFailure.Code.unasked),
      ("exec >&-; sleep 60", .closedOutput), ("kill -9 $$", .exited),
    ] {
      let pool = AdapterPool()
      pool.currentCase = 1
      let process = try pool.process(
        name: "mail", instance: "phone/mail",
        starter: CommandStarter(once(after), watchdogMilliseconds: 10_000))
      _ = try hello(process)
      pool.keep(process)
      waitForEvent(of: process)
      #expect(pool.takeFailures().map(\.failure.code) == [code], "\(after)")
      pool.close()
    }
  }
}
