import JSONText
import StepProtocol
import Testing

@testable import Participants

/// An app of this process that would never come back from a message ends by itself, with the words of the limit.
@Suite struct InProcessGuardTests {
  private func guarding(events: Int = 10, replyBytes: Int = 1 << 20, seconds: Int = 300)
    -> InProcessGuard
  {
    var limits = CaseLimits()
    limits.eventsPerReply = events
    limits.replyBytes = replyBytes
    limits.milliseconds = seconds * 1000
    return InProcessGuard(app: "mail", budget: CaseBudget(limits))
  }

  private func failure(_ limits: InProcessGuard, events: Int = 0) -> ParticipantFailure? {
    var reply = StepReply(sequence: 1)
    reply.events = (0..<events).map { _ in StepEvent("log", ["message": "again"]) }
    do throws(ParticipantFailure) {
      try limits.check(reply)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an ordinary message goes on`() {
    let limits = guarding()
    limits.begin()
    #expect(limits.mayGoOn(actions: 99, events: 10))
    #expect(failure(limits, events: 10) == nil)
  }

  @Test func `too many actions are the limit of the SDK`() {
    let limits = guarding()
    limits.begin()
    #expect(!limits.mayGoOn(actions: 100, events: 0))
    let found = failure(limits)
    #expect(found?.code == .limit && found?.participant == "mail")
    #expect(found?.message.contains("shows no sign of stopping") == true)
    #expect(found?.message.contains("--max-events") == true)
    // The next message is judged by itself.
    limits.begin()
    #expect(failure(limits) == nil)
  }

  @Test func `too many events or bytes are the limits of a reply`() {
    let limits = guarding()
    limits.begin()
    #expect(!limits.mayGoOn(actions: 11, events: 11))
    #expect(failure(limits)?.message.contains("a reply with 11 events") == true)
    let small = guarding(events: 1000, replyBytes: 5000)
    small.begin()
    #expect(failure(small, events: 200)?.message.contains("--max-reply") == true)
  }
}
