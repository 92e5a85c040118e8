import Contract
internal import ExactText
import JSONText
import VirtualTime

/// Launch: what an earlier process left to do, then the launch settings (LCH-001 to LCH-014).
extension ManagementSDK {
  mutating func launch(
    _ context: LaunchContext, saved values: [(name: String, value: JSON)], keychain: Keychain
  ) {
    self.context = context
    self.keychain = keychain
    saved = SavedState(values)
    readByWallClock()
    knownRevision = -1
    isLaunched = true
    identities = newIdentityManager()
    identities.conditionalLaunch = hooks.conditionalLaunch
    hooksAreActive = hasPolicy
    guard !context.isExtension else { return }
    if defect == .retryClockResetByRelaunch {
      for index in saved.accounts.indices where saved.accounts[index].attemptDue != nil {
        saved.accounts[index].attemptDue = now + retryInterval
      }
    }
    resumeLeavings()
    sendTelemetry("launch", to: saved.enrollment?.locations)
    for index in saved.remediations.indices { saved.remediations[index].awaitsRestart = false }
    if let enrollment = saved.enrollment, published != enrollment { publishEnrollment() }
    enrollAtLaunch()
  }

  /// True if a policy is in force, whichever channel brought it (LCH-014).
  var hasPolicy: Bool { enforced?.policy != nil }

  /// The enrollment whose policy is in force; an extension has that of its app.
  var enforced: Enrollment? { (context.isExtension ? sharedEnrollment : enrolled) ?? lingering }

  /// Tries to enroll the managed user, if the settings say so and nobody is enrolled (LCH-002).
  private mutating func enrollAtLaunch() {
    let isOn =
      context.edition >= .e2017_11
      && (context.flag("AutoEnrollOnLaunch") || defect == .autoEnrollWithoutSetting)
    guard isOn, enrolled == nil else { return }
    if let user = managedUser {
      enroll(user, .launch)
    } else if context.flag("MAMPolicyRequired"), !reads(.noPromptAtLaunch) {
      enroll("", .launch)
    }
  }

  /// Lets the app start as soon as nothing stands against it.
  mutating func evaluateStart() {
    guard isLaunched, !isStarted else { return addIdentityIfNeeded() }
    let isRequired =
      context.flag("MAMPolicyRequired") && defect != .startWithoutRequiredPolicy
    if !hasPolicy {
      if isRequired || context.flag("MAMPolicyWarnAbsent") {
        // The attempt that the launch itself makes comes first.
        guard !operations.contains(where: { $0.trigger == .launch || $0.kind == .checkIn })
        else { return }
      }
      if isRequired { return block() }
      if context.flag("MAMPolicyWarnAbsent"), !hasWarned { return warn() }
      if hasWarned, prompts.contains(where: { $0.purpose == .policyAbsent }) { return }
    }
    start()
  }

  private mutating func start() {
    isStarted = true
    prompts.removeAll { $0.purpose == .blocked || $0.purpose == .policyAbsent }
    emit("appStarted")
    if context.lifecycle == .foreground { checkActiveIdentity() }
    addIdentityIfNeeded()
    continueRemediation()
  }

  /// Keeps the app from starting while policy is missing (LCH-006).
  private mutating func block() {
    guard !prompts.contains(where: { $0.purpose == .blocked }) else { return }
    prompts.append(Prompt(purpose: .blocked))
    if reads(.blockedByExit) { return requestExit() }
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
      if defect == .refreshLostWhileSuspended, let due = saved.checkInDue, due <= now {
        saved.checkInDue = now + checkInInterval
      }
      giveUpLateRequests()
    }
    if isStarted, before != .foreground, state == .foreground { checkActiveIdentity() }
  }
}
