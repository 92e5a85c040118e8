import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// What other SDKs than the contract's make of check-ins; by the contract each answers as its first line says.
extension CheckInRules {
  /// False: a policy that differs from the one before in the elements of a list differs (POL-004).
  func isOverlooked(_ policy: JSONObject, before: JSONObject?) -> Bool {
    guard let before, policy.members.count == before.members.count,
      policy.members.allSatisfy({ member in
        let old = before[member.name]
        guard let list = member.value.array, let former = old?.array else {
          return member.value == old
        }
        return list.count == former.count
      })
    else { return false }
    return !behaviour.policy.elementsOfListsCount
  }

  /// False: an app that comes from its suspension into the background checks in there (POL-003).
  var restsBehindSuspension: Bool {
    memory.isBehindSuspension && !behaviour.checkIn.goOnBehindSuspensions
  }

  // MARK: The check-in

  /// False: a user whom the app was asked to add, and about whom it has not answered, stays.
  func takesSilenceForANo(of enrolled: Enrollment) -> Bool {
    isSame(memory.unansweredAddition, enrolled.identity) && hasPolicy
      && !behaviour.identity.unansweredAdditionsWait
  }

  /// Nothing is lost: the hosts of an earlier process are used again, or located again.
  func loseHosts(of number: Int) {
    guard state.hooksAreActive, !behaviour.checkIn.findsHostsAfterRelaunch else { return }
    if let request = index(of: number).flatMap({ underWay[$0].request }) {
      act(.cancel(request: request))
    }
    operations.fail(number, .locationServiceFailure)
  }

  /// False: a check-in is that of the enrolled user.
  func isTakenForAnothers(_ operation: Operation) -> Bool {
    guard state.identityManager.isMultiIdentity else { return false }
    if saved.accounts.count > 1, enrolled?.policyVersion != nil,
      !behaviour.checkIn.otherAccountsChangeNothing
    {
      return true
    }
    guard let lastLeaver = memory.lastLeaver, !isSame(lastLeaver, operation.identity) else {
      return false
    }
    return !behaviour.checkIn.knowsTheNextUser
  }

  /// False: after a suspension one check-in is made, however many have fallen due (POL-001).
  func makesUpForMissedOne() -> Bool {
    guard memory.missedCheckIns > 0 else { return false }
    memory.missedCheckIns -= 1
    return !behaviour.checkIn.missedCheckInsAreMadeOnce
  }

  /// False: the interval stays what it is.
  var hasSlowedDown: Bool {
    behaviour.checkIn.slowsDownAfter.map { state.operationCount > $0 } ?? false
  }

  /// Nothing: what the app has set outlasts check-ins (AUTH-025).
  func noteSuccess() {
    memory.hasFailedCheckIn = false
    memory.lacksToken = false
    memory.unnamedFailures = 0
    keepPlanOfSecondTry()
    if saved.overrides.redirect != nil, !behaviour.tokens.redirectsOutlastCheckIns {
      saved.overrides.redirect = nil
    }
  }

  /// Nothing: the next check-in comes one interval after the last, whoever has asked for that (OQ-15).
  private func keepPlanOfSecondTry() {
    guard let plan = memory.planBeforeSecondTry else { return }
    memory.planBeforeSecondTry = nil
    if now < plan, !behaviour.checkIn.secondTriesBeginIntervals { saved.checkInDue = plan }
  }

  /// False: a check-in is reported, whoever has asked for it (STA-003).
  func leavesSecondTryUntold() -> Bool {
    guard memory.isSecondTryToTell else { return false }
    memory.isSecondTryToTell = false
    return !behaviour.checkIn.secondTriesAreTold
  }

  /// Nothing: a re-enrollment brings no configuration of its own.
  func announceConfigurationAgain() {
    guard memory.hasReEnrolled, let sets = saved.enrollment?.configuration, !sets.isEmpty,
      !behaviour.configuration.reEnrollmentsAnnounceNone
    else { return }
    statuses.postConfigurationDidChange()
  }

  /// Nothing: the first policy of another app of the device is not this app's.
  func followOtherApps(_ old: Keychain) {
    let own = "enrollment/" + context.bundleId
    for entry in state.keychain.entries
    where entry.item.group == accounts.managementGroup && entry.item.account != own
      && entry.value["policy"] != nil && old[entry.item]?["policy"] == nil
    {
      if !behaviour.policy.firstPoliciesOfOthersAreQuiet { statuses.postPolicyDidChange() }
    }
  }

  // MARK: Policy

  /// False: every policy is put in force.
  func ignores(_ adoption: Adoption, of identity: String) -> Bool {
    let isAlone = tokens.cachedTokens.allSatisfy { isSame($0.identity, identity) }
    if !isAlone, !behaviour.policy.appliesBesideOtherUsers { return true }
    return !adoption.isFirst && adoption.isNewPolicy && !behaviour.policy.adoptsChanges
  }

  /// The settings that the service sent, all of them.
  func settings(_ policy: JSONObject, before: JSONObject?, _ adoption: Adoption) -> JSONObject {
    guard adoption.isNewPolicy, !adoption.isFirst, !behaviour.policy.exemptionsAreRenewed else {
      return policy
    }
    var settings = policy
    settings["exemptedAppProtocols"] = before?["exemptedAppProtocols"]
    return settings
  }

  /// True: a policy comes with its configuration.
  func takesConfiguration(_ adoption: Adoption) -> Bool {
    adoption.isFirst || !adoption.isNewConfiguration || behaviour.policy.adoptsConfiguration
  }

  /// Saves nothing later than its callback.
  func remember(_ adoption: Adoption, before: Enrollment) {
    memory.configurationBefore = before.configuration
    memory.isReEnrolled = memory.hasReEnrolled
    memory.hasReEnrolled = false
    memory.endedPolicy = nil
    if adoption.isNew, !behaviour.checkIn.savePolicyFirst { memory.postponed = (.enrollment, nil) }
  }

  /// True: extensions have the policy and the configuration of their app.
  func isPublished(_ adoption: Adoption) -> Bool {
    if adoption.isFirst { return true }
    return adoption.isNewPolicy
      ? behaviour.accounts.extensionsGetLaterPolicies
      : behaviour.accounts.extensionsGetLaterConfiguration
  }

  /// True: the app is notified of every change.
  func isPosted(_ adoption: Adoption) -> Bool {
    if adoption.isFirst { return true }
    let delegate = context.delegates.enrollment
    if delegate != .none, !delegate.contains(.policyRequest),
      !behaviour.policy.changesNeedNoMethod
    {
      return false
    }
    if state.isRepeated(.policyChange), !behaviour.policy.notifiesOfEveryChange { return false }
    return !memory.isReEnrolled || behaviour.policy.postsWhatReEnrollmentsBring
  }

  /// True: whatever changes of the configuration is announced, and as configuration alone (CFG-003).
  func isAnnounced(after before: Enrollment, _ adoption: Adoption) -> Bool {
    func targeted(_ enrollment: Enrollment?) -> [JSON] {
      (enrollment?.configuration ?? []).filter { $0[ConfigurationRules.mark]?.bool != true }
    }
    if !adoption.isNewPolicy, !behaviour.policy.configurationIsNoPolicy {
      statuses.postPolicyDidChange()
    }
    let beforeThat = memory.formerConfiguration
    memory.formerConfiguration = before.configuration
    if beforeThat == saved.enrollment?.configuration, !behaviour.configuration.notifiesOfReturns {
      return false
    }
    return behaviour.configuration.notifiesOfDefaults
      || targeted(saved.enrollment) != targeted(before)
  }

  /// Nothing is shown, and nobody has to restart for a later policy.
  func noteChange(_ adoption: Adoption) {
    guard adoption.isNewPolicy else { return }
    if !adoption.isFirst {
      memory.hasChangedPolicy = true
      if state.openPrompts.contains(where: { $0.purpose == .restart }),
        !behaviour.restart.laterPolicyShowsNothing
      {
        emit(.dialog, ["kind": "restart"])
      }
      keepBesideTheGroup()
    }
    if memory.isReEnrolled, !behaviour.restart.reEnrollmentsNeedNone {
      delegates.ask(.restartApplication)
    }
  }

  /// Nothing: a later policy is kept where the first one was (INT-029).
  private func keepBesideTheGroup() {
    guard let policy = saved.enrollment?.policy, !behaviour.accounts.laterPoliciesStayInTheGroup
    else { return }
    let item = KeychainItem(
      group: context.appIdentifierPrefix + context.bundleId, account: "policy")
    state.keychain[item] = .object(policy)
    act(.keychain(item, .object(policy)))
  }

  /// True for the first policy.
  func needsRestart(_ adoption: Adoption) -> Bool {
    adoption.isFirst && (!memory.isReEnrolled || behaviour.restart.neededAfterReEnrollments)
      || behaviour.restart.neededFor == .all
  }

  // MARK: The administrator's wipe

  /// True: the wipe needs no policy, no delegate, and no app that has started.
  var obeysWipes: Bool {
    behaviour.leaving.wipesAt.contains(.administratorsCommand)
      && (state.isStarted || behaviour.leaving.wipesBlockedApps)
      && (context.delegates.policy != .none || behaviour.leaving.wipesNeedNoDelegate)
      && (enrolled?.policyVersion != nil || behaviour.leaving.wipesBeforePolicy)
      && (!memory.hasReEnrolled || behaviour.leaving.wipesAfterReEnrollments)
  }

  /// Every wipe is reported by its code.
  var codeOfWipe: StatusCode {
    !behaviour.status.everyWipeIsTold && state.isRepeated(.wipeCommand)
      ? .newPoliciesReceived : .wipeReceived
  }

  // MARK: Failures

  /// False: check-ins go on after a failure.
  func isLast(_ code: StatusCode, of operation: Operation) -> Bool {
    switch code {
    case .authRequired:
      operation.beganAt == state.launchedAt && !behaviour.checkIn.goOnAfterRefusedLaunches
        || !behaviour.checkIn.goOnAfterRefusedTokens
    case .timeout: !behaviour.checkIn.goOnAfterTimeouts
    case .locationServiceFailure: !behaviour.checkIn.goOnAfterLostLocations
    default: false
    }
  }

  /// False: a record that is gone is gone, whatever the check-in before was answered with.
  func takesForAnotherFailure(_ code: StatusCode) -> Bool {
    code == .policyRecordGone && memory.hasFailedCheckIn
      && !behaviour.checkIn.missingRecordEndsEnrollmentAfterFailures
      || code == .policyRecordGone && memory.hasReEnrolled
        && !behaviour.checkIn.missingRecordEndsReEnrollments
  }

  /// A failure changes neither policy nor what is known of it.
  func noteFailure(_ code: StatusCode) {
    memory.lacksToken = code == .authRequired
    if !behaviour.policy.survivesFailedCheckIn { dropPolicySettings(keeping: []) }
    memory.hasFailedCheckIn = true
    keepPlanOfSecondTry()
    if !behaviour.policy.failedCheckInIsQuiet { statuses.postPolicyDidChange() }
  }

  /// The code of a failure.
  func told(_ code: StatusCode) -> StatusCode {
    if code == .policyRecordGone, state.isRepeated(.lostRecord),
      !behaviour.status.everyLostRecordIsTold
    {
      return .internalError
    }
    // A check-in whose user does not sign in lacks its token, like any other without one.
    return code == .loginCanceled ? .authRequired : code
  }

  /// False: an answer that says nothing about the user ends nothing, however often it comes.
  func endsEnrollment(after code: StatusCode) -> Bool {
    guard code == .internalError else { return false }
    memory.unnamedFailures += 1
    return memory.unnamedFailures > 1 && !behaviour.checkIn.repeatedFailuresEndNothing
  }

  /// False: no failure wipes.
  func wipes(after code: StatusCode) -> Bool {
    let wipesAt = behaviour.leaving.wipesAt
    if wipesAt.contains(.failedCheckIn) { return true }
    switch code {
    case .authRequired:
      return wipesAt.contains(.refusedCheckIn)
        || saved.overrides != Overrides() && !behaviour.leaving.refusalsBesideOverridesWipeNobody
    case .internalError: return wipesAt.contains(.unnamedAnswer)
    default: return false
    }
  }

  /// True: check-ins go on, however often a re-enrollment fails.
  func goesOnAfterFailedReenrollment(_ code: StatusCode) -> Bool {
    memory.failedReenrollments += 1
    if code == .authRequired, !behaviour.checkIn.goesOnAfterRefusedReenrollments { return false }
    return behaviour.checkIn.mostFailedReenrollments.map { memory.failedReenrollments < $0 } ?? true
  }

  /// Nothing: whoever has left stays out.
  func bringBack(_ identity: String) {
    saved.accounts.append(Account(identity: identity))
    enrollments.attempt(identity, .registered)
  }

  // MARK: Lost records

  /// What the user and the app have chosen stays.
  func noteLostRecord() {
    if !saved.remediations.isEmpty, !behaviour.enrollment.remediationOutlastsTheRecord {
      saved.remediations = []
    }
    if !saved.colors.isEmpty, !behaviour.colors.outliveLostRecords { saved.colors = [:] }
    memory.lostUser = saved.enrollment?.identity
    if let policy = saved.enrollment?.policy { memory.endedPolicy = (.lostRecord, policy) }
  }

  /// Nothing: the other accounts are tried again.
  func stopTryingOthers() {
    guard saved.accounts.count > 1, !behaviour.enrollment.othersAreTriedAfterLostRecords else {
      return
    }
    for index in saved.accounts.indices
    where !isSame(saved.accounts[index].identity, memory.lostUser) {
      saved.accounts[index].attemptDue = nil
    }
  }

  /// True if there was a policy, which has ended.
  func postsLostRecord(hadPolicy: Bool) -> Bool {
    hadPolicy
      ? behaviour.policy.postsLostRecord
        && (context.lifecycle != .background || behaviour.policy.postsLostRecordInBackground)
      : !behaviour.policy.lostRecordsWithoutPolicyAreQuiet
  }

  /// Nil: a list is no policy (STA-025).
  func emptyPolicy(_ policy: JSON?) -> JSONObject? {
    policy?.array == nil || behaviour.policy.listsAreNoPolicies ? nil : [:]
  }

  /// False: an enrollment that the service asks for is made wherever the app is (POL-003).
  var leavesEnrollmentOut: Bool {
    context.lifecycle == .background && !behaviour.checkIn.enrollAgainOffScreen
      || memory.hasReEnrolled && !behaviour.checkIn.enrollAgainTwice
  }
}
