import CaseModel
import CaseYAML
import Conformance
import Foundation
import Testing
import VirtualTime

@testable import Debugger

/// What is promised of the answers about time.
@Suite struct TimeReportTests {
  private func session(_ name: String, defects: [String] = []) throws -> DebugSession {
    try DebugSession(try Cases.named(name), options: Cases.options(defects: defects))
  }

  private func pattern(_ text: String, _ session: DebugSession) throws -> RecordPattern {
    try CaseFragment(of: session.conformanceCase, Cases.contract).pattern(text)
  }

  @Test func `a retry that a relaunch has put off is traced to the kill and to the launch`() throws
  {
    let session = try session(
      "enr-time/relaunch-in-every-edition[hour=7]@2020-06",
      defects: ["retry-clock-reset-by-relaunch"])
    defer { session.close() }
    try session.advance { $0.view.now - $0.view.epoch >= .hours(24) }
    let wanted = try pattern("{event: enrollmentRequest, app: mail, at: 24 h}", session)
    let text = TimeReport(session).whyNot(wanted)
    #expect(text.contains("The deadline for +24:00:00.000"))
    #expect(text.contains("was dropped at +7:00:00.000 with the process of mail"))
    #expect(text.contains("the next process has not set it again"))
    #expect(text.contains("still to come at +31:30:00.000, set by launch at +7:30:00.000"))
  }

  @Test func `a retry that is set too late is told with the call that has set it`() throws {
    let session = try session(
      "enr-retry/after-every-failure[failure=location-reset]@2020-06", defects: ["retry-at-25h"])
    defer { session.close() }
    try session.advance { $0.view.now - $0.view.epoch >= .hours(24) }
    let wanted = try pattern("{event: enrollmentRequest, app: mail, at: 24 h}", session)
    let text = TimeReport(session).whyNot(wanted)
    #expect(text.contains("mail has set no deadline for +24:00:00.000"))
    #expect(
      text.contains(
        "the nearest was for +25:00:00.000, 1:00:00.000 later, set by registerAndEnrollAccount"))
  }

  @Test func `what happens next, and why time is not moving`() throws {
    let session = try session("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    defer { session.close() }
    let start = TimeReport(session).whyTimeStands
    #expect(start.contains("The time is +0:00:00.000"))
    #expect(start.contains("Nothing more happens if nothing is done"))
    try session.advance {
      $0.view.records.contains { $0.name == "registeredAccounts" } && $0.position.isBeforeStep
    }
    let report = TimeReport(session)
    #expect(
      report.whatHappensNext.contains(
        "+24:00:00.000  mail is woken, set by registerAndEnrollAccount"))
    #expect(report.whyTimeStands.contains("lets it pass"))
    try session.advanceToEnd()
    #expect(TimeReport(session).whyTimeStands.contains("The case is over"))
  }

  @Test func `what did happen is said to have happened`() throws {
    let session = try session("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    defer { session.close() }
    try session.advanceToEnd()
    let wanted = try pattern("{event: enrollmentRequest, app: mail, at: 24 h}", session)
    #expect(TimeReport(session).whyNot(wanted).hasPrefix("It did happen: "))
  }
}

/// What is promised of `why` in the debugger's console.
@Suite struct WhyCommandTests {
  @Test func `the console explains the first failed check, time, and what did not come`() throws {
    let output = Output()
    let console = try DebugConsole(
      try Cases.named("enr-time/relaunch-in-every-edition[hour=7]@2020-06"),
      options: Cases.options(defects: ["retry-clock-reset-by-relaunch"]), Cases.contract,
      write: { output.text += $0 })
    defer { console.close() }
    #expect(!console.execute("why"))
    #expect(output.text.contains("no check has failed up to here"))
    #expect(console.execute("goto failure"))
    #expect(console.execute("why"))
    #expect(output.text.contains("The decision that flips it:\n  kill mail now"))
    #expect(console.execute("why time"))
    #expect(console.execute("why {event: enrollmentRequest, app: mail, at: 24 h}"))
    #expect(output.text.contains("dropped at +7:00:00.000"))
    #expect(console.execute("whatnext"))
    #expect(output.text.contains("+31:30:00.000  mail is woken"))
  }

  private final class Output { var text = "" }
}
