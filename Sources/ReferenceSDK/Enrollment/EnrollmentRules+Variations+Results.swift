import Contract
internal import ExactText
import JSONText
import VirtualTime

/// What other SDKs than the contract's make of the ends of attempts; by the contract each answers as its first line says.
extension EnrollmentRules {
  /// Nil: a number is no text (STA-025).
  func text(of value: JSON?) -> String? {
    guard let number = value?.int, !behaviour.requests.membersHaveTheirTypes else { return nil }
    return String(number)
  }

  // MARK: Successes

  /// Nil: what the service lets succeed succeeds (ENR-007).
  func failsAllTheSame(_ number: Int) -> StatusCode? {
    let trigger = index(of: number).flatMap { underWay[$0].trigger }
    if memory.hasSetOverrides, !behaviour.tokens.overridesApplyAtOnce { return .timeout }
    return trigger == .registered ? behaviour.enrollment.firstAttemptFails : nil
  }

  /// Changes nothing: neither how long an enrollment takes nor whether the person was asked matters later.
  func noteSuccess(of operation: Operation) {
    memory.lastEnrollmentTook = now - operation.beganAt
    if case .compliance = operation.trigger, operation.hasPrompted {
      memory.promptedRemediation = operation.identity
    }
  }

  /// False: no retry is made while somebody is enrolled.
  func isRefusedAfterSuccess(_ trigger: Operation.Trigger) -> Bool {
    enrolled != nil && trigger == .retry && !behaviour.enrollment.othersRestAfterSuccess
  }

  /// The record that the service has named.
  func record(_ named: String, _ trigger: Operation.Trigger) -> String {
    guard trigger == .reenroll, let old = enrolled, old.enrollmentId != named,
      !behaviour.enrollment.newEnrollmentsBringTheirRecord
    else { return named }
    return old.enrollmentId
  }

  /// Nil: an enrollment starts without policy.
  var policyToStartWith: JSONObject? {
    guard let policy = memory.policyLeftBehind, !behaviour.policy.startsWithoutPolicy else {
      return nil
    }
    return policy
  }

  /// All of it: configuration outlasts a re-enrollment (CFG-004).
  func keptConfiguration(of old: Enrollment) -> [JSON] {
    old.configuration.isEmpty || behaviour.configuration.outlastsReEnrollments
      ? old.configuration : []
  }

  /// Changes nothing: what has enrolled a user does not matter later, and an enrollment drops neither a test policy nor whom
  /// the app is still to add.
  func noteEnrollment(by trigger: Operation.Trigger) {
    if trigger == .reenroll, saved.identityToAdd != nil,
      !behaviour.identity.additionsOutlastReEnrollments
    {
      saved.identityToAdd = nil
    }
    if trigger != .reenroll, saved.testPolicy != nil,
      !behaviour.diagnostics.testPoliciesOutlastEnrollments
    {
      saved.testPolicy = nil
    }
    memory.enrolledBy = trigger
    memory.hasReEnrolled = trigger == .reenroll
    if trigger == .reenroll {
      memory.reEnrollmentCount += 1
      if state.protectionLevel != nil, !behaviour.protection.levelsOutlastReEnrollments {
        state.protectionLevel = nil
      }
    }
  }

  /// Nothing: earlier names of a user do not matter (ENR-022, STA-006).
  func noteName(of enrollment: Enrollment) {
    guard let objectId = enrollment.objectId else { return }
    memory.names.append((objectId, enrollment.identity))
  }

  /// False: a sign-in finds the account of its user in any letters (ENR-021, IDN-010).
  func isTakenForAnother(_ identity: String, _ trigger: Operation.Trigger) -> Bool {
    trigger == .login && !saved.accounts.contains { $0.identity == identity }
      && !behaviour.accounts.signInsFindAnyCase
  }

  /// Nothing: whoever else is registered stays so after a sign-in (ENR-021).
  func dropOthers(beside identity: String, _ trigger: Operation.Trigger) {
    guard trigger == .login, saved.accounts.count > 1, !behaviour.accounts.signInKeepsOthers else {
      return
    }
    saved.accounts = saved.accounts.filter { isSame($0.identity, identity) }
  }

  /// Nothing: an enrollment is saved before it is reported (ENR-022).
  func postponeSaving() {
    if !behaviour.enrollment.isSavedFirst { memory.postponed = (.enrollment, nil) }
  }

  /// Nothing: no enrollment waits to be saved.
  func savePostponed() {
    if memory.postponed != nil { state.savePostponed() }
  }

  /// True: every success is reported (STA-002).
  var isSuccessTold: Bool {
    guard memory.enrolledBy != .launch || behaviour.launch.reportsSuccess else { return false }
    return memory.lastEnrollmentTook <= .seconds(20) || behaviour.status.slowEnrollmentsAreTold
  }

  /// True for a launch: the app knows the users whom it has enrolled itself (IDN-055).
  func isToBeAdded(_ trigger: Operation.Trigger, wasAsked: Bool) -> Bool {
    let isToBeAdded =
      switch trigger {
      case .launch: behaviour.identity.asksToAddUser != .never
      case .registered: behaviour.identity.ownUsersToAdd == .registered
      case .login: behaviour.identity.ownUsersToAdd == .signedIn
      case .retry: behaviour.identity.ownUsersToAdd == .retried
      default: false
      }
    return isToBeAdded && (!wasAsked || behaviour.identity.asksToAddWhoWasAsked)
  }

  /// Nothing: a new user has nothing to wipe.
  func wipeNewUser(_ identity: String) {
    if memory.hasResumedWipe, !behaviour.leaving.brokenOffWipesEnd {
      act(.deleteFiles(owner: identity))
    }
    if memory.lastLeaver != nil, behaviour.leaving.wipesAt.contains(.nextUser) {
      delegates.ask(.wipeDataForAccount(identity: identity, unenrollment: 0, thread: "background"))
      act(.deleteFiles(owner: identity))
    }
  }

  // MARK: Whom a failure has asked

  /// Nothing: a failure that a person may still help is reported after the person was asked (STA-002).
  func reportEarly(_ code: StatusCode, of operation: Operation) {
    if !behaviour.enrollment.reportsAfterPrompt {
      statuses.report(.enrollmentRequest, operation.identity, code)
    }
  }

  /// True: a sign-in may ask whoever it is for (ENR-028), and an app may leave every key of the authentication library to
  /// the SDK (AUTH-009).
  func isAsked(_ operation: Operation) -> Bool {
    guard context.settings["ADALClientId"] != nil || behaviour.tokens.asksWithoutClientID else {
      return false
    }
    guard operation.trigger == .login else { return true }
    let identity = operation.identity
    if isSame(accounts.managedUser, identity), !behaviour.enrollment.managedUsersAreAsked {
      return false
    }
    if isSame(memory.lostUser, identity), !behaviour.enrollment.lostUsersAreAsked { return false }
    return accountIndex(identity) == nil || behaviour.enrollment.asksRegisteredUsers
  }

  /// False: whoever may not be asked is not (ENR-008, LCH-004).
  func isAskedAllTheSame(_ operation: Operation) -> Bool {
    switch operation.trigger {
    case .registered, .retry: return !behaviour.enrollment.backgroundAttemptsAreSilent
    case .launch:
      let isRegistered = accountIndex(operation.identity) != nil
      return behaviour.launch.enrolls == .anybodyAsked
        || isRegistered && !behaviour.launch.asksNoRegisteredUser
    default: return false
    }
  }

  // MARK: What a failure changes

  /// Nothing: a sign-in registers its user once it has succeeded.
  func registerAfterFailure(_ identity: String, _ trigger: Operation.Trigger) {
    if trigger == .login, accountIndex(identity) == nil,
      !behaviour.accounts.signInRegistersOnSuccessOnly
    {
      saved.accounts.append(Account(identity: identity))
    }
  }

  /// Changes nothing: a failed remediation is followed by retries like any other failure, and overrides and test policies
  /// stay.
  func noteFailure(of identity: String, _ trigger: Operation.Trigger, _ code: StatusCode) {
    if saved.testPolicy != nil, !behaviour.diagnostics.testPoliciesOutlastFailures {
      saved.testPolicy = nil
    }
    if case .compliance = trigger { postponeAfterRemediation(of: identity) }
    if trigger == .launch, let index = accountIndex(identity),
      !behaviour.enrollment.launchesLeaveRetries
    {
      saved.accounts[index].attemptDue = nil
    }
    if trigger == .login, code == .authRequired { memory.hasRefusedSignIn = true }
    if code == .accountNotLicensed { memory.hasRefusedSomebody = true }
    if code == .tenantMigration { memory.hasMovingUser = true }
    memory.failureCount += 1
    if trigger == .retry, memory.failureCount > 2, saved.overrides != Overrides(),
      !behaviour.tokens.overridesOutlastFailures
    {
      saved.overrides = Overrides()
    }
  }

  private func postponeAfterRemediation(of identity: String) {
    guard let index = accountIndex(identity) else { return }
    if let wait = behaviour.enrollment.waitAfterRemediation {
      saved.accounts[index].attemptDue = now + wait
    }
    if !behaviour.enrollment.retriesOutlastRemediations { saved.accounts[index].attemptDue = nil }
  }

  /// False: an account is tried again however often it has failed (ENR-010), and although the service has refused its user
  /// (ENR-012).
  func givesUp(_ trigger: Operation.Trigger, _ code: StatusCode) -> Bool {
    if let most = behaviour.enrollment.mostFailures, memory.failureCount >= most { return true }
    if trigger == .retry, !behaviour.enrollment.retriesWithoutEnd { return true }
    return switch code {
    case .accountNotLicensed, .licensedNotTargeted, .tenantMigration:
      !behaviour.enrollment.retriesRefusedUsers
    default: false
    }
  }

  /// Changes nothing: a failed account keeps its retry, and so does everybody else.
  func moveRetries(
    afterFailureOf identity: String, _ trigger: Operation.Trigger, _ code: StatusCode
  ) {
    if let index = accountIndex(identity) {
      if code == .authRequired { markUnsigned(saved.accounts[index].identity) }
      if isAbandoned(identity, trigger) { saved.accounts[index].attemptDue = nil }
    }
    if code == .licensedNotTargeted { memory.untargeted.append(identity) }
    if let last = memory.throttled.last, last.at == now, isSame(last.identity, identity),
      saved.accounts.count > 1, !behaviour.enrollment.throttlesAreOfOneAccount
    {
      for index in saved.accounts.indices where saved.accounts[index].attemptDue != nil {
        saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
      }
    }
    if code == .adalInternalError, saved.accounts.count > 1,
      !behaviour.enrollment.lostSignInsMoveNobodyElse
    {
      for index in saved.accounts.indices where saved.accounts[index].attemptDue != nil {
        saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
      }
    }
  }

  /// Notes nothing: a later process keeps the retries of users who have to sign in (ENR-008).
  private func markUnsigned(_ identity: String) {
    if behaviour.enrollment.launchesKeepRetriesOfUnsigned { return }
    saved.marks["unsigned/" + identity] = true
  }

  /// False: an account is tried again whatever is on the screen, was in the background, or has left at a sign-in (ENR-008).
  private func isAbandoned(_ identity: String, _ trigger: Operation.Trigger) -> Bool {
    if trigger == .registered,
      state.openPrompts.contains(where: { $0.purpose == .credentials || $0.purpose == .userName }),
      !behaviour.enrollment.retriesBesideScreens
    {
      return true
    }
    if !behaviour.enrollment.retriesWhatCameInBackground,
      memory.registeredInBackground.contains(where: { isSame($0, identity) })
    {
      return true
    }
    return memory.abandonedSignIns.contains { isSame($0, identity) }
  }

  /// Nothing: a refusal brings nobody back who has left.
  func bringBackLeaver(after code: StatusCode) {
    guard code == .accountNotLicensed, enrolled == nil, let former = memory.formerEnrollment,
      !behaviour.leaving.refusalsBringNobodyBack
    else { return }
    memory.enrollmentLeftBehind = former
    state.knownRevision = -1
  }

  /// Nothing: a launch tries each user once (ENR-009).
  func tryAgainAtLaunch(_ identity: String, _ trigger: Operation.Trigger, _ code: StatusCode) {
    guard trigger == .launch, code != .authRequired, accountIndex(identity) != nil,
      !behaviour.launch.triesEachUserOnce
    else { return }
    attempt(identity, .retry)
  }

  // MARK: How a failure is reported

  /// True: every failure is reported (STA-002).
  func isTold(_ identity: String, _ trigger: Operation.Trigger, _ code: StatusCode) -> Bool {
    if code == .licensedNotTargeted, !behaviour.status.reportsUntargetedUsers { return false }
    let before = memory.failures.first { isSame($0.identity, identity) }?.code
    memory.failures.removeAll { isSame($0.identity, identity) }
    memory.failures.append((identity, code))
    guard before == code else { return true }
    return switch trigger {
    case .registered: behaviour.status.repeatedFailuresAreTold
    case .login: behaviour.status.repeatedSignInsAreTold
    default: true
    }
  }

  /// The code itself.
  func told(_ code: StatusCode, _ trigger: Operation.Trigger) -> StatusCode {
    if trigger == .reenroll,
      code == .tenantMigration && !behaviour.status.reEnrollmentsTellOfMigrations
        || code == .licensedNotTargeted && !behaviour.status.reEnrollmentsTellOfTargeting
    {
      return .accountNotLicensed
    }
    if code == .accountNotLicensed, tokens.overrides.authority != nil,
      !behaviour.status.licencesAreToldUnderEveryAuthority
    {
      return .internalError
    }
    guard code == .authRequired, trigger == .compliance(silent: true),
      !behaviour.status.silentRemediationsNeedASignIn
    else { return code }
    return .enrollmentEndPointNetworkFailure
  }

  // MARK: Enrollments with their policy

  /// False: an enrollment is reported before its policy is there, though it may be reported with it (OQ-18).
  func isPartOfEnrollment(_ identity: String, _ code: StatusCode, _ error: String?) -> Bool {
    guard let (user, losers) = state.unreportedEnrollment, isSame(user, identity) else {
      return false
    }
    state.unreportedEnrollment = nil
    if code.didSucceed {
      reportEnrolled(identity, losers, code)
      return true
    }
    if behaviour.enrollment.policyIsFetched == .asItsCondition {
      failWithPolicy(identity, code, error)
      return true
    }
    reportEnrolled(identity, losers, .newPoliciesReceived)
    return false
  }

  /// Nothing: no enrollment waits for a check-in.
  func reportPendingEnrollment(of identity: String) {
    guard let (user, losers) = state.unreportedEnrollment, isSame(user, identity) else { return }
    state.unreportedEnrollment = nil
    reportEnrolled(identity, losers, .newPoliciesReceived)
  }

  /// Nothing: no enrollment waits for the check-in of a user who has left.
  func forgetUnreported(_ identity: String) {
    if isSame(state.unreportedEnrollment?.identity, identity) { state.unreportedEnrollment = nil }
  }

  /// Gives up an enrollment whose policy could not be had; the service keeps its record for the next attempt.
  private func failWithPolicy(_ identity: String, _ code: StatusCode, _ error: String?) {
    saved.enrollment = nil
    saved.checkInDue = nil
    resumeRetries()
    accounts.publishEnrollment()
    statuses.report(.enrollmentRequest, identity, code, error: error)
  }
}
