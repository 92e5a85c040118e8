import Foundation
import JSONText
import StepProtocol
import Testing
import VirtualTime

@testable import Participants

/// Adapters of a few lines of shell.
enum Shell {
  /// A process that runs a script.
  static func adapter(
    _ script: String, watchdogMilliseconds: Int = 20_000
  ) throws -> AdapterProcess {
    try AdapterProcess(
      name: "mail", instance: "phone/mail", command: ["/bin/sh", "-c", script], folder: nil,
      watchdogMilliseconds: watchdogMilliseconds)
  }

  /// A message of that number.
  static func message(_ sequence: Int, _ operation: StepOperation = .call) -> StepMessage {
    StepMessage(sequence: sequence, now: .defaultEpoch, operation: operation)
  }

  /// A loop that answers every message with its number.
  static let echo = #"while read -r l; do s=${l#*:}; echo "{\"seq\":${s%%,*}}"; done"#
}

/// The life of an adapter's process: a line in, a line out, and every way in which that can fail.
@Suite struct AdapterProcessTests {
  @Test func `a reply that comes in pieces is one reply`() throws {
    let process = try Shell.adapter(
      #"read -r l; printf '{"se'; sleep 0.05; printf 'q":1,"resu'; sleep 0.05; echo 'lt":7}'; cat"#)
    #expect(try process.exchange(Shell.message(1)).result == 7)
    process.kill()
  }

  @Test func `each message has its reply, and a long one gets through a full pipe`() throws {
    let process = try Shell.adapter(
      #"while read -r l; do s=${l#*:}; echo "{\"seq\":${s%%,*},\"result\":${#l}}"; done"#)
    for sequence in 1...3 {
      #expect(try process.exchange(Shell.message(sequence)).sequence == sequence)
    }
    // More than a pipe takes: it is written while the process reads.
    var message = Shell.message(4)
    message.arguments = ["text": .string(String(repeating: "x", count: 300_000))]
    let length = try #require(process.exchange(message).result.int)
    #expect(length > 300_000)
    process.kill()
  }

  @Test(arguments: [
    ("exit 3", "exited", "status 3"),
    ("read -r l; exit 0", "exited", "status 0"),
    ("read -r l; kill -11 $$", "exited", "signal 11 (Segmentation fault)"),
    (#"read -r l; printf '{"seq":1'; exit 3"#, "partial-line", #"incomplete line: {"seq":1"#),
    ("read -r l; exec >&-; sleep 60", "closed-output", "its standard output but still runs"),
    ("exec <&- >&-; sleep 60", "closed-output", "its standard input and output but"),
    ("exec <&-; sleep 60", "closed-output", "its standard input but still runs"),
    ("read -r l; exec <&-; sleep 60", "closed-output", "its standard input but still runs"),
    (#"echo '{"seq":1}'; sleep 60"#, "unasked", "seq 1 before it read"),
    (#"read -r l; printf '{"seq":1}\n{"seq":1}\n'; cat"#, "second-line", #"{"seq":1}"#),
    (#"read -r l; echo '{"seq":2}'; cat"#, "wrong-seq", "seq 2 instead of seq 1"),
    (#"read -r l; echo '{"seq":0}'; cat"#, "wrong-seq", "seq 0 instead of seq 1"),
    (
      "read -r l; echo hello; cat", "malformed-reply",
      "it wrote: hello; standard output is for replies alone"
    ),
    ("read -r l; echo '{'; echo '}'; cat", "malformed-reply", "it wrote: {; a reply is one line"),
    ("read -r l; echo; cat", "malformed-reply", "it wrote: an empty line"),
    (
      #"read -r l; printf '\357\273\277{}\n'; cat"#, "malformed-reply", #"it wrote: \xEF\xBB\xBF{}"#
    ),
    (
      #"read -r l; echo "{\"seq\":1,\"result\":\"$(head -c 200 /dev/zero | tr '\0' x)\",\"next\":1e999}"; cat"#,
      "malformed-reply", #"xx","next":1e999} (234 bytes)"#
    ),
    ("read -r l; echo '[]'; cat", "malformed-reply", "another JSON value"),
    ("read -r l; echo '{}'; cat", "malformed-reply", "\"seq\""),
    (
      "read -r l; head -c 1048577 /dev/zero | tr '\\0' x; echo; cat", "overlong-line",
      "1048576 bytes"
    ),
  ])
  func `an adapter that breaks down is told apart by when and how`(
    script: String, code: String, part: String
  ) throws {
    let process = try Shell.adapter(script)
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1))
    }
    #expect(failure?.code.rawValue == code)
    #expect(failure?.participant == "mail")
    #expect(failure?.message.contains(part) == true, "\(failure?.message ?? "")")
    process.kill()
  }

  @Test func `a line that answers an earlier message is one that nobody asked for`() throws {
    let process = try Shell.adapter(
      #"read -r l; echo '{"seq":1}'; read -r l; echo '{"seq":1}'; cat"#)
    _ = try process.exchange(Shell.message(1))
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(2))
    }
    #expect(failure?.code == .unasked)
    process.kill()
  }

  @Test(
    arguments: [
      // The answer is there before its question, and comes while the message lies unread.
      ("0.1", 400_000), ("0.4", 0),
    ] as [(String, useconds_t)])
  func `an answer to what has not been read is one that nobody asked for`(
    after delay: String, pause: useconds_t
  ) throws {
    let process = try Shell.adapter(
      "read -r l; echo '{\"seq\":1}'; sleep \(delay); echo '{\"seq\":2}'; sleep 60")
    _ = try process.exchange(Shell.message(1))
    usleep(pause)
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(2))
    }
    #expect(failure?.code == .unasked)
    #expect(failure?.message == "the adapter answered seq 2 before it read that message")
    process.kill()
  }

  @Test func `an adapter that is told to stop may close its input before it answers`() throws {
    let process = try Shell.adapter(#"read -r l; exec <&-; sleep 0.2; echo '{"seq":1}'"#)
    #expect(try process.exchange(Shell.message(1, .stop)).sequence == 1)
    try process.finish()
  }

  @Test func `a failure has the last message, and the end of what the adapter complained of`()
    throws
  {
    let process = try Shell.adapter("read -r l; echo complaint >&2; exit 3")
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1, .wake))
    }
    #expect(failure?.lastMessage == #"{"seq":1,"now":1591261200000,"op":"wake"}"#)
    #expect(failure?.message.hasSuffix("its standard error ends with: complaint\n") == true)
    process.kill()
  }

  @Test func `an adapter that complains without end is answered all the same`() throws {
    let process = try Shell.adapter(
      #"read -r l; head -c 400000 /dev/zero | tr '\0' e >&2; echo '{"seq":1}'; cat"#)
    #expect(try process.exchange(Shell.message(1)).sequence == 1)
    #expect(process.errorText == String(repeating: "e", count: 2000))
    process.kill()
  }

  // MARK: - The watchdog

  @Test func `silence ends after the watchdog's time`() throws {
    let process = try Shell.adapter("read -r l; exec sleep 60", watchdogMilliseconds: 200)
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1))
    }
    #expect(failure?.code == .watchdog)
    #expect(
      failure?.message
        == "the adapter did not reply within 200 ms of real time; it must flush its output after each reply; "
        + "on a busy machine, give it more time with --watchdog"
    )
    process.kill()
  }

  @Test(arguments: [
    (
      "exec sleep 60",
      ", and has not read the message; if it needs longer to start, give it more time with --watchdog"
    ),
    ("read -r l; kill -STOP $$", "ms of real time; a signal has stopped it"),
    ("exec <&-; exec sleep 60", "the adapter closed its standard input but still runs"),
  ])
  func `of silence it is said what can be seen`(script: String, part: String) throws {
    let process = try Shell.adapter(script, watchdogMilliseconds: 300)
    // As the service does, which looks whether a message lies there unread.
    let reader = open("/proc/self/fd/\(process.input.number)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1))
    }
    #expect(failure?.message.hasSuffix(part) == true, "\(failure?.message ?? "")")
    process.kill()
  }

  @Test(arguments: [
    ("exec sleep 60", "end each reply with a line feed and flush it"),
    ("kill -STOP $$", "a signal has stopped it"),
  ])
  func `silence in the middle of a line says what was written of it`(end: String, reason: String)
    throws
  {
    let process = try Shell.adapter(
      #"read -r l; printf '{"seq"'; \#(end)"#, watchdogMilliseconds: 3000)
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1))
    }
    #expect(failure?.code == .partialLine)
    #expect(
      failure?.message.hasSuffix(
        #"\#(reason); so far it has written an incomplete line: {"seq""#
      ) == true)
    process.kill()
  }

  @Test func `complaints do not keep a silent adapter alive`() throws {
    let process = try Shell.adapter(
      "read -r l; while :; do echo e >&2; sleep 0.01; done", watchdogMilliseconds: 300)
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1))
    }
    #expect(failure?.code == .watchdog)
    process.kill()
  }

  @Test func `without a watchdog the time of the case ends silence`() throws {
    let process = try Shell.adapter("read -r l; exec sleep 60", watchdogMilliseconds: 0)
    var limits = CaseLimits()
    limits.milliseconds = 200
    process.budget = CaseBudget(limits)
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(1))
    }
    #expect(failure?.code == .caseTimeout)
    #expect(failure?.participant == "mail")
    process.kill()
  }

  // MARK: - Limits

  @Test func `a reply may be as long, and have as many events, as the limits say`() throws {
    let reply = #"{"seq":1,"events":[{"event":"a"},{"event":"b"}]}"#
    func failure(_ change: (inout CaseLimits) -> Void) throws -> ParticipantFailure? {
      let process = try Shell.adapter("read -r l; echo '\(reply)'; cat")
      defer { process.kill() }
      var limits = CaseLimits()
      change(&limits)
      process.budget = CaseBudget(limits)
      do throws(ParticipantFailure) {
        _ = try process.exchange(Shell.message(1))
        return nil
      } catch {
        return error
      }
    }
    #expect(try failure { $0.replyBytes = reply.utf8.count } == nil)
    #expect(try failure { $0.eventsPerReply = 2 } == nil)
    #expect(try failure { $0.caseBytes = reply.utf8.count } == nil)
    for (option, found) in [
      ("--max-reply", try failure { $0.replyBytes = reply.utf8.count - 1 }),
      ("--max-events", try failure { $0.eventsPerReply = 1 }),
      ("--max-case", try failure { $0.caseBytes = reply.utf8.count - 1 }),
    ] {
      #expect(found?.code == .limit)
      #expect(found?.message.contains("(\(option))") == true, "\(found?.message ?? option)")
    }
  }

  @Test func `a message that is too long for the protocol is not sent`() throws {
    let process = try Shell.adapter(Shell.echo)
    var message = Shell.message(1)
    message.arguments = ["text": .string(String(repeating: "x", count: 1 << 20))]
    let failure = #expect(throws: ParticipantFailure.self) { try process.exchange(message) }
    #expect(failure?.code == .impossibleStep)
    #expect(try process.exchange(Shell.message(2)).sequence == 2)
    process.kill()
  }

  // MARK: - The end

  @Test(
    arguments: [
      ("cat >/dev/null", nil), ("cat >/dev/null; exit 3", "exited"),
      ("echo more; cat >/dev/null", "unasked"), ("exec sleep 60", "ignored-stop"),
      ("kill -9 $$", "exited"),
    ] as [(String, String?)])
  func `an adapter that was told to stop ends with status 0 and says no more`(
    after: String, code: String?
  ) throws {
    let process = try Shell.adapter(#"read -r l; echo '{"seq":1}'; "# + after)
    _ = try? process.exchange(Shell.message(1, .stop))
    var found: String?
    do throws(ParticipantFailure) { try process.finish() } catch { found = error.code.rawValue }
    // What it wrote behind its reply may have come with that already.
    #expect(found == code || (code == "unasked" && found == nil && process.life.hasEnded()))
    #expect(process.life.hasEnded())
  }

  @Test func `what an adapter has started in its group dies with it`() throws {
    let process = try Shell.adapter(
      #"sleep 60 & read -r l; echo "{\"seq\":1,\"result\":$!}"; cat"#)
    let child = pid_t(try #require(process.exchange(Shell.message(1)).result.int))
    #expect(kill(child, 0) == 0)
    process.kill()
    // It is for somebody else to reap it.
    for _ in 0..<2000 where ProcessTable.entry(of: child).map({ !$0.isDead }) ?? false {
      usleep(5000)
    }
    #expect(ProcessTable.entry(of: child).map(\.isDead) ?? true)
  }

  @Test func `a process can be killed twice, and asked no more`() throws {
    let process = try Shell.adapter(Shell.echo)
    process.kill()
    process.kill()
    #expect((process.life as? ChildProcess)?.ending == -SIGKILL)
    #expect(throws: ParticipantFailure.self) { try process.exchange(Shell.message(1)) }
  }

  @Test func `an adapter that hosts another app counts again from one, without the one before`()
    throws
  {
    let process = try Shell.adapter(Shell.echo)
    process.understandsHeld = true
    _ = try process.exchange(Shell.message(7))
    process.host(name: "docs", instance: "phone/docs")
    #expect(!process.understandsHeld)
    #expect(try process.exchange(Shell.message(1)).sequence == 1)
    process.kill()
    let failure = #expect(throws: ParticipantFailure.self) {
      try process.exchange(Shell.message(2))
    }
    #expect(failure?.participant == "docs")
  }
}
