import Contract
internal import ExactText
import JSONText
internal import StepProtocol
public import VirtualTime

/// The reference SDK: the contract as a pure state machine.
///
/// Inputs go in one at a time with the virtual time at which they happen; out comes what the host has
/// to do, in order. Inside there is no I/O and no clock. After each input the host asks for ``next``,
/// when the SDK wants to run again, and ``open``, the requests it waits for.
///
/// How an input is handled is in the extensions, one folder for each topic of the contract.
public struct ManagementSDK: Sendable {
  /// In what this SDK differs from the contract's defaults.
  public let variations: Variations
  /// What it decides; that of the app's edition from the launch on.
  public internal(set) var behaviour: TracedBehaviour

  var context = LaunchContext()
  var saved = SavedState()
  public internal(set) var keychain = Keychain()
  var hooks = TestHooks()
  /// The time of the input being handled.
  var now = VirtualInstant(milliseconds: 0)
  var isLaunched = false

  /// What is under way, in the order in which it began.
  var operations: [Operation] = []
  var operationCount = 0
  public var requestCount = 0
  /// Sign-in enrollments and the like that wait until the running enrollment is over.
  var waitingEnrollments: [(identity: String, trigger: Operation.Trigger)] = []
  /// Accounts whose registration has not been answered by a status yet.
  var unanswered: [String] = []
  /// What a person is asked, oldest first.
  var prompts: [Prompt] = []

  /// True if the app ran with policy from its launch on, so that every hook is active (OQ-25).
  var hooksAreActive = false
  /// True once the app may run its own code.
  var isStarted = false
  /// True once the user was warned that policy is missing (LCH-010).
  var hasWarned = false
  /// The user whom the SDK has enrolled by itself and the app has not been asked to add yet.
  var identityToAdd: String?
  /// Calls that block until the token of a leaving user is there.
  var blockedCalls: [(leaving: Int, call: Int)] = []

  /// Who works in the process.
  var identities = IdentityManager(isMultiIdentity: false)
  /// The state of enrollment that the identities have been notified of.
  var knownRevision = -1

  /// How far the clock of the device is ahead of the time.
  var wallClockOffset = VirtualDuration.zero

  // MARK: What other decisions than the contract's have to remember

  /// The last user of the device's management, in this process.
  var lastManagedUser: String?
  /// Calls of `registerAndEnrollAccount` that have not returned.
  var heldRegistrations: [(identity: String, call: Int)] = []
  /// Accounts that were deregistered and are tried all the same.
  var deregisteredAccounts: [Account] = []
  /// A check-in for a user who is not enrolled.
  var strayCheckIn: (due: VirtualInstant, identity: String, locations: Locations?)?
  /// True while an operation goes without the runtime overrides.
  var leavesOverridesOut = false
  /// An enrollment that is reported with its policy.
  var unreportedEnrollment: (identity: String, losers: [String])?
  /// Statuses for the delegate that is set next.
  var keptStatuses: [SDKEvent] = []
  /// When failed unenrollments are tried again.
  var unenrollRepetitions: [(leaving: Int, due: VirtualInstant)] = []
  /// True once the process was to end.
  var hasRequestedExit = false
  /// The enrollment of a user who has left, if its policy has not ended.
  var enrollmentLeftBehind: Enrollment?
  /// The user who left last, in this process.
  var lastLeaver: String?
  /// True from a deregistration until an account is registered.
  var hasRemovedAccounts = false
  /// Events that come later than what they tell of.
  var laterEvents: [(at: VirtualInstant, event: SDKEvent)] = []

  private var actions: [SDKAction] = []

  /// An SDK that has not been launched yet.
  ///
  /// - Parameters:
  ///   - variations: in what it differs from the contract's defaults.
  ///   - trace: notified of every field of its behaviour that is read; nil for nobody.
  public init(variations: Variations = Variations(), trace: BehaviourTrace? = nil) {
    self.variations = variations
    behaviour = TracedBehaviour(
      variations.behaviour(in: .latest), trace: trace)
  }

  /// Handles one input and returns what the host has to do for it.
  public mutating func handle(_ input: SDKInput, now: VirtualInstant) -> [SDKAction] {
    self.now = now
    if behaviour.status.log == .everything {
      log("info", "the app, the device or the service has done something")
    }
    switch input {
    case .launch(let context, let saved, let keychain):
      launch(context, saved: saved, keychain: keychain)
    case .call(let call): perform(call)
    case .wake: giveUpLateRequests()
    case .response(let request, let outcome): received(outcome, for: request)
    case .answered(let question, let answer): answered(question, answer)
    case .lifecycle(let state): changeLifecycle(to: state)
    case .user(let action): answerPrompt(action)
    case .signIn(let identity): begin(.signIn, identity: identity)
    case .purgeTokens(let identity): purgeTokens(of: identity)
    case .device(let management): changeDevice(management)
    case .wallClock(let clock): setWallClock(clock)
    case .openURL(let request):
      open(request)
    case .hooks(let hooks):
      self.hooks = hooks
      identities.conditionalLaunch = hooks.conditionalLaunch
    case .keychain(let keychain):
      let old = self.keychain
      self.keychain = keychain
      knownRevision = -1
      followOtherApps(old)
    }
    runDueWork()
    updateIdentities()
    flush()
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// The earliest instant at which the SDK wants to run again; nil if it only waits for others.
  public var next: VirtualInstant? {
    var earliest: VirtualInstant?
    func consider(_ instant: VirtualInstant?) {
      if let instant, instant < earliest ?? instant + .seconds(1) { earliest = instant }
    }
    for operation in operations { consider(deadline(of: operation)) }
    for later in laterEvents { consider(later.at) }
    guard runsTimers else { return earliest }
    for repetition in unenrollRepetitions { consider(repetition.due) }
    consider(strayCheckIn?.due)
    consider(checkInInstant)
    if mayAttempt { for account in retriedAccounts { consider(account.attemptDue) } }
    return earliest
  }

  /// The IDs of the requests that have no response yet, in the order in which they were sent.
  public var open: [String] {
    operations.filter { $0.request != nil }.sorted { $0.requestNumber < $1.requestNumber }
      .compactMap(\.request)
  }

  /// ``next`` and ``open`` for whoever owns the SDK: mutating although nothing changes, because what only reads would
  /// be called on a copy of the whole SDK.
  public mutating func idleReport() -> (next: VirtualInstant?, open: [String]) {
    (next, operations.isEmpty ? [] : open)
  }

  /// The test hooks that have not been used up.
  public var testHooks: TestHooks { hooks }

  /// The identity that owns what a thread does with files (FIL-001); nil for nobody.
  public func fileIdentity(thread: String) -> String? {
    let identity = identities.fileIdentity(thread: thread)
    return identities.isIdentityManaged(identity) || behaviour.identity.unmanagedUsersOwnFiles
      ? identity : nil
  }

  /// True if this process runs the periodic actions; extensions leave them to the app (OQ-89).
  var runsTimers: Bool {
    isLaunched && context.lifecycle != .suspended
      && (!context.isExtension || behaviour.enrollment.extensionCalls == .enroll)
  }

  // MARK: Actions

  /// Saves what has changed, then does the rest: an effect never comes before what it depends on.
  mutating func act(_ action: SDKAction) {
    flush()
    actions.append(action)
  }

  /// Saves what has changed.
  mutating func flush() {
    if saved.changed.isEmpty { return }
    // No method as a value: that would copy the whole SDK.
    var values: [SavedValue] = []
    for value in saved.takeChanges() where !isNotSaved(value) {
      values.append(withDeviceTimes(value))
    }
    if !values.isEmpty { actions.append(.save(values)) }
  }

  /// True for a value that is not to outlive the process.
  private func isNotSaved(_ value: SavedValue) -> Bool {
    switch SavedState.Part(rawValue: value.name) {
    case .enrollment: value.value == nil && !behaviour.leaving.savesEndOfEnrollment
    case .overrides: !behaviour.tokens.overridesSurviveRelaunch
    case .accounts: hasRemovedAccounts && !behaviour.leaving.savesRemoval
    default: false
    }
  }

  /// Tells the app.
  mutating func emit(_ name: String, _ fields: JSONObject = [:]) {
    act(.event(SDKEvent(name, fields)))
  }

  /// Writes to the log.
  mutating func log(_ level: String, _ message: String) {
    emit("log", ["level": .string(level), "message": .string(message)])
  }

  /// Lets a call return.
  mutating func returned(_ call: APICall, _ result: JSON = .null) {
    act(.returned(call: call.number, result: result))
  }

  /// True if two identities name the same user, whatever their letter case (IDN-004, CNF-01).
  func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    if left == right { return true }
    return left.isSameIgnoringCase(as: right) && behaviour.identity.ignoresLetterCase
  }
}

extension Operation {
  /// The number in the open request's ID; 0 without one.
  fileprivate var requestNumber: Int { request.flatMap { Int($0.dropFirst()) } ?? 0 }
}
