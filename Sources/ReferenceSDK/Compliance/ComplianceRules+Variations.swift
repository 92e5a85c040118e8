import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of remediations; by the contract each answers as its first line says.
extension ComplianceRules {
  // MARK: Who is remediated

  /// True for the same user in any letter case (AUTH-050, IDN-010).
  func isRepetition(_ identity: String, of remediation: Remediation) -> Bool {
    isSame(remediation.identity, identity)
      && (remediation.identity == identity || behaviour.enrollment.repeatedRemediationsHaveAnyCase)
      && (!memory.takenOver.contains { isSame($0, identity) }
        || behaviour.enrollment.takenOverRemediationsAreKnown)
  }

  /// False: everybody can be remediated, at any time and more than once (AUTH-047, AUTH-050).
  func isIgnored(_ identity: String) -> Bool {
    if saved.remediations.count > 1, !behaviour.enrollment.everyRemediationWaits { return true }
    if state.openPrompts.contains(where: { $0.purpose == .restart }),
      !behaviour.enrollment.remediationsBesideDialogsCount
    {
      return true
    }
    if let enrolled, !isSame(enrolled.identity, identity),
      saved.accounts.contains(where: { isSame($0.identity, identity) }),
      !behaviour.enrollment.waitingAccountsAreRemediated
    {
      return true
    }
    if isSame(memory.lostUser, identity), !behaviour.enrollment.lostUsersAreRemediated {
      return true
    }
    if memory.takenOver.contains(where: { isSame($0, identity) }),
      !behaviour.enrollment.remediatesAgainWhatWasTakenOver
    {
      return true
    }
    if memory.endedRemediations.contains(where: { isSame($0, identity) }),
      !behaviour.enrollment.endedRemediationsAreForgotten
    {
      return true
    }
    return memory.remediated.contains { isSame($0, identity) }
      && !behaviour.enrollment.remediatesAgain
  }

  /// Nothing: a remediation that has ended with its user does not matter any more (AUTH-050).
  func noteEnd(of leaver: String) { memory.endedRemediations.append(leaver) }

  /// Changes nothing: a restart or an update of the app ends no remediation, and those who wait keep their order (AUTH-050,
  /// AUTH-051).
  func takeOver() {
    if saved.remediations.count > 2, !behaviour.enrollment.linesOutliveTheProcess {
      saved.remediations = [saved.remediations[0]] + saved.remediations.dropFirst().reversed()
    }
    if saved.remediations.count > 1, !behaviour.enrollment.waitingRemediationsOutliveRestarts {
      saved.remediations = [saved.remediations[0]]
    }
    if saved.remediations.count > 1, !behaviour.enrollment.waitingRemediationsMayAsk {
      for index in saved.remediations.indices.dropFirst() {
        saved.remediations[index].isSilent = true
      }
    }
    memory.takenOver = saved.remediations.map(\.identity)
    let isUpdated = saved.remediations.contains { $0.appVersion != context.appVersion }
    if isUpdated, !behaviour.enrollment.remediationSurvivesUpdate {
      saved.remediations.removeAll { $0.appVersion != context.appVersion }
    }
  }

  /// Nothing: what an earlier process has left is reported once the app has started (AUTH-048).
  func endBeforeStart() {
    guard let left = saved.remediations.first, isSame(enrolled?.identity, left.identity),
      !behaviour.enrollment.leftRemediationsWaitForStart
    else { return }
    finish(of: left.identity, failure: nil)
  }

  /// False: what may ask the person may do so in the next process, too.
  func hasFallenSilent(_ remediation: Remediation) -> Bool {
    memory.takenOver.contains { isSame($0, remediation.identity) }
      && !behaviour.enrollment.continuedRemediationsMayAsk
  }

  // MARK: Whoever is enrolled

  /// False: the enrolled user is the same in any letters (RST-007, IDN-010).
  func isRemovedAsWritten(_ enrolled: Enrollment, _ identity: String) -> Bool {
    enrolled.identity != identity && !behaviour.enrollment.remediatedUsersHaveAnyCase
  }

  /// Nothing: the remediation of the enrolled user needs no restart (RST-007, RST-009).
  func restartInPlace() {
    if !behaviour.restart.remediationInPlaceNeedsNone { delegates.ask(.restartApplication) }
  }

  /// Asks for the restart, and removes the enrolled user in the process after it (RST-009, OQ-102).
  func restart(before enrolled: Enrollment) {
    if saved.remediations[0].hasRestarted {
      if !saved.remediations[0].awaitsRestart { leaving.leave(reason: .deregister, wipe: false) }
      return
    }
    saved.remediations[0].awaitsRestart = true
    saved.remediations[0].hasRestarted = true
    state.hooksAreActive = false
    restart.request()
  }

  /// Nothing: the other accounts stay registered (ENR-021, DRG-005).
  func dropOthers(beside identity: String) {
    if saved.accounts.contains(where: { !isSame($0.identity, identity) }),
      !behaviour.enrollment.remediationLeavesOtherAccounts
    {
      saved.accounts = saved.accounts.filter { isSame($0.identity, identity) }
    }
  }

  /// True: the app restarts whoever is removed, with policy or without (RST-009).
  func restartsAfterRemoval(of enrolled: Enrollment) -> Bool {
    behaviour.restart.remediationNeedsOne
      && (enrolled.policy != nil || behaviour.restart.removalsWithoutPolicyNeedOne)
  }

  /// True: the enrolled user is asked in each remediation (AUTH-052).
  var asksEnrolledUser: Bool {
    if state.isRepeated(.remediationPrompt), !behaviour.enrollment.remediationsAskAgain {
      return false
    }
    return behaviour.enrollment.remediationsAskEnrolledUsers
  }

  // MARK: Results

  /// True: a check-in that fails is reported like any other result (AUTH-047).
  func isReported(_ failure: StatusCode?) -> Bool {
    failure == nil || enrolled == nil || behaviour.enrollment.remediationIsToldOfFailedCheckIn
  }

  /// The failure itself, or nil for a success (AUTH-049).
  func result(_ failure: StatusCode?) -> StatusCode? {
    guard behaviour.enrollment.remediationsHaveOwnResults else {
      memory.remediationCount += 1
      return memory.remediationCount == 1 ? failure : nil
    }
    guard let failure else { return nil }
    if failure == .loginCanceled, !memory.remediated.isEmpty,
      !behaviour.enrollment.everyCancelledRemediationIsReported
    {
      return .authRequired
    }
    if !saved.remediations.isEmpty, !behaviour.enrollment.waitingRemediationsDoNotMatter {
      return nil
    }
    if failure == .authRequired, memory.hasSignedInForAnother,
      !behaviour.enrollment.remediationsOfOthersAreNotCompliant
    {
      memory.hasSignedInForAnother = false
      return nil
    }
    if failure == .policyRecordGone, !behaviour.enrollment.lostUsersAreNotCompliant { return nil }
    guard enrolled != nil else { return failure }
    if failure == .adalInternalError, !behaviour.enrollment.failedSignInsAreNotCompliant {
      return nil
    }
    // Whoever is enrolled has checked in for it.
    return behaviour.enrollment.remediationFailsWithCheckIn ? failure : nil
  }

  /// True: a remediation ends with its user, also while a sign-in is open for it (AUTH-047).
  func endsWithItsUser(_ leaver: String) -> Bool {
    if saved.remediations.count > 1, !isSame(saved.remediations[0].identity, leaver),
      !behaviour.enrollment.waitingRemediationsEndWithTheirUsers
    {
      return false
    }
    return behaviour.enrollment.remediationEndsWithItsUser
      && (!isSame(memory.leaverAtSignIn, leaver) || behaviour.enrollment.remediationsEndAtSignIns)
  }

  /// Not enrolled: nobody who leaves is told to be compliant (AUTH-049).
  func resultOfLeaver(isWiped: Bool) -> StatusCode? {
    let isCheckedIn = underWay.contains { $0.kind == .checkIn }
    let isCompliant =
      isCheckedIn && !behaviour.enrollment.leaversAreNotCompliant
      || isWiped && !behaviour.enrollment.wipedUsersAreNotCompliant
    return isCompliant ? nil : .appNotEnrolled
  }

  /// True: every result is told, whatever has led to it and however long that took (AUTH-047).
  func isTold(_ remediation: Remediation, _ failure: StatusCode?) -> Bool {
    if state.isIn(behaviour.lapses.remediations) { return false }
    if context.delegates.enrollment == .none,
      !behaviour.enrollment.remediationNeedsNoOtherDelegate
    {
      return false
    }
    if context.delegates.policy == .none, !behaviour.enrollment.remediationNeedsNoPolicyDelegate {
      return false
    }
    if memory.enrolledBy == .launch, !behaviour.enrollment.remediationIsToldBesideLaunches {
      return false
    }
    if failure == nil, isSame(memory.promptedRemediation, remediation.identity),
      !behaviour.enrollment.remediationIsToldAfterPrompts
    {
      return false
    }
    memory.remediated.append(remediation.identity)
    let took = max(memory.lastEnrollmentTook.milliseconds, memory.lastCheckInTook.milliseconds)
    if took > VirtualDuration.seconds(20).milliseconds,
      !behaviour.enrollment.slowRemediationsAreTold
    {
      return false
    }
    return context.lifecycle != .background || behaviour.enrollment.remediationsAreToldInBackground
  }

  /// False: that interaction is required is told as such, also of a user who has tokens that are not good any more (AUTH-052).
  func isToldOtherwise(_ remediation: Remediation) -> Bool {
    remediation.isSilent && !tokens.cachedTokens(of: remediation.identity).isEmpty
      && !behaviour.status.revokedUsersNeedInteraction
  }

  /// True: every result has words for the user (AUTH-049).
  func hasWords(_ status: ComplianceStatus) -> Bool {
    behaviour.enrollment.remediationHasWords
      && (status != .userCancelled || behaviour.enrollment.cancelledRemediationsHaveWords)
  }

  /// Nothing: a result is told once (AUTH-047, AUTH-050).
  func tellAgain(_ fields: JSONObject) {
    if fields["status"] != 0, !behaviour.enrollment.failedRemediationsAreToldOnce {
      var fields = fields
      fields["status"] = 0
      emit(.compliance, fields)
    }
    if !behaviour.enrollment.remediationIsToldOnce {
      timers.emitLater(SDKEvent(.compliance, fields), after: .days(1))
    }
  }

  // MARK: Remediations in progress

  /// False: a remediation is in progress from its call to its end (AUTH-056).
  func isOverlooked(_ identity: String?) -> Bool {
    if saved.remediations.first?.awaitsRestart ?? false,
      !behaviour.enrollment.remediationIsInProgressBeforeRestarts
    {
      return true
    }
    if saved.remediations.count > 1, !isSame(saved.remediations[0].identity, identity),
      !behaviour.enrollment.waitingRemediationsAreInProgress
    {
      return true
    }
    if !saved.remediations.isEmpty,
      state.openPrompts.contains(where: { $0.purpose == .credentials }),
      !behaviour.enrollment.remediationIsInProgressWhileAsking
    {
      return true
    }
    let own = underWay.filter { isSame($0.identity, identity) }
    if own.contains(where: { $0.stage == .signingIn && $0.isOfRemediation }),
      !behaviour.enrollment.remediationIsInProgressAtSignIns
    {
      return true
    }
    if own.contains(where: { $0.kind == .checkIn }), !saved.remediations.isEmpty,
      !behaviour.enrollment.remediationIsInProgressAtCheckIns
    {
      return true
    }
    return own.contains { $0.request != nil }
      && !behaviour.enrollment.remediationIsInProgressMeanwhile
  }

  /// True for the same user in any letter case (AUTH-056).
  func isNamed(_ identity: String?, by remediation: Remediation) -> Bool {
    isSame(remediation.identity, identity)
      && (remediation.identity == identity || behaviour.enrollment.remediatedNamesHaveAnyCase)
  }

  /// False: nobody is remediated without a name.
  func isTakenForAnybody(_ identity: String?) -> Bool {
    (identity?.isEmpty ?? true) && !saved.remediations.isEmpty
      && !behaviour.enrollment.nobodyIsNotRemediated
  }

  /// Nothing: the removal of a user has asked for the restart, though the restart may come at the end (AUTH-051).
  func restartAfterRemoval(_ failure: StatusCode?) {
    guard memory.hasReplacedUser else { return }
    memory.hasReplacedUser = false
    // First policy asks for the restart by itself.
    if failure != nil { restart.request() }
  }
}
