import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// Compliance remediation, one user at a time (editions of 2020).
struct ComplianceRules: SDKRules {
  let state: SDKState

  /// `remediateComplianceForIdentity:silent:`; further users wait, repetitions are dropped (AUTH-050).
  func remediate(_ call: APICall) {
    returned(call)
    guard let identity = call.identity, !identity.isEmpty,
      !saved.remediations.contains(where: { isRepetition(identity, of: $0) }),
      !isIgnored(identity)
    else { return }
    saved.remediations.append(
      Remediation(
        identity: identity, isSilent: call.arguments["silent"]?.bool ?? false,
        appVersion: context.appVersion))
    if saved.remediations.count == 1 { goOn() }
  }

  /// Goes on at a launch with what an earlier process has left (AUTH-051).
  func resume() {
    takeOver()
    for index in saved.remediations.indices { saved.remediations[index].awaitsRestart = false }
    endBeforeStart()
  }

  /// Takes the next step of the oldest remediation; after a restart that is where it left off.
  func goOn() {
    guard let remediation = saved.remediations.first, !context.isExtension,
      state.isStarted || !behaviour.enrollment.remediationWaitsForStart
    else { return }
    let identity = remediation.identity
    if let enrolled {
      if isSame(enrolled.identity, identity), !isRemovedAsWritten(enrolled, identity) {
        if checkIns.due != nil { checkIns.start() }
        restartInPlace()
      } else {
        replace(enrolled, by: identity)
      }
      return
    }
    let isBusy = underWay.contains { $0.isEnrollment && isSame($0.identity, identity) }
    if remediation.awaitsRestart || isBusy { return }
    enrollments.attempt(identity, .compliance(silent: asksNobody(remediation)))
  }

  /// Removes the user who is enrolled, who has to go first; the app then restarts (RST-009).
  private func replace(_ enrolled: Enrollment, by identity: String) {
    if behaviour.enrollment.remediationRestartsFirst { return restart(before: enrolled) }
    let waits = behaviour.enrollment.remediationWaitsForRestart
    saved.remediations[0].awaitsRestart = waits
    leaving.leave(reason: .deregister, wipe: !behaviour.enrollment.remediationRemovesWithoutWipe)
    state.hooksAreActive = false
    dropOthers(beside: identity)
    memory.hasReplacedUser = !waits
    if waits, restartsAfterRemoval(of: enrolled) { restart.request() }
  }

  /// True if the user may not be asked for anything (AUTH-052).
  private func asksNobody(_ remediation: Remediation) -> Bool {
    remediation.isSilent && behaviour.enrollment.silentRemediationAsksNobody
      || hasFallenSilent(remediation)
  }

  /// True if the user of a check-in that has no token is asked, because a remediation that is not silent needs it (AUTH-052).
  func mayAsk(for checkIn: Operation) -> Bool {
    guard let remediation = saved.remediations.first, !checkIn.hasPrompted,
      isSame(remediation.identity, checkIn.identity),
      checkIn.enrollmentId == enrolled?.enrollmentId, !asksNobody(remediation)
    else { return false }
    return asksEnrolledUser
  }

  /// Goes on with a remediation that has waited for another attempt of its user, once that has failed (AUTH-047).
  func goOn(after identity: String) {
    guard enrolled == nil, let first = saved.remediations.first, isSame(first.identity, identity)
    else { return }
    goOn()
  }

  // MARK: Results

  /// Tells the compliance delegate how a remediation ended (AUTH-047).
  func finish(of identity: String, failure: StatusCode?) {
    guard let remediation = saved.remediations.first, isSame(remediation.identity, identity) else {
      return
    }
    saved.remediations.removeFirst()
    if isReported(failure) { tell(remediation, result(failure)) }
    restartAfterRemoval(failure)
    goOn()
  }

  /// Ends the remediation of a user who leaves, so that it does not enroll the user again (DRG-003, AUTH-047); true if
  /// there was one. `goOn` then takes the next one.
  @discardableResult
  func end(of leaver: String, isWiped: Bool = false) -> Bool {
    guard let index = saved.remediations.firstIndex(where: { isSame($0.identity, leaver) }),
      endsWithItsUser(leaver)
    else { return false }
    let ended = saved.remediations.remove(at: index)
    noteEnd(of: leaver)
    if !isWiped || behaviour.enrollment.wipedRemediationsAreTold {
      tell(ended, resultOfLeaver(isWiped: isWiped))
    }
    return true
  }

  /// Tells the compliance delegate a result; nil is a success (AUTH-047, AUTH-048, AUTH-049).
  private func tell(_ remediation: Remediation, _ failure: StatusCode?) {
    guard isTold(remediation, failure) else { return }
    var status = ComplianceStatus(failure)
    // Who could be asked and has not helped needs no other way to be asked (AUTH-052).
    if status == .interactionRequired, !remediation.isSilent,
      behaviour.enrollment.interactionIsRequiredOfSilentOnes
    {
      status = .notCompliant
    }
    if status == .interactionRequired, isToldOtherwise(remediation) { status = .notCompliant }
    if status.isFailure, !behaviour.status.remediationFailuresAreToldApart {
      status = .serviceFailure
    }
    var fields: JSONObject = [
      "identity": .string(remediation.identity), "status": .int(status.rawValue),
    ]
    if hasWords(status) {
      fields["message"] = .string(status.texts.message)
      fields["title"] = .string(status.texts.title)
    }
    fields["thread"] = .string(behaviour.enrollment.complianceThread.rawValue)
    emit(.compliance, fields)
    tellAgain(fields)
  }

  /// `remediationInProgressForIdentity:` (AUTH-056).
  func isRemediating(_ identity: String?) -> Bool {
    if isTakenForAnybody(identity) { return true }
    if isOverlooked(identity) { return false }
    return saved.remediations.contains { isNamed(identity, by: $0) }
      || !behaviour.enrollment.remediationIsOverAtItsEnd
  }
}
