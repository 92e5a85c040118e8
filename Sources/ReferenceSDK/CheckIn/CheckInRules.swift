import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol
internal import StepProtocol
import VirtualTime

/// Check-ins: every 8 hours from the end of the last, whatever its outcome (POL-001, OQ-15).
struct CheckInRules: SDKRules {
  let state: SDKState

  /// When the next check-in is due; nil if nobody is enrolled or one is under way (POL-002).
  var due: VirtualInstant? {
    guard let enrolled else { return nil }
    let isBusy = underWay.contains {
      ($0.kind == .checkIn && $0.enrollmentId == enrolled.enrollmentId)
        || $0.trigger == .reenroll
    }
    if context.lifecycle == .background, !behaviour.checkIn.runInBackground { return nil }
    return isBusy ? nil : saved.checkInDue
  }

  /// Checks in for the enrolled user.
  func start() {
    guard let enrolled else { return }
    if isSame(memory.unansweredAddition, enrolled.identity), hasPolicy,
      !behaviour.identity.unansweredAdditionsWait
    {
      return leaving.leave(reason: .deregister, wipe: false)
    }
    operations.begin(
      .checkIn, identity: enrolled.identity, locations: enrolled.locations,
      enrollmentId: enrolled.enrollmentId)
    if state.hooksAreActive, !behaviour.checkIn.findsHostsAfterRelaunch {
      let number = state.operationCount
      if let request = index(of: number).flatMap({ underWay[$0].request }) {
        act(.cancel(request: request))
      }
      operations.fail(number, .locationServiceFailure)
    }
  }

  /// The service has answered a check-in of the enrolled user.
  func received(_ answer: ServiceAnswer, for number: Int) {
    guard let index = index(of: number) else { return }
    switch answer {
    case .failure(let code, let message): operations.fail(number, code, error: message)
    case .success where isTakenForAnothers(underWay[index]):
      operations.fail(number, .notEnrolledAccount)
    case .success(let body):
      let locations = underWay[index].locations
      takeInterval(body["checkInSeconds"]?.int)
      switch body["result"]?.string {
      case "policy":
        guard let policy = body["policy"]?.object else {
          return operations.fail(number, .parsingFailure, error: "policy is missing")
        }
        let identity = endCheckIn(number, locations)
        adopt(
          policy, version: body["version"]?.string, body["configuration"]?.array ?? [], identity)
      case "unchanged":
        let identity = endCheckIn(number, locations)
        if !behaviour.policy.unchangedPolicyIsQuiet { statuses.postPolicyDidChange() }
        enrollments.reportPolicyRequest(identity, .policiesHaveNotChanged)
        if behaviour.restart.neededFor == .all { restart.request() }
        compliance.finish(of: identity, failure: nil)
      case "none":
        let identity = endCheckIn(number, locations)
        if enrolled?.policy != nil, behaviour.leaving.wipesAt.contains(.withdrawnPolicy) {
          enrollments.reportPendingEnrollment(of: identity)
          return leaving.leave(reason: .wipe, wipe: true)
        }
        if enrolled?.policy != nil, !behaviour.restart.withdrawalNeedsNone {
          delegates.ask(.restartApplication)
        }
        dropPolicySettings(keeping: body["configuration"]?.array ?? [])
        enrollments.reportPolicyRequest(identity, .noPolicyReceived)
        compliance.finish(of: identity, failure: nil)
      case "wipe":
        let identity = endCheckIn(number, locations)
        enrollments.reportPendingEnrollment(of: identity)
        guard behaviour.leaving.wipesAt.contains(.administratorsCommand),
          state.isStarted || behaviour.leaving.wipesBlockedApps,
          context.delegates.policy != .none || behaviour.leaving.wipesNeedNoDelegate,
          enrolled?.policyVersion != nil || behaviour.leaving.wipesBeforePolicy
        else {
          return statuses.report(.policyRequest, identity, .policiesHaveNotChanged)
        }
        let isLate = behaviour.leaving.administratorWipeOrder == .wipeFirst
        let code: StatusCode =
          !behaviour.status.everyWipeIsTold && state.isRepeated(.wipeCommand)
          ? .newPoliciesReceived : .wipeReceived
        let wipeId =
          behaviour.leaving.acknowledgesAdministratorWipe ? body["wipeId"]?.string : nil
        leaving.leave(reason: .wipe, wipe: true, wipeId: wipeId) {
          if !isLate { statuses.report(.policyRequest, identity, code) }
        }
        if isLate { statuses.report(.policyRequest, identity, code) }
      case "reenroll":
        let identity = endCheckIn(number, locations)
        enrollments.reportPendingEnrollment(of: identity)
        enrollments.attempt(identity, .reenroll)
      default: operations.fail(number, .parsingFailure, error: "unknown result of a check-in")
      }
    }
  }

  /// True if a check-in is taken for that of somebody else than the enrolled user.
  private func isTakenForAnothers(_ operation: Operation) -> Bool {
    if state.identityManager.isMultiIdentity, saved.accounts.count > 1,
      enrolled?.policyVersion != nil, !behaviour.checkIn.otherAccountsChangeNothing
    {
      return true
    }
    guard let lastLeaver = memory.lastLeaver, !isSame(lastLeaver, operation.identity),
      state.identityManager.isMultiIdentity
    else {
      return false
    }
    return !behaviour.checkIn.knowsTheNextUser
  }

  /// The time from one check-in to the next.
  var interval: VirtualDuration { saved.checkInInterval ?? behaviour.checkIn.interval }

  /// Takes over the interval that the service has sent, if it has (OQ-19).
  func takeInterval(_ seconds: Int?) {
    guard let seconds, behaviour.checkIn.followsService else { return }
    let interval = VirtualDuration(milliseconds: seconds * 1000)
    if saved.checkInInterval != interval { saved.checkInInterval = interval }
  }

  /// When the check-in after the one that has just ended is due.
  private var nextCheckIn: VirtualInstant {
    if let due = saved.checkInDue, due < now, behaviour.checkIn.intervalStart == .due {
      return due + interval
    }
    if let count = behaviour.checkIn.slowsDownAfter, state.operationCount > count {
      return now + interval + interval
    }
    return now + interval
  }

  /// Notifies the app of the first policy of another app of the device, for an SDK that takes it for its own.
  func followOtherApps(_ old: Keychain) {
    let own = "enrollment/" + context.bundleId
    for entry in state.keychain.entries
    where entry.item.group == accounts.managementGroup && entry.item.account != own
      && entry.value["policy"] != nil && old[entry.item]?["policy"] == nil
    {
      if !behaviour.policy.firstPoliciesOfOthersAreQuiet { statuses.postPolicyDidChange() }
    }
  }

  /// Puts the next check-in on the clock after a re-enrollment that has failed.
  func putOffAfterFailedReenrollment() {
    memory.failedReenrollments += 1
    let most = behaviour.checkIn.mostFailedReenrollments ?? .max
    saved.checkInDue = memory.failedReenrollments < most ? now + interval : nil
  }

  /// Takes the check-in off the list and puts the next one on the clock; returns its user.
  private func endCheckIn(_ number: Int, _ locations: Locations?) -> String {
    let operation = operations.remove(number)
    let identity = operation?.identity ?? ""
    memory.lastCheckInTook = now - (operation?.beganAt ?? now)
    saved.checkInDue = nextCheckIn
    state.identityManager.endCheckIn()
    memory.hasFailedCheckIn = false
    if saved.enrollment?.locations != locations { saved.enrollment?.locations = locations }
    if state.hasReEnrolled, let sets = saved.enrollment?.configuration, !sets.isEmpty,
      !behaviour.configuration.reEnrollmentsAnnounceNone
    {
      statuses.postConfigurationDidChange()
    }
    strays.follow(behaviour.strays.afterCheckIn, of: identity)
    return identity
  }

  /// Puts a policy that the service sent in force.
  private func adopt(
    _ policy: JSONObject, version: String?, _ configuration: [JSON], _ identity: String
  ) {
    guard var enrollment = saved.enrollment else { return }
    let isFirst = enrollment.policy == nil
    let isNewPolicy = enrollment.policy != policy
    let isNewConfiguration = enrollment.configuration != configuration
    let isNew = isNewPolicy || isNewConfiguration
    let isAlone = tokens.cachedTokens.allSatisfy { isSame($0.identity, identity) }
    if !isAlone, !behaviour.policy.appliesBesideOtherUsers {
      return enrollments.reportPolicyRequest(identity, .newPoliciesReceived)
    }
    if !isFirst, isNewPolicy, !behaviour.policy.adoptsChanges {
      return statuses.report(.policyRequest, identity, .newPoliciesReceived)
    }
    let before = enrollment
    enrollment.policy = policy
    enrollment.policyVersion = version
    if isNewPolicy, !isFirst, !behaviour.policy.exemptionsAreRenewed {
      enrollment.policy?["exemptedAppProtocols"] = before.policy?["exemptedAppProtocols"]
    }
    if isFirst || !isNewConfiguration || behaviour.policy.adoptsConfiguration {
      enrollment.configuration = ConfigurationRules(state: state)
        .received(configuration, by: identity, isFirst: isFirst)
    }
    memory.configurationBefore = before.configuration
    memory.endedPolicy = nil
    if isNew, !behaviour.checkIn.savePolicyFirst { memory.postponed = (.enrollment, nil) }
    saved.enrollment = enrollment
    if isNew, isFirst || isPublished(isNewPolicy: isNewPolicy) { accounts.publishEnrollment() }
    let postsLate = behaviour.status.order == .statusFirst
    let isRepetition =
      isNewPolicy && !isFirst && state.isRepeated(.policyChange)
      && !behaviour.policy.notifiesOfEveryChange
    let isReEnrolled = state.hasReEnrolled && !isFirst
    let isOfReEnrollment = state.hasReEnrolled
    state.hasReEnrolled = false
    let isQuiet =
      isRepetition || isNewPolicy && isReEnrolled && !behaviour.policy.postsWhatReEnrollmentsBring
    if isNewPolicy, !postsLate, !isQuiet { statuses.postPolicyDidChange() }
    if isNewConfiguration, isNotifiedOfConfiguration(enrollment, before: before) {
      statuses.postConfigurationDidChange()
    }
    if isNewConfiguration, !isNewPolicy, !behaviour.policy.configurationIsNoPolicy {
      statuses.postPolicyDidChange()
    }
    if isNewPolicy, !isFirst {
      memory.hasChangedPolicy = true
      if state.openPrompts.contains(where: { $0.purpose == .restart }),
        !behaviour.restart.laterPolicyShowsNothing
      {
        emit(.dialog, ["kind": "restart"])
      }
    }
    if isNewPolicy, isReEnrolled, !behaviour.restart.reEnrollmentsNeedNone {
      delegates.ask(.restartApplication)
    }
    let needsRestart =
      isFirst && (!isOfReEnrollment || behaviour.restart.neededAfterReEnrollments)
      || behaviour.restart.neededFor == .all
    let restartsFirst = behaviour.restart.order == .restartFirst
    if needsRestart, restartsFirst { restart.request() }
    enrollments.reportPolicyRequest(
      identity, isNew ? .newPoliciesReceived : .policiesHaveNotChanged)
    if memory.postponed != nil { state.savePostponed() }
    if isNewPolicy, postsLate, !isQuiet { statuses.postPolicyDidChange() }
    if needsRestart, !restartsFirst { restart.request() }
    compliance.finish(of: identity, failure: nil)
  }

  /// True if the app is notified of that configuration.
  private func isNotifiedOfConfiguration(_ enrollment: Enrollment, before: Enrollment) -> Bool {
    func targeted(_ sets: [JSON]) -> [JSON] {
      sets.filter { $0[ConfigurationRules.mark]?.bool != true }
    }
    return targeted(enrollment.configuration) != targeted(before.configuration)
      || behaviour.configuration.notifiesOfDefaults
  }

  /// True if extensions are notified of a later policy, or of a later configuration alone.
  private func isPublished(isNewPolicy: Bool) -> Bool {
    isNewPolicy
      ? behaviour.accounts.extensionsGetLaterPolicies
      : behaviour.accounts.extensionsGetLaterConfiguration
  }

  /// No policy targets the enrolled user any more; configuration needs none (CFG-003).
  private func dropPolicySettings(keeping configuration: [JSON]) {
    guard var enrollment = saved.enrollment else { return }
    let isKept = configuration.isEmpty || behaviour.policy.configurationNeedsNoPolicy
    let configuration = isKept ? configuration : []
    let hadPolicy = enrollment.policy != nil && behaviour.policy.endsWithTargeting
    let isNewConfiguration = enrollment.configuration != configuration
    guard hadPolicy || isNewConfiguration else { return }
    if hadPolicy, let policy = enrollment.policy { memory.endedPolicy = (.withdrawal, policy) }
    if hadPolicy { enrollment.policy = nil }
    enrollment.policyVersion = nil
    enrollment.configuration = configuration
    saved.enrollment = enrollment
    if !hadPolicy || behaviour.accounts.extensionsLearnOfWithdrawal { accounts.publishEnrollment() }
    if hadPolicy, behaviour.policy.postsWithdrawal { statuses.postPolicyDidChange() }
    if isNewConfiguration, hadPolicy || behaviour.policy.notifiesWithoutPolicy {
      statuses.postConfigurationDidChange()
    }
  }

  /// A check-in has failed: policy stays in force until the next interval (OQ-17).
  func fail(_ number: Int, _ code: StatusCode, _ error: String?) {
    guard let operation = operations.remove(number) else { return }
    memory.lastCheckInTook = now - operation.beganAt
    saved.checkInDue =
      switch behaviour.checkIn.afterFailure {
      case .afterInterval: nextCheckIn
      case .afterTwoIntervals: nextCheckIn + interval
      case .afterAnHour: now + .hours(1)
      case .never: nil
      }
    if isLast(code, of: operation) { saved.checkInDue = nil }
    if !behaviour.policy.survivesFailedCheckIn { dropPolicySettings(keeping: []) }
    memory.hasFailedCheckIn = true
    if !behaviour.policy.failedCheckInIsQuiet { statuses.postPolicyDidChange() }
    if code == .policyRecordGone, behaviour.checkIn.missingRecordEndsEnrollment {
      forgetGoneEnrollment()
    } else if code == .policyEndPointNetworkFailure {
      saved.enrollment?.locations = nil
    } else if saved.enrollment?.locations == nil, let locations = operation.locations {
      saved.enrollment?.locations = locations
    }
    let isRepeatedLoss = code == .policyRecordGone && state.isRepeated(.lostRecord)
    // A check-in whose user does not sign in lacks its token, like any other without one.
    let reported = code == .loginCanceled ? .authRequired : code
    enrollments.reportPolicyRequest(
      operation.identity,
      isRepeatedLoss && !behaviour.status.everyLostRecordIsTold ? .internalError : reported,
      error: error)
    if behaviour.leaving.wipesAt.contains(.failedCheckIn)
      || code == .authRequired && behaviour.leaving.wipesAt.contains(.refusedCheckIn)
      || code == .internalError && behaviour.leaving.wipesAt.contains(.unnamedAnswer)
      || code == .authRequired && saved.overrides != Overrides()
        && !behaviour.leaving.refusalsBesideOverridesWipeNobody
    {
      leaving.leave(reason: .deregister, wipe: true)
    }
    compliance.finish(of: operation.identity, failure: code)
    strays.follow(behaviour.strays.afterFailedCheckIn, of: operation.identity)
  }

  /// The service has no record of the enrollment: policy goes, the account stays (OQ-88).
  private func forgetGoneEnrollment() {
    let hadPolicy = saved.enrollment?.policy != nil
    if !saved.remediations.isEmpty, !behaviour.enrollment.remediationOutlastsTheRecord {
      saved.remediations = []
    }
    if !saved.colors.isEmpty, !behaviour.colors.outliveLostRecords { saved.colors = [:] }
    memory.lostUser = saved.enrollment?.identity
    state.identityManager.loseRecord()
    if let policy = saved.enrollment?.policy { memory.endedPolicy = (.lostRecord, policy) }
    saved.enrollment = nil
    saved.checkInDue = nil
    if let user = memory.lostUser { accounts.leaveTrace(ofLost: user) }
    if behaviour.enrollment.lostUsersAreRetried { enrollments.resumeRetries(isUnenrolled: false) }
    if saved.accounts.count > 1, !behaviour.enrollment.othersAreTriedAfterLostRecords {
      for index in saved.accounts.indices
      where !isSame(saved.accounts[index].identity, memory.lostUser) {
        saved.accounts[index].attemptDue = nil
      }
    }
    accounts.publishEnrollment()
    if hadPolicy, behaviour.policy.postsLostRecord,
      context.lifecycle != .background || behaviour.policy.postsLostRecordInBackground
    {
      statuses.postPolicyDidChange()
    }
    if !hadPolicy, !behaviour.policy.lostRecordsWithoutPolicyAreQuiet {
      statuses.postPolicyDidChange()
    }
  }

  // MARK: Check-ins of users who are gone

  /// True for a check-in whose user was unenrolled while it was under way.
  func isOrphaned(_ operation: Operation) -> Bool {
    operation.kind == .checkIn && enrolled?.enrollmentId != operation.enrollmentId
      && (operation.enrollmentId != Operation.noEnrollment || operation.stage == .working)
  }

  /// Reports such a check-in as what it is: it needed an enrollment that is no more (STA-032, STA-040).
  func finishOrphan(_ operation: Operation, _ outcome: HTTPOutcome) {
    operations.remove(operation.number)
    if isSame(enrolled?.identity, operation.identity) { return }
    if isSame(memory.unreportedEnrollment?.identity, operation.identity) {
      memory.unreportedEnrollment = nil
    }
    if operation.stage == .working,
      case .success(let body) = ServiceAnswer(outcome, of: .checkin),
      body["result"]?.string == "reenroll"
    {
      if !behaviour.enrollment.leaversStayOut {
        saved.accounts.append(Account(identity: operation.identity))
        return enrollments.attempt(operation.identity, .registered)
      }
      return statuses.report(.enrollmentRequest, operation.identity, .reEnrollForUnenrolledUser)
    }
    if operation.stage == .working, case .success = ServiceAnswer(outcome, of: .checkin),
      behaviour.leaving.lateCheckIn == .succeeds
    {
      return statuses.report(.policyRequest, operation.identity, .newPoliciesReceived)
    }
    statuses.report(.policyRequest, operation.identity, leaving.codeForOthers)
  }
}
