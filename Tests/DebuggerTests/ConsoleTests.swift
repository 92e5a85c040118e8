import CaseModel
import CaseYAML
import Conformance
import Foundation
import Testing
import VirtualTime

@testable import Debugger

/// The commands of the debugger, and what they say.
@Suite struct ConsoleTests {
  private final class Screen {
    var text = ""
  }

  /// What a debugger says to some commands.
  private func says(
    _ commands: [String], to name: String = ConsoleTests.retry, defects: [String] = []
  ) throws -> String {
    let screen = Screen()
    let console = try DebugConsole(
      try Cases.named(name), options: Cases.options(defects: defects), Cases.contract
    ) { screen.text += $0 }
    defer { console.close() }
    for command in commands { console.execute(command) }
    return screen.text
  }

  static let retry = "enr-retry/after-every-failure[failure=location-reset]@2020-06"

  @Test(arguments: [
    ("nxt", "error: unknown command 'nxt'; did you mean 'next'?"),
    ("kill mail", "error: unknown command 'kill'; 'try kill mail' takes a choice"),
    ("kill", "error: unknown command 'kill'; 'choices' lists what 'try' takes"),
    ("info deadlins", "error: unknown part 'deadlins'; did you mean 'deadlines'?"),
    ("break evnt x", "error: unknown kind of breakpoint 'evnt'; did you mean 'event'?"),
    (
      "break event enrolmentRequest",
      "error: unknown event 'enrolmentRequest'; did you mean 'enrollmentRequest'?"
    ),
    (
      "break call registerAndEnrolAccount",
      "error: unknown call 'registerAndEnrolAccount'; did you mean 'registerAndEnrollAccount'?"
    ),
    ("break answer checkn", "error: unknown endpoint 'checkn'; did you mean 'checkin'?"),
    (
      "break",
      "error: 'break' needs the kind of breakpoint; one of step, line, time, event, call, request, answer, code, requirement, kill, "
        + "fault, state, check-failed, breakdown"
    ),
    (
      "until event: wipeDataForAccount",
      "error: no event wipeDataForAccount comes until the case is over; "
        + "'info records' lists what came before"
    ),
    (
      "until 25 hours",
      "error: 'until' needs a pattern such as {event: enrollmentRequest}; 'goto 24 h' moves to a time"
    ),
    ("watch", "error: a breakpoint of kind 'state' needs a value; see 'help break'"),
    ("save", "error: 'save' needs the name of a file; write it like 'save lost-retry.yaml'"),
    ("watch apps.mial", "error: unknown part of apps 'mial'; did you mean 'mail'?"),
    (
      "watch apps.mail.deadlin",
      "error: unknown part of apps.mail 'deadlin'; did you mean 'deadline'?"
    ),
    ("try kil mail", "error: unknown verb 'kil'; did you mean 'kill'?"),
    ("print apps.mial", "error: unknown part of apps 'mial'; did you mean 'mail'?"),
    ("goto #9999", "error: the case does not reach record #9999: it is over at +240:00:00.000"),
    (
      "until {event: wipeDataForAccount}",
      "error: no event wipeDataForAccount comes until the case is over; "
        + "'info records' lists what came before"
    ),
    ("try {kil: mail}", "error: unknown verb 'kil'; did you mean 'kill'?"),
    ("goto failure", "error: no check of the case fails"),
    (
      "try at 22 h kil mail",
      "error: '22 h kil mail' is not a time such as 12 h or 23:59:59.999; "
        + "with 'at', write the time and then the step: 'try at 12 h {kill: mail}'"
    ),
    ("bodies mial", "error: unknown app 'mial'; did you mean 'mail'?"),
    (
      "bodies #1",
      "error: no body is kept of #1: it is not a request, or more than 256 requests ago"
    ),
    (
      "bodies #x",
      "error: no body is kept of #x: it is not a request, or more than 256 requests ago"
    ),
    ("bodies 0", "error: '0' is not a positive integer"),
    ("delete 7", "error: there is no breakpoint '7'; 'info breakpoints' lists them"),
    ("discard", "error: nothing was tried"),
    (
      "break check-failed no-early-retry",
      "error: a breakpoint of kind 'check-failed' takes no value such as 'no-early-retry'; "
        + "'break requirement ENR-008' stops before the checks of a requirement"
    ),
    (
      "break kill mail",
      "error: a breakpoint of kind 'kill' takes no value such as 'mail'; 'break kill if {app: mail}' is for one app"
    ),
    (
      "break fault checkin",
      "error: a breakpoint of kind 'fault' takes no value such as 'checkin'; "
        + "'break answer checkin' stops at what an endpoint answers"
    ),
    (
      "break event enrollmentRequest after 0",
      "error: 'after 0' is not possible: 'after' takes a positive integer; "
        + "it passes so many hits; leave it out to stop at the first"
    ),
    (
      "break fault if {app: mail}",
      "error: the pattern behind 'if' does not say of which record; write all of it, such as "
        + "{event: enrollmentRequest, app: mail}; 'help break' says where less is enough"
    ),
    (
      "break event enrollmentRequest if {",
      "error: the pattern '{' is not closed by '}'; write it like {event: enrollmentRequest, app: mail}"
    ),
    (
      "goto #",
      "error: the number is missing in '#'; write it behind, such as '#31', 'step 5' or 'line 53'"
    ),
    (
      "goto -1 h",
      "error: '-1 h' is before the start of the case; a time counts from there; 'back' goes back from here"
    ),
    ("print #", "error: '#' is not a record; write its number, such as '#31'"),
    ("print #7", "error: there is no record #7 yet: there are 0"),
    ("attach", "error: 'attach' needs an app; the case has mail, docs, tabmail"),
    (
      "watch nosuch",
      "error: unknown part of the state 'nosuch'; known: clock, step, records, deadlines, apps, devices, held, requests, service"
    ),
  ])
  func `a command that cannot be carried out says why`(command: String, error: String) throws {
    #expect(try says([command]) == error + "\n")
    #expect(try says([command, "where"]).hasSuffix("+0:00:00.000  before the first step\n"))
  }

  @Test(arguments: CaseFragment.verbs)
  func `every verb of a step is known to be one for 'try'`(verb: String) {
    let error = #expect(throws: ConsoleError.self) {
      _ = try ConsoleCommand.named(verb, before: "mail")
    }
    #expect(error?.suggestion == "'try \(verb) mail' takes a choice")
  }

  @Test func `a step can be tried as it is typed`() throws {
    let text = try says(["try launch mail", "try kill mail", "try advance {to: 2 h}"])
    #expect(!text.contains("error:"), "\(text)")
    #expect(text.contains("+2:00:00.000"), "\(text)")
  }

  @Test func `a step behind a time can be tried as it is typed`() throws {
    let text = try says(["try at 22 h kill mail", "info branch"])
    #expect(text.contains("1  +22:00:00.000  {kill: mail}\n"), "\(text)")
  }

  @Test func `a place in time at which there is no point is said to be passed`() throws {
    let text = try says(["goto 25 h", "goto 24 h", "diff start .. 25 h"])
    let note = "there is no point at +25:00:00.000; the next one is at +"
    #expect(text.ranges(of: note).count == 2, "\(text)")
    #expect(!text.contains("there is no point at +24"), "\(text)")
  }

  @Test func `a condition on the record that a breakpoint names is said once`() throws {
    let text = try says([
      "break event policyRequest if {app: docs}", "break kill if {app: mail}",
    ])
    #expect(text.contains("breakpoint 1: event policyRequest of docs\n"), "\(text)")
    #expect(text.contains("breakpoint 2: kill if "), "\(text)")
  }

  @Test func `a branch that is no case yet is saved, with the place of the mistake`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "branch-\(UUID().uuidString).yaml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let screen = Screen()
    let item = try Cases.written(
      """
      suite: one
      area: ENR
      title: T
      cases:
        - id: a
          title: An app that is used once more
          editions: [2020-06]
          steps:
            - launch: mail
            - call: mail.registerAndEnrollAccount(ana)
            - call: mail.enrolledAccount
              returns: ana
              check: c
              proves: [ENR-022]
      """)
    let console = try DebugConsole(item, options: Cases.options(), Cases.contract) {
      screen.text += $0
    }
    defer { console.close() }
    console.worldFile = Cases.root.appending(path: "suites/world.yaml").path
    for command in ["goto step 3", "try kill mail", "save \(path)"] {
      #expect(console.execute(command), "\(screen.text)")
    }
    #expect(screen.text.contains("error: the app 'mail' was killed before this step"))
    #expect(screen.text.contains("\n\(path) is saved, but is no case yet"), "\(screen.text)")
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `no choice leaves everything as it is`() throws {
    let session = try DebugSession(try Cases.named(ConsoleTests.retry), options: Cases.options())
    defer { session.close() }
    try session.advance { $0.view.now - $0.view.epoch >= .hours(24) }
    let steps = Choice.all(at: session.moment).map(\.step)
    #expect(!steps.contains("{advance: {to: \"24:00:00.000\"}}"))
    #expect(steps.contains("{offline: phone}") && !steps.contains("{online: phone}"))
    #expect(steps.contains("{admin: {tenant: contoso, set: {enabled: false}}}"))
    #expect(!steps.contains("{admin: {tenant: contoso, set: {enabled: true}}}"))
  }

  @Test func `a kill of one app stops it, and help says what a breakpoint takes`() throws {
    let text = try says([
      "try launch mail", "try kill mail", "goto start", "break kill if {app: mail}", "continue",
      "help break",
    ])
    #expect(!text.contains("error:"), "\(text)")
    #expect(text.contains("breakpoint 1: record #"), "\(text)")
    #expect(text.contains("\n  after N: passes the first N hits.\n"))
    #expect(try says(["break kill if {app: docs}", "continue"]).contains("the case is over"))
  }

  @Test func `what was tried is only lost the second time, if a person is asked`() throws {
    let console = try DebugConsole(
      try Cases.named(ConsoleTests.retry), options: Cases.options(), Cases.contract
    ) { _ in }
    defer { console.close() }
    console.asksBeforeLeaving = true
    console.execute("try launch mail")
    console.execute("quit")
    #expect(!console.isOver)
    console.execute("quit")
    #expect(console.isOver)
  }

  // An `advance` of the case ends a millisecond before the retry.
  @Test(arguments: [("tbreak time 12 h", "+23:59:59.999"), ("break time 24 h", "+24:00:00.000")])
  func `a time stops at the first point after it, also backwards`(command: String, point: String)
    throws
  {
    let text = try says([command, "continue"])
    #expect(text.contains("breakpoint 1: time \(point)\n"), "\(text)")
    #expect(!text.contains("the case is over"), "\(text)")
    let back = try says([command, "goto end", "reverse-continue"])
    #expect(back.contains("stopped: time \(point)\n"), "\(back)")
  }

  @Test func `a breakpoint stops at each hit, after as many as are to pass`() throws {
    let text = try says(["break event enrollmentRequest after 1", "continue", "info breakpoints"])
    #expect(text.contains("breakpoint 1: record #15 +24:00:00.000 mail event enrollmentRequest"))
    #expect(text.contains("1  event enrollmentRequest after 1, hit 2 times\n"))
  }

  @Test func `what is other at a second instant is shown, and the case stands where it stood`()
    throws
  {
    let text = try says([
      "goto step 2", "diff start .. 48 h", "where", "diff 48 h", "diff end .. end",
    ])
    let lines = text.split(separator: "\n")
    #expect(lines.contains("clock: \"+0:00:00.000\" -> \"+48:00:00.000\""))
    #expect(lines.contains("apps.mail.running: false -> true"))
    #expect(lines.contains { $0.hasPrefix("apps.mail.saved: nothing -> {") })
    #expect(lines.contains { $0.hasPrefix("requests.#") && $0.contains(": nothing -> {") })
    // Backward, from 48 h to where it stands.
    #expect(lines.contains("clock: \"+48:00:00.000\" -> \"+0:00:00.000\""))
    #expect(lines.contains { $0.hasPrefix("+0:00:00.000  before step 2") })
    #expect(text.hasSuffix("nothing differs\n"))
  }

  @Test(arguments: [
    ("diff", "error: 'diff' needs one or two places"),
    ("diff 24 h .. nowhere", "error: "),
    ("diff #99999 .. 24 h", "error: the case does not reach record #99999"),
    ("diff 24 h .. 99999 h", "error: "),
  ])
  func `a difference of places that are not there is an error, and the case stands where it stood`(
    command: String, error: String
  ) throws {
    let text = try says(["goto step 2", command, "where"])
    let lines = text.split(separator: "\n")
    #expect(lines.dropFirst().first?.hasPrefix(error) == true, "\(text)")
    #expect(lines.first == lines.last, "\(text)")
  }

  @Test func `bodies are shown with what became of the request`() throws {
    let text = try says(["goto 24 h", "bodies mail", "bodies #8"])
    #expect(
      text.contains(
        """
        #8 +0:00:00.000 mail locate
          request   {"identity":"ana@contoso.com"}
          response  none: the connection was reset

        """))
    #expect(text.hasSuffix("}\nresponse none: the connection was reset\n"))
  }

  @Test func `a watch stops where the deadline changes, ahead and back`() throws {
    let text = try says(["watch apps.mail.deadline", "continue", "continue", "reverse-continue"])
    let first = "apps.mail.deadline was null, is \"+24:00:00.000\""
    #expect(text.contains("breakpoint 1: \(first)"))
    #expect(text.contains("stopped: \(first)"))
  }

  @Test func `a failed check is stopped at, and says what was found`() throws {
    let text = try says(["break check-failed", "continue"], defects: ["retry-at-23h"])
    #expect(text.contains("breakpoint 1: check no-result-before-24h failed: "))
    #expect(text.contains("comes at +23:00:00.000, 1:00:00.000 early"))
  }

  @Test func `a step that is tried before a deadline comes before it, and the case stays as it is`()
    throws
  {
    let text = try says(["goto 24 h", "try {kill: mail}", "info branch", "discard", "goto end"])
    #expect(
      text.contains("inserted at +23:59:59.999, a millisecond before what was about to be due"))
    #expect(text.contains("1  +23:59:59.999  {kill: mail}\n"))
    #expect(text.hasSuffix("the case is over: pass\n"))
  }

  @Test func `every choice at an instant is a step that can be tried`() throws {
    let session = try DebugSession(try Cases.named(ConsoleTests.retry), options: Cases.options())
    defer { session.close() }
    try session.advance { $0.position.recordCount == 12 }
    let fragment = CaseFragment(of: session.conformanceCase, Cases.contract)
    let choices = Choice.all(at: session.moment)
    #expect(choices.count > 30)
    for choice in choices { #expect(try fragment.step(choice.step).action != nil, "\(choice)") }
  }

  @Test func `a branch is saved as a case that reads the same`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "branch-\(UUID().uuidString).yaml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let screen = Screen()
    let console = try DebugConsole(
      try Cases.named(ConsoleTests.retry), options: Cases.options(), Cases.contract
    ) { screen.text += $0 }
    defer { console.close() }
    console.worldFile = Cases.root.appending(path: "suites/world.yaml").path
    for command in ["try at 12 h {kill: mail}", "try {launch: mail}", "save \(path)"] {
      #expect(console.execute(command), "\(screen.text)")
    }
    let loaded = SuiteLoader.load(
      paths: [path], contract: Cases.contract, world: console.worldFile)
    #expect(loaded.diagnostics.isEmpty)
    let saved = try #require(loaded.cases.first)
    let again = ConformanceRun(cases: [saved], options: Cases.options()).run()
    let branch = ConformanceRun(
      cases: [console.session.conformanceCase], options: Cases.options()
    ).run()
    #expect(again.results[0].history.lines == branch.results[0].history.lines)
    #expect(again.results[0].verdict == branch.results[0].verdict)
    #expect(!console.execute("save \(path)"), "a file that is there is not overwritten")
  }

  @Test func `every case of the suites is written so that it reads the same`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-written-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let world = Cases.root.appending(path: "suites/world.yaml").path
    let probe = try Cases.named(ConsoleTests.retry).world
    // One case of each definition, in the edition that comes last.
    var seen: [String: ConformanceCase] = [:]
    for item in Cases.all { seen["\(item.suite)/\(item.id)"] = item }
    #expect(seen.count > 300)
    var written: [String: ConformanceCase] = [:]
    for (number, item) in seen.values.enumerated() {
      let text = CaseWriter(item, Cases.contract).text(
        suite: "written-\(number)", id: "case", title: item.title, over: probe)
      let file = folder.appending(path: "written-\(number).yaml")
      try Data(text.utf8).write(to: file)
      written["written-\(number)"] = item
    }
    // All at once: the world is then read once.
    let loaded = SuiteLoader.load(paths: [folder.path], contract: Cases.contract, world: world)
    #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
    for again in loaded.cases {
      let item = written.removeValue(forKey: again.suite)
      #expect(item.map { again.doesTheSame(as: $0) } ?? false, "\(item?.name ?? again.name)")
    }
    #expect(written.values.map(\.name) == [], "these cannot be read")
  }
}
