import Contract
internal import ExactText
import JSONText
import VirtualTime

/// Deregistration and unenrollment: local effects at once, then the service is told (OQ-31).
extension ManagementSDK {
  /// `deRegisterAndUnenrollAccount:withWipe:` blocks until the token is there or has failed (DRG-011).
  mutating func deRegisterAndUnenrollAccount(_ call: APICall) {
    let wipe =
      switch behaviour.leaving.wipingDeregistrations {
      case .asAskedFor: call.arguments["doWipe"]?.bool ?? false
      case .all: true
      case .none: false
      }
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
    if enrolled != nil, behaviour.leaving.unenrollsAt == .ofAnybodyForTheEnrolledUser {
      return leave(reason: "deregister", wipe: wipe, call: call.number)
    }
    removeAccount(identity)
    returned(call)
    if wipe, !behaviour.leaving.wipesOnlyTheEnrolledUser {
      ask(.wipeDataForAccount(identity: identity, leaving: 0, thread: "background"))
      act(.deleteFiles(owner: nil))
    }
    if behaviour.leaving.unenrollsAt == .ofAnybody { return unenrollUnenrolled(identity) }
    if behaviour.leaving.reportsAccountsWithoutEnrollment {
      report(.unenrollRequest, identity, codeForOthers)
    }
  }

  /// The code for what somebody else has to be enrolled for: another user is, or nobody (STA-032, STA-033).
  var codeForOthers: StatusCode {
    enrolled != nil ? .notEnrolledAccount : behaviour.leaving.codeWithoutEnrollment
  }

  /// Takes an account off the list (DRG-002).
  private mutating func removeAccount(_ identity: String) {
    guard let index = accountIndex(identity), behaviour.leaving.removesAccount else { return }
    var account = saved.accounts.remove(at: index)
    hasRemovedAccounts = true
    if behaviour.enrollment.retriedAccounts == .everRegistered {
      if account.attemptDue == nil {
        account.attemptDue = now + behaviour.enrollment.retryInterval
      }
      deregisteredAccounts.append(account)
    }
  }

  /// Tells the service of the unenrollment of a user who is not enrolled.
  private mutating func unenrollUnenrolled(_ identity: String) {
    let number = (saved.leavings.last?.number ?? 0) + 1
    saved.leavings.append(
      Leaving(
        number: number, identity: identity, enrollmentId: Operation.noEnrollment, wipe: .none,
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
        wipe: wipe && behaviour.leaving.wipeSurvivesDeath ? .ask : .none, reason: reason,
        wipeId: wipeId))
    lastLeaver = enrollment.identity
    if reason != "wipe" || behaviour.leaving.administratorWipeRemovesAccount {
      removeAccount(enrollment.identity)
    }
    dropCheckIns(of: enrollment)
    if let call { blockedCalls.append((leaving: number, call: call)) }
    announce(&self)
    if wipe, !isWipedLate(reason) { askForWipe(number) } else { dropEnrollment(number) }
  }

  /// True if a user who leaves for that reason is wiped after the status of the unenrollment (OQ-24).
  func isWipedLate(_ reason: String) -> Bool {
    reason == "deregister" && behaviour.leaving.deregistrationOrder == .statusFirst
  }

  /// Removes what the enrollment brought (DRG-006) and tells the service (DRG-004).
  mutating func dropEnrollment(_ number: Int) {
    guard let leaving = saved.leavings.first(where: { $0.number == number }) else { return }
    if let enrollment = saved.enrollment, enrollment.enrollmentId == leaving.enrollmentId {
      if !behaviour.leaving.endsPolicy { enrollmentLeftBehind = enrollment }
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
    if let blocked = call, behaviour.leaving.callReturns == .atOnce {
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
      isAnswered || behaviour.leaving.callReturns != .onceTheServiceHasAnswered
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
    let wipesNow = saved.leavings.contains {
      $0.number == leaving && $0.wipe == .ask && isWipedLate($0.reason)
    }
    if code != .unenrollmentSuccess, let delay = behaviour.leaving.repeatsFailuresAfter {
      unenrollRepetitions.append((leaving: leaving, due: now + delay))
    } else if !wipesNow {
      // A wipe that is made more than once stays wanted.
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

  /// Makes the unenrollments that are to be repeated by now.
  mutating func repeatDueUnenrolls() {
    while let index = unenrollRepetitions.firstIndex(where: { $0.due <= now }) {
      let leaving = unenrollRepetitions.remove(at: index).leaving
      if saved.leavings.contains(where: { $0.number == leaving }) { dropEnrollment(leaving) }
    }
  }

  /// Gives up the check-ins of a user who leaves.
  mutating func dropCheckIns(of enrollment: Enrollment) {
    for operation in operations
    where operation.kind == .checkIn && operation.enrollmentId == enrollment.enrollmentId
      && behaviour.leaving.lateCheckIn == .isGivenUp
    {
      cancel(operation.number)
    }
  }

  /// Leaves when another app of the device has unenrolled this app's user.
  mutating func followOtherApps(_ old: Keychain) {
    guard let enrolled else { return }
    let own = "enrollment/" + context.bundleId
    for entry in old.entries
    where entry.item.group == managementGroup && entry.item.account.hasPrefix("enrollment/")
      && entry.item.account != own && keychain[entry.item] == nil
      && isSame(Enrollment(entry.value)?.identity, enrolled.identity)
      && behaviour.leaving.wipesAt.contains(.otherApp)
    {
      return leave(reason: "deregister", wipe: true)
    }
  }
}
