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
    for due in strayInstants { consider(due) }
    guard areRunning else { return earliest }
    consider(checkIns.due)
    if enrollments.mayAttempt {
      for account in enrollments.retriedAccounts { consider(account.attemptDue) }
    }
    return earliest
  }

  /// Starts what has fallen due.
  func runDueWork() {
    runStrayWork()
    if areRunning {
      if let due = checkIns.due, due <= now { checkIns.start() }
      enrollments.startDue()
      leaving.repeatDueUnenrollments()
    }
    if context.isExtension { startDueInExtension() }
    launch.evaluateStart()
  }

}
