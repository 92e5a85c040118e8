import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// Deregistration and unenrollment: local effects at once, then the service is told (OQ-31).
struct LeavingRules: SDKRules {
  let state: SDKState

  // MARK: The call

  /// `deRegisterAndUnenrollAccount:withWipe:` blocks until the token is there or has failed (DRG-011).
  func deregister(_ call: APICall) {
    let wipe = wantsWipe(call)
    strays.follow(behaviour.strays.onDeregistration, of: call.identity)
    if context.isExtension { return refuseExtension(call, wipe: wipe) }
    guard let identity = call.identity, !identity.isEmpty else {
      returned(call)
      guard statuses.refusesNil(behaviour.status.refusesLeavingNil) else { return }
      return statuses.report(.unenrollRequest, nil, .nilAccount)
    }
    if isIgnored(call, of: identity) { return returned(call) }
    noteSignIn(of: identity)
    breakOffEnrollments(of: identity)
    guard isSame(enrolled?.identity, identity) else {
      return deregisterOther(call, identity, wipe: wipe)
    }
    if !behaviour.leaving.keepsTokens { tokens.purge(of: identity) }
    leave(reason: .deregister, wipe: wipe || inheritsWipe, call: call.number)
  }

  /// Deregisters an account that is not the enrolled user: it is not tried any more, and that is all (DRG-002, DRG-005).
  private func deregisterOther(_ call: APICall, _ identity: String, wipe: Bool) {
    noteOther(wipe: wipe)
    if compliance.end(of: identity) { compliance.goOn() }
    if enrolled != nil, behaviour.leaving.unenrollsAt == .ofAnybodyForTheEnrolledUser {
      return leave(reason: .deregister, wipe: wipe, call: call.number)
    }
    removeAccount(identity)
    if behaviour.leaving.callReturns != .never { returned(call) }
    if wipe { wipeOther(identity) }
    if behaviour.leaving.unenrollsAt == .ofAnybody { return unenrollUnenrolled(identity) }
    if isDepartureReported(ofOther: identity) {
      statuses.report(.unenrollRequest, identity, codeForOthers)
    }
  }

  /// An extension cannot let a user leave (DRG-020).
  private func refuseExtension(_ call: APICall, wipe: Bool) {
    if wipe, !behaviour.leaving.extensionsDeleteNothing { act(.deleteFiles(owner: call.identity)) }
    strays.follow(behaviour.strays.inExtension, of: call.identity)
    returned(call)
    statuses.report(.unenrollRequest, call.identity, .unsupportedAPI)
  }

  /// The code for what somebody else has to be enrolled for: another user is, or nobody (STA-032, STA-033).
  var codeForOthers: StatusCode {
    enrolled != nil ? .notEnrolledAccount : behaviour.leaving.codeWithoutEnrollment
  }

  /// Takes an account off the list (DRG-002).
  private func removeAccount(_ identity: String) {
    guard let index = accountIndex(identity), behaviour.leaving.removesAccount,
      isFound(saved.accounts[index], as: identity)
    else { return }
    let account = saved.accounts.remove(at: index)
    memory.hasRemovedAccounts = true
    if behaviour.enrollment.retriedAccounts == .everRegistered || isTriedAmongOthers(account) {
      keepTrying(account)
    }
  }

  /// Notifies the service of the unenrollment of a user who is not enrolled.
  func unenrollUnenrolled(_ identity: String) {
    let number = (saved.unenrollments.last?.number ?? 0) + 1
    saved.unenrollments.append(
      PendingUnenrollment(
        number: number, identity: identity, enrollmentId: Operation.noEnrollment, wipe: .none,
        reason: .deregister))
    dropEnrollment(number)
  }

  // MARK: The departure

  /// Lets the enrolled user leave: deregistered at once (DRG-016), then wiped, then unenrolled.
  func leave(
    reason: PendingUnenrollment.Reason, wipe: Bool, wipeId: String? = nil, call: Int? = nil,
    isTest: Bool = false, announce: () -> Void = {}
  ) {
    guard let enrollment = enrolled else { return }
    if reason == .deregister, call == nil { breakOffReEnrollment(of: enrollment.identity) }
    let wipe = wipe && !(reason == .wipe && lacksTokens(enrollment.identity))
    let number = (saved.unenrollments.last?.number ?? 0) + 1
    let isSaved =
      wipe && behaviour.leaving.wipeSurvivesDeath
      && (!isTest || behaviour.diagnostics.testWipesSurviveDeath)
    saved.unenrollments.append(
      PendingUnenrollment(
        number: number, identity: enrollment.identity, enrollmentId: enrollment.enrollmentId,
        locations: enrollment.locations, wipe: isSaved ? .ask : .none, reason: reason,
        wipeId: wipeId))
    memory.lastLeaver = enrollment.identity
    if !wipe { memory.unenrollmentsWithoutWipe.append(number) }
    if !isLeaver(enrollment.identity) { state.leavers.append(enrollment.identity) }
    compliance.end(of: enrollment.identity, isWiped: reason == .wipe)
    if removesAccount(for: reason) { removeAccount(enrollment.identity) }
    dropCheckIns(of: enrollment)
    if let call, !returnsAtOnce(call, enrollment) {
      state.blockedCalls.append((unenrollment: number, call: call))
    }
    surroundings.dropUploads()
    announce()
    if wipe, !isWipedLate(reason) { askForWipe(number) } else { dropEnrollment(number) }
  }

  /// True for a user who was enrolled and has left in this process.
  func isLeaver(_ identity: String) -> Bool {
    state.leavers.contains { isSame($0, identity) }
  }

  /// Gives up the check-ins of a user who leaves.
  private func dropCheckIns(of enrollment: Enrollment) {
    for operation in underWay
    where operation.kind == .checkIn && operation.enrollmentId == enrollment.enrollmentId
      && behaviour.leaving.lateCheckIn == .isGivenUp
    {
      operations.cancel(operation.number)
    }
  }

  /// Removes what the enrollment brought (DRG-006) and tells the service (DRG-004).
  func dropEnrollment(_ number: Int) {
    guard let pending = saved.unenrollments.first(where: { $0.number == number }) else { return }
    if let enrollment = saved.enrollment, enrollment.enrollmentId == pending.enrollmentId,
      !pending.isOvertaken
    {
      keepSomething(of: enrollment)
      saved.enrollment = nil
      saved.checkInDue = nil
      if othersResume() { enrollments.resumeRetries() }
      if behaviour.leaving.extensionsLearnOfIt { accounts.publishEnrollment() }
      noteDeparture(of: enrollment, pending)
      announceEnd(of: enrollment)
      strays.follow(behaviour.strays.onDeparture, of: enrollment.identity)
    } else if behaviour.leaving.extensionsLearnOfIt,
      accounts.published?.enrollmentId == pending.enrollmentId
    {
      accounts.publishEnrollment()  // The process died before it could.
    }
    operations.begin(
      .unenroll(pending: number, call: blockedCall(of: number)), identity: pending.identity,
      locations: pending.locations, enrollmentId: pending.enrollmentId)
  }

  /// Notifies the app of what has ended with an enrollment.
  private func announceEnd(of enrollment: Enrollment) {
    if enrollment.policy != nil
      ? behaviour.policy.postsDeparture : !behaviour.policy.departuresWithoutPolicyAreQuiet
    {
      statuses.postPolicyDidChange()
    }
    if enrollment.configuration.isEmpty, !behaviour.configuration.endsOfNothingAreQuiet {
      statuses.postConfigurationDidChange()
    }
  }

  // MARK: The call that blocks

  /// The call that waits for the token of an unenrollment; nil for none.
  private func blockedCall(of number: Int) -> Int? {
    guard let index = state.blockedCalls.firstIndex(where: { $0.unenrollment == number }) else {
      return nil
    }
    let call = state.blockedCalls.remove(at: index).call
    guard behaviour.leaving.callReturns == .atOnce || returnsBesideAnother(number) else {
      return call
    }
    act(.returned(call: call, result: .null))
    return nil
  }

  /// Lets the blocked call return: the token is there, or there will be none.
  ///
  /// - Parameter isAnswered: true once the service has answered the unenrollment.
  func releaseBlockedCall(_ number: Int, isAnswered: Bool = false) {
    guard let index = index(of: number),
      case .unenroll(let pending, let call?) = underWay[index].kind,
      isAnswered || behaviour.leaving.callReturns != .onceTheServiceHasAnswered,
      isAnswered || !isHeldUpByCheckIn,
      behaviour.leaving.callReturns != .never
    else { return }
    underWay[index].kind = .unenroll(pending: pending, call: nil)
    act(.returned(call: call, result: .null))
  }

  // MARK: The end

  /// The service has answered the unenrollment.
  func received(_ answer: ServiceAnswer, for number: Int) {
    switch answer {
    case .success: finish(number, .unenrollmentSuccess)
    case .failure(.parsingFailure, _) where !behaviour.leaving.unreadableAnswersAreFailures:
      finish(number, .unenrollmentSuccess)
    case .failure(let code, let message):
      if code == .authRequired { forgetRefusedToken(of: number) }
      finish(number, code, error: message)
    }
  }

  /// Removes the access token that the service has refused: whoever comes back gets a new one (OQ-96).
  private func forgetRefusedToken(of number: Int) {
    guard let index = index(of: number), underWay[index].token != nil,
      behaviour.tokens.renewsTokensRefusedToLeavers
    else { return }
    tokens.forgetAccessToken(of: underWay[index])
  }

  /// Reports the end of an unenrollment, which is not tried again (STA-004).
  func finish(_ number: Int, _ code: StatusCode, error: String? = nil) {
    releaseBlockedCall(number, isAnswered: true)
    guard let operation = operations.remove(number),
      case .unenroll(let pending, _) = operation.kind
    else {
      return
    }
    recallAnswer(to: pending)
    let isWipe = isOfWipe(pending)
    let wipesNow = saved.unenrollments.contains {
      $0.number == pending && $0.wipe == .ask && isWipedLate($0.reason)
        && (code == .unenrollmentSuccess || $0.reason == .deregister)
    }
    if code != .unenrollmentSuccess, let delay = behaviour.leaving.repeatsFailuresAfter {
      state.repetitions.append((unenrollment: pending, due: now + delay))
    } else if !wipesNow, endsUntold {
      // A wipe that is made more than once stays wanted.
      saved.unenrollments.removeAll { ends($0, with: pending) }
    }
    let remediated = saved.remediations.first { $0.awaitsRestart }?.identity
    if saved.overrides != Overrides(), endsOverrides(code, isWipe: isWipe, remediated) {
      let ended = saved.overrides
      saved.overrides = Overrides()
      noteEnd(of: ended)
    }
    removeWhoReturned(operation.identity, pending)
    let told = told(code)
    noteEnd(of: operation, code, told: told, isWipe: isWipe)
    if isReported(told, pending, isWipe: isWipe), isToldBesideAnother(operation.identity, pending) {
      statuses.report(
        .unenrollRequest, named(operation.identity, remediated), told, error: error)
    }
    if wipesNow { askForWipe(pending) }
    tryWhoWasRefused()
    compliance.goOn()
  }

  /// The code of an unenrollment; the app's tests can have a success fail (STA-039).
  private func told(_ code: StatusCode) -> StatusCode {
    if state.hooks.failToClear, code == .unenrollmentSuccess {
      state.hooks.failToClear = false
      return .failedToClearMamData
    }
    return code == .locationServiceFailure && !behaviour.status.unenrollmentsTellOfLostLocations
      ? .enrollmentEndPointNetworkFailure : code
  }
}
