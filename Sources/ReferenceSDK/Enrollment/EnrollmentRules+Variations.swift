import Contract
internal import ExactText
import VirtualTime

/// What other SDKs than the contract's make of attempts to enroll; by the contract each answers as its first line says.
extension EnrollmentRules {
  // MARK: Who is tried

  /// The registered accounts, all of them and nobody else (ENR-011).
  var retriedAccounts: [Account] {
    if memory.isBehindSuspension, !behaviour.enrollment.retriesGoOnBehindSuspensions { return [] }
    if saved.accounts.count > 1, behaviour.enrollment.retriedAccounts == .firstRegistered {
      return saved.accounts.enumerated()
        .filter { $0.offset == 0 || state.unanswered.contains($0.element.identity) }.map(\.element)
    }
    return saved.accounts + memory.deregisteredAccounts
  }

  /// None: whoever was throttled is tried when the app asks for it (ENR-006).
  func codeForThrottled(_ identity: String) -> StatusCode? {
    guard
      memory.throttled.contains(where: {
        isSame($0.identity, identity) && now < $0.at + behaviour.enrollment.retryInterval
      }), !behaviour.enrollment.throttledUsersMayReturn
    else { return nil }
    return .accountNotLicensed
  }

  /// False: while somebody is enrolled nobody is tried (ENR-013).
  var goesOnAfterSuccess: Bool {
    othersGoOn || saved.accounts.count > 1 && !behaviour.enrollment.othersRestAfterSuccess
      || !behaviour.enrollment.enrolledRestsAfterSuccess
  }

  /// False: the others rest, whatever has enrolled the user.
  private var othersGoOn: Bool {
    guard saved.accounts.count > 1 else { return false }
    if memory.hasMovingUser, !behaviour.enrollment.othersRestAfterMigrations { return true }
    return switch memory.enrolledBy {
    case .launch: !behaviour.enrollment.othersRestAfterLaunches
    case .reenroll: !behaviour.enrollment.othersRestAfterReEnrollments
    default: false
    }
  }

  /// Nil: once somebody is enrolled nobody is tried any more.
  func nextAttempt(of account: Account, afterSuccessOf identity: String) -> VirtualInstant? {
    let isEnrolled = isSame(account.identity, identity)
    if isEnrolled ? !behaviour.enrollment.enrolledRestsAfterSuccess : othersGoOn {
      return now + behaviour.enrollment.retryInterval
    }
    return isEnrolled || behaviour.enrollment.othersRestAfterSuccess ? nil : account.attemptDue
  }

  /// Nil: a user who is being wiped holds others up no more than any other leaver (ENR-037).
  func codeBeside(_ leaver: PendingUnenrollment) -> StatusCode? {
    leaver.reason == .wipe ? behaviour.enrollment.codeBesideWipes : nil
  }

  /// False: a sign-in counts whatever is under way for its user (ENR-027, ENR-028).
  func ignoresSignInBesideAttempt(of identity: String) -> Bool {
    underWay.contains { $0.isEnrollment && isSame($0.identity, identity) }
      && !behaviour.enrollment.signInsCountBesideAttempts
  }

  // MARK: When

  /// False: whoever fell due while another account was tried comes next (ENR-008, ENR-011).
  func putsOff(_ account: Account) -> Bool {
    if let last = memory.lastFailure, last.at == now, !isSame(last.identity, account.identity),
      let index = accountIndex(account.identity),
      IdentityName(last.identity).organisation == IdentityName(account.identity).organisation,
      !behaviour.enrollment.triesEveryAccountOfATenant
    {
      saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
      return true
    }
    guard let due = account.attemptDue, due < now, now < due + .minutes(1),
      let index = accountIndex(account.identity), !behaviour.enrollment.triesWhoHadToWait
    else { return false }
    saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
    return true
  }

  /// Changes nothing: the next attempt comes one interval after this one, however late this one is.
  func noteLateness(of identity: String) {
    memory.lateness = 0
    if let index = accountIndex(identity), let due = saved.accounts[index].attemptDue, due < now {
      let interval = behaviour.enrollment.retryInterval.milliseconds
      memory.lateness = (now - due).milliseconds % max(1, interval)
    }
  }

  /// Nothing: a deregistered account is not tried.
  func postponeDeregistered(_ identity: String, by interval: VirtualDuration) {
    if let index = memory.deregisteredAccounts.firstIndex(where: { isSame($0.identity, identity) })
    {
      memory.deregisteredAccounts[index].attemptDue = now + interval
    }
  }

  /// The interval of retries, whoever has left or was forgotten.
  func waitAfterUnenrollment(isUnenrolled: Bool) -> VirtualDuration? {
    switch behaviour.enrollment.retryAfterUnenrollment {
    case .afterInterval: behaviour.enrollment.retryInterval
    case .atOnce: isUnenrolled ? .zero : behaviour.enrollment.retryInterval
    case .never: nil
    }
  }

  /// The interval of retries, after every failure (ENR-008, ENR-009).
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
    guard memory.lateness > 0, !behaviour.enrollment.lateAttemptsMoveTheNext else {
      return interval
    }
    return VirtualDuration(milliseconds: interval.milliseconds - memory.lateness)
  }

  // MARK: Who is refused

  /// False: an attempt is refused while somebody is enrolled (ENR-014).
  func takesThePlace(_ trigger: Operation.Trigger) -> Bool {
    if trigger == .retry, !behaviour.enrollment.enrolledRestsAfterSuccess { return true }
    return behaviour.enrollment.secondAccount == .replacesEnrolled
      || !behaviour.enrollment.othersRestAfterSuccess
  }

  /// Already enrolled: a sign-in knows the enrolled user in any letter case (STA-027, IDN-010).
  func codeForEnrolledUser(_ identity: String, _ trigger: Operation.Trigger) -> StatusCode {
    trigger == .login && enrolled?.identity != identity
      && !behaviour.enrollment.enrolledNamesHaveAnyCase
      ? behaviour.enrollment.codeForMeantSecondAccount : .alreadyEnrolled
  }

  /// Nil: nobody is refused because another user was (STA-019).
  var refusalAfterAnother: StatusCode? {
    memory.hasRefusedSomebody && !behaviour.enrollment.refusalsAreOfOneUser
      ? .accountNotLicensed : nil
  }

  /// Nil: what another installation of the app has left behind does not matter (ENR-022, ENR-044).
  func refusalBesideOldInstallation(_ identity: String) -> StatusCode? {
    guard let other = accounts.published, enrolled == nil, !isSame(other.identity, identity),
      !behaviour.enrollment.ignoresOldInstallations
    else { return nil }
    return .mdmEnrolledDifferentUser
  }

  /// Nil: a name may have every character (ENR-007, ENR-043).
  func refusalOfName(_ identity: String) -> StatusCode? {
    identity.utf8.contains(UInt8(ascii: "'"))
      && !behaviour.enrollment.namesMayHaveEveryCharacter ? .internalError : nil
  }

  /// What the management of the device demands now, not what it has demanded first, which is remembered from the first call on.
  func managementToObey() -> DeviceManagement {
    let management = context.management
    let first = memory.firstManagement
    if first == nil, management.emmUser ?? management.mdmUser ?? management.deviceUser != nil {
      memory.firstManagement = management
    }
    return behaviour.accounts.devicesMayChangeHands ? management : first ?? management
  }

  /// True: the device is obeyed whatever the attempt is for (ENR-044).
  func isObeyed(_ code: StatusCode, by trigger: Operation.Trigger) -> Bool {
    guard case .compliance = trigger else { return true }
    return code == .mdmEnrolledDifferentUser
      ? behaviour.enrollment.remediationsObeyManagement
      : behaviour.enrollment.remediationsObeyTheDevice
  }

  /// True if an account is that of the device: its whole name counts, not only what stands before the company (ENR-044).
  func isTaken(_ identity: String, for user: String) -> Bool {
    if isSame(user, identity) {
      return user == identity || behaviour.enrollment.deviceUsersHaveAnyCase
    }
    let sign = UInt8(ascii: "@")
    return !behaviour.enrollment.namesakesAreOthers
      && user.utf8.prefix { $0 != sign }.elementsEqual(identity.utf8.prefix { $0 != sign })
  }

  /// True: a device may be enrolled with any vendor (STA-029, ENR-044).
  func vendorCounts(of management: DeviceManagement) -> Bool {
    management.mdmVendor == "intune" || behaviour.enrollment.devicesOfEveryVendorCount
  }
}
