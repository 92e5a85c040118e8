import Contract
internal import ExactText
import JSONText
import VirtualTime

/// Enrollment: one attempt at a time, in the order of registration (OQ-06).
extension ManagementSDK {
  /// The enrolled user (ENR-022); a user who is leaving is not enrolled any more.
  var enrolled: Enrollment? {
    guard let enrollment = saved.enrollment,
      !saved.leavings.contains(where: { $0.enrollmentId == enrollment.enrollmentId })
    else { return nil }
    return enrollment
  }

  /// The place of a registered account.
  func accountIndex(_ identity: String) -> Int? {
    saved.accounts.firstIndex { isSame($0.identity, identity) }
  }

  // MARK: Attempts

  /// True if an attempt may start on its own: nobody is enrolled and none is under way (ENR-013).
  var mayAttempt: Bool {
    if operations.contains(where: { $0.isEnrollment }) { return false }
    return enrolled == nil
      || saved.accounts.count > 1 && !behaviour.enrollment.othersRestAfterSuccess
      || !behaviour.enrollment.enrolledRestsAfterSuccess
  }

  /// The accounts that the background action tries (ENR-011).
  var retriedAccounts: [Account] {
    if saved.accounts.count > 1, behaviour.enrollment.retriedAccounts == .firstRegistered {
      return saved.accounts.enumerated()
        .filter { $0.offset == 0 || unanswered.contains($0.element.identity) }.map(\.element)
    }
    return saved.accounts + deregisteredAccounts
  }

  /// Starts the attempt of the first account that is due.
  mutating func startDueEnrollment() {
    while mayAttempt {
      if !waitingEnrollments.isEmpty {
        let (identity, trigger) = waitingEnrollments.removeFirst()
        enroll(identity, trigger)
        continue
      }
      let due = retriedAccounts.filter { $0.attemptDue.map { $0 <= now } ?? false }
      let isFirst = behaviour.enrollment.triesFirst == .theFirstRegistered
      guard let account = isFirst ? due.first : due.last else { return }
      enroll(
        account.identity, unanswered.contains(account.identity) ? .registered : .retry)
    }
  }

  /// Makes an attempt to enroll the app for an identity, as soon as no other one is under way.
  mutating func enroll(_ identity: String, _ trigger: Operation.Trigger) {
    if operations.contains(where: { $0.isEnrollment }) {
      waitingEnrollments.append((identity, trigger))
      return
    }
    // An attempt that dies with its process counts as failed at its start.
    let isCounted = behaviour.enrollment.intervalBegins == .withTheAttempt
    let wait =
      isCounted ? behaviour.enrollment.retryInterval : behaviour.enrollment.brokenAttemptWaits
    if let wait {
      postponeAttempt(of: identity, by: wait)
    }
    if identity.isEmpty, trigger == .login || trigger == .launch {
      askForUserName(trigger)
    } else if let code = refusal(of: identity, trigger) {
      endFailedEnrollment(identity, trigger, code, nil)
    } else {
      begin(.enroll(trigger), identity: identity)
    }
  }

  /// Puts the next attempt of an account ahead.
  private mutating func postponeAttempt(of identity: String, by interval: VirtualDuration) {
    if let index = accountIndex(identity) { saved.accounts[index].attemptDue = now + interval }
    if let index = deregisteredAccounts.firstIndex(where: { isSame($0.identity, identity) }) {
      deregisteredAccounts[index].attemptDue = now + interval
    }
  }

  /// Why an attempt cannot be made at all; nil if it can.
  func refusal(of identity: String, _ trigger: Operation.Trigger) -> StatusCode? {
    if let enrolled, yieldsToEnrolled(trigger) {
      if isSame(enrolled.identity, identity) { return .alreadyEnrolled }
      // A user who signs in, or whom the device dictates, is meant to take the place (OQ-07).
      let dictated = [context.management.emmUser, context.management.mdmUser]
      let isMeant = trigger == .login || dictated.contains { isSame($0, identity) }
      return isMeant
        ? behaviour.enrollment.codeForMeantSecondAccount : behaviour.enrollment.codeForSecondAccount
    }
    guard let code = deviceRefusal(of: identity), behaviour.enrollment.obeysDevice else {
      return nil
    }
    return code
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
    let management = context.management
    if let user = management.emmUser, !isSame(user, identity) { return .notEmmAccount }
    if let user = management.mdmUser, !isSame(user, identity) { return .mdmEnrolledDifferentUser }
    if let user = management.deviceUser, !isSame(user, identity) { return .notDeviceAccount }
    return nil
  }

  // MARK: Results

  /// The service has answered the enrollment request.
  mutating func receivedEnrollment(_ answer: ServiceAnswer, for number: Int) {
    switch answer {
    case .failure(let code, let message): fail(number, code, error: message)
    case .success(let body):
      guard let enrollmentId = body["enrollmentId"]?.string else {
        return fail(number, .parsingFailure, error: "enrollmentId is missing")
      }
      guard let operation = remove(number), let trigger = operation.trigger else { return }
      if enrolled != nil, trigger == .retry, !behaviour.enrollment.othersRestAfterSuccess {
        return endFailedEnrollment(operation.identity, trigger, .alreadyEnrolled, nil)
      }
      var enrollment = Enrollment(
        identity: operation.identity, enrollmentId: enrollmentId,
        objectId: body["objectId"]?.string, locations: operation.locations)
      if trigger == .reenroll, let old = enrolled {
        enrollment.policy = old.policy
        enrollment.policyVersion = old.policyVersion
        enrollment.configuration = old.configuration
      }
      succeed(enrollment, trigger)
    }
  }

  private mutating func succeed(_ enrollment: Enrollment, _ trigger: Operation.Trigger) {
    let identity = enrollment.identity
    if accountIndex(identity) == nil {
      saved.accounts.append(Account(identity: identity))  // OQ-12
    }
    var losers = unanswered.filter { !isSame($0, identity) && accountIndex($0) != nil }
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
    saved.checkInDue = now
    if behaviour.leaving.repeatsFailuresAfter != nil {
      saved.leavings.removeAll { $0.enrollmentId == enrollment.enrollmentId }
    }
    saved.enrollment = enrollment
    publishEnrollment()
    unanswered = []
    if behaviour.enrollment.policyIsFetched != .afterEnrollment {
      unreportedEnrollment = (identity, losers)
    } else {
      reportEnrolled(identity, losers, .newPoliciesReceived)
    }
    if isToBeAdded(trigger) { identityToAdd = identity }
    if lastLeaver != nil, behaviour.leaving.wipesAt.contains(.nextUser) {
      ask(.wipeDataForAccount(identity: identity, leaving: 0, thread: "background"))
      act(.deleteFiles(owner: identity))
    }
    startCheckIn()
    sendTelemetry("enrollment", to: enrollment.locations)
  }

  /// True if the app is asked to add the user of such an enrollment (IDN-055).
  private func isToBeAdded(_ trigger: Operation.Trigger) -> Bool {
    switch trigger {
    case .launch: behaviour.identity.asksToAddUser != .never
    case .registered: !behaviour.identity.asksNothingOfOwnUsers
    default: false
    }
  }

  /// Reports a success, and what was registered meanwhile as having lost the race (ENR-013).
  mutating func reportEnrolled(_ identity: String, _ losers: [String], _ code: StatusCode) {
    report(.enrollmentRequest, identity, code)
    for loser in losers {
      report(.enrollmentRequest, loser, refusal(of: loser, .registered) ?? .alreadyEnrolled)
    }
  }

  /// An attempt has failed; a person may still help it (ENR-028).
  mutating func failEnrollment(
    _ operation: Operation, _ trigger: Operation.Trigger, _ code: StatusCode, _ error: String?
  ) {
    if code == .authRequired, mayPrompt(operation),
      !operation.hasPrompted || !behaviour.enrollment.asksOnce
    {
      if !behaviour.enrollment.reportsAfterPrompt {
        report(.enrollmentRequest, operation.identity, code)
      }
      return askForCredentials(operation.number)
    }
    remove(operation.number)
    endFailedEnrollment(operation.identity, trigger, code, error)
    sendTelemetry("enrollment", to: operation.locations)
  }

  /// True if an operation may ask the user for credentials.
  private func mayPrompt(_ operation: Operation) -> Bool {
    let policyIsRequired = context.flag("MAMPolicyRequired") && behaviour.launch.asksForSignIn
    if operation.mayPrompt(policyIsRequired: policyIsRequired) {
      // An app may leave every key of the authentication library to the SDK (AUTH-009).
      return context.settings["ADALClientId"] != nil || behaviour.tokens.asksWithoutClientID
    }
    switch operation.trigger {
    case .registered, .retry: return !behaviour.enrollment.backgroundAttemptsAreSilent
    case .launch: return behaviour.launch.enrolls == .anybodyAsked
    default: return false
    }
  }

  /// Puts the next attempt on the clock, then reports.
  mutating func endFailedEnrollment(
    _ identity: String, _ trigger: Operation.Trigger, _ code: StatusCode, _ error: String?
  ) {
    if trigger == .login, accountIndex(identity) == nil,
      !behaviour.accounts.signInRegistersOnSuccessOnly
    {
      saved.accounts.append(Account(identity: identity))
    }
    if behaviour.enrollment.intervalBegins == .withTheFailure {
      postponeAttempt(of: identity, by: behaviour.enrollment.retryInterval)
    }
    if let index = accountIndex(identity) {
      let isOver =
        (enrolled != nil && behaviour.enrollment.othersRestAfterSuccess)
        || (trigger == .retry && !behaviour.enrollment.retriesWithoutEnd)
        || (code.isRefusal && !behaviour.enrollment.retriesRefusedUsers)
      if isOver { saved.accounts[index].attemptDue = nil }
    }
    unanswered = unanswered.filter { !isSame($0, identity) }
    if trigger == .reenroll { saved.checkInDue = now + behaviour.checkIn.interval }
    if trigger != .launch || behaviour.launch.reportsFailure {
      report(.enrollmentRequest, identity.isEmpty ? nil : identity, code, error: error)
    }
    if case .compliance = trigger { finishRemediation(of: identity, failure: code) }
  }
}

extension StatusCode {
  /// True if the service has refused the user, so that only an administrator can help.
  fileprivate var isRefusal: Bool {
    [.accountNotLicensed, .licensedNotTargeted, .tenantMigration].contains(self)
  }
}
