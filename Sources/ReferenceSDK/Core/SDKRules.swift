import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// A set of rules of the contract over the one state of the SDK.
///
/// Each set is one topic and has a folder: what it decides is read from the area of ``Behaviour`` of the same topic, what
/// concerns another topic it leaves to that one's rules, and what the host has to do goes out through ``act(_:)``:
///
///     enrollments.attempt(user, .launch)
///     statuses.report(.enrollmentRequest, user, .alreadyEnrolled)
protocol SDKRules {
  /// Everything the SDK remembers.
  var state: SDKState { get }
}

extension SDKRules {
  // MARK: The other rules

  /// The APIs of the contract by name.
  var calls: CallRules { CallRules(state: state) }
  /// Registered accounts, and who is whose user.
  var accounts: AccountRules { AccountRules(state: state) }
  /// Attempts to enroll: when they are made, and how they end.
  var enrollments: EnrollmentRules { EnrollmentRules(state: state) }
  /// Check-ins: when they are made, and what they bring.
  var checkIns: CheckInRules { CheckInRules(state: state) }
  /// Deregistration, selective wipe, unenrollment.
  var leaving: LeavingRules { LeavingRules(state: state) }
  /// The launch of the app, and its life.
  var launch: LaunchRules { LaunchRules(state: state) }
  /// The restart that a first policy needs.
  var restart: RestartRules { RestartRules(state: state) }
  /// Who works in the app.
  var identities: IdentityRules { IdentityRules(state: state) }
  /// Tokens and where they come from.
  var tokens: TokenRules { TokenRules(state: state) }
  /// What a person is asked.
  var prompts: PromptRules { PromptRules(state: state) }
  /// Compliance remediation.
  var compliance: ComplianceRules { ComplianceRules(state: state) }
  /// App configuration by key.
  var configuration: ConfigurationRules { ConfigurationRules(state: state) }
  /// Tasks of queues.
  var tasks: TaskRules { TaskRules(state: state) }
  /// What is reported of the SDK's use.
  var telemetry: TelemetryRules { TelemetryRules(state: state) }
  /// Test policies, the splash, web views, uploads and the keychain.
  var surroundings: SurroundingRules { SurroundingRules(state: state) }
  /// What is done without a reason.
  var strays: StrayRules { StrayRules(state: state) }
  /// What is reported to the app, by which code.
  var statuses: StatusRules { StatusRules(state: state) }
  /// What the app's delegates are asked.
  var delegates: DelegateRules { DelegateRules(state: state) }
  /// How an operation goes from request to request.
  var operations: OperationRules { OperationRules(state: state) }
  /// What falls due when.
  var timers: TimerRules { TimerRules(state: state) }

  // MARK: What all of them look at

  /// What the SDK decides.
  var behaviour: TracedBehaviour { state.behaviour }
  // Read by get, not by _read: without optimization the compiler compares an optional of what is yielded with nil after the
  // coroutine has ended, which reads freed memory.

  /// What the app and its device are.
  var context: LaunchContext {
    get { state.context }
    nonmutating _modify { yield &state.context }
  }
  /// What survives the process.
  var saved: SavedState {
    get { state.saved }
    nonmutating _modify { yield &state.saved }
  }
  /// What only other decisions than the contract's need.
  var memory: VariationMemory {
    get { state.memory }
    nonmutating _modify { yield &state.memory }
  }
  /// Operations, in the order in which they began.
  var underWay: [Operation] {
    get { state.underWay }
    nonmutating _modify { yield &state.underWay }
  }
  /// The time of the input being handled.
  var now: VirtualInstant { state.now }

  /// The enrolled user (ENR-022); a user who is leaving is not enrolled any more.
  var enrolled: Enrollment? {
    guard let enrollment = state.saved.enrollment,
      !state.saved.unenrollments.contains(where: {
        $0.enrollmentId == enrollment.enrollmentId && !$0.isOvertaken
      })
    else { return nil }
    return enrollment
  }

  /// The enrollment whose policy is in force; an extension has that of its app.
  var enforced: Enrollment? {
    (context.isExtension ? accounts.sharedEnrollment : enrolled) ?? state.enrollmentLeftBehind
  }

  /// True if a policy is in force, whichever channel brought it (LCH-014).
  var hasPolicy: Bool { enforced?.policy != nil }

  /// True if two identities name the same user, whatever their letter case (IDN-004, CNF-01).
  func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    if left == right { return true }
    if left.isSameIgnoringCase(as: right) { return behaviour.identity.names.hold(left, right) }
    if !behaviour.identity.namesCountToTheEnd, left.count > 1, right.count > 1 {
      return String(left.dropLast()).isSameIgnoringCase(as: String(right.dropLast()))
    }
    return behaviour.identity.names == .ofAnyDomain
      && IdentityName(left).isNamedLike(IdentityName(right))
  }

  /// The place of a registered account.
  func accountIndex(_ identity: String) -> Int? {
    saved.accounts.firstIndex { isSame($0.identity, identity) }
  }

  /// The place of an operation that is still under way.
  func index(of number: Int) -> Int? { underWay.firstIndex { $0.number == number } }

  // MARK: What the host has to do

  /// Has the host do something, once what has changed is saved.
  func act(_ action: SDKAction) { state.act(action) }

  /// Notifies the app of an event.
  func emit(_ name: EventName, _ fields: JSONObject = [:]) {
    act(.event(SDKEvent(name, fields)))
  }

  /// Writes to the log.
  ///
  /// - Parameter user: whom the message is about; nobody may be named above verbose (DBG-023).
  func log(_ level: String, _ message: String, about user: String? = nil) {
    var message = message
    if let user, level == "verbose" || !behaviour.diagnostics.hidesUsers { message += ": \(user)" }
    let level: JSON = behaviour.diagnostics.messagesHaveLevels ? .string(level) : .null
    emit(.log, ["level": level, "message": .string(message)])
  }

  /// Notifies the app that a call has returned, as if it had blocked.
  func emitReturn(of call: APICall) { act(.event(returnEvent(of: call))) }

  /// The event for a call that has blocked.
  func returnEvent(of call: APICall) -> SDKEvent {
    SDKEvent(
      .callReturned,
      ["api": .string(call.api.rawValue), "call": .int(call.number), "result": .null])
  }

  /// Lets a call return.
  func returned(_ call: APICall, _ result: JSON = .null) {
    act(.returned(call: call.number, result: result))
  }
}
