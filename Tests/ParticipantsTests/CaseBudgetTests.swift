import Testing
import VirtualTime

@testable import Participants

/// What a case may take, and what is said when it takes more.
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

  /// What is said of a case whose time is over after so many messages and so much virtual time.
  private func said(messages: Int, virtualTime: VirtualDuration) throws -> String {
    var limits = CaseLimits()
    limits.milliseconds = 1
    let budget = CaseBudget(limits)
    budget.messages = messages
    budget.virtualTime = virtualTime
    // Its time is over at once.
    budget.excuse(-1)
    let failure = #expect(throws: ParticipantFailure.self) {
      try budget.checkTime(before: "one")
    }
    return try #require(failure?.message)
  }

  @Test func `an app that is woken all the time is told to look at its deadlines`() throws {
    let message = try said(
      messages: 1_000_000, virtualTime: VirtualDuration(milliseconds: 1_000_000))
    #expect(message.contains("so far it has sent 1000000 messages"))
    #expect(
      message.hasSuffix(#"look at the deadlines ("next") in the replies of one"#), "\(message)")
  }

  @Test func `an app that is rarely woken gets no hint`() throws {
    let message = try said(messages: 1_000_000, virtualTime: .days(1_000_000))
    #expect(message.hasSuffix("of virtual time"), "\(message)")
  }

  @Test func `what was excused does not count`() throws {
    var limits = CaseLimits()
    limits.milliseconds = 1
    let budget = CaseBudget(limits)
    budget.excuse(60_000)
    #expect(throws: Never.self) { try budget.checkTime(before: "one") }
  }
}
