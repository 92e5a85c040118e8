import Contract
internal import ExactText
import JSONText
import VirtualTime

/// Deregistration and unenrollment: local effects at once, then the service is told (OQ-31).
extension ManagementSDK {
  /// `deRegisterAndUnenrollAccount:withWipe:` blocks until the token is there or has failed (DRG-011).
  mutating func deRegisterAndUnenrollAccount(_ call: APICall) {
    let wipe =
      call.arguments["doWipe"]?.bool ?? false
      ? !has(.deregisterNeverWipes) : has(.deregisterWipesAlways)
    if context.isExtension {
      returned(call)
      return report(.unenrollRequest, call.identity, .unsupportedAPI)
    }
    guard let identity = call.identity, !identity.isEmpty else {
      returned(call)
      return report(.unenrollRequest, nil, .nilAccount)
    }
    breakOffEnrollments(of: identity)
    if isSame(enrolled?.identity, identity) {
      return leave(reason: "deregister", wipe: wipe, call: call.number)
    }
    if enrolled != nil, has(.anyoneUnenrollsTheEnrolled) {
      return leave(reason: "deregister", wipe: wipe, call: call.number)
    }
    removeAccount(identity)
    returned(call)
    if wipe, has(.registeredAccountWiped) {
      ask(.wipeDataForAccount(identity: identity, leaving: 0, thread: "background"))
      act(.deleteFiles(owner: nil))
    }
    if has(.notEnrolledUnenrolledToo) { return unenrollNobody(identity) }
    if reads(.noStatusWithoutEnrollment) { return }
    let isOther = enrolled != nil || reads(.notEnrolledAs214)
    report(.unenrollRequest, identity, isOther ? .notEnrolledAccount : .appNotEnrolled)
  }

  /// Takes an account off the list (DRG-002).
  private mutating func removeAccount(_ identity: String) {
    guard let index = accountIndex(identity), !has(.deregisterKeepsAccount) else { return }
    var account = saved.accounts.remove(at: index)
    astray.accountsAreStale = true
    if behaviour.enrollment.retriedAccounts == .everRegistered {
      if account.attemptDue == nil {
        account.attemptDue = now + behaviour.enrollment.retryInterval
      }
      deregisteredAccounts.append(account)
    }
  }

  /// Unenrolls a user who is not enrolled: only with a defect.
  private mutating func unenrollNobody(_ identity: String) {
    let number = (saved.leavings.last?.number ?? 0) + 1
    saved.leavings.append(
      Leaving(
        number: number, identity: identity, enrollmentId: "none", wipe: .none,
        reason: "deregister"))
    dropEnrollment(number)
  }

  /// Ends the attempts to enroll a user who is being deregistered (DRG-003).
  private mutating func breakOffEnrollments(of identity: String) {
    waitingEnrollments = waitingEnrollments.filter { !isSame($0.identity, identity) }
    unanswered = unanswered.filter { !isSame($0, identity) }
    for operation in operations
    where operation.isEnrollment && isSame(operation.identity, identity) {
      cancel(operation.number)
      if operation.trigger == .reenroll {
        report(.enrollmentRequest, operation.identity, .reEnrollForUnenrolledUser)
      }
    }
  }

  /// Lets the enrolled user leave: deregistered at once (DRG-016), then wiped, then unenrolled.
  mutating func leave(
    reason: String, wipe: Bool, wipeId: String? = nil, call: Int? = nil,
    announce: (inout ManagementSDK) -> Void = { _ in }
  ) {
    guard let enrollment = enrolled else { return }
    let number = (saved.leavings.last?.number ?? 0) + 1
    saved.leavings.append(
      Leaving(
        number: number, identity: enrollment.identity, enrollmentId: enrollment.enrollmentId,
        locations: enrollment.locations,
        wipe: wipe && !has(.wipeLostWhenKilled) ? .ask : .none, reason: reason,
        wipeId: wipeId))
    astray.lastEnrolled = enrollment.identity
    if reason != "wipe" || !has(.administratorWipeKeepsAccount) {
      removeAccount(enrollment.identity)
    }
    dropCheckIns(of: enrollment)
    if let call { blockedCalls.append((leaving: number, call: call)) }
    announce(&self)
    let wipesFirst = !(reads(.statusBeforeWipe) && reason == "deregister")
    if wipe, wipesFirst { askForWipe(number) } else { dropEnrollment(number) }
  }

  /// Removes what the enrollment brought (DRG-006) and tells the service (DRG-004).
  mutating func dropEnrollment(_ number: Int) {
    guard let leaving = saved.leavings.first(where: { $0.number == number }) else { return }
    if let enrollment = saved.enrollment, enrollment.enrollmentId == leaving.enrollmentId {
      if has(.deregisterKeepsPolicy) { astray.lingering = enrollment }
      if !behaviour.checkIn.endWithEnrollment {
        strayCheckIn = (
          now + behaviour.checkIn.interval, enrollment.identity, enrollment.locations
        )
      }
      saved.enrollment = nil
      saved.checkInDue = nil
      resumeRetries()
      publishEnrollment()
      if enrollment.policy != nil { postPolicyDidChange() }
    } else if published?.enrollmentId == leaving.enrollmentId {
      publishEnrollment()  // The process died before it could.
    }
    var call = blockedCalls.first { $0.leaving == number }?.call
    blockedCalls.removeAll { $0.leaving == number }
    if let blocked = call, has(.deregisterDoesNotBlock) {
      act(.returned(call: blocked, result: .null))
      call = nil
    }
    begin(
      .unenroll(leaving: number, call: call), identity: leaving.identity,
      locations: leaving.locations, enrollmentId: leaving.enrollmentId)
  }

  /// Lets the background action try the remaining accounts one interval from now (ENR-015, OQ-08).
  mutating func resumeRetries() {
    for index in saved.accounts.indices {
      switch behaviour.enrollment.retryAfterUnenrollment {
      case .afterInterval:
        saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
      case .atOnce: saved.accounts[index].attemptDue = now
      case .never: break
      }
    }
  }

  /// Lets the blocked call return: the token is there, or there will be none.
  ///
  /// - Parameter isAnswered: true once the service has answered the unenrollment.
  mutating func releaseBlockedCall(_ number: Int, isAnswered: Bool = false) {
    guard let index = index(of: number),
      case .unenroll(let leaving, let call?) = operations[index].kind,
      isAnswered || !has(.deregisterBlocksTooLong)
    else { return }
    operations[index].kind = .unenroll(leaving: leaving, call: nil)
    act(.returned(call: call, result: .null))
  }

  /// The service has answered the unenrollment.
  mutating func receivedUnenroll(_ answer: ServiceAnswer, for number: Int) {
    switch answer {
    case .success: finishUnenroll(number, .unenrollmentSuccess)
    case .failure(let code, let message): finishUnenroll(number, code, error: message)
    }
  }

  /// Reports the end of an unenrollment (STA-004).
  mutating func finishUnenroll(_ number: Int, _ code: StatusCode, error: String? = nil) {
    releaseBlockedCall(number, isAnswered: true)
    guard let operation = remove(number), case .unenroll(let leaving, _) = operation.kind else {
      return
    }
    let repeats = reads(.unenrollRepeated) && code != .unenrollmentSuccess
    let wipesNow =
      reads(.statusBeforeWipe)
      && saved.leavings.contains {
        $0.number == leaving && $0.wipe == .ask && $0.reason == "deregister"
      }
    if repeats { repeatUnenroll(leaving) }
    // A wipe that is still wanted is only there with the defect that repeats it.
    if !repeats, !wipesNow {
      saved.leavings.removeAll { $0.number == leaving && $0.wipe == .none }
    }
    if saved.overrides != Overrides(), behaviour.tokens.overridesEndWithEnrollment {
      saved.overrides = Overrides()
    }
    var code = code
    if hooks.failToClear, code == .unenrollmentSuccess {
      hooks.failToClear = false
      code = .failedToClearMamData
    }
    report(.unenrollRequest, operation.identity, code, error: error)
    if wipesNow { askForWipe(leaving) }
    continueRemediation()
  }
}
