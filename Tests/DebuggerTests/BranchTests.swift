import CaseModel
import Conformance
import Foundation
import Testing

@testable import Debugger

/// What is tried beside a case, and places at which conditions are asked.
@Suite struct BranchTests {
  private final class Screen {
    var text = ""
  }

  /// What a debugger says to some commands.
  private func says(_ commands: [String], to name: String) throws -> String {
    let screen = Screen()
    let console = try DebugConsole(
      try Cases.named(name), options: Cases.options(), Cases.contract
    ) { screen.text += $0 }
    defer { console.close() }
    for command in commands { console.execute(command) }
    return screen.text
  }

  @Test func `what is tried keeps the files of the apps, and so does the case behind it`() throws {
    let text = try says(
      [
        "goto step 20", "try {fault: {endpoint: locate, kind: unanswered, times: 1}}", "goto end",
        "discard", "goto end",
      ], to: "wip-files/everywhere[trigger=administrator,answer=false]@2020-06")
    #expect(text.components(separatedBy: "the case is over: pass").count == 3)
  }

  @Test func `two sessions of one process do not share a folder`() throws {
    let item = try Cases.named(
      "wip-files/everywhere[trigger=administrator,answer=false]@2020-06")
    let options = Cases.options()
    let first = try DebugSession(item, options: options)
    try first.advance { $0.position.point == .beforeStep(19) }
    let second = try DebugSession(item, options: options)
    second.close()
    defer { first.close() }
    try first.advance { $0.position.isEnd }
    guard case .end(let ending) = first.position.point else {
      Issue.record("the case is not over")
      return
    }
    #expect(ending == nil)
  }

  /// A case whose calls come after an enrollment, and some faults too.
  private let walk = "walks-accounts/one-identity-1@2020-06"

  @Test(arguments: [
    ("break call registeredAccounts if {event: enrollmentRequest, app: mail}", true),
    ("break call registeredAccounts if {event: enrollmentRequest, app: docs}", false),
  ])
  func `a call is no record that a pattern describes, so one before it has to match`(
    command: String, stops: Bool
  ) throws {
    let text = try says([command, "continue"], to: walk)
    #expect(text.contains("the case is over") != stops)
  }
}
