import Foundation
import JSONText
import StepProtocol
import Testing
import VirtualTime

@testable import Participants

/// Where the hostile adapters and the example adapter are.
enum Adapters {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func hostile(_ name: String) -> [String] {
    [root.appending(path: "Tests/Fixtures/adapters/\(name)").path]
  }

  static let example = ["python3", root.appending(path: "Examples/python-adapter/adapter.py").path]

  /// The processes whose environment has the mark after half a minute: children of an adapter are killed with
  /// it, but it is for another process to bury them.
  static func processes(marked mark: String) throws -> [String] {
    for _ in 0..<3000 where try !living(marked: mark).isEmpty { usleep(10_000) }
    return try living(marked: mark)
  }

  private static func living(marked mark: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard Int(name) != nil,
        let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ")
      else { return false }
      return environment.range(of: Data(mark.utf8)) != nil
    }
  }
}

/// A hostile adapter and the error that it must have.
struct HostileAdapter: Sendable, CustomTestStringConvertible {
  var name: String
  var code: ParticipantFailure.Code
  var message: String
  var testDescription: String { name }

  init(_ name: String, _ code: ParticipantFailure.Code, _ message: String) {
    self.name = name
    self.code = code
    self.message = message
  }

  static let all = [
    HostileAdapter(
      "exits-at-once", .exited, "the adapter exited with status 3 although it was not told to stop"),
    HostileAdapter("silent", .watchdog, "the adapter did not reply within 500 ms of real time"),
    HostileAdapter(
      "floods-stderr-for-ever", .watchdog, "the adapter did not reply within 500 ms of real time"),
    HostileAdapter(
      "prints-garbage", .malformedReply,
      "the adapter's reply cannot be read: the line is not a JSON object: a value cannot start here at "
        + "byte 0; it wrote: Traceback (most recent call last):"),
    HostileAdapter(
      "half-line", .partialLine,
      "the adapter did not finish its reply within 3000 ms of real time; end each reply with a line feed and flush it; so far it has written an incomplete line: {\"seq\":1,"
    ),
    HostileAdapter(
      "half-line-exit", .partialLine,
      "the adapter exited with status 0 although it was not told to stop; it had written an incomplete line: {\"seq\":1,"
    ),
    HostileAdapter(
      "long-line", .overlongLine, "the adapter wrote a line of more than 1048576 bytes"),
    HostileAdapter(
      "two-lines", .secondLine,
      "the adapter wrote more than one line in reply to one message: {\"seq\": 1, \"result\": "),
    HostileAdapter(
      "wrong-seq", .wrongSequence,
      "the adapter answered seq 2 instead of seq 1; a reply must have the seq of its message"),
    HostileAdapter(
      "bad-utf8", .malformedReply,
      "the adapter's reply cannot be read: the line is not a JSON object: the string is not UTF-8 at byte "
        + "20; it wrote: {\"seq\":1,\"result\":\"\\xFF\"}"),
    HostileAdapter(
      "reply-not-object", .malformedReply,
      "the adapter's reply cannot be read: the line is not a JSON object: it is another JSON value; "
        + "it wrote: [1]"),
    HostileAdapter(
      "crash-in-call", .exited,
      "the adapter exited with signal 11 (Segmentation fault) although it was not told to stop"
    ),
    HostileAdapter(
      "closes-stdout", .closedOutput,
      "the adapter closed its standard output but still runs"),
    HostileAdapter(
      "child-keeps-pipe", .exited,
      "the adapter exited with status 0 although it was not told to stop"),
    HostileAdapter(
      "ignores-stop", .ignoredStop,
      "the adapter was still running two seconds after it answered stop; it must exit"),
    HostileAdapter(
      "talks-when-idle", .unasked,
      "the adapter answered seq 3 a second time while seq 4 was waiting for its reply"
    ),
  ]
}

@Suite("Hostile adapters")
struct AdapterCheckHostileTests {
  /// Brings an adapter from hello to its end, as the coordinator does.
  ///
  /// - Parameter noting: told the adapter's process.
  func live(
    _ name: String, mark: String, watchdogMilliseconds: Int = 500,
    noting: (pid_t) -> Void = { _ in }
  ) throws(ParticipantFailure) {
    let adapter = try AdapterProcess(
      name: "mail", command: Adapters.hostile(name), folder: nil,
      environment: ["MAM_TEST_MARK": mark], watchdogMilliseconds: watchdogMilliseconds)
    noting(adapter.life.group)
    // As a case that ends in an error does.
    defer { adapter.kill() }
    let operations: [(StepOperation, JSONObject)] = [
      (.hello, ["protocol": 1]), (.launch, ["location": "http://127.0.0.1:9"]),
      (.call, ["api": "registerAndEnrollAccount"]), (.stop, [:]),
    ]
    for (index, (operation, arguments)) in operations.enumerated() {
      // Longer than the pause of talks-when-idle, so that its line is there before the next message.
      if name == "talks-when-idle" { usleep(150_000) }
      _ = try adapter.exchange(
        StepMessage(
          sequence: index + 1, now: .defaultEpoch, operation: operation, arguments: arguments))
    }
    try adapter.finish()
  }

  @Test(arguments: HostileAdapter.all)
  func `every fault has its own error and leaves no process behind`(_ hostile: HostileAdapter)
    throws
  {
    let mark = "mark-\(UUID().uuidString)"
    var process: pid_t?
    let failure = #expect(throws: ParticipantFailure.self) {
      try live(
        hostile.name, mark: mark,
        watchdogMilliseconds: hostile.code == .watchdog
          ? 500 : hostile.name == "half-line" ? 3000 : 60_000
      ) { process = $0 }
    }
    let message = failure?.message ?? ""
    #expect(failure?.code == hostile.code)
    #expect(message.hasPrefix(hostile.message), "\(message)")
    #expect(failure?.participant == "mail")
    #expect(failure?.lastMessage.hasPrefix("{\"seq\":") == true)
    #expect(try Adapters.processes(marked: mark) == [])
    // It is reaped, too.
    #expect(ProcessTable.entry(of: try #require(process))?.parent != getpid())
  }

  @Test
  func `hundreds of megabytes on standard error do no harm`() throws {
    let mark = "mark-\(UUID().uuidString)"
    try live("floods-stderr", mark: mark, watchdogMilliseconds: 60_000)
    #expect(try Adapters.processes(marked: mark) == [])
  }

  @Test
  func `a failure quotes the end of standard error`() throws {
    let failure = #expect(throws: ParticipantFailure.self) {
      try live("floods-stderr-for-ever", mark: "mark")
    }
    #expect(failure?.message.contains("its standard error ends with: ") == true)
    #expect((failure?.message.count ?? .max) < 3000)
  }

  @Test
  func `adapters that die leave no descriptor behind`() throws {
    func openCount() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try openCount()
    for _ in 0..<240 {
      #expect(throws: ParticipantFailure.self) { try live("exits-at-once", mark: "mark") }
    }
    // Other tests run meanwhile, and end; a leak would be at least one descriptor for each of these, for good.
    for _ in 0..<600 where try openCount() >= before + 240 { usleep(100_000) }
    #expect(try openCount() < before + 240)
  }
}
