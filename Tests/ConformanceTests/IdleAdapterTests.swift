import CaseModel
import Foundation
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance
@testable import Participants

/// What adapters do when nobody asks: at the end of a case, and in it.
@Suite(.serialized) struct IdleAdapterTests {
  private let look = Stage.step(
    nil, .count(RecordPattern(kind: .event, name: "appStarted"), 1...1))

  @Test(arguments: [
    (["dies-when-idle", "0"], "exited"), (["dies-when-idle", "20"], "exited"),
    (["dies-when-idle", "150"], "exited"), (["crashes-when-idle"], "exited"),
    (["closes-pipes-when-idle"], "closed-output"),
    (["writes-when-idle", "20", "{\"seq\":2}\n"], "unasked"),
    (["writes-when-idle", "100", "{\"se"], "unasked"),
  ])
  func `what an adapter does after its last reply is reported`(adapter: [String], code: String)
    throws
  {
    let result = try #require(Stage.run([Stage.launch, look], adapter))
    #expect(result.verdict == .error)
    #expect(result.problem?.code == code)
    #expect(result.problem?.participant == "one")
  }

  @Test(arguments: [["dies-when-idle", "20"], ["requests-later", "20"]])
  func `a kill does not hide what came before it`(adapter: [String]) throws {
    let result = try #require(
      Stage.run([Stage.launch, look, Stage.step(.kill(app: "one", at: .idle))], adapter))
    #expect(result.problem?.participant == "one")
  }

  @Test(arguments: ["0", "1", "20", "200"])
  func `a request of a thread is found every time`(milliseconds: String) throws {
    for _ in 0..<5 {
      let result = try #require(
        Stage.run([Stage.launch, look], ["requests-later", milliseconds]))
      #expect(result.problem?.code == "request-when-idle")
      #expect(result.problem?.participant == "one")
      #expect(result.history.records.last?.name == "request-when-idle")
    }
  }

  @Test(arguments: ["itself", "thread"])
  func `a request after the reply is found although the next message has been sent`(sender: String)
    throws
  {
    // The next message waits in the adapter's input while the request comes.
    for _ in 0..<10 {
      let result = try #require(
        Stage.run(
          [Stage.launch, Stage.step(.operation(app: "one", .lifecycle(.background))), look],
          ["requests-after-reply", sender]))
      #expect(result.problem?.code == "request-when-idle", "\(result.problem as Any)")
      #expect(result.problem?.participant == "one")
    }
  }

  @Test func `an app that sends requests again and again is found`() throws {
    let result = try #require(Stage.run([Stage.launch, look], ["requests-when-idle"]))
    #expect(result.problem?.code == "request-when-idle")
  }

  @Test func `a request of one app while another one is active is found`() throws {
    let result = try Stage.inFolder { folder in
      Stage.run(
        [Stage.launch, Stage.launch("two"), look], ["requests-beside-another", folder],
        apps: ["one", "two"])
    }
    let problem = try #require(result?.problem)
    #expect(problem.code == "request-when-idle")
    #expect(problem.participant == "one")
    #expect(problem.message.contains("a request of one (locate) reached the service while two was"))
    #expect(problem.message.contains("it came to the port of phone/one"), "\(problem.message)")
  }

  @Test func `a process with a timer is not at rest`() throws {
    let result = try #require(Stage.run([Stage.launch, look], ["timer-when-idle"]))
    #expect(result.problem?.code == "unasked", "\(result.problem as Any)")
  }

  @Test func `an adapter with several threads that does nothing passes`() throws {
    let result = try #require(
      Stage.run([Stage.launch, look], ["writes-when-idle", "60000", "late"]))
    #expect(result.verdict == .pass)
  }
}

/// The bounds of what one case may take.
@Suite(.serialized) struct CaseLimitTests {
  private let look = Stage.step(
    nil, .count(RecordPattern(kind: .event, name: "appStarted"), 1...1))

  @Test(arguments: [
    ("floods-events", "--max-history"), ("multiplies-values", "--max-history"),
    ("many-events", "--max-events"),
  ])
  func `a flood ends as the error that names its limit`(adapter: String, option: String) throws {
    let result = try #require(
      Stage.run([Stage.launch, look], [adapter]) { $0.limits.historyBytes = 8 << 20 })
    #expect(result.problem?.code == "limit")
    #expect(result.problem?.participant == "one")
    #expect(result.problem?.message.contains("(\(option))") == true)
  }

  @Test func `a large history is on disk and not in memory, with the same lines`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var result = Stage.run([Stage.launch, look], ["floods-events"]) {
      $0.limits.historyBytes = 8 << 20
      $0.historyFolder = folder
    }
    let history = try #require(result?.history)
    #expect(history.records.isEmpty)
    let lines = history.lines.split(separator: 0x0A)
    #expect(lines.count > 9000)
    #expect(String(decoding: try #require(lines.first), as: UTF8.self).contains("\"launched\""))
    // It goes with the last that needs it.
    _ = consume history
    result = nil
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/growing") == [])
  }

  @Test func `a million events in one line are refused as too long a line`() throws {
    let result = try #require(Stage.run([Stage.launch, look], ["million-events"]))
    #expect(result.problem?.code == "overlong-line")
  }

  @Test func `requests without end in one activation are bounded`() throws {
    let result = try #require(
      Stage.run([Stage.launch, look], ["floods-requests"]) {
        $0.limits.historyBytes = 1 << 20
      })
    #expect(result.problem?.code == "limit")
    #expect(result.problem?.participant == "one")
  }

  // The time may be over between two messages, or while the adapter is busy with one.
  @Test(arguments: ["almost-too-slow", "wakes-every-millisecond"])
  func `a case that never ends is ended by its time, and says how far it came`(
    adapter: String
  ) throws {
    let day = Stage.step(.advance(.days(30)))
    let result = try #require(
      Stage.run([Stage.launch, look, day], [adapter]) { $0.limits.milliseconds = 2000 })
    #expect(result.problem?.code == "case-timeout")
    #expect(result.problem?.participant == "one")
    let message = try #require(result.problem?.message)
    #expect(message.contains("so far it has sent "))
    #expect(message.contains("on average"))
    #expect(result.wallMilliseconds < 20_000)
  }

  @Test func `without a watchdog silence is ended by the time of the case`() throws {
    let result = try #require(
      Stage.run([Stage.launch, look], ["silent"]) {
        $0.watchdogMilliseconds = 0
        $0.limits.milliseconds = 1000
      })
    #expect(result.problem?.code == "case-timeout")
  }
}
