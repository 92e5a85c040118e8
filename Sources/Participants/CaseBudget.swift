internal import ExactText
internal import SystemFiles
package import VirtualTime

/// The most that one case may take of the machine: real time, and bytes.
///
/// None of it is ever reached by an adapter in order; each bound only keeps one that is not from taking the machine.
package struct CaseLimits: Sendable, Equatable {
  /// Real time in milliseconds; 0 for no bound.
  package var milliseconds = 300_000
  /// The events of one reply.
  package var eventsPerReply = 10_000
  /// The bytes of one reply, without its line feed; the step protocol allows 1 MiB.
  package var replyBytes = 1 << 20
  /// The size of the history, and of what is to come into it, in bytes: 96 for each record, 32 for each JSON value, and
  /// the strings, but for the records' kinds.
  package var historyBytes = 32 << 20
  /// The bytes of all replies of apps and records of the service together.
  package var caseBytes = 256 << 20

  /// The default limits.
  package init() {}
}

/// What is left of the limits of one case; its participants share it. Owned by one thread.
package final class CaseBudget {
  /// The limits.
  package let limits: CaseLimits
  /// When the real time of the case is over, as ``Watchdog`` counts; nil if it never is.
  private(set) var end: Int?
  private var bytes = 0
  /// How many messages the apps have been sent, the present one included.
  package var messages = 0
  /// Virtual time since the beginning of the case.
  package var virtualTime = VirtualDuration.zero

  /// A budget of which nothing is spent; its time begins now.
  package init(_ limits: CaseLimits = CaseLimits()) {
    self.limits = limits
    end = limits.milliseconds == 0 ? nil : Watchdog.now + limits.milliseconds
  }

  /// Takes so many milliseconds for none.
  func excuse(_ milliseconds: Int) { end = end.map { $0 + milliseconds } }

  /// Lets the case take as long as it likes.
  func liftTime() { end = nil }

  /// Counts bytes that have come.
  ///
  /// - Throws: `limit` if they are more than are left.
  func take(_ count: Int, from participant: @autoclosure () -> String) throws(ParticipantFailure) {
    bytes += count
    guard bytes > limits.caseBytes else { return }
    throw CaseBudget.failure(
      participant(), "the traffic of the case", "--max-case",
      limits.caseBytes)
  }

  /// Checks a reply before it is read.
  func check(reply count: Int, of participant: String) throws(ParticipantFailure) {
    guard count > limits.replyBytes else { return try take(count, from: participant) }
    throw ParticipantFailure(
      .limit, participant,
      "a reply of \(count) bytes; the limit is \(limits.replyBytes) (--max-reply)")
  }

  /// Checks the number of a reply's events.
  func check(events count: Int, of participant: String) throws(ParticipantFailure) {
    guard count > limits.eventsPerReply else { return }
    throw ParticipantFailure(
      .limit, participant,
      "a reply with \(count) events; the limit is \(limits.eventsPerReply) (--max-events)")
  }

  /// Checks the size of a history, or of what is to come into one.
  package func check(history size: Int, of participant: @autoclosure () -> String)
    throws(ParticipantFailure)
  {
    guard size > limits.historyBytes else { return }
    throw CaseBudget.failure(
      participant(), "the history of the case", "--max-history", limits.historyBytes)
  }

  /// Checks the real time of the case while a participant is busy.
  ///
  /// - Throws: `case-timeout`, which names the participant, if it is over.
  func checkTime(of participant: String) throws(ParticipantFailure) {
    if let end, Watchdog.now >= end { throw timeout(of: participant) }
  }

  /// Checks the real time of the case before an app is sent a message.
  ///
  /// - Throws: `case-timeout`, which names the app and says how far the case has come, if it is over.
  package func checkTime(before app: String) throws(ParticipantFailure) {
    guard let end, Watchdog.now >= end else { return }
    throw ParticipantFailure(
      .caseTimeout, app,
      "\(overtime): \(progress)\(hint(for: app))")
  }

  /// The failure of a case whose real time is over while a participant is busy.
  func timeout(of participant: String) -> ParticipantFailure {
    ParticipantFailure(
      .caseTimeout, participant,
      "\(overtime), and \(participant) was still busy: \(progress)\(hint(for: participant))")
  }

  private var overtime: String {
    "the case has taken more than \(limits.milliseconds / 1000) s of real time (--case-timeout)"
  }

  private var progress: String {
    "so far it has sent \(messages) messages to its apps and reached \(virtualTime) of virtual time"
  }

  /// Why a case whose apps always answer may not come to its end.
  private func hint(for app: String) -> String {
    guard messages > 0, let end else { return "" }
    // Time that was excused is none of the app's.
    let answer = (Watchdog.now - end + limits.milliseconds) / messages
    if answer >= 100 { return "; a message has taken \(answer) ms of real time on average" }
    let interval = max(1, (virtualTime.milliseconds + messages / 2) / messages)
    guard interval < 60_000 else { return "" }
    return
      "; on average there was a message after \(VirtualDuration(milliseconds: interval)): an app asks to "
      + "be woken too often; look at the deadlines (\"next\") in the replies of \(app)"
  }

  private static func failure(
    _ participant: String, _ what: String, _ option: String, _ limit: Int
  ) -> ParticipantFailure {
    ParticipantFailure(
      .limit, participant,
      "\(what) has more than \(limit >> 20) MiB (\(option)); the last of it came from \(participant)"
    )
  }
}
