import Foundation
import JSONText
import Testing

@testable import DebugAdapter

/// What is promised of a session that a client drives.
@Suite struct AdapterSessionTests {
  private let retry = "enr-retry/after-every-failure[failure=location-reset]@2020-06"
  private var file: String { DebugClient.root.appending(path: "suites/enr-retry.yaml").path }

  private func lineOf(_ text: String) throws -> Int {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.contains(text) }) + 1
  }

  private func source(_ lines: [JSON]) -> JSONObject {
    ["source": ["path": .string(file)], "breakpoints": .array(lines)]
  }

  @Test func `a case is stepped through, forward and back`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    let entry = try client.launch(retry)
    #expect(entry["reason"]?.string == "entry")
    var lines: [Int] = []
    for _ in 0..<5 {
      #expect(try client.move("next")["reason"]?.string == "step")
      lines.append(try client.line())
    }
    #expect(lines == lines.sorted() && Set(lines).count == 5)
    _ = try client.move("stepBack")
    #expect(try client.line() == lines[3])
    _ = try client.move("stepIn")
    _ = try client.move("stepOut")
    _ = try client.move("reverseContinue")
    #expect(try client.evaluate("clock") == "+0:00:00.000")
    #expect(try client.evaluate("records") == "0")
    #expect(client.complaints == [])
  }

  @Test func `breakpoints move from a comment to the next step, and stop there`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    let clear = try lineOf("- clearFaults: true")
    let comment = try lineOf("      - launch: mail") - 1
    var states: [JSON] = []
    try client.launch(retry, ["stopOnEntry": false]) { client in
      let body = try client.request(
        "setBreakpoints", source([["line": .int(clear)], ["line": .int(comment)], ["line": 1]]))
      states = body["breakpoints"]?.array ?? []
    }
    #expect(states.map { $0["verified"]?.bool } == [true, true, false])
    #expect(states[1]["line"]?.int == comment + 1)
    #expect(states[1]["message"]?.string?.contains("moved") == true)
    #expect(try client.line() == comment + 1)
    let stop = try client.move("continue")
    #expect(stop["reason"]?.string == "breakpoint")
    #expect(stop["hitBreakpointIds"]?.array == [.int(states[0]["id"]?.int ?? 0)])
    #expect(try client.line() == clear)
    #expect(try client.evaluate("clock") == "+48:00:00.000")
    #expect(try client.move("reverseContinue")["reason"]?.string == "breakpoint")
    #expect(try client.line() == comment + 1)
    #expect(client.complaints == [])
  }

  @Test func `conditions, hit counts and log points`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    let first = try lineOf("check: first-attempt-fails-at-once") - 1
    let clear = try lineOf("- clearFaults: true")
    try client.launch(retry, ["stopOnEntry": false]) { client in
      let body = try client.request(
        "setBreakpoints",
        source([
          ["line": .int(first), "condition": "clock >= 1 h"],
          ["line": .int(first), "logMessage": "now {clock} and {records}"],
          ["line": .int(clear), "condition": "{event: enrollmentRequest, app: mail}"],
          ["line": .int(clear), "condition": "{nonsense: 1}"],
          ["line": .int(clear), "hitCondition": "== 2"],
        ]))
      #expect(
        body["breakpoints"]?.array?.map { $0["verified"]?.bool } == [true, true, true, false, true])
    }
    #expect(try client.line() == clear)
    #expect(client.output.contains("now +0:00:00.000 and "))
    #expect(client.complaints == [])
  }

  @Test func `a failed check is an exception, and state can be watched`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry, defects: ["retry-at-23h"]) { client in
      try client.request("setExceptionBreakpoints", ["filters": ["check-failed"]])
    }
    let stop = try client.move("continue")
    #expect(stop["reason"]?.string == "exception")
    let information = try client.request("exceptionInfo", ["threadId": 1])
    #expect(information["exceptionId"]?.string == "check-failed")
    #expect(information["description"]?.string?.contains("no-result-before-24h") == true)
    let data = try client.request("dataBreakpointInfo", ["name": "apps.mail.deadline"])
    #expect(data["dataId"]?.string == "apps.mail.deadline")
    try client.request("restart")
    try client.event("stopped")
    try client.request(
      "setDataBreakpoints", ["breakpoints": [["dataId": "apps.mail.deadline"]]])
    #expect(try client.move("continue")["reason"]?.string == "data breakpoint")
    #expect(client.complaints == [])
  }

  @Test func `threads, frames, scopes and variables show the state`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry)
    _ = try client.evaluate("goto 23 h")
    try client.event("stopped")
    let threads = try client.request("threads")["threads"]?.array ?? []
    #expect(threads.first?["name"]?.string == "case")
    #expect(threads.last?["name"]?.string == "service")
    let mail = try #require(threads.first { $0["name"]?.string == "mail" }?["id"]?.int)
    let frames =
      try client.request("stackTrace", ["threadId": .int(mail)])["stackFrames"]?.array ?? []
    #expect(frames.count == 2)
    let frame = try #require(frames.first?["id"]?.int)
    let scopes = try client.request("scopes", ["frameId": .int(frame)])["scopes"]?.array ?? []
    #expect(
      scopes.compactMap { $0["name"]?.string } == [
        "Clock and deadlines", "App mail", "SDK in mail", "Files of mail", "Devices", "Service",
        "Journal", "Last records",
      ])
    let journal = try #require(scopes.dropLast().last?["variablesReference"]?.int)
    let requests =
      try client.request("variables", ["variablesReference": .int(journal)])["variables"]?.array
      ?? []
    let last = try #require(requests.first?["variablesReference"]?.int)
    let request =
      try client.request("variables", ["variablesReference": .int(last)])["variables"]?.array ?? []
    #expect(
      request.compactMap { $0["name"]?.string } == ["record", "body", "status", "response"])
    let clock = try #require(scopes.first?["variablesReference"]?.int)
    let variables =
      try client.request("variables", ["variablesReference": .int(clock)])["variables"]?.array ?? []
    #expect(variables.first?["name"]?.string == "clock")
    try client.request(
      "setVariable", ["variablesReference": .int(clock), "name": "clock", "value": "12 h"])
    try client.event("stopped")
    let refused = try client.response(
      "setVariable", ["variablesReference": .int(clock), "name": "records", "value": "1"])
    #expect(refused["success"] == false)
    #expect(client.complaints == [])
  }

  @Test func `goto, seeking, completion and sources`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry)
    let clear = try lineOf("- clearFaults: true")
    let targets =
      try client.request(
        "gotoTargets", ["source": ["path": .string(file)], "line": .int(clear)])["targets"]?.array
      ?? []
    let target = try #require(targets.first?["id"]?.int)
    #expect(
      try client.move("goto", ["threadId": 1, "targetId": .int(target)])["reason"]?.string == "goto"
    )
    #expect(try client.line() == clear)
    let items =
      try client.request("completions", ["text": "apps.mail.li", "column": 13])["targets"]?.array
      ?? []
    #expect(items.compactMap { $0["label"]?.string } == ["lifecycle"])
    let sources = try client.request("loadedSources")["sources"]?.array ?? []
    let path = try #require(sources.first?["path"]?.string)
    let content = try client.request(
      "source", ["source": ["path": .string(path)], "sourceReference": 0])["content"]?.string
    #expect(content?.contains("suite: enr-retry") == true)
    let locations = try client.request(
      "breakpointLocations",
      ["source": ["path": .string(file)], "line": .int(clear), "endLine": .int(clear + 4)])
    #expect(locations["breakpoints"]?.array?.isEmpty == false)
    #expect(client.complaints == [])
  }

  @Test func `at its end a case stands still, or ends the session`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry)
    #expect(try client.move("continue")["description"]?.string == "the case is over")
    #expect(client.output.contains("PASS"))
    try client.request("terminate")
    #expect(try client.event("exited")["exitCode"]?.int == 0)
    try client.event("terminated")
    try client.request("disconnect")
    #expect(client.complaints == [])
  }

  /// The journal where a session stands after two retries: each request with what is in it.
  private func journal(_ arguments: JSONObject) throws -> [[String]] {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(retry, arguments)
    _ = try client.evaluate("goto 49 h")
    try client.event("stopped")
    func variables(_ reference: JSON?) throws -> [JSON] {
      let number = try #require(reference?.int)
      let body = try client.request("variables", ["variablesReference": .int(number)])
      return body["variables"]?.array ?? []
    }
    let threads = try client.request("threads")["threads"]?.array ?? []
    let mail = try #require(threads.first { $0["name"]?.string == "mail" }?["id"]?.int)
    let stack = try client.request("stackTrace", ["threadId": .int(mail)])
    let frame = try #require(stack["stackFrames"]?.array?.first?["id"]?.int)
    let scopes = try client.request("scopes", ["frameId": .int(frame)])["scopes"]?.array ?? []
    let scope = scopes.first { $0["name"]?.string == "Journal" }
    return try variables(scope?["variablesReference"]).map { request in
      let parts = try variables(request["variablesReference"])
      return [request["name"]?.string ?? ""]
        + parts.map { "\($0["name"]?.string ?? ""): \($0["value"]?.string ?? "")" }
    }
  }

  @Test func `the journal has the same bodies with an adapter of its own as in process`() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "mam-app").path
    let apart = try journal(["sut": [.string(program)]])
    #expect(apart == (try journal([:])))
    #expect(apart.count > 2 && apart.allSatisfy { $0.count == 5 })
    #expect(apart.contains { $0.contains { $0.hasPrefix("response: {") } })
  }
}
