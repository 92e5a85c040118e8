internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of timers: by the contract nothing moves them, whatever happens to the app.
extension TimerRules {
  // MARK: What waits for its time

  /// When something is due that the contract does not have: never.
  var strayInstants: [VirtualInstant] {
    var instants = memory.laterEvents.map(\.at) + memory.laterImpulses.map(\.due)
    guard areRunning else { return instants }
    instants += state.repetitions.map(\.due)
    if let stray = memory.strayCheckIn { instants.append(stray.due) }
    return instants
  }

  /// Does what is due that the contract does not have.
  func runStrayWork() {
    sendDueEvents()
    if !memory.laterImpulses.isEmpty { strays.followDue() }
    startStrayCheckIn()
  }

  /// Nothing: what is due in an extension is left to the app (OQ-89).
  func startDueInExtension() {
    if let due = checkIns.due, due <= now, !behaviour.checkIn.onlyAppsCheckIn { checkIns.start() }
    if saved.accounts.contains(where: { $0.attemptDue.map { $0 <= now } ?? false }),
      !behaviour.enrollment.onlyAppsRetry
    {
      enrollments.startDue()
    }
  }

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

  /// Nothing: a clock that was wrong at the launch moves nothing when it is put right (POL-001, ENR-008, OQ-86).
  ///
  /// - Parameters:
  ///   - offset: how far the clock was ahead.
  ///   - jump: by how many milliseconds it is set.
  ///   - isRight: true if it is right by then.
  func followCorrection(of offset: VirtualDuration, by jump: Int, isRight: Bool) {
    guard state.isLaunched, isRight, offset != .zero, offset == memory.clockOffsetAtLaunch else {
      return
    }
    if saved.checkInDue != nil, !behaviour.checkIn.correctedClocksMoveNothing {
      saved.checkInDue?.milliseconds -= jump
    }
    for index in saved.accounts.indices
    where saved.accounts[index].attemptDue != nil
      && !behaviour.enrollment.correctedClocksMoveNothing
    {
      saved.accounts[index].attemptDue?.milliseconds -= jump
    }
  }

  // MARK: Launches, suspensions, the foreground

  /// Goes on with what an earlier process has saved, as far as it survives a relaunch.
  func resumeSavedState() {
    if !saved.accounts.isEmpty, !behaviour.accounts.surviveRelaunch { saved.accounts = [] }
    if saved.enrollment?.policy != nil, !behaviour.policy.survivesRelaunch {
      saved.enrollment?.policy = nil
    }
    if !saved.unenrollments.isEmpty, !behaviour.leaving.survivesDeath { saved.unenrollments = [] }
    if let absence = behaviour.launch.absenceEndsEnrollment, let due = saved.checkInDue,
      due + absence < now
    {
      saved.enrollment = nil
      saved.checkInDue = nil
    }
    if saved.enrollment == nil, saved.accounts.contains(where: { $0.attemptDue == nil }),
      !behaviour.leaving.savesRemoval
    {
      enrollments.resumeRetries()  // Whoever was deregistered is back.
    }
    if !saved.marks.isEmpty, !behaviour.enrollment.launchesKeepRetriesOfUnsigned {
      for index in saved.accounts.indices
      where saved.marks["unsigned/" + saved.accounts[index].identity] != nil {
        saved.accounts[index].attemptDue = nil
      }
    }
    moveRetries(\.retryAtLaunch)
    putOffMissedRetries()
    moveCheckIn(\.atLaunch)
    if context.lifecycle == .background {
      moveRetries(\.retryAtBackgroundLaunch)
      moveCheckIn(\.atBackgroundLaunch)
    }
  }

  /// Moves retries by what an occasion does to them (ENR-009).
  func moveRetries(_ rule: KeyPath<EnrollmentBehaviour, TimerRule>) {
    for index in saved.accounts.indices {
      guard let due = saved.accounts[index].attemptDue else { continue }
      let time = behaviour.enrollment[dynamicMember: rule]
        .time(due, now: now, interval: behaviour.enrollment.retryInterval)
      if time != due { saved.accounts[index].attemptDue = time }
    }
  }

  /// Moves the next check-in by what an occasion does to it (POL-001).
  func moveCheckIn(_ rule: KeyPath<CheckInBehaviour, TimerRule>) {
    guard let due = saved.checkInDue, enrolled != nil else { return }
    let time = behaviour.checkIn[dynamicMember: rule]
      .time(due, now: now, interval: behaviour.checkIn.interval)
    if time != due { saved.checkInDue = time }
  }

  /// Puts all overdue retries off but the first, for an SDK that makes up for one alone (ENR-011).
  func putOffAllButOne() {
    let overdue = saved.accounts.indices.filter {
      saved.accounts[$0].attemptDue.map { $0 <= now } ?? false
    }
    guard overdue.count > 1, enrolled == nil, !behaviour.enrollment.triesAllThatWereDue else {
      return
    }
    for index in overdue.dropFirst() {
      saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
    }
  }

  /// Puts retries off that fell due while the app could not run, unless they are made up for (ENR-008).
  func putOffMissedRetries() {
    for index in saved.accounts.indices {
      if let due = saved.accounts[index].attemptDue, due <= now,
        !behaviour.enrollment.makesUpForMissedRetries
      {
        saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
      }
    }
  }
}
