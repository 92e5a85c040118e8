import Contract
internal import ExactText
import JSONText

/// How attempts to enroll end.
extension EnrollmentRules {
  /// The service has answered the enrollment request.
  func received(_ answer: ServiceAnswer, for number: Int) {
    switch answer {
    case .failure(let code, let message): operations.fail(number, code, error: message)
    case .success(let body):
      guard let enrollmentId = body["enrollmentId"]?.string ?? text(of: body["enrollmentId"])
      else {
        return operations.fail(number, .parsingFailure, error: "enrollmentId is missing")
      }
      if let code = failsAllTheSame(number) { return operations.fail(number, code) }
      guard let operation = operations.remove(number), let trigger = operation.trigger else {
        return
      }
      noteSuccess(of: operation)
      if isRefusedAfterSuccess(trigger) {
        return endFailed(operation.identity, trigger, .alreadyEnrolled, nil)
      }
      var enrollment = Enrollment(
        identity: operation.identity, enrollmentId: record(enrollmentId, trigger),
        objectId: body["objectId"]?.string, locations: operation.locations)
      setPolicy(of: &enrollment, trigger)
      succeed(
        enrollment, trigger, wasAsked: operation.hasPrompted,
        checkInSeconds: body["checkInSeconds"]?.int)
    }
  }

  /// An enrollment starts without policy, unless it is made again on demand of the service.
  private func setPolicy(of enrollment: inout Enrollment, _ trigger: Operation.Trigger) {
    enrollment.policy = policyToStartWith
    guard trigger == .reenroll, let old = enrolled else { return }
    enrollment.policy = old.policy
    enrollment.policyVersion = old.policyVersion
    enrollment.configuration = keptConfiguration(of: old)
  }

  /// The app is enrolled: no account is tried any more, and a check-in fetches policy (ENR-013, ENR-022).
  private func succeed(
    _ enrollment: Enrollment, _ trigger: Operation.Trigger, wasAsked: Bool, checkInSeconds: Int?
  ) {
    let identity = enrollment.identity
    noteEnrollment(by: trigger)
    if accountIndex(identity) == nil || isTakenForAnother(identity, trigger) {
      saved.accounts.append(Account(identity: identity))  // OQ-12
    }
    dropOthers(beside: identity, trigger)
    let losers = losers(against: identity)
    for index in saved.accounts.indices {
      saved.accounts[index].attemptDue = nextAttempt(
        of: saved.accounts[index], afterSuccessOf: identity)
    }
    save(enrollment)
    // The first check-in may fail before anything is sent.
    checkIns.takeInterval(checkInSeconds)
    state.unanswered = []
    if behaviour.enrollment.policyIsFetched != .afterEnrollment {
      state.unreportedEnrollment = (identity, losers)
    } else {
      reportEnrolled(identity, losers, .newPoliciesReceived)
    }
    savePostponed()
    if isToBeAdded(trigger, wasAsked: wasAsked) { saved.identityToAdd = identity }
    wipeNewUser(identity)
    checkIns.start()
    operations.sendTelemetry("enrollment", to: enrollment.locations)
    strays.follow(behaviour.strays.onEnrollment, of: identity)
  }

  /// Saves who is enrolled, for later processes and other apps; the first check-in is due at once.
  private func save(_ enrollment: Enrollment) {
    saved.checkInDue = now
    if saved.checkInInterval != nil { saved.checkInInterval = nil }
    if behaviour.leaving.repeatsFailuresAfter != nil {
      saved.unenrollments.removeAll { $0.enrollmentId == enrollment.enrollmentId }
    }
    for index in saved.unenrollments.indices
    where saved.unenrollments[index].enrollmentId == enrollment.enrollmentId {
      saved.unenrollments[index].isOvertaken = true
    }
    postponeSaving()
    noteName(of: enrollment)
    saved.enrollment = enrollment
    accounts.publishEnrollment()
  }

  /// Who has lost the race to enroll: whose registration has no answer yet, and, if the SDK refuses them, whoever else was
  /// due (OQ-06).
  private func losers(against winner: String) -> [String] {
    var losers = state.unanswered.filter { !isSame($0, winner) && accountIndex($0) != nil }
    guard behaviour.enrollment.othersThatWereDue == .areRefused else { return losers }
    for account in saved.accounts where !isSame(account.identity, winner) {
      guard let due = account.attemptDue, due <= now,
        !losers.contains(where: { isSame($0, account.identity) })
      else { continue }
      losers.append(account.identity)
    }
    return losers
  }

  /// An attempt has failed; a person may still help it (ENR-028).
  func fail(
    _ operation: Operation, _ trigger: Operation.Trigger, _ code: StatusCode, _ error: String?
  ) {
    if code == .authRequired, mayPrompt(operation),
      !operation.hasPrompted || !behaviour.enrollment.asksOnce,
      operation.stage != .working || behaviour.enrollment.asksAfterRefusals
    {
      reportEarly(code, of: operation)
      return prompts.askForCredentials(operation.number)
    }
    operations.remove(operation.number)
    endFailed(operation.identity, trigger, code, error)
    operations.sendTelemetry("enrollment", to: operation.locations)
  }

  /// True if an operation may ask the user for credentials.
  private func mayPrompt(_ operation: Operation) -> Bool {
    let policyIsRequired = context.flag("MAMPolicyRequired") && behaviour.launch.asksForSignIn
    return operation.mayPrompt(policyIsRequired: policyIsRequired)
      ? isAsked(operation) : isAskedAllTheSame(operation)
  }

  /// Puts the next attempt on the clock, then reports.
  func endFailed(
    _ identity: String, _ trigger: Operation.Trigger, _ code: StatusCode, _ error: String?
  ) {
    registerAfterFailure(identity, trigger)
    if behaviour.enrollment.intervalBegins == .withTheFailure {
      postponeAttempt(of: identity, by: wait(after: code), trigger)
    }
    noteFailure(of: identity, trigger, code)
    if let index = accountIndex(identity),
      enrolled != nil && behaviour.enrollment.othersRestAfterSuccess || givesUp(trigger, code)
    {
      saved.accounts[index].attemptDue = nil
    }
    moveRetries(afterFailureOf: identity, trigger, code)
    bringBackLeaver(after: code)
    state.unanswered = state.unanswered.filter { !isSame($0, identity) }
    if trigger == .reenroll { checkIns.putOffAfterFailedReenrollment(code) }
    let user = identity.isEmpty ? nil : identity
    if isTold(identity, trigger, code), trigger != .launch || behaviour.launch.reportsFailure {
      statuses.report(.enrollmentRequest, user, told(code, trigger), error: error)
    }
    tryAgainAtLaunch(identity, trigger, code)
    if case .compliance = trigger {
      compliance.finish(of: identity, failure: code)
    } else {
      compliance.goOn(after: identity)
    }
    strays.follow(behaviour.strays.afterFailedAttempt, of: user)
  }
}
