internal import ExactText
import JSONText
internal import StepProtocol

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
    state.decide(in: context.edition)
    if !behaviour.launch.settingsKeepTheirTypes { coerceSettings() }
    readKeysInOtherLetters()
    state.keychain = keychain
    saved = SavedState(values)
    timers.readDeviceTimes()
    noteEarlierProcess()
    forgetBrokenAttempts()
    state.knownRevision = -1
    state.isLaunched = true
    state.launchedAt = now
    state.identityManager = identities.newManager()
    state.identityManager.conditionalLaunch = state.hooks.conditionalLaunch
    if !context.isExtension {
      timers.resumeSavedState()
      forgetPolicyOfOpenRestart()
    }
    state.hooksAreActive = hasPolicy
    if state.hooksAreActive, !behaviour.policy.launchIsQuiet { statuses.postPolicyDidChange() }
    calls.notifyOfAllowedAccounts(before: nil, isLaunch: true)
    if !context.isExtension { resume() }
    if extensionsEnroll { enrollAtLaunch() }
  }

  /// Goes on with what an earlier process has left, then enrolls as the launch settings say.
  private func resume() {
    accounts.publishPresence()
    surroundings.noteTestPolicy()
    followUpdate()
    leaving.resume()
    wipeUntold()
    restartBesideOldInstallation()
    operations.sendTelemetry("launch", to: saved.enrollment?.locations)
    telemetry.noteLaunch()
    compliance.resume()
    if let enrollment = saved.enrollment, accounts.published != enrollment {
      accounts.publishEnrollment()
    }
    surroundings.wipeForTest()
    resumePrompt()
    if !behaviour.launch.asksToAddOnceStarted { addIdentityIfNeeded() }
    enrollAtLaunch()
    strays.follow(
      enrolled == nil ? behaviour.strays.atLaunch : behaviour.strays.atLaunchWithUser, of: nil)
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
  func enrollAtLaunch() {
    guard behaviour.launch.knowsAutoEnrollment,
      context.flag("AutoEnrollOnLaunch") || !behaviour.launch.enrollsOnlyIfSet
    else { return registerSignedInUser() }
    if let enrolled {
      enrollBeside(enrolled)
    } else if let user = formerUserToEnroll {
      enrollments.attempt(user, .launch)
    } else if let user = accounts.managedUser {
      if behaviour.launch.enrolls != .nobody, !isForgotten {
        leaving.dropResumedAtLaunch(of: user)
        enrollments.attempt(user, .launch)
      }
    } else if context.flag("MAMPolicyRequired"), behaviour.launch.asksForSignIn {
      enrollments.attempt("", .launch)  // LCH-005
    } else {
      enrollUnmanaged()
    }
  }

  /// True if a test policy is in force for the enrolled user (DBG-001).
  private var hasTestPolicy: Bool { enrolled != nil && surroundings.testPolicy != nil }

  /// The user tries again to get past the missing policy (OQ-73).
  func retry() {
    guard !context.isExtension || extensionsEnroll else { return }
    enrollAtLaunch()
    enrollAtSecondTry()
    if checkIns.due != nil, behaviour.launch.secondTriesCheckIn {
      noteSecondTry()
      checkIns.start()
    }
  }

  // MARK: The start

  /// Lets the app start as soon as nothing stands against it.
  func evaluateStart() {
    guard state.isLaunched, !state.isStarted else { return addIdentityIfNeeded() }
    if remediatesBeforeStart { return compliance.goOn() }
    if hasPolicy || hasTestPolicy, isSufficient {
      // Policy is enough, whichever channel brought it (LCH-014).
      warnBesidePolicy()
      if !isSoonAfterCheckIn { start() }
      return
    }
    let isRequired = policyIsRequired
    let warnsAbsent = context.flag("MAMPolicyWarnAbsent")
    if isRequired || warnsAbsent, isEnrolling {
      // The attempt that the launch itself makes comes first.
      if isRequired, !behaviour.launch.waitsForEnrollment { start() }
      return
    }
    if isRequired, !warnsAbsent || behaviour.launch.blocksAppsThatWarn { return block() }
    if !state.hasWarned, warnsOfMissingPolicy {
      warn()
      if behaviour.launch.waitsForTheWarning { return }
    }
    if state.hasWarned, behaviour.launch.waitsForTheWarning {
      let isOpen = state.openPrompts.contains { $0.purpose == .policyAbsent }
      if isOpen || staysClosedAfterWarning { return }
    }
    start()
  }

  /// True while the launch makes an attempt to enroll, or a check-in is under way.
  private var isEnrolling: Bool {
    underWay.contains { $0.trigger == .launch || $0.kind == .checkIn }
  }

  /// Lets the app run its own code.
  func start() {
    state.isStarted = true
    state.openPrompts.removeAll {
      $0.purpose == .blocked
        || $0.purpose == .policyAbsent && behaviour.launch.waitsForTheWarning
    }
    if behaviour.launch.appsStart { emit(.appStarted) }
    if context.lifecycle == .foreground { identities.checkActiveIdentity() }
    addIdentityIfNeeded()
    compliance.goOn()
    askAtStart()
  }

  /// Keeps the app from starting while policy is missing (LCH-006).
  private func block() {
    guard !state.openPrompts.contains(where: { $0.purpose == .blocked }) else { return }
    state.openPrompts.append(Prompt(purpose: .blocked))
    startLater()
    if behaviour.launch.blocking == .exit { return restart.requestExit() }
    emit(.dialog, ["kind": "blocked"])
  }

  /// Warns that policy is missing; the user may go on (LCH-010, LCH-011).
  func warn() {
    state.hasWarned = true
    state.openPrompts.append(Prompt(purpose: .policyAbsent))
    emit(.dialog, ["kind": "policyAbsent"])
  }

  /// Asks the app to add a user whom the SDK has enrolled by itself, in this process or in one that died before it could
  /// ask (IDN-055).
  private func addIdentityIfNeeded() {
    guard state.isStarted || !behaviour.launch.asksToAddOnceStarted, !context.isExtension,
      let identity = saved.identityToAdd, !isBeingAsked(about: identity)
    else { return }
    saved.identityToAdd = nil
    guard isSame(enrolled?.identity, identity) else { return }
    if asksToAdd(identity) {
      delegates.ask(.addIdentity(identity: identity))
      keepUntilAnswered(identity)
    }
  }

  // MARK: The life of the app

  /// The app has moved to another state of its life; work that fell due meanwhile is done at once.
  func changeLifecycle(to next: LifecycleState) {
    let before = context.lifecycle
    state.context.lifecycle = next
    noteLifecycle(before: before)
    if next != .foreground {
      identities.follow(state.identityManager.leaveForeground(), call: nil)
    }
    if next == .background { startInBackground() }
    if before == .suspended, next != .suspended {
      dropWhatWasDue()
      operations.giveUpLateRequests()
    }
    if before != .foreground, next == .foreground {
      followForeground()
      if state.isStarted { identities.checkActiveIdentity() }
      strays.follow(behaviour.strays.onForeground, of: nil)
    }
    if next == .background { strays.follow(behaviour.strays.onBackground, of: nil) }
  }

  /// The device is managed otherwise than before.
  func changeDevice(_ management: DeviceManagement) {
    let old = context.management
    state.context.management = management
    noteManagement(before: old)
    calls.notifyOfAllowedAccounts(before: old.allowedAccounts, isLaunch: false)
    if behaviour.configuration.knowsDeviceSettings, announcesSettings(before: old) {
      statuses.postConfigurationDidChange()
    }
    timers.moveRetries(\.retryOnDeviceChange)
  }
}
