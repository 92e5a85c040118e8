import Contract
internal import ExactText
import JSONText
import VirtualTime

/// Everything that one SDK remembers, and what it has told its host to do.
///
/// The sets of rules share it (``SDKRules``). What an app finds again at its next launch is ``saved``; the rest ends with
/// the process.
final class SDKState {
  /// In what this SDK differs from the contract's defaults.
  let variations: Variations
  /// What it decides; that of the app's edition from the launch on.
  private(set) var behaviour: TracedBehaviour
  /// The same for the host, which is traced apart.
  private(set) var behaviourOfHost: TracedBehaviour
  /// What it decides within the situation of its defects, and elsewhere; nil if they are not limited to one.
  private var sides: (within: TracedBehaviour, elsewhere: TracedBehaviour)?
  /// The time of the input being handled.
  var now = VirtualInstant(milliseconds: 0)

  // MARK: The app and its device

  var context = LaunchContext()
  var saved = SavedState()
  var keychain = Keychain()
  var hooks = TestHooks()
  var isLaunched = false
  /// True once the app may run its own code.
  var isStarted = false
  /// True if the app ran with policy from its launch on, so that every hook is active (OQ-25).
  var hooksAreActive = false
  /// How far the clock of the device is ahead of the time.
  var wallClockOffset = VirtualDuration.zero
  /// Who works in the process.
  var identityManager = IdentityManager(isMultiIdentity: false)
  /// The state of enrollment that the identities have been notified of.
  var knownRevision = -1

  // MARK: What is under way

  /// Operations, in the order in which they began.
  var underWay: [Operation] = []
  var operationCount = 0
  var requestCount = 0
  /// Sign-in enrollments and the like that wait until the running enrollment is over.
  var waitingEnrollments: [(identity: String, trigger: Operation.Trigger)] = []
  /// Accounts whose registration has not been answered by a status yet.
  var unanswered: [String] = []
  /// An enrollment that is reported with its policy, and who has lost the race against it (OQ-18).
  var unreportedEnrollment: (identity: String, losers: [String])?
  /// What a person is asked, oldest first.
  var openPrompts: [Prompt] = []
  /// True once the user was warned that policy is missing (LCH-010).
  var hasWarned = false
  /// Who was enrolled and has left in this process: leaving again is a request that fails (OQ-29).
  var leavers: [String] = []
  /// Calls that block until the token of a leaving user is there.
  var blockedCalls: [(unenrollment: Int, call: Int)] = []

  /// The authentication library that this process works with.
  var library: TokenBehaviour.Library?
  /// True if data of the managed user had to be encrypted; nil until the app works with protection of data.
  var protectionLevel: Bool?
  /// The queues that the app has named.
  var queues: [TaskQueue] = []
  /// Events of telemetry that have not been sent yet.
  var telemetry: [JSONObject] = []
  /// When the process was launched.
  var launchedAt = VirtualInstant(milliseconds: 0)
  /// The hosts that were learned last: telemetry and logs go there while nobody is enrolled.
  var lastLocations: Locations?
  /// Logs that are being uploaded: the request, and the call.
  var uploads: [Upload] = []
  /// The attempts to enroll that are under way, by their users.
  var attempts: [TimedAttempt] = []

  /// When failed unenrollments are tried again.
  var repetitions: [(unenrollment: Int, due: VirtualInstant)] = []
  /// Statuses for the delegate that is set next.
  var keptStatuses: [SDKEvent] = []
  /// True once the process was to end.
  var hasRequestedExit = false

  /// What only SDKs with other decisions than the contract's have to remember.
  var memory = VariationMemory()

  /// What the host has to do for the input being handled.
  private var actions: [SDKAction] = []
  /// How many of these an input may lead to.
  var mostActions = Int.max
  /// True once an input has led to so many: whatever goes round in circles has to end then.
  var isExhausted: Bool { actions.count >= mostActions }

  /// The state of an SDK that has not been launched yet.
  ///
  /// - Parameters:
  ///   - variations: in what it differs from the contract's defaults.
  ///   - trace: notified of every field of its behaviour that the SDK reads; nil for nobody.
  ///   - traceOfHost: the same for the host.
  init(variations: Variations, trace: BehaviourTrace?, ofHost traceOfHost: BehaviourTrace?) {
    self.variations = variations
    behaviour = TracedBehaviour(variations.behaviour(in: .latest), trace: trace)
    behaviourOfHost = behaviour.traced(by: traceOfHost)
  }

  /// Decides from now on as in an edition.
  func decide(in edition: Edition) {
    let (trace, traceOfHost) = (behaviour.trace, behaviourOfHost.trace)
    behaviour = TracedBehaviour(variations.behaviour(in: edition), trace: trace)
    behaviourOfHost = behaviour.traced(by: traceOfHost)
    guard variations.situation != nil else { return }
    let elsewhere = variations.behaviour(in: edition, elsewhere: true)
    sides = (behaviour, TracedBehaviour(elsewhere, trace: trace))
    look()
  }

  /// Looks whether the app is in the situation to which defects are limited: before each input, and after each action.
  func look() {
    guard let situation = variations.situation, let sides else { return }
    let side = isIn(situation) ? sides.within : sides.elsewhere
    if behaviour === side { return }
    behaviour = side
    behaviourOfHost = side.traced(by: behaviourOfHost.trace)
    identityManager.behaviour = side
  }

  // MARK: Actions

  /// Saves what has changed, then does the rest: an effect never comes before what it depends on.
  func act(_ action: SDKAction) {
    flush()
    actions.append(action)
    if sides != nil { look() }
  }

  /// Saves what has changed.
  func flush() {
    if saved.changed.isEmpty { return }
    let timers = TimerRules(state: self)
    var values: [SavedValue] = []
    for value in saved.takeChanges() where isSaved(value) {
      values.append(timers.withDeviceTimes(value))
    }
    if !values.isEmpty { save(values) }
  }

  /// Has the host save values.
  func save(_ values: [SavedValue]) { actions.append(.save(values)) }

  /// Hands over what there is to do, with what has changed saved.
  func takeActions() -> [SDKAction] {
    flush()
    defer { actions = [] }
    return actions
  }
}
