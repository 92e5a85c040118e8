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
    #expect(text.contains("The deadline of mail for +24:00:00.000, set by"))
    #expect(text.contains("was dropped at +7:00:00.000 with the process of mail"))
    #expect(text.contains("the next process has not set it again"))
    #expect(
      text.contains("still to come at +31:30:00.000: mail is woken, set by launch at +7:30:00.000"))
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

  /// Two apps, one of which is killed at 10 h.
  private static let two = """
    suite: two
    area: ENR
    title: T
    cases:
      - id: a
        title: One of two apps dies
        editions: [2020-06]
        steps:
          - launch: mail
          - launch: docs
          - fault: {endpoint: enroll, kind: status, status: 503, app: docs}
          - call: mail.registerAndEnrollAccount(ana)
          - call: docs.registerAndEnrollAccount(ana)
          - advance: 10 h
          - kill: docs
          - advance: 20 h
          - expect: {app: mail, event: enrollmentRequest, didSucceed: true}
            check: c
            proves: [ENR-012]
    """

  /// What is said of a pattern at an hour of that case; of no hour at its end.
  private func says(_ text: String, at hour: Int?) throws -> String {
    let session = try DebugSession(
      try Cases.written(TimeReportTests.two), options: Cases.options())
    defer { session.close() }
    if let hour {
      try session.advance { $0.view.now - $0.view.epoch >= .hours(hour) }
    } else {
      try session.advanceToEnd()
    }
    return TimeReport(session).whyNot(try pattern(text, session))
  }

  @Test func `a deadline of an app that stays dead is told once, and of no next process`() throws {
    let text = try says("{event: enrollmentRequest, app: docs, at: 24 h}", at: 16)
    #expect(
      text.contains("+24:00:00.000 has not come yet: the time is +16:00:00.000.\n"), "\(text)")
    #expect(text.contains("; the app has not been launched again.\n"), "\(text)")
    #expect(text.ranges(of: "was dropped at +10:00:00.000").count == 1, "\(text)")
    #expect(!text.contains("next process"), "\(text)")
  }

  @Test func `a record with other values, or at another time, is the nearest one`() throws {
    let other = try says("{event: policyRequest, app: mail, at: 8 h, statusCode: 999}", at: nil)
    #expect(other.contains("It happens with other values: +8:00:00.000 mail event policyRequest"))
    #expect(!other.contains("did something else"), "\(other)")
    let later = try says("{event: policyRequest, app: mail, at: 9 h}", at: nil)
    #expect(later.contains("It happens at another time: +8:00:00.000 mail"), "\(later)")
    let over = try says("{event: policyRequest, app: mail, at: 48 h}", at: nil)
    #expect(
      over.hasPrefix("The case is over at +30:00:00.000; it does not reach +48:00:00.000.\n"))
  }

  @Test func `of a wipe it is said that nobody has ordered one, and deadlines name their app`()
    throws
  {
    let text = try says("{event: wipeDataForAccount}", at: nil)
    #expect(text.contains("No administrator has ordered a wipe so far"), "\(text)")
    #expect(text.contains("still to come at +32:00:00.000: mail is woken, set by wake"), "\(text)")
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
    let check = try #require(console.session.failures.first?.result.check.id)
    output.text = ""
    #expect(console.execute("why \(check)"))
    #expect(output.text.contains("kill mail now"), "\(output.text)")
    #expect(!console.execute("why \(check)x"))
    #expect(output.text.contains("did you mean '\(check)'?"), "\(output.text)")
    #expect(!console.execute("why nothing-of-this"))
    #expect(output.text.contains("'nothing-of-this' is neither a check of the case nor a pattern"))
    #expect(console.execute("why {event: enrollmentRequest, app: mail, at: 24 h}"))
    #expect(output.text.contains("dropped at +7:00:00.000"))
    #expect(console.execute("whatnext"))
    #expect(output.text.contains("+31:30:00.000  mail is woken"))
  }

  private final class Output { var text = "" }
}
