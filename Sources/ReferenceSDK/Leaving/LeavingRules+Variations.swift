import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of a departure; by the contract each answers as its first line says.
extension LeavingRules {
  // MARK: The call

  /// True if the call says so.
  func wantsWipe(_ call: APICall) -> Bool {
    if enrolled?.policy == nil, !behaviour.leaving.wipesWithoutPolicyAreAskedFor { return true }
    let wipe =
      switch behaviour.leaving.wipingDeregistrations {
      case .asAskedFor: choice(of: call)
      case .all: true
      case .none: false
      }
    let isBusy = underWay.contains { $0.kind == .checkIn }
    return wipe && (!isBusy || behaviour.leaving.wipesBesideCheckIns)
  }

  /// What the call says, or what the first one of the process has said.
  private func choice(of call: APICall) -> Bool {
    let own = call.arguments["doWipe"]?.bool ?? false
    let first = memory.firstWipeChoice ?? own
    memory.firstWipeChoice = first
    return first == own || behaviour.leaving.everyCallChoosesItsWipe ? own : first
  }

  /// False: a call counts whatever is on the screen, wherever the app is, and whoever is remediated.
  func isIgnored(_ call: APICall, of identity: String) -> Bool {
    let isCovered = !state.openPrompts.isEmpty || state.identityManager.running != nil
    if isCovered, !behaviour.leaving.screensDoNotMatter { return true }
    let isRemediated = saved.remediations.contains { isSame($0.identity, identity) }
    if !saved.remediations.isEmpty, !isRemediated, !behaviour.leaving.worksBesideRemediations {
      return true
    }
    noteReturn(of: call)
    if context.lifecycle != .foreground, !behaviour.leaving.worksInBackground { return true }
    if let index = accountIndex(identity), saved.accounts[index].identity != identity,
      !behaviour.leaving.namesHaveAnyCase
    {
      return true
    }
    return isSame(enrolled?.identity, identity) && memory.enrolledBy == .login
      && !behaviour.leaving.signedInUsersLeave
  }

  /// Nothing: a call returns when its time has come.
  private func noteReturn(of call: APICall) {
    switch behaviour.leaving.callReturns {
    case .onceTheTokenIsDecided, .atOnce, .onceTheServiceHasAnswered, .never: break
    case .alsoAtOnce: emitReturn(of: call)
    case .alsoASecondLater: timers.emitLater(returnEvent(of: call), after: .seconds(1))
    }
  }

  /// False: the call of every user blocks until there is a token (DRG-011).
  func returnsAtOnce(_ call: Int, _ enrollment: Enrollment) -> Bool {
    guard enrollment.policy == nil, !behaviour.leaving.blocksWithoutPolicy else { return false }
    act(.returned(call: call, result: .null))
    return true
  }

  /// False: the call waits for its token, and for nothing else (DRG-011).
  var isHeldUpByCheckIn: Bool {
    underWay.contains { $0.kind == .checkIn } && !behaviour.leaving.returnsBesideCheckIns
  }

  /// False: a wipe that was asked for with another account is not this user's.
  var inheritsWipe: Bool { memory.hasWantedWipe && !behaviour.leaving.wipeIsOfItsCall }

  /// Notes that an account that is not the enrolled user is deregistered.
  func noteOther(wipe: Bool) {
    memory.unlistedUser = nil
    if wipe { memory.hasWantedWipe = true }
    memory.hasLetOthersLeave = true
  }

  /// Nothing: only the enrolled user has data to wipe.
  func wipeOther(_ identity: String) {
    wipeLater(identity)
    guard !behaviour.leaving.wipesOnlyTheEnrolledUser else { return }
    delegates.ask(.wipeDataForAccount(identity: identity, unenrollment: 0, thread: "background"))
    act(.deleteFiles(owner: nil))
  }

  /// Keeps trying an account that has left, which the contract does not (DRG-003).
  func keepTrying(_ account: Account) {
    var account = account
    if account.attemptDue == nil { account.attemptDue = now + behaviour.enrollment.retryInterval }
    memory.deregisteredAccounts.append(account)
  }

  // MARK: Attempts

  /// Notes that a user leaves for whose remediation a sign-in is open.
  func noteSignIn(of identity: String) {
    guard isSame(saved.remediations.first?.identity, identity) else { return }
    let isOpen = state.openPrompts.contains { prompt in
      prompt.purpose == .credentials
        && underWay.contains { $0.number == prompt.operation && isSame($0.identity, identity) }
    }
    if isOpen { memory.leaverAtSignIn = identity }
  }

  /// All attempts to enroll a user who is being deregistered.
  func attemptsToEnd(of identity: String) -> [Operation] {
    guard behaviour.leaving.endsRunningAttempts else { return [] }
    let attempts = underWay.filter { $0.isEnrollment && isSame($0.identity, identity) }
    noteAbandonedSignIns(attempts)
    noteAccount(of: attempts)
    let ended = attempts.filter {
      switch $0.trigger {
      case .reenroll: behaviour.leaving.endsReEnrollments
      case .retry: behaviour.leaving.endsRetries
      default: true
      }
    }
    return ended.isEmpty || behaviour.leaving.endsEveryAttempt ? ended : [ended[0]]
  }

  private func noteAbandonedSignIns(_ attempts: [Operation]) {
    for operation in attempts
    where state.openPrompts.contains(where: { $0.operation == operation.number })
      && !behaviour.enrollment.abandonedSignInsBlockNobody
    {
      memory.abandonedSignIns.append(operation.identity)
    }
  }

  /// Nothing: what others are asked stays on the screen (DRG-005).
  func closeScreenOfAnother() {
    guard let prompt = state.openPrompts.last, prompt.operation != nil,
      !behaviour.leaving.leavesScreensOfOthers
    else { return }
    state.openPrompts.removeLast()
  }

  // MARK: The departure

  /// False: a wipe needs no token.
  func lacksTokens(_ identity: String) -> Bool {
    tokens.cachedTokens(of: identity).isEmpty && !behaviour.leaving.wipesNeedNoTokens
  }

  /// True: whoever leaves is not registered any more, wiped or not.
  func removesAccount(for reason: PendingUnenrollment.Reason) -> Bool {
    guard reason == .wipe else { return true }
    let isLater = state.isRepeated(.wipedAccount)
    return behaviour.leaving.administratorWipeRemovesAccount
      && (!isLater || behaviour.leaving.everyWipeRemovesAccount)
  }

  /// Nothing: policy and check-ins end with the enrollment.
  func keepSomething(of enrollment: Enrollment) {
    if !behaviour.leaving.endsPolicy { memory.enrollmentLeftBehind = enrollment }
    if !behaviour.checkIn.endWithEnrollment {
      memory.strayCheckIn = (
        now + behaviour.checkIn.interval, enrollment.identity, enrollment.locations
      )
    }
  }

  /// True: the remaining accounts are tried again after each departure.
  func othersResume() -> Bool {
    if memory.hasResumedWipe, !behaviour.leaving.othersResumeAfterBrokenOffWipe { return false }
    if !saved.accounts.isEmpty, context.lifecycle != .foreground,
      !behaviour.leaving.othersResumeOutOfSight
    {
      return false
    }
    return saved.accounts.isEmpty || behaviour.leaving.othersResumeEachTime
      || !state.isRepeated(.unenrollment)
  }

  /// Remembers what the user had who leaves; what the app has chosen stays.
  func noteDeparture(of enrollment: Enrollment, _ pending: PendingUnenrollment) {
    if pending.reason == .wipe { accounts.leaveTrace(ofWiped: enrollment.identity) }
    memory.policyLeftBehind = enrollment.policy
    if let policy = enrollment.policy { memory.endedPolicy = (.departure, policy) }
    if behaviour.launch.formerUsers != .stayOut {
      saved.marks[Mark.formerUser.rawValue] = .string(enrollment.identity)
    }
    forgetChoices(isWiped: pending.wipeId != nil || pending.reason == .wipe)
    if !enrollment.configuration.isEmpty, !behaviour.configuration.endsWithTheEnrollment {
      saved.marks[Mark.configuration.rawValue] = enrollment.json
    }
    memory.formerEnrollment = enrollment
    if state.protectionLevel != nil, !behaviour.protection.levelsOutlastUsers {
      state.protectionLevel = nil
    }
  }

  private func forgetChoices(isWiped: Bool) {
    if isWiped, !saved.colors.isEmpty, !behaviour.colors.outliveWipes { saved.colors = [:] }
    if isWiped, !saved.userDefaults.isEmpty, !behaviour.tokens.librarySwitchOutlivesWipes {
      saved.userDefaults = [:]
    }
    if !isWiped, !saved.userDefaults.isEmpty, !behaviour.tokens.librarySwitchOutlivesUsers {
      saved.userDefaults = [:]
    }
    if saved.testPolicy != nil, !behaviour.diagnostics.testPoliciesOutlastDepartures {
      saved.testPolicy = nil
    }
    if isWiped, saved.testPolicy != nil, !behaviour.diagnostics.testPoliciesOutlastWipes {
      saved.testPolicy = nil
    }
    if saved.telemetryIsOff, !behaviour.telemetry.choiceOutlivesUsers {
      saved.telemetryIsOff = false
    }
  }

  // MARK: The wipe

  /// False: a wipe does not depend on who else is registered.
  var wipesNobody: Bool { !saved.accounts.isEmpty && !behaviour.leaving.wipesBesideOthers }

  /// True: the app is asked for every wipe, wherever it is (WIP-002).
  func asksForWipe() -> Bool {
    guard behaviour.leaving.asksBeforeWiping else { return false }
    memory.wipeCount += 1
    if context.lifecycle == .background, !behaviour.leaving.asksInBackground { return false }
    return memory.wipeCount == 1 || behaviour.leaving.asksForEveryWipe
  }

  /// The user who leaves.
  func nameForWipe(_ pending: PendingUnenrollment) -> String {
    if memory.names.count > 1, !behaviour.leaving.renamedUsersAreWipedByTheirNewName {
      return accounts.firstName(of: pending.identity)
    }
    return memory.resumedUnenrollments.contains(pending.number)
      && !behaviour.leaving.resumedWipesNameTheUser ? "" : pending.identity
  }

  /// The name, whole.
  func askedName(_ name: String) -> String {
    name.utf8.count <= 40 || behaviour.leaving.namesAreWhole ? name : String(name.prefix(40))
  }

  /// The answer itself, and not that of an earlier wipe.
  func counted(_ answer: DelegateAnswer) -> DelegateAnswer {
    if behaviour.leaving.everyAnswerCounts { return answer }
    let first = memory.firstWipeAnswer ?? answer
    memory.firstWipeAnswer = first
    return first
  }

  /// Notes with what the launch goes on.
  func noteResumption() {
    memory.hasResumedWipe = saved.unenrollments.contains { $0.wipe != .none }
    memory.resumedUnenrollments = saved.unenrollments.map(\.number)
  }

  /// False: a wipe is gone on with until it has ended.
  func hasBeenResumed(_ number: Int) -> Bool {
    if behaviour.leaving.resumesWipesEachTime { return false }
    let name = "resumed/\(number)"
    if saved.marks[name] != nil { return true }
    saved.marks[name] = true
    return false
  }

  /// Nothing: whoever has come back while a launch made up for the departure stays.
  func removeWhoReturned(_ identity: String, _ pending: Int) {
    removeWhoRegistered(identity)
    guard memory.resumedUnenrollments.contains(pending), isSame(enrolled?.identity, identity),
      !behaviour.leaving.lateDeparturesSpareWhoReturned
    else { return }
    saved.enrollment = nil
    saved.checkInDue = nil
    if let index = accountIndex(identity) { saved.accounts.remove(at: index) }
  }

  // MARK: The end

  /// Whether an unenrollment is that of a user whom an administrator wipes.
  func isOfWipe(_ pending: Int) -> Bool {
    saved.unenrollments.contains { $0.number == pending && $0.reason == .wipe }
  }

  /// True unless the user is removed by a remediation: overrides end with the enrollment (AUTH-027).
  func endsOverrides(_ code: StatusCode, isWipe: Bool, _ remediated: String?) -> Bool {
    behaviour.tokens.overridesEndWithEnrollment
      && (remediated == nil || behaviour.tokens.overridesEndWithRemediation)
      && (code == .unenrollmentSuccess || behaviour.tokens.overridesEndWithFailedUnenrollment)
      && (!memory.hasUnenrolled || behaviour.tokens.overridesEndEachTime)
      && (!isWipe || context.lifecycle != .background
        || behaviour.tokens.overridesEndInTheBackground)
  }

  /// Nothing: every override ends with its user.
  func noteEnd(of overrides: Overrides) {
    memory.formerOverrides = overrides
    if let redirect = overrides.redirect, !behaviour.tokens.redirectsEndWithUsers {
      saved.overrides.redirect = redirect
    }
  }

  /// Remembers how an unenrollment has ended.
  func noteEnd(of operation: Operation, _ code: StatusCode, told: StatusCode, isWipe: Bool) {
    memory.lastUnenrollmentTook = now - operation.beganAt
    if code == .unenrollmentSuccess { memory.hasUnenrolled = true }
    guard told != .unenrollmentSuccess else { return }
    memory.failedLeavers.append(operation.identity)
    guard let next = enrolled?.identity else { return noteUntold(isWipe: isWipe) }
    if !behaviour.checkIn.outlastFailedDepartures { saved.checkInDue = nil }
    if code == .authRequired, !behaviour.leaving.refusalsSpareNextUsers { tokens.purge(of: next) }
    noteUntold(isWipe: isWipe)
  }

  /// Nothing: a wipe whose unenrollment has failed is over.
  private func noteUntold(isWipe: Bool) {
    if isWipe, !behaviour.leaving.untoldWipesAreOver {
      saved.marks[Mark.untoldWipe.rawValue] = true
    }
  }

  /// True: every end is reported, whoever broke it off and whatever came before.
  func isReported(_ code: StatusCode, _ pending: Int, isWipe: Bool) -> Bool {
    let isToldAgain = !isWipe || !state.isRepeated(.wipe) || behaviour.leaving.reportsEveryWipe
    memory.unenrollmentCount += 1
    if memory.unenrollmentCount > 1, !behaviour.status.everyUnenrollmentIsTold { return false }
    return isToldAgain
      && (code == .unenrollmentSuccess || !memory.resumedUnenrollments.contains(pending)
        || behaviour.leaving.reportsResumedFailures)
  }

  /// The user who has left.
  func named(_ identity: String, _ remediated: String?) -> String {
    behaviour.leaving.removalsNameWhoIsRemoved ? identity : remediated ?? identity
  }

  /// Nothing: an unenrollment that has failed is not repeated, though it may be (OQ-31).
  func repeatDueUnenrollments() {
    while let index = state.repetitions.firstIndex(where: { $0.due <= now }) {
      let pending = state.repetitions.remove(at: index).unenrollment
      if saved.unenrollments.contains(where: { $0.number == pending }) { dropEnrollment(pending) }
    }
  }

  // MARK: Other apps of the device

  /// Nothing: a user who has left stays out, though another app of the device enrolls that user.
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

  /// Nothing: an account is tried when it is due, though another app of the device has enrolled its user.
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

  /// Nothing: this app's user stays, though another app of the device has unenrolled that user.
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
