import Foundation
import JSONText
import Testing

@testable import DebugAdapter

/// Three planted defects, found by a client alone: by what it is shown, and never by their names.
@Suite struct DefectHuntTests {
  @Test func `a retry that is lost after a relaunch`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(
      "enr-time/relaunch-in-every-edition[hour=7]@2020-06",
      defects: ["retry-clock-reset-by-relaunch"], ["stopAtFailure": true])
    #expect(try client.evaluate("result").contains("retry-at-24h"))
    let why = try client.evaluate("why")
    #expect(why.contains("The decision that flips it:\n  kill mail now"))
    let missing = try client.evaluate("why {event: enrollmentRequest, app: mail, at: 24 h}")
    #expect(missing.contains("dropped"))
    // Back to the kill, where the deadline was still there.
    #expect(try client.evaluate("goto 7 h").contains("7:00:00"))
    try client.event("stopped")
    #expect(try client.evaluate("apps.mail.deadline") == "+24:00:00.000")
    let deadlines = try client.evaluate("info deadlines")
    #expect(deadlines.hasPrefix("+24:00:00.000  wakes mail, in 17:00:00.000"), "\(deadlines)")
    let other = #expect(throws: (any Error).self) { try client.evaluate("info held") }
    #expect("\(other!)".contains("info deadlines"))
    _ = try client.evaluate("goto 8 h")
    try client.event("stopped")
    #expect(try client.evaluate("apps.mail.deadline") == "+31:30:00.000")
    #expect(try client.evaluate("info deadlines all").contains("  was +24:00:00.000 of mail"))
    #expect(client.complaints == [])
  }

  @Test func `a wipe of the wrong identity`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(
      "wip-others/beside-another-account@2020-06", defects: ["wipe-for-other-user"],
      ["stopAtFailure": true])
    #expect(try client.evaluate("result").contains("one-wipe"))
    try client.request("restart")
    try client.event("stopped")
    _ = try client.evaluate("until {event: wipeDataForAccount, identity: {not: ana}}")
    try client.event("stopped")
    let frames = try client.request("stackTrace", ["threadId": 1])["stackFrames"]?.array ?? []
    let name = try #require(frames.first?["name"]?.string)
    #expect(name.contains("wipeDataForAccount") && name.contains("ben@contoso.com"))
    #expect(client.complaints == [])
  }

  @Test func `a refresh that a jump of the clock shifts`() throws {
    let client = DebugClient()
    defer { client.vanish() }
    try client.launch(
      "pol-refresh/clock-jumps[jump=day-ahead]@2020-06", defects: ["refresh-kept-by-wall-clock"],
      ["stopAtFailure": true])
    let why = try client.evaluate("why")
    #expect(why.contains("The decision that flips it:\n  device phone {\"wallClock\":0}"))
    #expect(
      try client.evaluate("why {request: checkin, by: mail, at: 16 h}").contains("16:00:00.000"))
    #expect(client.complaints == [])
  }
}
