import Testing

@testable import Participants

@Suite struct PatienceTests {
  /// Looks once in every interval until the patience ends; how long that took, in milliseconds.
  private func length(
    of milliseconds: Int, caseEnd: Int? = nil, load: (_ now: Int) -> ProcessorLoad
  ) -> (Int, Patience.Finding) {
    var patience = Patience(milliseconds: milliseconds, caseEnd: caseEnd, now: 0)
    var now = 0
    while now < 1_000_000 {
      now += 100
      let finding = patience.look(now: now, at: load(now))
      if finding != .goOn { return (now, finding) }
    }
    return (now, .goOn)
  }

  @Test func `silence of a process that waits for something ends after the watchdog's time`() {
    let (time, finding) = length(of: 10_000) { _ in ProcessorLoad() }
    #expect(time == 10_000)
    #expect(finding == .silent)
  }

  @Test func `a process that has the processor all the time gets no more`() {
    let (time, _) = length(of: 10_000) {
      ProcessorLoad(ran: UInt64($0) * 1_000_000, waited: 0, isRunnable: true)
    }
    #expect(time == 10_000)
  }

  @Test func `time in which a process waited for a processor does not count`() {
    // It gets one half of a processor.
    let (time, finding) = length(of: 10_000) {
      ProcessorLoad(ran: UInt64($0) * 500_000, waited: UInt64($0) * 500_000, isRunnable: true)
    }
    #expect(19_800...20_200 ~= time)
    #expect(finding == .silent)
  }

  @Test func `a process that gets no processor at all has ten times the time, and not more`() {
    let (time, finding) = length(of: 10_000) { _ in
      ProcessorLoad(ran: 5, waited: 7, isRunnable: true)
    }
    #expect(99_900...100_100 ~= time)
    #expect(finding == .silent)
  }

  @Test func `several waiting threads do not make an interval longer than it was`() {
    let (time, _) = length(of: 1000) {
      ProcessorLoad(ran: UInt64($0), waited: UInt64($0) * 50_000_000, isRunnable: true)
    }
    #expect(9_900...10_100 ~= time)
  }

  @Test func `without a watchdog only the end of the case counts`() {
    let (time, finding) = length(of: 0, caseEnd: 60_000) { _ in ProcessorLoad() }
    #expect(time == 60_000)
    #expect(finding == .caseIsOver)
    #expect(length(of: 0) { _ in ProcessorLoad() }.1 == .goOn)
    #expect(Patience(milliseconds: 0, now: 0).timeout == -1)
  }
}

@Suite struct CaseBudgetTests {
  @Test func `every limit says what it is, its number and its switch`() throws {
    var limits = CaseLimits()
    limits.replyBytes = 10
    limits.eventsPerReply = 3
    limits.historyBytes = 1 << 20
    limits.caseBytes = 2 << 20
    let budget = CaseBudget(limits)
    try budget.check(reply: 10, of: "mail")
    try budget.check(events: 3, of: "mail")
    try budget.check(history: 1 << 20, of: "mail")
    let reply = #expect(throws: ParticipantFailure.self) { try budget.check(reply: 11, of: "mail") }
    #expect(reply?.message == "a reply of 11 bytes; the limit is 10 (--max-reply)")
    let events = #expect(throws: ParticipantFailure.self) {
      try budget.check(events: 4, of: "mail")
    }
    #expect(events?.message.contains("(--max-events)") == true)
    let history = #expect(throws: ParticipantFailure.self) {
      try budget.check(history: (1 << 20) + 1, of: "mail")
    }
    #expect(history?.message.contains("1 MiB (--max-history)") == true)
    try budget.take((2 << 20) - 10, from: "mail")
    let all = #expect(throws: ParticipantFailure.self) { try budget.take(1, from: "mail") }
    #expect(all?.message.contains("2 MiB (--max-case)") == true)
    #expect(
      [reply, events, history, all].allSatisfy { $0?.code == .limit && $0?.participant == "mail" })
  }

  @Test func `a case without a bound on its time has no end`() throws {
    var limits = CaseLimits()
    limits.milliseconds = 0
    #expect(CaseBudget(limits).end == nil)
    try CaseBudget(limits).checkTime(of: "mail")
  }
}
