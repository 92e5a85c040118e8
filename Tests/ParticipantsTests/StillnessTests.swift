import JSONText
import StepProtocol
import Testing

@testable import Participants

/// Adapters of which nothing is asked: they are at rest, or watched, or found out.
@Suite struct StillnessTests {
  /// A process that has answered one message and then does something.
  private func idle(_ after: String) throws -> AdapterProcess {
    let process = try Shell.adapter(#"read -r l; echo '{"seq":1}'; "# + after)
    _ = try process.exchange(Shell.message(1))
    return process
  }

  private func watch(_ processes: [AdapterProcess], milliseconds: Int) -> ParticipantFailure? {
    do throws(ParticipantFailure) {
      try Stillness.watch(processes, nil, milliseconds: milliseconds)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a process that waits for its next message is not waited for`() throws {
    let process = try idle("read -r l")
    let start = ContinuousClock.now
    #expect(watch([process], milliseconds: 60_000) == nil)
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(process.isAtRest)
    process.kill()
  }

  @Test func `a process that may wake by itself is watched as long as one wants`() throws {
    let process = try idle("exec sleep 60")
    let start = ContinuousClock.now
    #expect(watch([process], milliseconds: 300) == nil)
    #expect(ContinuousClock.now - start >= .milliseconds(290))
    #expect(!process.isAtRest)
    process.kill()
  }

  @Test(arguments: [
    ("sleep 0.1; exit 3", "exited"), ("sleep 0.1; kill -9 $$", "exited"),
    ("sleep 0.1; echo more; read -r l", "unasked"),
    ("sleep 0.1; printf m; read -r l", "unasked"),
    ("sleep 0.1; exec >&-; exec sleep 60", "closed-output"),
    ("sleep 0.1; exec <&-; exec sleep 60", "closed-output"),
  ])
  func `what a process does by itself is found`(after: String, code: String) throws {
    let process = try idle(after)
    #expect(watch([process], milliseconds: 20_000)?.code.rawValue == code)
    process.kill()
  }

  @Test func `what a process writes on its way to rest is found every time`() throws {
    var watched = 0
    for rounds in 0..<200 {
      let work = "i=0; while [ $i -lt \(rounds * 10) ]; do i=$((i + 1)); done"
      // What comes together with the reply is found sooner.
      guard let process = try? idle("\(work); echo more; read -r l") else { continue }
      #expect(watch([process], milliseconds: 20_000)?.code == .unasked)
      process.kill()
      watched += 1
    }
    #expect(watched > 100)
  }

  @Test func `of several processes the one that does something is named`() throws {
    let still = try idle("read -r l")
    let restless = try idle("sleep 0.1; exit 3")
    restless.host(name: "docs", instance: "phone/docs")
    #expect(watch([still, restless], milliseconds: 20_000)?.participant == "docs")
    #expect(watch([], milliseconds: 20_000) == nil)
    still.kill()
    restless.kill()
  }

  @Test func `what has happened already is found without any time to watch`() throws {
    let process = try idle("exit 3")
    #expect(process.life.waitForEnd(milliseconds: 20_000))
    #expect(watch([process], milliseconds: 0)?.code == .exited)
    process.kill()
  }
}

/// How long is long enough.
@Suite struct SettleTimeTests {
  /// When the time is over, in milliseconds, of processes whose load is looked at every 10 ms.
  private func end(_ load: (_ now: Int) -> ProcessorLoad) -> Int {
    let time = SettleTime(milliseconds: 250, start: 0, begin: load(0))
    return stride(from: 0, to: 20_000, by: 10).first {
      time.mayBeOver(now: $0) && time.isOver(now: $0, load: load($0))
    } ?? 0
  }

  @Test func `processes that sleep are watched for the time that is given`() {
    #expect(end { _ in ProcessorLoad() } == 250)
  }

  @Test func `the time in which they waited for a processor before they slept is added`() {
    // It waits for 180 ms, and sleeps from then on.
    #expect(
      end { ProcessorLoad(ran: 1, waited: UInt64(min($0, 180)) * 1_000_000, isRunnable: $0 < 180) }
        == 430)
  }

  @Test func `what runs is not late, and what never gets a processor has forty times the time`() {
    #expect(end { ProcessorLoad(ran: UInt64($0) * 1_000_000, isRunnable: true) } == 250)
    #expect(end { _ in ProcessorLoad(isRunnable: true) } == 10_000)
  }
}

/// Which apps an adapter's processes host, one after the other.
@Suite struct AdapterProcessesTests {
  private func processes(_ script: String) -> (AdapterPool, AdapterProcesses) {
    let pool = AdapterPool()
    return (
      pool,
      AdapterProcesses(
        pool: pool, command: ["/bin/sh", "-c", script], watchdogMilliseconds: 20_000,
        settleMilliseconds: 100)
    )
  }

  private func reply(of app: any AppParticipant, _ sequence: Int = 1) throws(ParticipantFailure)
    -> StepReply?
  {
    if case .reply(let reply) = try app.activate(Shell.message(sequence), service: nil) {
      return reply
    }
    return nil
  }

  @Test func `a process that was kept hosts the next app, within the limits of that one's case`()
    throws
  {
    let (pool, processes) = processes(Shell.echo)
    defer { pool.close() }
    let first = try processes.start(name: "mail", instance: "phone/mail", budget: CaseBudget())
    #expect(processes.canKeep(first))
    _ = try reply(of: first)
    processes.keep(first)
    var limits = CaseLimits()
    limits.replyBytes = 1
    let second = try processes.start(
      name: "docs", instance: "phone/docs", budget: CaseBudget(limits))
    #expect(second.processIdentifier == first.processIdentifier)
    let failure = #expect(throws: ParticipantFailure.self) { try reply(of: second) }
    #expect(failure?.code == .limit)
    #expect(failure?.participant == "docs")
    second.kill()
  }

  @Test func `the process that was kept last is used first`() throws {
    let (pool, processes) = processes(Shell.echo)
    defer { pool.close() }
    let started = try ["one", "two"].map {
      try processes.start(name: $0, instance: $0, budget: CaseBudget())
    }
    for app in started { processes.keep(app) }
    let again = try processes.start(name: "three", instance: "three", budget: CaseBudget())
    #expect(again.processIdentifier == started[1].processIdentifier)
    again.kill()
  }

  @Test func `only a process that has hosted another app is replaced, and that case is blamed`()
    throws
  {
    let (pool, processes) = processes(Shell.echo)
    defer { pool.close() }
    pool.currentCase = 3
    let failure = ParticipantFailure(.exited, "docs", "it ended", lastMessage: "hello")
    let first = try processes.start(name: "mail", instance: "phone/mail", budget: CaseBudget())
    #expect(try processes.replacement(of: first, after: failure, budget: CaseBudget()) == nil)
    #expect(pool.takeFailures().isEmpty)
    processes.keep(first)
    pool.currentCase = 4
    let second = try processes.start(name: "docs", instance: "phone/docs", budget: CaseBudget())
    let fresh = try #require(
      try processes.replacement(of: second, after: failure, budget: CaseBudget()))
    #expect(fresh.name == "docs")
    #expect(fresh.processIdentifier != second.processIdentifier)
    #expect(try reply(of: fresh)?.sequence == 1)
    let blamed = try #require(pool.takeFailures().first)
    #expect(blamed.caseNumber == 3)
    #expect(blamed.failure.participant == "mail")
    #expect(blamed.failure.code == .exited)
    #expect(blamed.failure.lastMessage == "hello")
    // The new one has hosted nobody before.
    #expect(try processes.replacement(of: fresh, after: failure, budget: CaseBudget()) == nil)
    fresh.kill()
  }

  @Test func `a pool that is closed ends its processes, and still tells what they had done`() throws
  {
    let (pool, processes) = processes(#"read -r l; echo '{"seq":1}'; exit 3"#)
    let app = try processes.start(name: "mail", instance: "phone/mail", budget: CaseBudget())
    _ = try reply(of: app)
    let process = try #require(app as? AdapterProcess)
    #expect(process.life.waitForEnd(milliseconds: 20_000))
    processes.keep(app)
    let other = try processes.start(name: "docs", instance: "phone/docs", budget: CaseBudget())
    processes.keep(other)
    pool.close()
    #expect(pool.takeFailures().map(\.failure.participant) == ["mail"])
    #expect((other as? AdapterProcess)?.life.hasEnded() == true)
  }

  @Test func `apps that do nothing are still, whatever else there is`() throws {
    let (pool, processes) = processes(#"read -r l; echo '{"seq":1}'; sleep 0.1; exit 3"#)
    defer { pool.close() }
    let link = InProcessServiceLink()
    try processes.expectStillness(of: [], link)
    let app = try processes.start(name: "mail", instance: "phone/mail", budget: CaseBudget())
    _ = try reply(of: app)
    #expect((app as? AdapterProcess)?.life.waitForEnd(milliseconds: 20_000) == true)
    #expect(throws: ParticipantFailure.self) { try processes.expectStillness(of: [app], link) }
    app.kill()
  }
}

/// Apps that are objects of this process.
@Suite struct InProcessAppsTests {
  @Test func `an app that was killed does not run, and cannot be kept`() throws {
    let link = InProcessServiceLink()
    try link.start()
    let apps = InProcessApps(service: link, defects: [], readings: [])
    let app = try apps.start(name: "mail", instance: "phone/mail", budget: CaseBudget())
    var hello = Shell.message(1, .hello)
    hello.arguments = ["protocol": .int(stepProtocolVersion)]
    guard case .reply(let reply) = try app.activate(hello, service: link) else {
      throw ParticipantFailure(.system, "mail", "there is no reply")
    }
    #expect(reply.result["protocol"] == .int(stepProtocolVersion), "\(reply)")
    #expect(app.processIdentifier == 0)
    #expect(!apps.canKeep(app))
    app.kill()
    let failure = #expect(throws: ParticipantFailure.self) {
      try app.activate(Shell.message(2), service: link)
    }
    #expect(failure?.code == .exited)
  }

  @Test func `a defect or a reading that there is not is named`() {
    let link = InProcessServiceLink()
    for (apps, text) in [
      (
        InProcessApps(service: link, defects: ["none-such"], readings: []),
        "no defect \"none-such\""
      ),
      (
        InProcessApps(service: link, defects: [], readings: ["none-such"]),
        "no reading \"none-such\""
      ),
    ] {
      let failure = #expect(throws: ParticipantFailure.self) {
        try apps.start(name: "mail", instance: "phone/mail", budget: CaseBudget())
      }
      #expect(failure?.code == .notFound)
      #expect(failure?.message.contains(text) == true)
    }
  }
}
