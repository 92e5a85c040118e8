internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of launches; by the contract each answers as its first line says.
extension LaunchRules {
  // MARK: What an earlier process has left

  /// Changes nothing: what is overdue in an extension is left to the app (OQ-89).
  private func putOverdueWorkOff() {
    for index in saved.accounts.indices {
      if let due = saved.accounts[index].attemptDue, due <= now,
        !behaviour.enrollment.extensionsLeaveOverdueRetries
      {
        saved.accounts[index].attemptDue = now + behaviour.enrollment.retryInterval
      }
    }
    if let due = saved.checkInDue, due <= now, !behaviour.checkIn.extensionsLeaveOverdueCheckIns {
      saved.checkInDue = now + behaviour.checkIn.interval
    }
  }

  /// Changes nothing: neither what an earlier process has noted nor what this one finds matters later.
  func noteEarlierProcess() {
    tokens.noteGroup()
    keepFirstSettings()
    cleanUpBeforeTheApp()
    memory.isLaunchedInBackground = context.lifecycle == .background
    memory.managementAtLaunch = context.management
    memory.clockOffsetAtLaunch = state.wallClockOffset
    memory.preferredMSALAtLaunch = saved.userDefaults[TokenRules.librarySwitch] == true
    memory.allowedAccountsAtLaunch = context.management.allowedAccounts
    if context.isExtension {
      if !behaviour.accounts.everyExtensionKnowsTheUser {
        memory.isLaterExtension = state.isRepeated(.extensionLaunch)
      }
      if !saved.accounts.isEmpty, enforced == nil, !behaviour.accounts.extensionsLeaveAccounts {
        saved.accounts = []
      }
      if saved.checkInDue != nil, !behaviour.checkIn.extensionsMoveNothing {
        saved.checkInDue = now
      }
      putOverdueWorkOff()
      for index in saved.accounts.indices
      where saved.accounts[index].attemptDue != nil && !behaviour.enrollment.extensionsMoveNothing {
        saved.accounts[index].attemptDue = now
      }
    }
    if let leaver = saved.marks[Mark.listedLeaver.rawValue]?.string, !context.isExtension {
      state.forget(.listedLeaver)
      saved.accounts.append(Account(identity: leaver))
    }
    if let version = saved.marks[Mark.overridingVersion.rawValue]?.string,
      version != context.appVersion
    {
      saved.overrides = Overrides()
      state.forget(.overridingVersion)
    }
    memory.configurationLeftBehind = saved.marks[Mark.configuration.rawValue].flatMap(
      Enrollment.init)
  }

  /// Nothing: an update of the app changes nothing, and no version is saved.
  func followUpdate() {
    let isWiping = !behaviour.leaving.updatesWipeNobody
    let keepsAccounts = behaviour.accounts.surviveUpdates
    let keepsUnenrollments = behaviour.leaving.unenrollmentsSurviveUpdates
    let keepsConfiguration = behaviour.configuration.survivesUpdates
    let keepsColors = behaviour.colors.surviveUpdates
    let keepsTimers =
      behaviour.enrollment.updatesMoveNoRetry && behaviour.checkIn.updatesMoveNothing
    let keepsTelemetry = behaviour.telemetry.staysOffAfterUpdates
    let needsRestart = !behaviour.restart.updatesNeedNone
    let keepsChoice = behaviour.tokens.choicesSurviveUpdates
    if !isWiping, keepsAccounts, keepsUnenrollments, keepsConfiguration, keepsColors, keepsTimers,
      keepsTelemetry, !needsRestart, keepsChoice
    {
      return
    }
    let before = saved.appVersion
    saved.appVersion = context.appVersion
    guard let before, before != context.appVersion else { return }
    let user = enrolled?.identity
    if !keepsAccounts { saved.accounts = saved.accounts.filter { isSame($0.identity, user) } }
    if !keepsUnenrollments { saved.unenrollments = [] }
    if !keepsConfiguration { saved.enrollment?.configuration = [] }
    if !keepsColors { saved.colors = [:] }
    if !keepsTelemetry { saved.telemetryIsOff = false }
    if !keepsChoice { saved.userDefaults = [:] }
    if !keepsTimers { moveTimersAfterUpdate() }
    if needsRestart { delegates.ask(.restartApplication) }
    if isWiping { leaving.leave(reason: .deregister, wipe: true) }
  }

  private func moveTimersAfterUpdate() {
    if !behaviour.enrollment.updatesMoveNoRetry, enrolled == nil {
      for index in saved.accounts.indices { saved.accounts[index].attemptDue = now }
    }
    if !behaviour.checkIn.updatesMoveNothing, saved.checkInDue != nil {
      saved.checkInDue = now + checkIns.interval
    }
  }

  /// Nothing: no later launch wipes because the service could not be told of a wipe.
  func wipeUntold() {
    guard enrolled != nil, saved.marks[Mark.untoldWipe.rawValue] != nil else { return }
    state.forget(.untoldWipe)
    leaving.leave(reason: .deregister, wipe: true)
  }

  /// Nothing: the policy of an app that has died while it was asked for the restart is in force (RST-001, POL-028).
  func forgetPolicyOfOpenRestart() {
    guard saved.marks[Mark.openRestart.rawValue] != nil else { return }
    state.forget(.openRestart)
    saved.enrollment?.policy = nil
    saved.enrollment?.policyVersion = nil
  }

  /// Nothing: what another installation of the app has left behind needs no restart (RST-001, RST-007).
  func restartBesideOldInstallation() {
    if enrolled == nil, saved.unenrollments.isEmpty, accounts.published != nil,
      !behaviour.restart.oldInstallationsNeedNone
    {
      restart.request()
    }
  }

  /// Nothing: a prompt ends with its process (ENR-028, LCH-001), and registers nobody (ENR-021).
  func resumePrompt() {
    guard let user = saved.marks[Mark.prompt.rawValue]?.string else { return }
    state.forget(.prompt)
    guard behaviour.accounts.abandonedSignInsRegisterNobody else {
      if accountIndex(user) == nil {
        saved.accounts.append(Account(identity: user, attemptDue: now))
      }
      return
    }
    enrollments.attempt(user, .login)
  }

  /// Nothing: each account whose attempt has died with its process is tried (ENR-008, ENR-011).
  func forgetBrokenAttempts() {
    guard saved.enrollment == nil, !context.isExtension,
      !behaviour.enrollment.everyBrokenAttemptIsMade
    else { return }
    for index in saved.accounts.indices.dropFirst() {
      if let due = saved.accounts[index].attemptDue, due <= now {
        saved.accounts[index].attemptDue = nil
      }
    }
  }

  // MARK: Who is enrolled

  /// Nothing: without the setting the app alone registers accounts.
  func registerSignedInUser() {
    guard enrolled == nil, saved.accounts.isEmpty, saved.unenrollments.isEmpty,
      let user = accounts.signedInUser,
      !behaviour.accounts.registersOnlyOnCall
    else { return }
    saved.accounts.append(Account(identity: user, attemptDue: now))
    state.unanswered.append(user)
  }

  /// Nothing: nobody is enrolled while somebody is (LCH-003).
  func enrollBeside(_ enrolled: Enrollment) {
    let enrolls = behaviour.launch.enrolls
    if enrolls == .enrolledUserAgain { enrollments.attempt(enrolled.identity, .reenroll) }
    if let user = accounts.managedUser, !isSame(user, enrolled.identity),
      enrolls == .managedUserInstead
    {
      enrollments.attempt(user, .reenroll)
    }
  }

  /// False: an extension enrolls nobody (ENR-034).
  var extensionsEnroll: Bool {
    context.isExtension && !behaviour.launch.extensionsEnrollNobody
  }

  /// Nil: a user who has left stays out (LCH-002, DRG-003).
  var formerUserToEnroll: String? {
    guard let user = saved.marks[Mark.formerUser.rawValue]?.string else { return nil }
    return switch behaviour.launch.formerUsers {
    case .stayOut: nil
    case .insteadOfTheManagedUser: accounts.managedUser == nil ? nil : user
    case .ifNobodyIsManaged: accounts.managedUser == nil ? user : nil
    }
  }

  /// Nothing: where nobody is managed and no policy is required, nobody is enrolled (LCH-004).
  func enrollUnmanaged() {
    if behaviour.launch.enrolls == .signedInUser, let user = accounts.signedInUser {
      enrollments.attempt(user, .launch)
    } else if behaviour.launch.enrolls == .anybodyAsked {
      enrollments.attempt("", .launch)
    }
  }

  /// Nothing: a second try enrolls whom the launch does (LCH-001, OQ-72).
  func enrollAtSecondTry() {
    memory.hasTriedAgain = true
    if enrolled == nil, let user = accounts.managedUser, !context.flag("AutoEnrollOnLaunch"),
      !behaviour.launch.secondTriesNeedTheSetting
    {
      enrollments.attempt(user, .launch)
    }
  }

  // MARK: The start

  /// False: a remediation waits until the app has started (AUTH-048).
  var remediatesBeforeStart: Bool {
    !saved.remediations.isEmpty && !behaviour.enrollment.remediationWaitsForStart
  }

  /// True: any policy is enough to start.
  var isSufficient: Bool {
    guard context.flag("MAMPolicyRequired") else { return true }
    return switch behaviour.launch.sufficientPolicy {
    case .any: true
    case .confirmed: !memory.hasFailedCheckIn && !underWay.contains { $0.kind == .checkIn }
    case .fromDeviceManagement: identities.managementState.source == .mdm
    case .onUnmanagedDevices: context.management == DeviceManagement()
    }
  }

  /// Nothing: an app that has policy warns of nothing.
  func warnBesidePolicy() {
    if context.flag("MAMPolicyWarnAbsent"), !state.hasWarned,
      behaviour.launch.warningApps == .withTheSettingOrPolicy
    {
      warn()
    }
  }

  /// False: an app starts also soon after its last check-in (LCH-007, LCH-014).
  var isSoonAfterCheckIn: Bool {
    guard state.hooksAreActive, let due = saved.checkInDue, state.launchedAt < due else {
      return false
    }
    let since = checkIns.interval.milliseconds - (due - state.launchedAt).milliseconds
    return since < VirtualDuration.minutes(5).milliseconds
      && !behaviour.launch.startsSoonAfterCheckIns
  }

  /// True with `MAMPolicyRequired` YES: an app without policy may not start then (LCH-006, LCH-007).
  var policyIsRequired: Bool {
    let setting = context.settings["MAMPolicyRequired"]
    let autoEnrolls = behaviour.launch.knowsAutoEnrollment && context.flag("AutoEnrollOnLaunch")
    guard setting != nil || autoEnrolls else { return false }
    let isSet = context.flag("MAMPolicyRequired")
    if isSet, saved.enrollment == nil, accounts.published != nil,
      !behaviour.launch.earlierInstallationsOpenNothing
    {
      return false
    }
    return switch behaviour.launch.requiringApps {
    case .withTheSetting: isSet
    case .none: false
    case .withTheSettingOrItsOpposite: setting != nil
    case .withAutoEnrollment: isSet || autoEnrolls
    }
  }

  /// True with `MAMPolicyWarnAbsent` YES: such an app warns that it has no policy (LCH-007, LCH-010).
  var warnsOfMissingPolicy: Bool {
    switch behaviour.launch.warningApps {
    case .withTheSetting, .withTheSettingOrPolicy:
      context.flag("MAMPolicyWarnAbsent")
        && (behaviour.launch.warnsAtEveryLaunch || !state.isRepeated(.warning))
    case .none: false
    case .all: true
    }
  }

  /// False: an app starts once its warning is dismissed (LCH-011).
  var staysClosedAfterWarning: Bool {
    if underWay.contains(where: \.isEnrollment), !behaviour.launch.warnedAppsStartBesideAttempts {
      memory.staysClosed = true
    }
    return memory.staysClosed || !behaviour.launch.startsAfterWarning
      || context.lifecycle == .background && !behaviour.launch.warnedAppsStartInBackground
  }

  /// Nothing: an app that is blocked stays so (LCH-006).
  func startLater() {
    if let delay = behaviour.launch.startsBlockedAppsAfter {
      timers.emitLater(SDKEvent(.appStarted), after: delay)
    }
  }

  /// Nothing: the start of an app is no reason to restart it (RST-007), or to add a user again.
  func askAtStart() {
    switch behaviour.restart.neededAtLaunch {
    case .none: break
    case .withPolicy: if hasPolicy { delegates.ask(.restartApplication) }
    case .withoutPolicy: if !hasPolicy { delegates.ask(.restartApplication) }
    }
    if let enrolled, context.flag("AutoEnrollOnLaunch"),
      behaviour.identity.asksToAddUser == .atEveryLaunch
    {
      delegates.ask(.addIdentity(identity: enrolled.identity))
    }
  }

  /// True: the app is asked to add every user whom the SDK has enrolled.
  func asksToAdd(_ identity: String) -> Bool {
    if context.delegates.enrollment == .none, !behaviour.launch.additionsNeedNoStatuses {
      return false
    }
    if !behaviour.identity.asksToAddEveryUser, state.isRepeated(.addition) { return false }
    memory.unansweredAddition = identity
    return true
  }

  /// False: an app that has been asked about a user is not to be asked any more (IDN-055).
  func isBeingAsked(about identity: String) -> Bool {
    isSame(memory.unansweredAddition, identity) && !behaviour.identity.lateAnswersCount
  }

  /// Nothing: an app that has been asked is not asked again, however late it answers (IDN-055).
  func keepUntilAnswered(_ identity: String) {
    if memory.unansweredAddition != nil, !behaviour.identity.lateAnswersCount {
      saved.identityToAdd = identity
    }
  }

  // MARK: The life of the app

  /// Changes nothing: policy is in force wherever the app is.
  func noteLifecycle(before: LifecycleState) {
    memory.isBehindSuspension = before == .suspended && context.lifecycle == .background
    if hasPolicy, !behaviour.policy.isInForceInBackground { state.knownRevision = -1 }
    if context.lifecycle != .foreground { memory.hasLeftForeground = true }
    state.identityManager.noteLifecycle(isInBackground: context.lifecycle == .background)
  }

  /// Nothing: an app that waits for policy waits on in the background (LCH-006), and a check-in goes on there.
  func startInBackground() {
    for operation in underWay
    where operation.kind == .checkIn && !behaviour.checkIn.outlastsTheScreen {
      operations.cancel(operation.number)
      saved.checkInDue = now + checkIns.interval
    }
    if !state.isStarted, !behaviour.launch.staysClosedInBackground { start() }
  }

  /// Nothing: what fell due during a suspension is done at once (ENR-008, POL-001).
  func dropWhatWasDue() {
    if let due = saved.checkInDue, due < now {
      memory.missedCheckIns = (now - due).milliseconds / max(1, checkIns.interval.milliseconds)
    }
    if let due = saved.checkInDue, due <= now, !behaviour.checkIn.madeAfterSuspension {
      saved.checkInDue = now + checkIns.interval
    }
    if let due = saved.checkInDue, due + .days(1) < now, !behaviour.checkIn.outlastLongSuspensions {
      saved.checkInDue = nil
    }
    timers.putOffMissedRetries()
    timers.putOffAllButOne()
  }

  /// Nothing: to come to the foreground reports nothing late, shows nothing again, moves no timer, enrolls nobody and is no
  /// launch.
  func followForeground() {
    memory.hasComeToTheFront = true
    for event in memory.heldEvents { emit(event.name, event.fields) }
    memory.heldEvents = []
    prompts.showAgain()
    showScreenOfLeaver()
    timers.moveRetries(\.retryOnForeground)
    timers.moveCheckIn(\.onForeground)
    if context.flag("AutoEnrollOnLaunch"), enrolled == nil, !behaviour.launch.enrollsOnlyAtLaunch {
      enrollAtLaunch()
    }
    if state.isStarted, !behaviour.telemetry.onlyLaunchesAreLaunches { telemetry.noteLaunch() }
  }

  /// Nothing: nobody is asked for the PIN of a policy that has ended (IDN-018).
  private func showScreenOfLeaver() {
    guard enrolled == nil, let user = memory.lastLeaver,
      memory.policyLeftBehind?["pinRequired"]?.bool ?? false,
      !behaviour.identity.leaversSeeNoScreens
    else { return }
    emit(.prompt, ["kind": "pin", "identity": .string(user)])
  }
}
