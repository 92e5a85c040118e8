internal import ExactText
internal import JSONText
internal import SimulatedApp
internal import StepProtocol
internal import SystemFiles

/// Holds an app of this process to the limits that one of its own process has: events and bytes of a reply, and time.
///
/// A process that does not come back from a message is ended; an object can only stop by itself. So it is asked before
/// every action, and time is looked at every thousandth of them.
final class InProcessGuard: ActivationGuard {
  /// The most actions of the SDK in one activation: what an adapter would do with requests and files beside its events.
  static let actionsPerEvent = 10
  /// The most processor time of one activation, in milliseconds.
  static let processorMilliseconds = 10_000

  private let app: String
  private let budget: CaseBudget
  private var failure: ParticipantFailure?
  private var looks = 0
  private var start = 0

  /// A guard of an app of that name in the case.
  init(app: String, budget: CaseBudget) {
    self.app = app
    self.budget = budget
  }

  var mostActions: Int { budget.limits.eventsPerReply * InProcessGuard.actionsPerEvent }

  /// A message comes.
  func begin() {
    failure = nil
    looks = 0
  }

  func mayGoOn(actions: Int, events: Int) -> Bool {
    looks += 1
    do throws(ParticipantFailure) {
      try budget.check(events: events, of: app)
      guard actions < mostActions else {
        throw ParticipantFailure(
          .limit, app,
          "the SDK has asked for \(actions) actions for one message and shows no sign of stopping; the limit is "
            + "\(mostActions), ten for each event (--max-events)")
      }
      if looks.isMultiple(of: 1000) { try checkTime() }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Checks what came of the message.
  ///
  /// - Throws: `limit` if it was too much.
  func check(_ reply: StepReply) throws(ParticipantFailure) {
    if let failure { throw failure }
    try budget.check(events: reply.events.count, of: app)
    // A small reply needs no count of its bytes, so that the ordinary one costs nothing.
    guard reply.events.count > 100 else { return }
    try budget.check(
      reply: reply.events.reduce(0) { $0 + $1.name.utf8.count + JSON.object($1.fields).size },
      of: app)
  }

  private func checkTime() throws(ParticipantFailure) {
    try budget.checkTime(of: app)
    let now = WallClock.ofThread
    if looks == 1000 { start = now }
    guard now - start < InProcessGuard.processorMilliseconds else {
      throw ParticipantFailure(
        .limit, app,
        "the app has used more than \(InProcessGuard.processorMilliseconds / 1000) s of processor time on one message"
      )
    }
  }
}
