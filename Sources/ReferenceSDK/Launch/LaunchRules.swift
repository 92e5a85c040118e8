import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// Launch: what an earlier process left to do, then the launch settings (LCH-001 to LCH-014).
struct LaunchRules: SDKRules {
  let state: SDKState

  /// The process has started.
  ///
  /// - Parameters:
  ///   - context: what the app and its device are.
  ///   - values: what an earlier process has saved.
  ///   - keychain: what the apps of the device share.
  func begin(
    _ context: LaunchContext, saved values: [(name: String, value: JSON)], keychain: Keychain
  ) {
    state.context = context
    state.decide(as: state.variations.behaviour(in: context.edition))
    if !behaviour.launch.settingsKeepTheirTypes { coerceSettings() }
    state.keychain = keychain
    saved = SavedState(values)
    timers.readDeviceTimes()
    takeMarks()
    state.knownRevision = -1
    state.isLaunched = true
    state.launchedAt = now
    memory.managementAtLaunch = context.management
    state.identityManager = identities.newManager()
    state.identityManager.conditionalLaunch = state.hooks.conditionalLaunch
    if !context.isExtension { timers.resumeSavedState() }
    state.hooksAreActive = hasPolicy
    if state.hooksAreActive, !behaviour.policy.launchIsQuiet { statuses.postPolicyDidChange() }
    memory.allowedAccountsAtLaunch = context.management.allowedAccounts
    calls.notifyOfAllowedAccounts(before: nil, isLaunch: true)
    guard !context.isExtension else { return }
    surroundings.noteTestPolicy()
    followUpdate()
    leaving.resume()
    if enrolled != nil, saved.marks[Mark.untoldWipe.rawValue] != nil {
      state.forget(.untoldWipe)
      leaving.leave(reason: .deregister, wipe: true)
    }
    if enrolled == nil, saved.unenrollments.isEmpty, accounts.published != nil,
      !behaviour.restart.oldInstallationsNeedNone
    {
      restart.request()
    }
    operations.sendTelemetry("launch", to: saved.enrollment?.locations)
    telemetry.noteLaunch()
    compliance.resume()
    if let enrollment = saved.enrollment, accounts.published != enrollment {
      accounts.publishEnrollment()
    }
    surroundings.wipeForTest()
    if let user = saved.marks[Mark.prompt.rawValue]?.string {
      state.forget(.prompt)
      enrollments.attempt(user, .login)
    }
    enrollAtLaunch()
    strays.follow(
      enrolled == nil ? behaviour.strays.atLaunch : behaviour.strays.atLaunchWithUser, of: nil)
  }

  /// Acts by what an earlier process has noted.
  private func takeMarks() {
    if context.isExtension {
      if !behaviour.accounts.everyExtensionKnowsTheUser {
        memory.isLaterExtension = state.isRepeated(.extensionLaunch)
      }
      if !saved.accounts.isEmpty, enforced == nil, !behaviour.accounts.extensionsLeaveAccounts {
        saved.accounts = []
      }
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

  /// What an update of the app does, if anything; the version is kept only by an SDK that makes something of it.
  private func followUpdate() {
    let isWiping = !behaviour.leaving.updatesWipeNobody
    let keepsAccounts = behaviour.accounts.surviveUpdates
    let keepsUnenrollments = behaviour.leaving.unenrollmentsSurviveUpdates
    let keepsConfiguration = behaviour.configuration.survivesUpdates
    let keepsColors = behaviour.colors.surviveUpdates
    let keepsTimers =
      behaviour.enrollment.updatesMoveNoRetry && behaviour.checkIn.updatesMoveNothing
    let keepsTelemetry = behaviour.telemetry.staysOffAfterUpdates
    let needsRestart = !behaviour.restart.updatesNeedNone
    if !isWiping, keepsAccounts, keepsUnenrollments, keepsConfiguration,
      keepsColors,
      keepsTimers, keepsTelemetry, !needsRestart
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
    if !keepsTimers { moveTimersAfterUpdate() }
    if needsRestart { delegates.ask(.restartApplication) }
    if isWiping { leaving.leave(reason: .deregister, wipe: true) }
  }

  /// What an update does to the timers.
  private func moveTimersAfterUpdate() {
    if !behaviour.enrollment.updatesMoveNoRetry, enrolled == nil {
      for index in saved.accounts.indices { saved.accounts[index].attemptDue = now }
    }
    if !behaviour.checkIn.updatesMoveNothing, saved.checkInDue != nil {
      saved.checkInDue = now + checkIns.interval
    }
  }

  /// Takes texts and numbers for the booleans that they mean.
  private func coerceSettings() {
    for (name, value) in context.settings.members.map({ ($0.name, $0.value) }) {
      switch value.string?.asciiLowercased() ?? value.int.map(String.init) {
      case "yes", "true", "1": context.settings[name] = true
      case "no", "false", "0": context.settings[name] = false
      default: break
      }
    }
  }

  /// Tries to enroll the managed user, if the settings say so and nobody is enrolled (LCH-002).
  private func enrollAtLaunch() {
    guard behaviour.launch.knowsAutoEnrollment,
      context.flag("AutoEnrollOnLaunch") || !behaviour.launch.enrollsOnlyIfSet
    else { return enrollWithoutBeingAsked() }
    let enrolls = behaviour.launch.enrolls
    if let enrolled {
      if enrolls == .enrolledUserAgain { enrollments.attempt(enrolled.identity, .reenroll) }
      if let user = accounts.managedUser, !isSame(user, enrolled.identity),
        enrolls == .managedUserInstead
      {
        enrollments.attempt(user, .reenroll)
      }
    } else if let user = formerUserToEnroll {
      enrollments.attempt(user, .launch)
    } else if let user = accounts.managedUser {
      if enrolls != .nobody { enrollments.attempt(user, .launch) }
    } else if context.flag("MAMPolicyRequired"), behaviour.launch.asksForSignIn {
      enrollments.attempt("", .launch)
    } else if enrolls == .signedInUser, let user = accounts.signedInUser {
      enrollments.attempt(user, .launch)
    } else if enrolls == .anybodyAsked {
      enrollments.attempt("", .launch)
    }
  }

  /// The user who has left, if a launch enrolls that one.
  private var formerUserToEnroll: String? {
    guard let user = saved.marks[Mark.formerUser.rawValue]?.string else { return nil }
    return switch behaviour.launch.formerUsers {
    case .stayOut: nil
    case .insteadOfTheManagedUser: accounts.managedUser == nil ? nil : user
    case .ifNobodyIsManaged: accounts.managedUser == nil ? user : nil
    }
  }

  /// Registers whoever is signed in, unless the app alone registers accounts.
  private func enrollWithoutBeingAsked() {
    guard enrolled == nil, saved.accounts.isEmpty, saved.unenrollments.isEmpty,
      let user = accounts.signedInUser,
      !behaviour.accounts.registersOnlyOnCall
    else { return }
    saved.accounts.append(Account(identity: user, attemptDue: now))
    state.unanswered.append(user)
  }

  /// Lets the app start as soon as nothing stands against it.
  func evaluateStart() {
    guard state.isLaunched, !state.isStarted else { return addIdentityIfNeeded() }
    if !saved.remediations.isEmpty, !behaviour.enrollment.remediationWaitsForStart {
      return compliance.goOn()
    }
    let warnsAbsent = context.flag("MAMPolicyWarnAbsent")
    if policyCounts {
      if warnsAbsent, !state.hasWarned, behaviour.launch.warningApps == .withTheSettingOrPolicy {
        warn()
      }
      if isSoonAfterCheckIn { return }
      return start()
    }
    let isRequired = policyIsRequired
    if isRequired || warnsAbsent {
      // The attempt that the launch itself makes comes first.
      if underWay.contains(where: { $0.trigger == .launch || $0.kind == .checkIn }) {
        if isRequired, !behaviour.launch.waitsForEnrollment { start() }
        return
      }
    }
    if isRequired, !warnsAbsent || behaviour.launch.blocksAppsThatWarn { return block() }
    if !state.hasWarned, warnsOfMissingPolicy { return warn() }
    if state.hasWarned {
      let isOpen = state.openPrompts.contains { $0.purpose == .policyAbsent }
      let isAway = context.lifecycle == .background
      if isOpen || !behaviour.launch.startsAfterWarning
        || isAway && !behaviour.launch.warnedAppsStartInBackground
      {
        return
      }
    }
    start()
  }

  /// True for a launch soon after the last check-in that keeps the app from starting.
  private var isSoonAfterCheckIn: Bool {
    guard state.hooksAreActive, let due = saved.checkInDue, state.launchedAt < due else {
      return false
    }
    let since = checkIns.interval.milliseconds - (due - state.launchedAt).milliseconds
    return since < VirtualDuration.minutes(5).milliseconds
      && !behaviour.launch.startsSoonAfterCheckIns
  }

  /// True if there is policy to start with (LCH-014).
  private var policyCounts: Bool {
    guard hasPolicy else { return false }
    guard context.flag("MAMPolicyRequired") else { return true }
    return switch behaviour.launch.sufficientPolicy {
    case .any: true
    case .confirmed: !memory.hasFailedCheckIn && !underWay.contains { $0.kind == .checkIn }
    case .fromDeviceManagement: identities.managementState.source == .mdm
    case .onUnmanagedDevices: context.management == DeviceManagement()
    }
  }

  /// True if an app warns that it has no policy (LCH-007, LCH-010).
  private var warnsOfMissingPolicy: Bool {
    switch behaviour.launch.warningApps {
    case .withTheSetting, .withTheSettingOrPolicy:
      context.flag("MAMPolicyWarnAbsent")
        && (behaviour.launch.warnsAtEveryLaunch || !state.isRepeated(.warning))
    case .none: false
    case .all: true
    }
  }

  /// True if an app without policy may not start (LCH-006, LCH-007).
  private var policyIsRequired: Bool {
    let setting = context.settings["MAMPolicyRequired"]
    let autoEnrolls = behaviour.launch.knowsAutoEnrollment && context.flag("AutoEnrollOnLaunch")
    guard setting != nil || autoEnrolls else { return false }
    let isSet = context.flag("MAMPolicyRequired")
    return switch behaviour.launch.requiringApps {
    case .withTheSetting: isSet
    case .none: false
    case .withTheSettingOrItsOpposite: setting != nil
    case .withAutoEnrollment: isSet || autoEnrolls
    }
  }

  /// Lets the app run its own code.
  func start() {
    state.isStarted = true
    state.openPrompts.removeAll { $0.purpose == .blocked || $0.purpose == .policyAbsent }
    if behaviour.launch.appsStart { emit(.appStarted) }
    if context.lifecycle == .foreground { identities.checkActiveIdentity() }
    addIdentityIfNeeded()
    compliance.goOn()
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

  /// Keeps the app from starting while policy is missing (LCH-006).
  private func block() {
    guard !state.openPrompts.contains(where: { $0.purpose == .blocked }) else { return }
    state.openPrompts.append(Prompt(purpose: .blocked))
    if let delay = behaviour.launch.startsBlockedAppsAfter {
      timers.emitLater(SDKEvent(.appStarted), after: delay)
    }
    if behaviour.launch.blocking == .exit { return restart.requestExit() }
    emit(.dialog, ["kind": "blocked"])
  }

  /// Warns that policy is missing; the user may go on (LCH-010, LCH-011).
  private func warn() {
    state.hasWarned = true
    state.openPrompts.append(Prompt(purpose: .policyAbsent))
    emit(.dialog, ["kind": "policyAbsent"])
  }

  /// The user tries again to get past the missing policy (OQ-73).
  func retry() {
    enrollAtLaunch()
    if enrolled == nil, let user = accounts.managedUser, !context.flag("AutoEnrollOnLaunch"),
      !behaviour.launch.secondTriesNeedTheSetting
    {
      enrollments.attempt(user, .launch)
    }
  }

  /// Asks the app to add a user whom the SDK has enrolled by itself (IDN-055).
  private func addIdentityIfNeeded() {
    guard state.isStarted, let identity = state.identityToAdd else { return }
    state.identityToAdd = nil
    if !behaviour.identity.asksToAddEveryUser, state.isRepeated(.addition) { return }
    memory.unansweredAddition = identity
    delegates.ask(.addIdentity(identity: identity))
  }

  /// The app has moved to another state of its life; work that fell due meanwhile is done at once.
  func changeLifecycle(to next: LifecycleState) {
    let before = context.lifecycle
    let wasSuspended = before == .suspended
    state.context.lifecycle = next
    if hasPolicy, !behaviour.policy.isInForceInBackground { state.knownRevision = -1 }
    if next != .foreground {
      identities.follow(state.identityManager.leaveForeground(), call: nil)
      memory.hasLeftForeground = true
    }
    if next == .background, !state.isStarted, !behaviour.launch.staysClosedInBackground { start() }
    if wasSuspended, next != .suspended {
      if let due = saved.checkInDue, due <= now, !behaviour.checkIn.madeAfterSuspension {
        saved.checkInDue = now + checkIns.interval
      }
      if let due = saved.checkInDue, due + .days(1) < now,
        !behaviour.checkIn.outlastLongSuspensions
      {
        saved.checkInDue = nil
      }
      timers.putOffMissedRetries()
      timers.putOffAllButOne()
      operations.giveUpLateRequests()
    }
    if before != .foreground, next == .foreground {
      for event in memory.heldEvents { emit(event.name, event.fields) }
      memory.heldEvents = []
      prompts.showAgain()
      timers.moveRetries(\.retryOnForeground)
      timers.moveCheckIn(\.onForeground)
      if context.flag("AutoEnrollOnLaunch"), enrolled == nil, !behaviour.launch.enrollsOnlyAtLaunch
      {
        enrollAtLaunch()
      }
    }
    if state.isStarted, before != .foreground, next == .foreground {
      identities.checkActiveIdentity()
    }
    if before != .foreground, next == .foreground {
      strays.follow(behaviour.strays.onForeground, of: nil)
    }
    if next == .background { strays.follow(behaviour.strays.onBackground, of: nil) }
  }

  /// The device is managed otherwise than before.
  func changeDevice(_ management: DeviceManagement) {
    let old = context.management
    state.context.management = management
    memory.lastAllowedAccounts = old.allowedAccounts ?? memory.lastAllowedAccounts
    calls.notifyOfAllowedAccounts(before: old.allowedAccounts, isLaunch: false)
    if behaviour.configuration.knowsDeviceSettings,
      old.configuration != management.configuration
        ? behaviour.configuration.notifiesOfDeviceSettings
        : old != management
          && (!behaviour.configuration.sameDeviceSettingsAreQuiet
            || old.configuration == nil && !behaviour.configuration.bareDevicesAreQuiet)
    {
      statuses.postConfigurationDidChange()
    }
    if let user = management.mdmUser, management.configuredUPN != nil {
      memory.lastManagedUser = user
    }
    timers.moveRetries(\.retryOnDeviceChange)
  }
}
