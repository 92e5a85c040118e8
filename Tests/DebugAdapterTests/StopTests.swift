import Foundation
import JSONText
import Testing

@testable import DebugAdapter

/// What is promised of a session that stops: when it is paused, when something goes wrong, when state changes.
@Suite struct StopTests {
  private let retry = "enr-retry/after-every-failure[failure=location-reset]@2020-06"
  /// Eight years of an app: a tenth of a second at least.
  private let long = "bench/refreshes[count=many]@2020-06"

  @Test(arguments: [0, 20]) func `a case that is on its way is paused, goes on, and goes back`(
    milliseconds: UInt32
  ) throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(long)
    client.send("continue", ["threadId": 1])
    usleep(milliseconds * 1000)
    try client.request("pause", ["threadId": 1])
    #expect(try client.event("stopped")["reason"]?.string == "pause")
    let records = try #require(Int(try client.evaluate("records")))
    for _ in 0..<4 { #expect(try client.move("stepIn")["reason"]?.string != "pause") }
    #expect(try #require(Int(try client.evaluate("records"))) > records)
    #expect(try client.move("reverseContinue")["reason"]?.string == "step")
    #expect(try client.evaluate("records") == "0")
    #expect(client.complaints == [])
  }

  @Test func `to pause a case that stands changes nothing`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry)
    try client.request("pause", ["threadId": 1])
    #expect(try client.move("next")["reason"]?.string == "step")
    #expect(client.complaints == [])
  }

  @Test func `a fault that is ordered is an exception if its filter is on`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry) { client in
      let body = try client.request(
        "setExceptionBreakpoints", ["filters": ["fault-injected", "no-such-filter"]])
      #expect(body["breakpoints"]?.array?.map { $0["verified"]?.bool } == [true, false])
    }
    #expect(try client.move("continue")["reason"]?.string == "exception")
    let information = try client.request("exceptionInfo", ["threadId": 1])
    #expect(information["exceptionId"]?.string == "fault-injected")
    #expect(information["description"]?.string?.contains(" fault ") == true)
    #expect(try client.evaluate("clock") == "+0:00:00.000")
    // Without the filter nothing stops it.
    try client.request("setExceptionBreakpoints", ["filters": []])
    #expect(try client.move("continue")["description"]?.string == "the case is over")
    #expect(client.complaints == [])
  }

  @Test func `to begin at the failure is to stop at an exception`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    let stop = try client.launch(retry, defects: ["retry-at-23h"], ["stopAtFailure": true])
    #expect(stop["reason"]?.string == "exception")
    let information = try client.request("exceptionInfo", ["threadId": 1])
    #expect(information["exceptionId"]?.string == "check-failed")
    #expect(client.complaints == [])
  }

  @Test(arguments: [
    ("nonsense ==", "has nothing behind '=='"), ("== 3", "has nothing before '=='"),
    ("nosuch == 3", "unknown part of the state 'nosuch'"), ("apps.mial.deadline", "'mail'"),
    ("{", "did not find expected node content"), ("{event: nosuch}", "unknown event 'nosuch'"),
  ])
  func `a condition that can never hold is not verified`(_ condition: String, _ message: String)
    throws
  {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry)
    let path = DebugClient.root.appending(path: "suites/enr-retry.yaml").path
    let line = try client.request(
      "setBreakpoints",
      [
        "source": ["path": .string(path)],
        "breakpoints": [["line": 53, "condition": .string(condition)]],
      ])["breakpoints"]?.array?.first
    let data = try client.request(
      "setDataBreakpoints",
      ["breakpoints": [["dataId": "apps.mail.deadline", "condition": .string(condition)]]]
    )["breakpoints"]?.array?.first
    for state in [line, data] {
      #expect(state?["verified"] == false)
      #expect(state?["message"]?.string?.contains(message) == true, "\(state ?? .null)")
    }
    #expect(client.complaints == [])
  }

  @Test func `state that no case has is not watched, and the console names its commands`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry)
    let states = try client.request(
      "setDataBreakpoints", ["breakpoints": [["dataId": "nosuch"], ["dataId": "clock"]]]
    )["breakpoints"]?.array
    #expect(states?.map { $0["verified"]?.bool } == [false, true])
    let help = try client.evaluate("help")
    for command in DebugAdapter.commands.map(\.0) {
      #expect(help.split(separator: "\n").contains { $0.hasPrefix(command) }, "\(command)")
    }
    #expect(client.complaints == [])
  }

  @Test func `an app that ends by itself is an exception`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    let adapter = DebugClient.root.appending(path: "Tests/Fixtures/adapters/dies-when-idle").path
    try client.launch(retry, ["sut": [.string(adapter), "0"]]) { client in
      try client.request("setExceptionBreakpoints", ["filters": ["unexpected-exit"]])
    }
    #expect(try client.move("continue")["reason"]?.string == "exception")
    let information = try client.request("exceptionInfo", ["threadId": 1])
    #expect(information["exceptionId"]?.string == "unexpected-exit")
    #expect(information["description"]?.string?.contains("exited") == true)
    #expect(client.complaints == [])
  }

  @Test
  func `a data breakpoint stops where the state changes, under its condition and at its hits`()
    throws
  {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry)
    let unknown = try client.request("dataBreakpointInfo", ["name": "apps.mail.no-such-place"])
    #expect(unknown["dataId"] == .null)
    // As an editor asks: for a variable of a scope.
    _ = try client.move("next")
    let frame = try #require(
      try client.request("stackTrace", ["threadId": 1])["stackFrames"]?.array?.first?["id"]?.int)
    let scopes = try client.request("scopes", ["frameId": .int(frame)])["scopes"]?.array ?? []
    let app = try #require(
      scopes.first { $0["name"]?.string == "App mail" }?["variablesReference"]?.int)
    let data = try client.request(
      "dataBreakpointInfo", ["variablesReference": .int(app), "name": "deadline"])
    #expect(data["dataId"]?.string == "apps.mail.deadline")
    let states = try client.request(
      "setDataBreakpoints",
      [
        "breakpoints": [
          ["dataId": "apps.mail.deadline", "condition": "clock >= 24 h"],
          ["dataId": "apps.mail.lifecycle", "hitCondition": "many"],
        ]
      ])["breakpoints"]?.array
    #expect(states?.map { $0["verified"]?.bool } == [true, false])
    let stop = try client.move("continue")
    #expect(stop["reason"]?.string == "data breakpoint")
    #expect(stop["hitBreakpointIds"]?.array == [states?.first?["id"] ?? .null])
    #expect(
      stop["text"]?.string == "apps.mail.deadline was \"+24:00:00.000\", is \"+48:00:00.000\"")
    #expect(try client.evaluate("clock") == "+24:00:00.000")
    // The deadline was set at the start, too: backward the condition keeps that from stopping it.
    #expect(try client.move("reverseContinue")["reason"]?.string == "step")
    try client.request(
      "setDataBreakpoints",
      ["breakpoints": [["dataId": "apps.mail.deadline", "hitCondition": "== 2"]]])
    #expect(try client.move("continue")["reason"]?.string == "data breakpoint")
    #expect(try client.evaluate("clock") == "+24:00:00.000")
    #expect(client.complaints == [])
  }
}
