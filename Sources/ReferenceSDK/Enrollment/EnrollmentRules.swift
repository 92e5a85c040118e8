import Contract
internal import ExactText
import VirtualTime

/// Enrollment: one attempt at a time, in the order of registration (OQ-06).
struct EnrollmentRules: SDKRules {
  let state: SDKState

  /// True if an attempt may start on its own: nobody is enrolled and none is under way (ENR-013).
  var mayAttempt: Bool { !isAttempting && (enrolled == nil || goesOnAfterSuccess) }

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

  /// Starts the attempt of the first account that is due (ENR-011).
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
      if let wait = waitAfterUnenrollment(isUnenrolled: isUnenrolled) {
        saved.accounts[index].attemptDue = now + wait
      }
    }
  }

  /// Puts the next attempt of an account ahead.
  func postponeAttempt(
    of identity: String, by interval: VirtualDuration, _ trigger: Operation.Trigger
  ) {
    if trigger == .login, !behaviour.enrollment.signInsMoveRetries { return }
    if let index = accountIndex(identity) { saved.accounts[index].attemptDue = now + interval }
    postponeDeregistered(identity, by: interval)
  }

  // MARK: Refusals

  /// Why an attempt cannot be made at all; nil if it can.
  func refusal(of identity: String, _ trigger: Operation.Trigger) -> StatusCode? {
    if let enrolled, trigger != .reenroll, !takesThePlace(trigger) {
      return isSame(enrolled.identity, identity)
        ? codeForEnrolledUser(identity, trigger) : codeForSecondAccount(identity, trigger)
    }
    if let code = refusalAfterAnother ?? refusalWhileAnotherLeaves(identity)
      ?? refusalBesideOldInstallation(identity) ?? refusalOfName(identity)
    {
      return code
    }
    guard let code = deviceRefusal(of: identity), behaviour.enrollment.obeysDevice,
      isObeyed(code, by: trigger)
    else { return nil }
    return code
  }

  /// The code for an account that comes while another one is enrolled (ENR-014).
  private func codeForSecondAccount(_ identity: String, _ trigger: Operation.Trigger) -> StatusCode
  {
    // A user who signs in, or whom the device dictates, is meant to take the place (OQ-07).
    let dictated = [context.management.emmUser, context.management.mdmUser]
    let isMeant = trigger == .login || dictated.contains { isSame($0, identity) }
    return isMeant
      ? behaviour.enrollment.codeForMeantSecondAccount : behaviour.enrollment.codeForSecondAccount
  }

  /// Why an attempt cannot be made while another user is being unenrolled; nil if it can (ENR-037, STA-037).
  private func refusalWhileAnotherLeaves(_ identity: String) -> StatusCode? {
    guard let last = saved.unenrollments.last, !isSame(last.identity, identity) else { return nil }
    if let code = codeBeside(last) { return code }
    return switch behaviour.enrollment.whileAnotherLeaves {
    case .enrolls: nil
    case .waitsForTheRemoval: .switchExistingAccount
    case .isRefusedAsEnrolled: .alreadyEnrolled
    }
  }

  /// Why the device does not allow an account; nil if it does (ENR-044).
  private func deviceRefusal(of identity: String) -> StatusCode? {
    let management = managementToObey()
    if let user = management.emmUser, !isTaken(identity, for: user) { return .notEmmAccount }
    if let user = management.mdmUser, !isTaken(identity, for: user), vendorCounts(of: management) {
      return .mdmEnrolledDifferentUser
    }
    if let user = management.deviceUser, !isTaken(identity, for: user) { return .notDeviceAccount }
    return nil
  }
}
