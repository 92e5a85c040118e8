import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// Launch: what an earlier process left to do, then the launch settings (LCH-001 to LCH-014).
extension ManagementSDK {
  mutating func launch(
    _ context: LaunchContext, saved values: [(name: String, value: JSON)], keychain: Keychain
  ) {
    self.context = context
    behaviour = TracedBehaviour(
      variations.behaviour(in: context.edition), trace: behaviour.trace)
    self.keychain = keychain
    saved = SavedState(values)
    readDeviceTimes()
    knownRevision = -1
    isLaunched = true
    identities = newIdentityManager()
    identities.conditionalLaunch = hooks.conditionalLaunch
    if !context.isExtension { resumeSavedState() }
    hooksAreActive = hasPolicy
    guard !context.isExtension else { return }
    resumeLeavings()
    sendTelemetry("launch", to: saved.enrollment?.locations)
    for index in saved.remediations.indices { saved.remediations[index].awaitsRestart = false }
    if let enrollment = saved.enrollment, published != enrollment { publishEnrollment() }
    enrollAtLaunch()
  }

  /// True if a policy is in force, whichever channel brought it (LCH-014).
  var hasPolicy: Bool { enforced?.policy != nil }

  /// The enrollment whose policy is in force; an extension has that of its app.
  var enforced: Enrollment? {
    (context.isExtension ? sharedEnrollment : enrolled) ?? enrollmentLeftBehind
  }

  /// Tries to enroll the managed user, if the settings say so and nobody is enrolled (LCH-002).
  private mutating func enrollAtLaunch() {
    guard behaviour.launch.knowsAutoEnrollment,
      context.flag("AutoEnrollOnLaunch") || !behaviour.launch.enrollsOnlyIfSet
    else { return enrollWithoutBeingAsked() }
    let enrolls = behaviour.launch.enrolls
    if let enrolled {
      if enrolls == .enrolledUserAgain { enroll(enrolled.identity, .reenroll) }
    } else if let user = managedUser {
      if enrolls != .nobody { enroll(user, .launch) }
    } else if context.flag("MAMPolicyRequired"), behaviour.launch.asksForSignIn {
      enroll("", .launch)
    } else if enrolls == .signedInUser, let user = signedInUser {
      enroll(user, .launch)
    } else if enrolls == .anybodyAsked {
      enroll("", .launch)
    }
  }

  /// Registers whoever is signed in, unless the app alone registers accounts.
  private mutating func enrollWithoutBeingAsked() {
    guard enrolled == nil, saved.accounts.isEmpty, saved.leavings.isEmpty, let user = signedInUser,
      !behaviour.accounts.registersOnlyOnCall
    else { return }
    saved.accounts.append(Account(identity: user, attemptDue: now))
    unanswered.append(user)
  }

  /// Lets the app start as soon as nothing stands against it.
  mutating func evaluateStart() {
    guard isLaunched, !isStarted else { return addIdentityIfNeeded() }
    let warnsAbsent = context.flag("MAMPolicyWarnAbsent")
    if policyCounts {
      if warnsAbsent, !hasWarned, behaviour.launch.warningApps == .withTheSettingOrPolicy { warn() }
      return start()
    }
    let isRequired = policyIsRequired
    if isRequired || warnsAbsent {
      // The attempt that the launch itself makes comes first.
      if operations.contains(where: { $0.trigger == .launch || $0.kind == .checkIn }) {
        if isRequired, !behaviour.launch.waitsForEnrollment { start() }
        return
      }
    }
    if isRequired { return block() }
    if !hasWarned, warnsOfMissingPolicy { return warn() }
    if hasWarned {
      let isOpen = prompts.contains { $0.purpose == .policyAbsent }
      if isOpen || !behaviour.launch.startsAfterWarning { return }
    }
    start()
  }

  /// True if there is policy to start with (LCH-014).
  private var policyCounts: Bool {
    guard hasPolicy else { return false }
    return !context.flag("MAMPolicyRequired") || managementState.source == .mdm
      || behaviour.launch.sufficientPolicy == .any
  }

  /// True if an app warns that it has no policy (LCH-007, LCH-010).
  private var warnsOfMissingPolicy: Bool {
    switch behaviour.launch.warningApps {
    case .withTheSetting, .withTheSettingOrPolicy: context.flag("MAMPolicyWarnAbsent")
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
  mutating func start() {
    isStarted = true
    prompts.removeAll { $0.purpose == .blocked || $0.purpose == .policyAbsent }
    emit("appStarted")
    if context.lifecycle == .foreground { checkActiveIdentity() }
    addIdentityIfNeeded()
    continueRemediation()
    switch behaviour.restart.neededAtLaunch {
    case .none: break
    case .withPolicy: if hasPolicy { ask(.restartApplication) }
    case .withoutPolicy: if !hasPolicy { ask(.restartApplication) }
    }
    if let enrolled, context.flag("AutoEnrollOnLaunch"),
      behaviour.identity.asksToAddUser == .atEveryLaunch
    {
      ask(.addIdentity(identity: enrolled.identity))
    }
  }

  /// Keeps the app from starting while policy is missing (LCH-006).
  private mutating func block() {
    guard !prompts.contains(where: { $0.purpose == .blocked }) else { return }
    prompts.append(Prompt(purpose: .blocked))
    if let delay = behaviour.launch.startsBlockedAppsAfter {
      tellLater(SDKEvent("appStarted"), after: delay)
    }
    if behaviour.launch.blocking == .exit { return requestExit() }
    emit("dialog", ["kind": "blocked"])
  }

  /// Warns that policy is missing; the user may go on (LCH-010, LCH-011).
  private mutating func warn() {
    hasWarned = true
    prompts.append(Prompt(purpose: .policyAbsent))
    emit("dialog", ["kind": "policyAbsent"])
  }

  /// The user tries again to get past the missing policy (OQ-73).
  mutating func retryBlockedLaunch() {
    enrollAtLaunch()
  }

  /// Asks the app to add a user whom the SDK has enrolled by itself (IDN-055).
  private mutating func addIdentityIfNeeded() {
    guard isStarted, let identity = identityToAdd else { return }
    identityToAdd = nil
    ask(.addIdentity(identity: identity))
  }

  /// The app has moved to another state of its life; work that fell due meanwhile is done at once.
  mutating func changeLifecycle(to state: LifecycleState) {
    let before = context.lifecycle
    let wasSuspended = before == .suspended
    context.lifecycle = state
    if wasSuspended, state != .suspended {
      if let due = saved.checkInDue, due <= now, !behaviour.checkIn.madeAfterSuspension {
        saved.checkInDue = now + behaviour.checkIn.interval
      }
      putOffMissedRetries()
      giveUpLateRequests()
    }
    if before != .foreground, state == .foreground {
      moveRetries(\.retryOnForeground)
      moveCheckIn(\.onForeground)
    }
    if isStarted, before != .foreground, state == .foreground { checkActiveIdentity() }
  }
}
