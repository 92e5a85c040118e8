import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol
internal import StepProtocol
import VirtualTime

/// Check-ins: every 8 hours from the end of the last, whatever its outcome (POL-001, OQ-15).
struct CheckInRules: SDKRules {
  let state: SDKState

  /// When the next check-in is due; nil if nobody is enrolled or one is under way (POL-002).
  var due: VirtualInstant? {
    guard let enrolled else { return nil }
    let isBusy = underWay.contains {
      ($0.kind == .checkIn && $0.enrollmentId == enrolled.enrollmentId)
        || $0.trigger == .reenroll
    }
    if context.lifecycle == .background, !behaviour.checkIn.runInBackground { return nil }
    if restsBehindSuspension { return nil }
    return isBusy ? nil : saved.checkInDue
  }

  /// Checks in for the enrolled user.
  func start() {
    guard let enrolled else { return }
    if takesSilenceForANo(of: enrolled) { return leaving.leave(reason: .deregister, wipe: false) }
    operations.begin(
      .checkIn, identity: enrolled.identity, locations: enrolled.locations,
      enrollmentId: enrolled.enrollmentId)
    loseHosts(of: state.operationCount)
  }

  /// The service has answered a check-in of the enrolled user.
  func received(_ answer: ServiceAnswer, for number: Int) {
    guard let index = index(of: number) else { return }
    switch answer {
    case .failure(let code, let message): operations.fail(number, code, error: message)
    case .success where isTakenForAnothers(underWay[index]):
      operations.fail(number, .notEnrolledAccount)
    case .success(let body):
      takeInterval(body["checkInSeconds"]?.int)
      let locations = underWay[index].locations
      switch body["result"]?.string {
      case "policy":
        guard let policy = body["policy"]?.object ?? emptyPolicy(body["policy"]) else {
          return operations.fail(number, .parsingFailure, error: "policy is missing")
        }
        let identity = endCheckIn(number, locations)
        adopt(
          policy, version: body["version"]?.string, body["configuration"]?.array ?? [], identity)
      case "unchanged": keepPolicy(of: endCheckIn(number, locations))
      case "none":
        withdrawPolicy(of: endCheckIn(number, locations), body["configuration"]?.array ?? [])
      case "wipe":
        guard let wipeId = body["wipeId"]?.string else {
          return operations.fail(number, .parsingFailure, error: "wipeId is missing")
        }
        obeyWipe(of: endCheckIn(number, locations), wipeId)
      case "reenroll":
        let identity = endCheckIn(number, locations)
        if leavesEnrollmentOut { return }
        enrollments.reportPendingEnrollment(of: identity)
        enrollments.attempt(identity, .reenroll)
      default: operations.fail(number, .parsingFailure, error: "unknown result of a check-in")
      }
    }
  }

  /// The time from one check-in to the next.
  var interval: VirtualDuration { saved.checkInInterval ?? behaviour.checkIn.interval }

  /// Takes over the interval that the service has sent, if it has (OQ-19).
  func takeInterval(_ seconds: Int?) {
    guard let seconds, behaviour.checkIn.followsService else { return }
    let interval = VirtualDuration(milliseconds: seconds * 1000)
    if saved.checkInInterval != interval { saved.checkInInterval = interval }
  }

  /// When the check-in after the one that has just ended is due.
  private var nextCheckIn: VirtualInstant {
    if let due = saved.checkInDue, due < now, behaviour.checkIn.intervalStart == .due {
      return due + interval
    }
    if makesUpForMissedOne() { return now }
    return now + (hasSlowedDown ? interval + interval : interval)
  }

  /// Puts the next check-in on the clock after a re-enrollment that has failed.
  func putOffAfterFailedReenrollment(_ code: StatusCode) {
    saved.checkInDue = goesOnAfterFailedReenrollment(code) ? now + interval : nil
  }

  /// Takes the check-in off the list and puts the next one on the clock; returns its user.
  private func endCheckIn(_ number: Int, _ locations: Locations?) -> String {
    let operation = operations.remove(number)
    let identity = operation?.identity ?? ""
    memory.lastCheckInTook = now - (operation?.beganAt ?? now)
    saved.checkInDue = nextCheckIn
    state.identityManager.endCheckIn()
    noteSuccess()
    if saved.enrollment?.locations != locations { saved.enrollment?.locations = locations }
    announceConfigurationAgain()
    strays.follow(behaviour.strays.afterCheckIn, of: identity)
    return identity
  }

  /// A check-in has failed: policy stays in force until the next interval (OQ-17).
  func fail(_ number: Int, _ code: StatusCode, _ error: String?) {
    guard let operation = operations.remove(number) else { return }
    memory.lastCheckInTook = now - operation.beganAt
    saved.checkInDue =
      switch behaviour.checkIn.afterFailure {
      case .afterInterval: nextCheckIn
      case .afterTwoIntervals: nextCheckIn + interval
      case .afterAnHour: now + .hours(1)
      case .never: nil
      }
    if isLast(code, of: operation) { saved.checkInDue = nil }
    let mayBeAnotherFailure = takesForAnotherFailure(code)
    noteFailure(code)
    if code == .policyRecordGone, !mayBeAnotherFailure,
      behaviour.checkIn.missingRecordEndsEnrollment
    {
      forgetGoneEnrollment()
    } else if code == .policyEndPointNetworkFailure {
      saved.enrollment?.locations = nil
    } else if saved.enrollment?.locations == nil, let locations = operation.locations {
      saved.enrollment?.locations = locations
    }
    enrollments.reportPolicyRequest(operation.identity, told(code), error: error)
    if wipes(after: code) { leaving.leave(reason: .deregister, wipe: true) }
    if endsEnrollment(after: code) { leaving.leave(reason: .deregister, wipe: false) }
    compliance.finish(of: operation.identity, failure: code)
    strays.follow(behaviour.strays.afterFailedCheckIn, of: operation.identity)
  }

  /// The service has no record of the enrollment: policy goes, the account stays (OQ-88).
  private func forgetGoneEnrollment() {
    let hadPolicy = saved.enrollment?.policy != nil
    let lost = saved.enrollment?.identity
    noteLostRecord()
    state.identityManager.loseRecord()
    saved.enrollment = nil
    saved.checkInDue = nil
    if let lost { accounts.leaveTrace(ofLost: lost) }
    if behaviour.enrollment.lostUsersAreRetried { enrollments.resumeRetries(isUnenrolled: false) }
    stopTryingOthers()
    accounts.publishEnrollment()
    if postsLostRecord(hadPolicy: hadPolicy) { statuses.postPolicyDidChange() }
  }

  // MARK: Check-ins of users who are gone

  /// True for a check-in whose user was unenrolled while it was under way.
  func isOrphaned(_ operation: Operation) -> Bool {
    operation.kind == .checkIn && enrolled?.enrollmentId != operation.enrollmentId
      && (operation.enrollmentId != Operation.noEnrollment || operation.stage == .working)
  }

  /// Reports such a check-in as what it is: it needed an enrollment that is no more (STA-032, STA-040).
  func finishOrphan(_ operation: Operation, _ outcome: HTTPOutcome) {
    operations.remove(operation.number)
    if isSame(enrolled?.identity, operation.identity) { return }
    enrollments.forgetUnreported(operation.identity)
    if operation.stage == .working,
      case .success(let body) = ServiceAnswer(outcome, of: .checkin),
      body["result"]?.string == "reenroll"
    {
      return behaviour.enrollment.leaversStayOut
        ? statuses.report(.enrollmentRequest, operation.identity, .reEnrollForUnenrolledUser)
        : bringBack(operation.identity)
    }
    if operation.stage == .working, case .success = ServiceAnswer(outcome, of: .checkin),
      behaviour.leaving.lateCheckIn == .succeeds
    {
      return statuses.report(.policyRequest, operation.identity, .newPoliciesReceived)
    }
    statuses.report(.policyRequest, operation.identity, leaving.codeForOthers)
  }
}
