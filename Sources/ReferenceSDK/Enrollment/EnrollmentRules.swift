import Contract
internal import ExactText
import JSONText
import VirtualTime

/// Enrollment: one attempt at a time, in the order of registration (OQ-06).
struct EnrollmentRules: SDKRules {
  let state: SDKState

  /// True if an attempt may start on its own: nobody is enrolled and none is under way (ENR-013).
  var mayAttempt: Bool {
    if isAttempting { return false }
    return enrolled == nil || othersGoOn
      || saved.accounts.count > 1 && !behaviour.enrollment.othersRestAfterSuccess
      || !behaviour.enrollment.enrolledRestsAfterSuccess
  }

  /// True while an attempt is under way that waits for nobody; one that waits for a person holds up no other (ENR-006, ENR-008).
  var isAttempting: Bool { underWay.contains { $0.isEnrollment && $0.stage != .prompting } }

  /// True if an attempt may start now; what may ask a person waits until no other prompt is open.
  private func mayStart(_ trigger: Operation.Trigger) -> Bool {
    let asks =
      switch trigger {
      case .login, .launch, .compliance(silent: false): true
      default: false
      }
    return asks ? !underWay.contains { $0.isEnrollment } : !isAttempting
  }

  /// The accounts that the background action tries (ENR-011).
  var retriedAccounts: [Account] {
    if saved.accounts.count > 1, behaviour.enrollment.retriedAccounts == .firstRegistered {
      return saved.accounts.enumerated()
        .filter { $0.offset == 0 || state.unanswered.contains($0.element.identity) }.map(\.element)
    }
    return saved.accounts + memory.deregisteredAccounts
  }

  /// Starts the attempt of the first account that is due.
  func startDue() {
    while !state.isExhausted, !isAttempting {
      if let answered = underWay.first(where: { $0.isEnrollment && $0.answered != nil }) {
        prompts.goOn(answered.number)
        continue
      }
      if let index = state.waitingEnrollments.firstIndex(where: { mayStart($0.trigger) }) {
        startWaiting(index)
        continue
      }
      guard mayAttempt else { return }
      let due = retriedAccounts.filter { $0.attemptDue.map { $0 <= now } ?? false }
      let isFirst = behaviour.enrollment.triesFirst == .theFirstRegistered
      guard let account = isFirst ? due.first : due.last else { return }
      if putsOff(account) { continue }
      attempt(
        account.identity, state.unanswered.contains(account.identity) ? .registered : .retry)
    }
  }

  /// Starts what waited for another attempt; if that one has enrolled the app, whoever waits is told so (STA-002).
  private func startWaiting(_ index: Int) {
    let (identity, trigger) = state.waitingEnrollments.remove(at: index)
    switch trigger {
    case .launch where enrolled != nil: return  // There is nothing left to do (LCH-003).
    case .compliance where enrolled != nil: compliance.goOn()
    default: attempt(identity, trigger)
    }
  }

  /// Makes an attempt to enroll the app for an identity, as soon as no other one is under way.
  func attempt(_ identity: String, _ trigger: Operation.Trigger) {
    if !mayStart(trigger) {
      state.waitingEnrollments.append((identity, trigger))
      return
    }
    noteLateness(of: identity)
    // An attempt that dies with its process counts as failed at its start.
    let isCounted = behaviour.enrollment.intervalBegins == .withTheAttempt
    let wait =
      isCounted ? behaviour.enrollment.retryInterval : behaviour.enrollment.brokenAttemptWaits
    if let wait {
      postponeAttempt(of: identity, by: wait, trigger)
    }
    if identity.isEmpty, trigger == .login || trigger == .launch {
      prompts.askForUserName(trigger)
    } else if let code = refusal(of: identity, trigger) {
      endFailed(identity, trigger, code, nil)
    } else {
      operations.begin(.enroll(trigger), identity: identity)
    }
  }

  /// Lets the background action try the remaining accounts one interval from now (ENR-015, OQ-08).
  ///
  /// - Parameter isUnenrolled: false for a user whom the service has forgotten: who tries such a user again at once could do
  ///   so for ever, at one instant.
  func resumeRetries(isUnenrolled: Bool = true) {
    for index in saved.accounts.indices {
      switch behaviour.enrollment.retryAfterUnenrollment {
      case .afterInterval:
        saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
      case .atOnce:
        saved.accounts[index].attemptDue =
          isUnenrolled ? now : now + behaviour.enrollment.retryInterval
      case .never: break
      }
    }
  }

  /// How late an attempt comes, for an SDK whose next one does not move with it.
  private func noteLateness(of identity: String) {
    memory.lateness = 0
    if let index = accountIndex(identity), let due = saved.accounts[index].attemptDue, due < now {
      let interval = behaviour.enrollment.retryInterval.milliseconds
      memory.lateness = (now - due).milliseconds % max(1, interval)
    }
  }

  /// Puts the next attempt of an account ahead.
  private func postponeAttempt(
    of identity: String, by interval: VirtualDuration, _ trigger: Operation.Trigger
  ) {
    if trigger == .login, !behaviour.enrollment.signInsMoveRetries { return }
    if let index = accountIndex(identity) { saved.accounts[index].attemptDue = now + interval }
    if let index = memory.deregisteredAccounts.firstIndex(where: { isSame($0.identity, identity) }) {
      memory.deregisteredAccounts[index].attemptDue = now + interval
    }
  }

  /// Why an attempt cannot be made at all; nil if it can.
  func refusal(of identity: String, _ trigger: Operation.Trigger) -> StatusCode? {
    if let enrolled, yieldsToEnrolled(trigger) {
      if isSame(enrolled.identity, identity) { return codeForEnrolledUser(identity, trigger) }
      // A user who signs in, or whom the device dictates, is meant to take the place (OQ-07).
      let dictated = [context.management.emmUser, context.management.mdmUser]
      let isMeant = trigger == .login || dictated.contains { isSame($0, identity) }
      return isMeant
        ? behaviour.enrollment.codeForMeantSecondAccount : behaviour.enrollment.codeForSecondAccount
    }
    if let code = refusalForOthers(of: identity) ?? refusalOfName(identity) { return code }
    guard let code = deviceRefusal(of: identity), behaviour.enrollment.obeysDevice else {
      return nil
    }
    return code
  }

  /// Why an attempt cannot be made because of somebody else than the enrolled user; nil if it can.
  private func refusalForOthers(of identity: String) -> StatusCode? {
    if memory.hasRefusedSomebody, !behaviour.enrollment.refusalsAreOfOneUser {
      return .accountNotLicensed
    }
    if let last = saved.unenrollments.last, !isSame(last.identity, identity) {
      switch behaviour.enrollment.whileAnotherLeaves {
      case .enrolls: break
      case .waitsForTheRemoval: return .switchExistingAccount
      case .isRefusedAsEnrolled: return .alreadyEnrolled
      }
    }
    if let other = accounts.published, enrolled == nil, !isSame(other.identity, identity),
      !behaviour.enrollment.ignoresOldInstallations
    {
      return .mdmEnrolledDifferentUser
    }
    return nil
  }

  /// True if an attempt is not made while somebody is enrolled (ENR-014).
  private func yieldsToEnrolled(_ trigger: Operation.Trigger) -> Bool {
    switch trigger {
    case .reenroll: return false
    case .retry where !behaviour.enrollment.enrolledRestsAfterSuccess: return false
    default:
      return behaviour.enrollment.secondAccount != .replacesEnrolled
        && behaviour.enrollment.othersRestAfterSuccess
    }
  }

  /// Why the device does not allow an account; nil if it does (ENR-044).
  private func deviceRefusal(of identity: String) -> StatusCode? {
    let management = managementToObey
    if let user = management.emmUser, !isSame(user, identity) { return .notEmmAccount }
    if let user = management.mdmUser, !isSame(user, identity),
      management.mdmVendor == "intune" || behaviour.enrollment.devicesOfEveryVendorCount
    {
      return .mdmEnrolledDifferentUser
    }
    if let user = management.deviceUser, !isSame(user, identity) { return .notDeviceAccount }
    return nil
  }

  // MARK: Results

  /// The service has answered the enrollment request.
  func received(_ answer: ServiceAnswer, for number: Int) {
    switch answer {
    case .failure(let code, let message): operations.fail(number, code, error: message)
    case .success(let body):
      guard let enrollmentId = body["enrollmentId"]?.string else {
        return operations.fail(number, .parsingFailure, error: "enrollmentId is missing")
      }
      if let code = failsAllTheSame(number) { return operations.fail(number, code) }
      guard let operation = operations.remove(number), let trigger = operation.trigger else {
        return
      }
      noteSuccess(of: operation)
      if enrolled != nil, trigger == .retry, !behaviour.enrollment.othersRestAfterSuccess {
        return endFailed(operation.identity, trigger, .alreadyEnrolled, nil)
      }
      var enrollment = Enrollment(
        identity: operation.identity, enrollmentId: enrollmentId,
        objectId: body["objectId"]?.string, locations: operation.locations)
      if let policy = memory.policyLeftBehind, !behaviour.policy.startsWithoutPolicy {
        enrollment.policy = policy
      }
      if trigger == .reenroll, let old = enrolled {
        enrollment.policy = old.policy
        enrollment.policyVersion = old.policyVersion
        enrollment.configuration = old.configuration
      }
      succeed(enrollment, trigger, wasAsked: operation.hasPrompted)
      checkIns.takeInterval(body["checkInSeconds"]?.int)
    }
  }

  /// The code with which an attempt fails that the service has let succeed; nil for none.
  private func failsAllTheSame(_ number: Int) -> StatusCode? {
    let trigger = index(of: number).flatMap { underWay[$0].trigger }
    if memory.hasSetOverrides, !behaviour.tokens.overridesApplyAtOnce { return .timeout }
    return trigger == .registered ? behaviour.enrollment.firstAttemptFails : nil
  }

  private func succeed(_ enrollment: Enrollment, _ trigger: Operation.Trigger, wasAsked: Bool) {
    let identity = enrollment.identity
    memory.enrolledBy = trigger
    state.hasReEnrolled = trigger == .reenroll
    if accountIndex(identity) == nil {
      saved.accounts.append(Account(identity: identity))  // OQ-12
    }
    if trigger == .login, saved.accounts.count > 1, !behaviour.accounts.signInKeepsOthers {
      saved.accounts = saved.accounts.filter { isSame($0.identity, identity) }
    }
    var losers = state.unanswered.filter { !isSame($0, identity) && accountIndex($0) != nil }
    if behaviour.enrollment.othersThatWereDue == .areRefused {
      for account in saved.accounts where !isSame(account.identity, identity) {
        guard let due = account.attemptDue, due <= now else { continue }
        if !losers.contains(where: { isSame($0, account.identity) }) {
          losers.append(account.identity)
        }
      }
    }
    for index in saved.accounts.indices {
      let isEnrolled = isSame(saved.accounts[index].identity, identity)
      if !isEnrolled, !behaviour.enrollment.othersRestAfterSuccess { continue }
      saved.accounts[index].attemptDue =
        !isEnrolled || behaviour.enrollment.enrolledRestsAfterSuccess
        ? nil : now + behaviour.enrollment.retryInterval
    }
    keepOthersGoing(beside: identity)
    saved.checkInDue = now
    if saved.checkInInterval != nil { saved.checkInInterval = nil }
    if behaviour.leaving.repeatsFailuresAfter != nil {
      saved.unenrollments.removeAll { $0.enrollmentId == enrollment.enrollmentId }
    }
    if !behaviour.enrollment.isSavedFirst { memory.postponed = (.enrollment, nil) }
    saved.enrollment = enrollment
    accounts.publishEnrollment()
    state.unanswered = []
    if behaviour.enrollment.policyIsFetched != .afterEnrollment {
      memory.unreportedEnrollment = (identity, losers)
    } else {
      reportEnrolled(identity, losers, .newPoliciesReceived)
    }
    if memory.postponed != nil { state.savePostponed() }
    if memory.hasResumedWipe, !behaviour.leaving.brokenOffWipesEnd {
      act(.deleteFiles(owner: identity))
    }
    if isToBeAdded(trigger), !wasAsked || behaviour.identity.asksToAddWhoWasAsked {
      state.identityToAdd = identity
    }
    if memory.lastLeaver != nil, behaviour.leaving.wipesAt.contains(.nextUser) {
      delegates.ask(.wipeDataForAccount(identity: identity, unenrollment: 0, thread: "background"))
      act(.deleteFiles(owner: identity))
    }
    checkIns.start()
    operations.sendTelemetry("enrollment", to: enrollment.locations)
    strays.follow(behaviour.strays.onEnrollment, of: identity)
  }

  /// True if the app is asked to add the user of such an enrollment (IDN-055).
  private func isToBeAdded(_ trigger: Operation.Trigger) -> Bool {
    switch trigger {
    case .launch: behaviour.identity.asksToAddUser != .never
    case .registered: behaviour.identity.ownUsersToAdd == .registered
    case .login: behaviour.identity.ownUsersToAdd == .signedIn
    case .retry: behaviour.identity.ownUsersToAdd == .retried
    default: false
    }
  }

  /// An attempt has failed; a person may still help it (ENR-028).
  func fail(
    _ operation: Operation, _ trigger: Operation.Trigger, _ code: StatusCode, _ error: String?
  ) {
    if code == .authRequired, mayPrompt(operation),
      !operation.hasPrompted || !behaviour.enrollment.asksOnce
    {
      if !behaviour.enrollment.reportsAfterPrompt {
        statuses.report(.enrollmentRequest, operation.identity, code)
      }
      return prompts.askForCredentials(operation.number)
    }
    operations.remove(operation.number)
    endFailed(operation.identity, trigger, code, error)
    operations.sendTelemetry("enrollment", to: operation.locations)
  }

  /// True if an operation may ask the user for credentials.
  private func mayPrompt(_ operation: Operation) -> Bool {
    let policyIsRequired = context.flag("MAMPolicyRequired") && behaviour.launch.asksForSignIn
    if operation.mayPrompt(policyIsRequired: policyIsRequired) {
      // An app may leave every key of the authentication library to the SDK (AUTH-009).
      guard context.settings["ADALClientId"] != nil || behaviour.tokens.asksWithoutClientID else {
        return false
      }
      return operation.trigger != .login || isAsked(operation.identity)
    }
    switch operation.trigger {
    case .registered, .retry: return !behaviour.enrollment.backgroundAttemptsAreSilent
    case .launch:
      let isRegistered = accountIndex(operation.identity) != nil
      return behaviour.launch.enrolls == .anybodyAsked
        || isRegistered && !behaviour.launch.asksNoRegisteredUser
    default: return false
    }
  }

  /// Puts the next attempt on the clock, then reports.
  func endFailed(
    _ identity: String, _ trigger: Operation.Trigger, _ code: StatusCode, _ error: String?
  ) {
    if trigger == .login, accountIndex(identity) == nil,
      !behaviour.accounts.signInRegistersOnSuccessOnly
    {
      saved.accounts.append(Account(identity: identity))
    }
    if behaviour.enrollment.intervalBegins == .withTheFailure {
      postponeAttempt(of: identity, by: wait(after: code), trigger)
    }
    if case .compliance = trigger { postponeAfterRemediation(of: identity) }
    if trigger == .login, code == .authRequired { memory.hasRefusedSignIn = true }
    if code == .accountNotLicensed { memory.hasRefusedSomebody = true }
    memory.failureCount += 1
    if trigger == .retry, memory.failureCount > 2, saved.overrides != Overrides(),
      !behaviour.tokens.overridesOutlastFailures
    {
      saved.overrides = Overrides()
    }
    if let index = accountIndex(identity) {
      let isOver =
        (behaviour.enrollment.mostFailures.map { memory.failureCount >= $0 } ?? false)
        || (enrolled != nil && behaviour.enrollment.othersRestAfterSuccess)
        || (trigger == .retry && !behaviour.enrollment.retriesWithoutEnd)
        || (code.isRefusal && !behaviour.enrollment.retriesRefusedUsers)
      if isOver { saved.accounts[index].attemptDue = nil }
      if code == .authRequired { markUnsigned(saved.accounts[index].identity) }
    }
    giveUpBesideScreens(identity, trigger)
    giveUpAbandoned(identity)
    moveOthers(beside: identity, after: code)
    state.unanswered = state.unanswered.filter { !isSame($0, identity) }
    if trigger == .reenroll { checkIns.putOffAfterFailedReenrollment() }
    let isTold = code != .licensedNotTargeted || behaviour.status.reportsUntargetedUsers
    bringBackLeaver(after: code)
    if isTold, !isRepeated(identity, trigger, code),
      trigger != .launch || behaviour.launch.reportsFailure
    {
      statuses.report(
        .enrollmentRequest, identity.isEmpty ? nil : identity, told(code, trigger), error: error)
    }
    tryAgainAtLaunch(identity, trigger, code)
    if case .compliance = trigger {
      compliance.finish(of: identity, failure: code)
    } else {
      compliance.goOn(after: identity)
    }
    strays.follow(behaviour.strays.afterFailedAttempt, of: identity.isEmpty ? nil : identity)
  }
}

extension StatusCode {
  /// True if the service has refused the user, so that only an administrator can help.
  fileprivate var isRefusal: Bool {
    [.accountNotLicensed, .licensedNotTargeted, .tenantMigration].contains(self)
  }
}
