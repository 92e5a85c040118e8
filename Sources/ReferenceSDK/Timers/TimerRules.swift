internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What falls due when: the retries after 24 hours, the check-ins every 8 hours, and whatever else waits for its time.
///
/// When something is due is decided by the rules of its topic; here is only who looks at it.
struct TimerRules: SDKRules {
  let state: SDKState

  /// True if this process runs the periodic actions; extensions leave them to the app (OQ-89).
  var areRunning: Bool {
    state.isLaunched && context.lifecycle != .suspended
      && (!context.isExtension || behaviour.enrollment.extensionCalls == .enroll)
  }

  /// The earliest instant at which something falls due; nil if there is nothing.
  var next: VirtualInstant? {
    var earliest: VirtualInstant?
    func consider(_ instant: VirtualInstant?) {
      if let instant, instant < earliest ?? instant + .seconds(1) { earliest = instant }
    }
    for operation in underWay { consider(operations.deadline(of: operation)) }
    for upload in state.uploads { consider(surroundings.deadline(of: upload)) }
    for later in memory.laterEvents { consider(later.at) }
    for later in memory.laterImpulses { consider(later.due) }
    guard areRunning else { return earliest }
    for repetition in memory.repetitions { consider(repetition.due) }
    consider(memory.strayCheckIn?.due)
    consider(checkIns.due)
    if enrollments.mayAttempt {
      for account in enrollments.retriedAccounts { consider(account.attemptDue) }
    }
    return earliest
  }

  /// Starts what has fallen due.
  func runDueWork() {
    sendDueEvents()
    if !memory.laterImpulses.isEmpty { strays.followDue() }
    startStrayCheckIn()
    if areRunning {
      if let due = checkIns.due, due <= now { checkIns.start() }
      enrollments.startDue()
      leaving.repeatDueUnenrollments()
    }
    if context.isExtension { startDueInExtension() }
    launch.evaluateStart()
  }

  /// Starts what is due in an extension, for an SDK that does not leave it to the app (OQ-89).
  private func startDueInExtension() {
    if let due = checkIns.due, due <= now, !behaviour.checkIn.onlyAppsCheckIn { checkIns.start() }
    if saved.accounts.contains(where: { $0.attemptDue.map { $0 <= now } ?? false }),
      !behaviour.enrollment.onlyAppsRetry
    {
      enrollments.startDue()
    }
  }

  // MARK: What the contract does not have

  /// Notifies the app of an event after a while.
  func emitLater(_ event: SDKEvent, after delay: VirtualDuration) {
    memory.laterEvents.append((at: now + delay, event: event))
  }

  /// Notifies the app of the events that are due.
  private func sendDueEvents() {
    while !state.isExhausted,
      let index = memory.laterEvents.firstIndex(where: { $0.at <= now })
    {
      let event = memory.laterEvents.remove(at: index).event
      emit(event.name, event.fields)
    }
  }

  /// Makes a check-in for a user who is not enrolled, if one is due.
  private func startStrayCheckIn() {
    guard areRunning, let stray = memory.strayCheckIn, stray.due <= now else { return }
    memory.strayCheckIn?.due = now + behaviour.checkIn.interval
    operations.begin(
      .checkIn, identity: stray.identity, locations: stray.locations,
      enrollmentId: Operation.noEnrollment)
  }
}
