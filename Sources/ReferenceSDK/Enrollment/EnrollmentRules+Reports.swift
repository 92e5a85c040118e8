import Contract
internal import ExactText
import JSONText
import VirtualTime

/// Enrollments that are reported with their policy, if it is a part of them (OQ-18).
extension EnrollmentRules {
  /// Reports a policy request, or the enrollment of which it was a part.
  func reportPolicyRequest(
    _ identity: String, _ code: StatusCode, error: String? = nil
  ) {
    guard let (user, losers) = memory.unreportedEnrollment, isSame(user, identity) else {
      return statuses.report(.policyRequest, identity, code, error: error)
    }
    if code.didSucceed {
      memory.unreportedEnrollment = nil
      reportEnrolled(identity, losers, code)
    } else if behaviour.enrollment.policyIsFetched == .asItsCondition {
      memory.unreportedEnrollment = nil
      failWithPolicy(identity, code, error)
    } else {
      reportPendingEnrollment(of: identity)
      statuses.report(.policyRequest, identity, code, error: error)
    }
  }

  /// Notes that the user of an account has to sign in, for an SDK whose later processes leave such an account alone.
  func markUnsigned(_ identity: String) {
    if behaviour.enrollment.launchesKeepRetriesOfUnsigned { return }
    saved.marks["unsigned/" + identity] = true
  }

  /// Reports an enrollment that waited for a check-in which brought something else than policy.
  func reportPendingEnrollment(of identity: String) {
    guard let (user, losers) = memory.unreportedEnrollment, isSame(user, identity) else { return }
    memory.unreportedEnrollment = nil
    reportEnrolled(identity, losers, .newPoliciesReceived)
  }

  /// Reports a success, and what was registered meanwhile as having lost the race (ENR-013).
  func reportEnrolled(_ identity: String, _ losers: [String], _ code: StatusCode) {
    if memory.enrolledBy != .launch || behaviour.launch.reportsSuccess, !isTooSlowToTell {
      statuses.report(.enrollmentRequest, identity, code)
    }
    for loser in losers {
      statuses.report(
        .enrollmentRequest, loser, refusal(of: loser, .registered) ?? .alreadyEnrolled)
    }
  }

  /// The code with which an attempt that has failed is reported.
  func told(_ code: StatusCode, _ trigger: Operation.Trigger) -> StatusCode {
    guard code == .authRequired, trigger == .compliance(silent: true),
      !behaviour.status.silentRemediationsNeedASignIn
    else { return code }
    return .enrollmentEndPointNetworkFailure
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

/// What a remediation that has failed does to the retries of its user.
extension EnrollmentRules {
  /// Puts the next attempt of an account on the clock whose remediation has failed.
  func postponeAfterRemediation(of identity: String) {
    guard let index = accountIndex(identity) else { return }
    if let wait = behaviour.enrollment.waitAfterRemediation {
      saved.accounts[index].attemptDue = now + wait
    }
    if !behaviour.enrollment.retriesOutlastRemediations { saved.accounts[index].attemptDue = nil }
  }
}

/// What other SDKs make of screens, and of who was enrolled by a launch.
extension EnrollmentRules {
  /// Takes an account off the clock that has failed while a screen asks somebody else.
  func giveUpBesideScreens(_ identity: String, _ trigger: Operation.Trigger) {
    guard trigger == .registered, let index = accountIndex(identity),
      state.openPrompts.contains(where: { $0.purpose == .credentials || $0.purpose == .userName }),
      !behaviour.enrollment.retriesBesideScreens
    else { return }
    saved.accounts[index].attemptDue = nil
  }

  /// What the management of the device demands; an SDK may stay with what it has demanded first.
  var managementToObey: DeviceManagement {
    let management = context.management
    let first = memory.firstManagement
    if first == nil, management.emmUser ?? management.mdmUser ?? management.deviceUser != nil {
      memory.firstManagement = management
    }
    return behaviour.accounts.devicesMayChangeHands ? management : first ?? management
  }

  /// Takes an account off the clock whose user has left at a sign-in before.
  func giveUpAbandoned(_ identity: String) {
    if let index = accountIndex(identity), !behaviour.enrollment.retriesWhatCameInBackground,
      memory.registeredInBackground.contains(where: { isSame($0, identity) })
    {
      saved.accounts[index].attemptDue = nil
    }
    guard memory.abandonedSignIns.contains(where: { isSame($0, identity) }),
      let index = accountIndex(identity)
    else { return }
    saved.accounts[index].attemptDue = nil
  }

  /// Puts an account off that fell due while another one was tried, for an SDK that does not let it wait.
  func putsOff(_ account: Account) -> Bool {
    guard let due = account.attemptDue, due < now, now < due + .minutes(1),
      let index = accountIndex(account.identity), !behaviour.enrollment.triesWhoHadToWait
    else { return false }
    saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
    return true
  }

  /// Moves the retries of the other accounts after a failure of the sign-in host, which the contract does not do.
  func moveOthers(beside identity: String, after code: StatusCode) {
    if code == .licensedNotTargeted { memory.untargeted.append(identity) }
    guard code == .adalInternalError, saved.accounts.count > 1,
      !behaviour.enrollment.lostSignInsMoveNobodyElse
    else { return }
    for index in saved.accounts.indices where saved.accounts[index].attemptDue != nil {
      saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
    }
  }

  /// Tries a registered user again whose attempt at launch has failed.
  func tryAgainAtLaunch(_ identity: String, _ trigger: Operation.Trigger, _ code: StatusCode) {
    guard trigger == .launch, code != .authRequired, accountIndex(identity) != nil,
      !behaviour.launch.triesEachUserOnce
    else { return }
    attempt(identity, .retry)
  }

  /// True if others are tried although somebody is enrolled.
  var othersGoOn: Bool {
    guard saved.accounts.count > 1 else { return false }
    return switch memory.enrolledBy {
    case .launch: !behaviour.enrollment.othersRestAfterLaunches
    case .reenroll: !behaviour.enrollment.othersRestAfterReEnrollments
    default: false
    }
  }

  /// Keeps the other accounts on the clock.
  func keepOthersGoing(beside identity: String) {
    guard othersGoOn else { return }
    for index in saved.accounts.indices where !isSame(saved.accounts[index].identity, identity) {
      saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
    }
  }

  /// The code for the enrolled user, who signs in again.
  func codeForEnrolledUser(_ identity: String, _ trigger: Operation.Trigger) -> StatusCode {
    trigger == .login && enrolled?.identity != identity
      && !behaviour.enrollment.enrolledNamesHaveAnyCase
      ? behaviour.enrollment.codeForMeantSecondAccount : .alreadyEnrolled
  }
}

/// What other SDKs make of who has tried before, of names, and of how long an attempt takes.
extension EnrollmentRules {
  /// Remembers how an enrollment has come about.
  func noteSuccess(of operation: Operation) {
    memory.lastEnrollmentTook = now - operation.beganAt
    if case .compliance = operation.trigger, operation.hasPrompted {
      memory.promptedRemediation = operation.identity
    }
  }

  /// The time to the next attempt after one that has failed (ENR-008).
  func wait(after code: StatusCode) -> VirtualDuration {
    let own =
      switch code {
      case .timeout: behaviour.enrollment.waitAfterTimeout
      case .tenantMigration: behaviour.enrollment.waitAfterMigration
      case .loginCanceled: behaviour.enrollment.waitAfterCancel
      case .authRequired: behaviour.enrollment.waitAfterNeededSignIn
      case .accountNotLicensed: behaviour.enrollment.waitAfterRefusal
      case .locationServiceFailure: behaviour.enrollment.waitAfterLostLocation
      case .parsingFailure: behaviour.enrollment.waitAfterUnreadableAnswer
      default: nil as VirtualDuration?
      }
    if let own { return own }
    let interval = behaviour.enrollment.retryInterval
    guard memory.lateness > 0, !behaviour.enrollment.lateAttemptsMoveTheNext else { return interval }
    return VirtualDuration(milliseconds: interval.milliseconds - memory.lateness)
  }

  /// True if the last enrollment has taken too long to be reported.
  var isTooSlowToTell: Bool {
    memory.lastEnrollmentTook > .seconds(20) && !behaviour.status.slowEnrollmentsAreTold
  }

  /// True for a failure that is not reported because the account has failed in the same way before.
  func isRepeated(
    _ identity: String, _ trigger: Operation.Trigger, _ code: StatusCode
  ) -> Bool {
    let before = memory.failures.first { isSame($0.identity, identity) }?.code
    memory.failures.removeAll { isSame($0.identity, identity) }
    memory.failures.append((identity, code))
    guard before == code else { return false }
    return switch trigger {
    case .registered: !behaviour.status.repeatedFailuresAreTold
    case .login: !behaviour.status.repeatedSignInsAreTold
    default: false
    }
  }

  /// Puts the policy of a leaver in force again when somebody else is refused.
  func bringBackLeaver(after code: StatusCode) {
    guard code == .accountNotLicensed, enrolled == nil, let former = memory.formerEnrollment,
      !behaviour.leaving.refusalsBringNobodyBack
    else { return }
    memory.enrollmentLeftBehind = former
    state.knownRevision = -1
  }

  /// True if a sign-in may ask for the credentials of that user (ENR-028).
  func isAsked(_ identity: String) -> Bool {
    if isSame(accounts.managedUser, identity), !behaviour.enrollment.managedUsersAreAsked {
      return false
    }
    if isSame(memory.lostUser, identity), !behaviour.enrollment.lostUsersAreAsked { return false }
    return accountIndex(identity) == nil || behaviour.enrollment.asksRegisteredUsers
  }

  /// Why the name of a user cannot be enrolled; nil if it can.
  func refusalOfName(_ identity: String) -> StatusCode? {
    identity.utf8.contains(UInt8(ascii: "'"))
      && !behaviour.enrollment.namesMayHaveEveryCharacter ? .internalError : nil
  }
}
