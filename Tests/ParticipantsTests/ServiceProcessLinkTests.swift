import Foundation
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Participants

/// The service's end of the control channel is a script here: what the link makes of every answer, record and death.
@Suite struct ServiceProcessLinkTests {
  /// Runs a service that is a script of shell; it reads commands from descriptor 3 and writes there.
  private func withService(
    _ script: String, interpreter: String = "/bin/sh", watchdogMilliseconds: Int = 20_000,
    _ body: (ServiceProcessLink) throws -> Void
  ) throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { unlink(path) }
    try "#!\(interpreter)\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o755)
    let link = try ServiceProcessLink(
      program: path, stateFile: "state", watchdogMilliseconds: watchdogMilliseconds)
    try start(link)
    defer { link.kill() }
    try body(link)
  }

  /// Starts a script that was just written: a process that another test is starting may still have it open to write.
  private func start(_ link: ServiceProcessLink) throws {
    while true {
      do {
        return try link.start()
      } catch  where error.message.contains("Text file busy") {
        sched_yield()
      }
    }
  }

  /// Reads a command and puts its number into `$n`.
  private let take = #"read -r l <&3; n=${l#*:}; n=${n%%,*}; "#
  private let ok = #"echo "{\"id\":$n,\"ok\":{}}" >&3; "#

  private func record(_ outcome: String, instance: String = "phone/mail") -> String {
    #"echo '{"request":1,"instance":"\#(instance)","client":"r1","endpoint":"checkin",\#(outcome)}' >&3; "#
  }

  @Test func `commands are answered by their numbers`() throws {
    try withService(
      #"while read -r l <&3; do n=${l#*:}; n=${n%%,*}; echo "{\"id\":$n,\"ok\":$n}" >&3; done"#
    ) {
      link in
      let answers = try (1...3).map { _ in try link.command(.idle) }
      #expect(answers == [1, 2, 3])
    }
  }

  @Test(arguments: [
    (
      #"echo "{\"id\":$n,\"error\":\"no such thing\"}" >&3"#,
      #"the service refused "seed": no such thing"#
    ),
    (#"echo '{"error":"what?"}' >&3"#, "the service refused a command: what?"),
    ("echo hello >&3", "the service wrote a line that is not JSON"),
    ("echo '{}' >&3", "the service wrote a line that is neither a record nor an answer"),
    ("exit 4", "the service exited unexpectedly with status 4"),
    ("kill -9 $$", "the service exited unexpectedly with signal 9 (Killed)"),
  ])
  func `a service that breaks down says how`(after: String, message: String) throws {
    try withService(take + after + "; exec sleep 60") { link in
      let failure = #expect(throws: ParticipantFailure.self) { try link.command(.seed([:])) }
      #expect(failure?.code == .service)
      #expect(failure?.participant == "service")
      #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
    }
  }

  @Test func `a service that ended does not run, and can be started again`() throws {
    try withService(take + ok + "exit 4") { link in
      #expect(link.isRunning)
      _ = try link.command(.seed([:]))
      #expect(throws: ParticipantFailure.self) { try link.command(.seed([:])) }
      #expect(!link.isRunning)
      let failure = #expect(throws: ParticipantFailure.self) { try link.command(.seed([:])) }
      #expect(failure?.message == "the service is not running")
      try link.start()
      #expect(try link.command(.seed([:])) == [:])
      link.kill()
      #expect(!link.isRunning)
      try link.receive()
    }
  }

  @Test func `a silent service ends with the watchdog's time`() throws {
    try withService("exec sleep 60", watchdogMilliseconds: 200) { link in
      let failure = #expect(throws: ParticipantFailure.self) { try link.command(.seed([:])) }
      #expect(failure?.code == .watchdog)
      #expect(failure?.message.contains("did not answer \"seed\"") == true)
    }
  }

  @Test func `without a watchdog the time of the case ends a silent service`() throws {
    try withService("exec sleep 60", watchdogMilliseconds: 0) { link in
      var limits = CaseLimits()
      limits.milliseconds = 200
      link.budget = CaseBudget(limits)
      let failure = #expect(throws: ParticipantFailure.self) { try link.command(.seed([:])) }
      #expect(failure?.code == .caseTimeout)
    }
  }

  @Test func `records that come before an answer are there with it, once`() throws {
    try withService(take + record(#""outcome":"answered","status":200"#) + ok + "cat <&3") { link in
      _ = try link.command(.idle)
      #expect(link.hasRecords)
      let records = link.takeRecords()
      #expect(records.map(\.client) == ["r1"])
      #expect(records.first?.fields["status"] == 200)
      #expect(link.takeRecords().isEmpty)
    }
  }

  @Test func `what the service says of foreign requests is no record, but a note`() throws {
    let note = #"echo '{"foreign":{"instance":"phone/mail","name":"curl","process":7}}' >&3; "#
    try withService(take + note + ok + "cat <&3") { link in
      _ = try link.command(.idle)
      let notes = link.takeNotes()
      #expect(notes.count == 1)
      #expect(
        notes.first?.hasPrefix(
          "a foreign request to phone/mail was refused: it came from the program \"curl\", process 7"
        ) == true)
      #expect(link.takeNotes().isEmpty)
      #expect(link.takeRecords().isEmpty)
    }
  }

  @Test func `a command that is too long is not sent`() throws {
    try withService(take + ok + "cat <&3") { link in
      let text = JSON.string(String(repeating: "x", count: LineBuffer.maximumLineLength))
      let failure = #expect(throws: ParticipantFailure.self) {
        try link.command(.seed(["text": text]))
      }
      #expect(failure?.message.contains("the service accepts at most 1048576") == true)
      let answer = try link.command(.seed([:]))
      #expect(answer == [:])
    }
  }

  @Test func `requests without end use up what their case may take, and name their app`() throws {
    let flood =
      "i=0; while [ $i -lt 50 ]; do " + record(#""outcome":"answered""#) + "i=$((i+1)); done; "
    for (change, option) in [
      ({ $0.caseBytes = 2000 }, "--max-case"), ({ $0.historyBytes = 2000 }, "--max-history"),
    ] as [((inout CaseLimits) -> Void, String)] {
      try withService(take + flood + ok + "cat <&3") { link in
        var limits = CaseLimits()
        change(&limits)
        link.budget = CaseBudget(limits)
        let failure = #expect(throws: ParticipantFailure.self) { try link.command(.idle) }
        #expect(failure?.code == .limit)
        #expect(failure?.participant == "mail")
        #expect(failure?.message.contains("(\(option))") == true)
      }
    }
  }

  @Test func `an app's gate has the same number as long as the link lives`() throws {
    try withService("cat <&3") { link in
      #expect(["a/x", "a/y", "a/x"].map { link.gate(of: $0) } == [1, 2, 1])
      link.kill()
      try link.start()
      #expect(link.gate(of: "a/y") == 2)
    }
  }

  @Test func `the service sees the time and the open gate without a message`() throws {
    let script = """
      import mmap, os, struct
      page = mmap.mmap(4, 24, prot=mmap.PROT_READ)
      with os.fdopen(3, "rb+", buffering=0) as control:
          for line in control:
              number = line.split(b":")[1].split(b",")[0].decode()
              seen = list(struct.unpack("qqq", page[:24]))
              control.write(f'{{"id":{number},"ok":{seen}}}\\n'.encode())
      """
    try withService(script, interpreter: "/usr/bin/env python3") { link in
      link.setTime(VirtualInstant(milliseconds: 77))
      #expect(try link.command(.idle) == [77, 0, 0])
      link.openGate(2, process: 1234, pipes: nil)
      #expect(try link.command(.idle) == [77, 2, 1234])
      link.setTime(VirtualInstant(milliseconds: 78))
      link.closeGate()
      let seen = try link.command(.idle).array
      #expect(seen?.prefix(2) == [78, 0])
    }
  }

  // MARK: - An activation whose request the service holds back

  /// The service holds a request a little after it has answered a command.
  private func holding(_ hold: String, instance: String = "phone/mail") -> String {
    take + ok + "sleep 0.1; " + record(#""outcome":"held","hold":\#(hold)"#, instance: instance)
      + "cat <&3"
  }

  /// Says what it was told beside its message.
  private let told =
    #"read -r a; read -r b; echo "{\"seq\":1,\"open\":[\"r1\"],\"result\":$b}"; cat"#

  @Test(arguments: [
    ("{\"milliseconds\":5}", ServiceRecord.Hold.delay(5)), ("null", .never),
  ])
  func `an app that waits for a response which is held back is told so`(
    word: String, hold: ServiceRecord.Hold
  ) throws {
    try withService(holding(word)) { link in
      _ = try link.command(.idle)
      let app = try Shell.adapter(told)
      defer { app.kill() }
      app.understandsHeld = true
      guard case .reply(let reply) = try app.activate(Shell.message(1), service: link) else {
        throw ParticipantFailure(.system, "mail", "there is no reply")
      }
      #expect(reply.open == ["r1"])
      #expect(reply.result["op"] == "held")
      #expect(reply.result["seq"] == 1)
      #expect(reply.result["args"]?["request"] == "r1")
      #expect(link.takeRecords().map(\.hold) == [hold])
    }
  }

  @Test
  func `an app that does not understand that is blocked, one at its cut point is to be killed`()
    throws
  {
    for (word, understands) in [("null", false), ("\"kill\"", true), ("\"kill\"", false)] {
      try withService(holding(word)) { link in
        _ = try link.command(.idle)
        let app = try Shell.adapter("read -r l; exec sleep 60")
        defer { app.kill() }
        app.understandsHeld = understands
        switch try app.activate(Shell.message(1), service: link) {
        case .blocked(let record): #expect(word == "null" && record.client == "r1")
        case .killPoint(let record): #expect(word == "\"kill\"" && record.client == "r1")
        case .reply(let reply): Issue.record("\(reply)")
        }
      }
    }
  }

  @Test func `what is held back from another app is not told`() throws {
    try withService(holding("null", instance: "phone/docs")) { link in
      _ = try link.command(.idle)
      let app = try Shell.adapter(#"read -r a; sleep 0.5; echo '{"seq":1}'; cat"#)
      defer { app.kill() }
      app.understandsHeld = true
      guard case .reply(let reply) = try app.activate(Shell.message(1), service: link) else {
        throw ParticipantFailure(.system, "mail", "there is no reply")
      }
      #expect(reply.sequence == 1)
      // The next message is the first thing that it reads since.
      #expect(!app.hasUnaskedOutput(withinMilliseconds: 0))
      #expect(link.takeRecords().map(\.instance) == ["phone/docs"])
    }
  }

  @Test func `a service that ends in an activation ends it`() throws {
    try withService(take + ok + "sleep 0.1; exit 4") { link in
      _ = try link.command(.idle)
      let app = try Shell.adapter("read -r l; exec sleep 60")
      defer { app.kill() }
      let failure = #expect(throws: ParticipantFailure.self) {
        try app.activate(Shell.message(1), service: link)
      }
      #expect(failure?.participant == "service")
      #expect(failure?.message == "the service exited unexpectedly with status 4")
    }
  }
}
