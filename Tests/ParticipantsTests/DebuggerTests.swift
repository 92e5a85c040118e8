import Foundation
import Glibc
import Locking
import Testing

@testable import Participants

/// A person with a debugger takes the time of a person.
@Suite struct DebuggerTests {
  @Test func `time in which a debugger holds a participant is none`() {
    var patience = Patience(milliseconds: 1000, caseEnd: 5000, now: 0)
    #expect(patience.look(now: 250, at: ProcessorLoad()) == .goOn)
    #expect(patience.excuse(now: 60_250) == 60_000)
    #expect(patience.look(now: 60_900, at: ProcessorLoad()) == .goOn)
    #expect(patience.look(now: 61_000, at: ProcessorLoad()) == .silent)
  }

  @Test func `the end of a case moves with it`() {
    var patience = Patience(milliseconds: 0, caseEnd: 500, now: 0)
    #expect(patience.excuse(now: 10_000) == 10_000)
    #expect(patience.look(now: 10_400, at: ProcessorLoad()) == .goOn)
    #expect(patience.look(now: 10_500, at: ProcessorLoad()) == .caseIsOver)
  }

  @Test func `nobody debugs this test`() {
    #expect(!Tracer.isAttached(to: getpid()))
    #expect(!Tracer.isAttached(to: 0))
  }

  @Test func `a debugger that the adapter itself has started stops no clock`() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/adapters/traced-by-child")
    let process = try AdapterProcess(
      name: "mail", command: [fixture.path], folder: nil, watchdogMilliseconds: 300)
    defer { process.kill() }
    let group = process.processIdentifier
    for _ in 0..<2000 where !Tracer.isAttached(toGroup: group) { usleep(10_000) }
    #expect(Tracer.isAttached(toGroup: group))
    let start = ContinuousClock.now
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1))
    }
    #expect(failure?.code == .watchdog)
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(!Tracer.isAttached(toGroup: group, fromOutsideOf: getpid()))
    // Somebody who is none of those who started it.
    let other = try AdapterProcess(
      name: "docs", command: ["/bin/sleep", "60"], folder: nil, watchdogMilliseconds: 300)
    #expect(Tracer.isAttached(toGroup: group, fromOutsideOf: other.processIdentifier))
    other.kill()
  }

  @Test func `a process is held until a signal comes, and no time counts against it then`() throws {
    let said = Lock<[String]>([])
    let hold = DebuggerHold(
      tell: { line in
        said.withLock { $0.append(line) }
        if line.contains("is waiting for a debugger") { kill(getpid(), SIGCONT) }
      }, isCancelled: { false })
    // It answers only after the watchdog's time.
    let process = try AdapterProcess(
      name: "mail",
      command: ["/bin/sh", "-c", #"read -r l; sleep 1; echo '{"seq":1}'; read -r l"#],
      folder: nil, watchdogMilliseconds: 200)
    process.hold(hold)
    var limits = CaseLimits()
    limits.milliseconds = 300
    process.budget = CaseBudget(limits)
    guard case .reply = try process.activate(Shell.message(1), service: nil) else {
      Issue.record("the adapter did not reply")
      return
    }
    process.kill()
    let lines = said.withLock { $0 }
    #expect(lines.count == 2)
    #expect(lines[0].contains("lldb -p \(process.processIdentifier)"))
    #expect(lines[1].contains("SIGCONT"))
  }
}
