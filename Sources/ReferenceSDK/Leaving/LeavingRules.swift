import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// Deregistration and unenrollment: local effects at once, then the service is told (OQ-31).
struct LeavingRules: SDKRules {
  let state: SDKState

  /// `deRegisterAndUnenrollAccount:withWipe:` blocks until the token is there or has failed (DRG-011).
  func deregister(_ call: APICall) {
    var wipe =
      switch behaviour.leaving.wipingDeregistrations {
      case .asAskedFor: choice(of: call)
      case .all: true
      case .none: false
      }
    if wipe, underWay.contains(where: { $0.kind == .checkIn }),
      !behaviour.leaving.wipesBesideCheckIns
    {
      wipe = false
    }
    if enrolled?.policy == nil, !behaviour.leaving.wipesWithoutPolicyAreAskedFor { wipe = true }
    strays.follow(behaviour.strays.onDeregistration, of: call.identity)
    if context.isExtension {
      if wipe, !behaviour.leaving.extensionsDeleteNothing {
        act(.deleteFiles(owner: call.identity))
      }
      strays.follow(behaviour.strays.inExtension, of: call.identity)
      returned(call)
      return statuses.report(.unenrollRequest, call.identity, .unsupportedAPI)
    }
    guard let identity = call.identity, !identity.isEmpty else {
      returned(call)
      return statuses.report(.unenrollRequest, nil, .nilAccount)
    }
    if !state.openPrompts.isEmpty || state.identityManager.running != nil,
      !behaviour.leaving.screensDoNotMatter
    {
      return returned(call)
    }
    if !saved.remediations.isEmpty,
      !saved.remediations.contains(where: { isSame($0.identity, identity) }),
      !behaviour.leaving.worksBesideRemediations
    {
      return returned(call)
    }
    noteReturn(of: call)
    if context.lifecycle != .foreground, !behaviour.leaving.worksInBackground {
      return returned(call)
    }
    if let index = accountIndex(identity), saved.accounts[index].identity != identity,
      !behaviour.leaving.namesHaveAnyCase
    {
      return returned(call)
    }
    if isSame(enrolled?.identity, identity), memory.enrolledBy == .login,
      !behaviour.leaving.signedInUsersLeave
    {
      return returned(call)
    }
    noteSignIn(of: identity)
    breakOffEnrollments(of: identity)
    if isSame(enrolled?.identity, identity), !behaviour.leaving.keepsTokens {
      tokens.purge(of: identity)
    }
    if isSame(enrolled?.identity, identity) {
      let isWiped = wipe || memory.hasWantedWipe && !behaviour.leaving.wipeIsOfItsCall
      return leave(reason: .deregister, wipe: isWiped, call: call.number)
    }
    if wipe { memory.hasWantedWipe = true }
    memory.hasLetOthersLeave = true
    if compliance.end(of: identity) { compliance.goOn() }
    if enrolled != nil, behaviour.leaving.unenrollsAt == .ofAnybodyForTheEnrolledUser {
      return leave(reason: .deregister, wipe: wipe, call: call.number)
    }
    removeAccount(identity)
    if behaviour.leaving.callReturns != .never { returned(call) }
    if wipe, !behaviour.leaving.wipesOnlyTheEnrolledUser {
      delegates.ask(.wipeDataForAccount(identity: identity, unenrollment: 0, thread: "background"))
      act(.deleteFiles(owner: nil))
    }
    if behaviour.leaving.unenrollsAt == .ofAnybody { return unenrollUnenrolled(identity) }
    let isTold =
      isSame(memory.lastLeaver, identity)
      ? behaviour.leaving.reportsFormerUsers
      : behaviour.leaving.reportsAccountsWithoutEnrollment
    if isTold { statuses.report(.unenrollRequest, identity, codeForOthers) }
  }

  /// True if a deregistration asks for a wipe.
  private func choice(of call: APICall) -> Bool {
    let own = call.arguments["doWipe"]?.bool ?? false
    let first = memory.firstWipeChoice ?? own
    memory.firstWipeChoice = first
    return first == own || behaviour.leaving.everyCallChoosesItsWipe ? own : first
  }

  /// Tells the return of a call before its time.
  private func noteReturn(of call: APICall) {
    switch behaviour.leaving.callReturns {
    case .onceTheTokenIsDecided, .atOnce, .onceTheServiceHasAnswered, .never: break
    case .alsoAtOnce: emitReturn(of: call)
    case .alsoASecondLater: timers.emitLater(returnEvent(of: call), after: .seconds(1))
    }
  }

  /// The code for what somebody else has to be enrolled for: another user is, or nobody (STA-032, STA-033).
  var codeForOthers: StatusCode {
    enrolled != nil ? .notEnrolledAccount : behaviour.leaving.codeWithoutEnrollment
  }

  /// Takes an account off the list (DRG-002).
  private func removeAccount(_ identity: String) {
    guard let index = accountIndex(identity), behaviour.leaving.removesAccount else { return }
    var account = saved.accounts.remove(at: index)
    memory.hasRemovedAccounts = true
    if behaviour.enrollment.retriedAccounts == .everRegistered {
      if account.attemptDue == nil {
        account.attemptDue = now + behaviour.enrollment.retryInterval
      }
      memory.deregisteredAccounts.append(account)
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

  /// Lets the enrolled user leave: deregistered at once (DRG-016), then wiped, then unenrolled.
  func leave(
    reason: PendingUnenrollment.Reason, wipe: Bool, wipeId: String? = nil, call: Int? = nil,
    isTest: Bool = false, announce: () -> Void = {}
  ) {
    guard let enrollment = enrolled else { return }
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
    let isCheckedIn = underWay.contains { $0.kind == .checkIn }
    compliance.end(of: enrollment.identity, isWiped: reason == .wipe, isCheckedIn: isCheckedIn)
    let isLaterWipe = reason == .wipe && state.isRepeated(.wipedAccount)
    if reason != .wipe || behaviour.leaving.administratorWipeRemovesAccount,
      !isLaterWipe || behaviour.leaving.everyWipeRemovesAccount
    {
      removeAccount(enrollment.identity)
    }
    dropCheckIns(of: enrollment)
    if let call { state.blockedCalls.append((unenrollment: number, call: call)) }
    announce()
    if wipe, !isWipedLate(reason) { askForWipe(number) } else { dropEnrollment(number) }
  }

  /// True if a user who leaves for that reason is wiped after the status of the unenrollment (OQ-24).
  func isWipedLate(_ reason: PendingUnenrollment.Reason) -> Bool {
    switch reason {
    case .deregister: behaviour.leaving.deregistrationOrder == .statusFirst
    case .wipe: !behaviour.leaving.administratorsWipesNeedNoAnswer
    }
  }

  /// Removes what the enrollment brought (DRG-006) and tells the service (DRG-004).
  func dropEnrollment(_ number: Int) {
    guard let pending = saved.unenrollments.first(where: { $0.number == number }) else { return }
    if let enrollment = saved.enrollment, enrollment.enrollmentId == pending.enrollmentId {
      if !behaviour.leaving.endsPolicy { memory.enrollmentLeftBehind = enrollment }
      if !behaviour.checkIn.endWithEnrollment {
        memory.strayCheckIn = (
          now + behaviour.checkIn.interval, enrollment.identity, enrollment.locations
        )
      }
      saved.enrollment = nil
      saved.checkInDue = nil
      if !memory.hasResumedWipe || behaviour.leaving.othersResumeAfterBrokenOffWipe,
        saved.accounts.isEmpty || behaviour.leaving.othersResumeEachTime
          || !state.isRepeated(.unenrollment)
      {
        enrollments.resumeRetries()
      }
      if behaviour.leaving.extensionsLearnOfIt { accounts.publishEnrollment() }
      if pending.reason == .wipe { accounts.leaveTrace(ofWiped: enrollment.identity) }
      noteDeparture(of: enrollment)
      forgetChoices(ofWiped: pending.wipeId != nil || pending.reason == .wipe)
      if !enrollment.configuration.isEmpty, !behaviour.configuration.endsWithTheEnrollment {
        saved.marks[Mark.configuration.rawValue] = enrollment.json
      }
      memory.formerEnrollment = enrollment
      announceEnd(of: enrollment)
      strays.follow(behaviour.strays.onDeparture, of: enrollment.identity)
    } else if behaviour.leaving.extensionsLearnOfIt,
      accounts.published?.enrollmentId == pending.enrollmentId
    {
      accounts.publishEnrollment()  // The process died before it could.
    }
    var call = state.blockedCalls.first { $0.unenrollment == number }?.call
    state.blockedCalls.removeAll { $0.unenrollment == number }
    if let blocked = call, behaviour.leaving.callReturns == .atOnce {
      act(.returned(call: blocked, result: .null))
      call = nil
    }
    operations.begin(
      .unenroll(pending: number, call: call), identity: pending.identity,
      locations: pending.locations, enrollmentId: pending.enrollmentId)
  }

  /// Takes back what the app has chosen, for an SDK whose choices end with a user.
  private func forgetChoices(ofWiped isWiped: Bool) {
    if isWiped, !saved.colors.isEmpty, !behaviour.colors.outliveWipes { saved.colors = [:] }
    if isWiped, !saved.userDefaults.isEmpty, !behaviour.tokens.librarySwitchOutlivesWipes {
      saved.userDefaults = [:]
    }
    if !isWiped, !saved.userDefaults.isEmpty, !behaviour.tokens.librarySwitchOutlivesUsers {
      saved.userDefaults = [:]
    }
    if saved.telemetryIsOff, !behaviour.telemetry.choiceOutlivesUsers {
      saved.telemetryIsOff = false
    }
  }

  /// Lets the blocked call return: the token is there, or there will be none.
  ///
  /// - Parameter isAnswered: true once the service has answered the unenrollment.
  func releaseBlockedCall(_ number: Int, isAnswered: Bool = false) {
    guard let index = index(of: number),
      case .unenroll(let pending, let call?) = underWay[index].kind,
      isAnswered || behaviour.leaving.callReturns != .onceTheServiceHasAnswered,
      behaviour.leaving.callReturns != .never
    else { return }
    underWay[index].kind = .unenroll(pending: pending, call: nil)
    act(.returned(call: call, result: .null))
  }

  /// The service has answered the unenrollment.
  func received(_ answer: ServiceAnswer, for number: Int) {
    switch answer {
    case .success: finish(number, .unenrollmentSuccess)
    case .failure(.parsingFailure, _) where !behaviour.leaving.unreadableAnswersAreFailures:
      finish(number, .unenrollmentSuccess)
    case .failure(let code, let message): finish(number, code, error: message)
    }
  }

  /// Reports the end of an unenrollment (STA-004).
  func finish(_ number: Int, _ code: StatusCode, error: String? = nil) {
    releaseBlockedCall(number, isAnswered: true)
    guard let operation = operations.remove(number),
      case .unenroll(let pending, _) = operation.kind
    else {
      return
    }
    let isWipe = saved.unenrollments.contains { $0.number == pending && $0.reason == .wipe }
    memory.lastUnenrollmentTook = now - operation.beganAt
    let wipesNow = saved.unenrollments.contains {
      $0.number == pending && $0.wipe == .ask && isWipedLate($0.reason)
        && (code == .unenrollmentSuccess || $0.reason == .deregister)
    }
    if code != .unenrollmentSuccess, let delay = behaviour.leaving.repeatsFailuresAfter {
      memory.repetitions.append((unenrollment: pending, due: now + delay))
    } else if !wipesNow {
      // A wipe that is made more than once stays wanted.
      saved.unenrollments.removeAll { $0.number == pending && $0.wipe == .none }
    }
    let isFirst = !memory.hasUnenrolled
    if code == .unenrollmentSuccess { memory.hasUnenrolled = true }
    let remediated = saved.remediations.first { $0.awaitsRestart }?.identity
    if saved.overrides != Overrides(), behaviour.tokens.overridesEndWithEnrollment,
      remediated == nil || behaviour.tokens.overridesEndWithRemediation,
      code == .unenrollmentSuccess || behaviour.tokens.overridesEndWithFailedUnenrollment,
      isFirst || behaviour.tokens.overridesEndEachTime,
      !isWipe || context.lifecycle != .background || behaviour.tokens.overridesEndInTheBackground
    {
      saved.overrides = Overrides()
    }
    removeWhoReturned(operation.identity, pending)
    var code = code
    if state.hooks.failToClear, code == .unenrollmentSuccess {
      state.hooks.failToClear = false
      code = .failedToClearMamData
    }
    if code == .locationServiceFailure, !behaviour.status.unenrollmentsTellOfLostLocations {
      code = .enrollmentEndPointNetworkFailure
    }
    if code != .unenrollmentSuccess {
      memory.failedLeavers.append(operation.identity)
      if isWipe, !behaviour.leaving.untoldWipesAreOver {
        saved.marks[Mark.untoldWipe.rawValue] = true
      }
    }
    let isToldAgain = !isWipe || !state.isRepeated(.wipe) || behaviour.leaving.reportsEveryWipe
    memory.unenrollmentCount += 1
    if memory.unenrollmentCount > 1, !behaviour.status.everyUnenrollmentIsTold {
      if wipesNow { askForWipe(pending) }
      return compliance.goOn()
    }
    if code == .unenrollmentSuccess || !memory.resumedUnenrollments.contains(pending)
      || behaviour.leaving.reportsResumedFailures, isToldAgain
    {
      let named =
        remediated == nil || behaviour.leaving.removalsNameWhoIsRemoved
        ? operation.identity : remediated
      statuses.report(.unenrollRequest, named, code, error: error)
    }
    if wipesNow { askForWipe(pending) }
    compliance.goOn()
  }

  /// Makes the unenrollments that are to be repeated by now.
  func repeatDueUnenrollments() {
    while let index = memory.repetitions.firstIndex(where: { $0.due <= now }) {
      let pending = memory.repetitions.remove(at: index).unenrollment
      if saved.unenrollments.contains(where: { $0.number == pending }) { dropEnrollment(pending) }
    }
  }

  /// Gives up the check-ins of a user who leaves.
  func dropCheckIns(of enrollment: Enrollment) {
    for operation in underWay
    where operation.kind == .checkIn && operation.enrollmentId == enrollment.enrollmentId
      && behaviour.leaving.lateCheckIn == .isGivenUp
    {
      operations.cancel(operation.number)
    }
  }

  /// Enrolls a user who has left when another app of the device enrolls that user.
  func followOtherAppsIn(_ old: Keychain) {
    guard enrolled == nil, let leaver = memory.lastLeaver else { return }
    let own = "enrollment/" + context.bundleId
    for entry in state.keychain.entries
    where entry.item.group == accounts.managementGroup
      && entry.item.account.hasPrefix("enrollment/") && entry.item.account != own
      && old[entry.item] == nil && isSame(Enrollment(entry.value)?.identity, leaver)
    {
      if !behaviour.accounts.followsNobodyIn { return enrollments.attempt(leaver, .registered) }
    }
  }

  /// Tries a registered account at once whose user another app of the device has enrolled.
  func hastenRetries(_ old: Keychain) {
    guard enrolled == nil, !saved.accounts.isEmpty else { return }
    let own = "enrollment/" + context.bundleId
    for entry in state.keychain.entries
    where entry.item.group == accounts.managementGroup
      && entry.item.account.hasPrefix("enrollment/") && entry.item.account != own
      && old[entry.item] == nil
    {
      guard let user = Enrollment(entry.value)?.identity, let index = accountIndex(user) else {
        continue
      }
      if !behaviour.accounts.othersDoNotHastenRetries { saved.accounts[index].attemptDue = now }
      if !behaviour.accounts.othersEndNoRetries { saved.accounts[index].attemptDue = nil }
    }
  }

  /// Leaves when another app of the device has unenrolled this app's user.
  func followOtherApps(_ old: Keychain) {
    guard let enrolled else { return }
    let own = "enrollment/" + context.bundleId
    for entry in old.entries
    where entry.item.group == accounts.managementGroup
      && entry.item.account.hasPrefix("enrollment/")
      && entry.item.account != own && state.keychain[entry.item] == nil
      && isSame(Enrollment(entry.value)?.identity, enrolled.identity)
    {
      if !behaviour.accounts.sharesWhateverOthersLose { accounts.withdrawEnrollment() }
      if behaviour.leaving.wipesAt.contains(.otherApp) {
        return leave(reason: .deregister, wipe: true)
      }
    }
  }
}
