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
      name: "mail", instance: "phone/mail", command: echo, watchdogMilliseconds: 10_000)
    let identifier = try hello(first)
    pool.keep(first)
    let second = try pool.process(
      name: "docs", instance: "phone/docs", command: echo, watchdogMilliseconds: 10_000)
    #expect(second.name == "docs")
    #expect(second.instance == "phone/docs")
    #expect(try hello(second) == identifier)
    second.kill()
  }

  @Test func `without a kept process a new one is started`() throws {
    let pool = AdapterPool()
    defer { pool.close() }
    let first = try pool.process(
      name: "mail", instance: "phone/mail", command: echo, watchdogMilliseconds: 10_000)
    let second = try pool.process(
      name: "mail", instance: "phone/mail", command: echo, watchdogMilliseconds: 10_000)
    #expect(try hello(first) != hello(second))
    first.kill()
    second.kill()
  }
}
