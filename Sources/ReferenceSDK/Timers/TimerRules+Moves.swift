internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What an earlier process has saved, and what a launch, a suspension or the foreground do to its timers.
extension TimerRules {
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
