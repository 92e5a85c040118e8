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
  /// What a person is asked, oldest first.
  var openPrompts: [Prompt] = []
  /// True once the user was warned that policy is missing (LCH-010).
  var hasWarned = false
  /// The user whom the SDK has enrolled by itself and the app has not been asked to add yet.
  var identityToAdd: String?
  /// The first authority that the app has set in this process; nil if it has set none.
  var firstAuthority: String?
  /// True from the removal of a user by a remediation until that ends, if the restart comes only then.
  var hasReplacedUser = false
  /// True from a re-enrollment until a check-in has brought policy.
  var hasReEnrolled = false
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
  /// Logs that are being uploaded: the request, and the call.
  var uploads: [Upload] = []
  /// When the enrollment that is under way began.
  var attemptBegan: VirtualInstant?

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
  /// True once overrides count no more in this process.
  var ignoresOverrides = false
  /// An enrollment that is reported with its policy.
  var unreportedEnrollment: (identity: String, losers: [String])?
  /// Statuses for the delegate that is set next.
  var keptStatuses: [SDKEvent] = []
  /// When failed unenrollments are tried again.
  var repetitions: [(unenrollment: Int, due: VirtualInstant)] = []
  /// True once the process was to end.
  var hasRequestedExit = false
  /// The enrollment of a user who has left, if its policy has not ended.
  var enrollmentLeftBehind: Enrollment?
  /// The user who left last, in this process.
  var lastLeaver: String?
  /// Whom no policy targeted, in this process.
  var untargeted: [String] = []
  /// What a device management has demanded first, in this process.
  var firstManagement: DeviceManagement?
  /// True once an account was tried again by itself, in this process.
  var hasRetried = false
  /// Who was registered while the app was in the background, in this process.
  var registeredInBackground: [String] = []
  /// True from a deregistration until an account is registered.
  var hasRemovedAccounts = false
  /// An account that had not enrolled the app has left with a wipe.
  var hasWantedWipe = false
  /// Who has left last while a sign-in was open for the remediation of that user.
  var leaverAtSignIn: String?
  /// True once an account that was not enrolled was deregistered, in this process.
  var hasLetOthersLeave = false
  /// How late the last attempt to enroll came, in milliseconds.
  var lateness = 0
  /// Who has left while a sign-in was open, for an SDK that such an attempt keeps from later ones.
  var abandonedSignIns: [String] = []
  /// True once a runtime override was set in this process.
  var hasSetOverrides = false
  /// True once a user was refused for want of a licence, in this process.
  var hasRefusedSomebody = false
  /// The policy of the user who left last, in this process.
  var policyLeftBehind: JSONObject?
  /// True if the last check-in has failed, in this process.
  var hasFailedCheckIn = false
  /// The authorities of tokens that the app has deleted, in this process.
  var authoritiesLeftBehind: [String] = []
  /// The accounts that were allowed at the launch.
  var allowedAccountsAtLaunch: [String]?
  /// The accounts that were allowed before all were, in this process.
  var lastAllowedAccounts: [String]?
  /// What made the last enrollment start, in this process.
  var enrolledBy: Operation.Trigger?
  /// The answer to the first wipe, in this process.
  var firstWipeAnswer: DelegateAnswer?
  /// True once this process has gone on with a wipe that was broken off.
  var hasResumedWipe = false
  /// True once a check-in has brought another policy than the first, in this process.
  var hasChangedPolicy = false
  /// A sign-in was refused after the person had answered, in this process.
  var hasRefusedSignIn = false
  /// How many attempts to enroll have failed, in this process.
  var failureCount = 0
  /// How many re-enrollments have failed, in this process.
  var failedReenrollments = 0
  /// The users whose unenrollment has failed, in this process.
  var failedLeavers: [String] = []
  /// True once an unenrollment has succeeded, in this process.
  var hasUnenrolled = false
  /// True once the service has refused an access token, in this process.
  var hasRefusedToken = false
  /// The user whom a person has typed last, in this process.
  var typedUser: String?
  /// The unenrollments with which this process has gone on.
  var resumedUnenrollments: [Int] = []
  /// How many remediations have ended, in this process.
  var remediationCount = 0
  /// The hosts that were learned last.
  var lastLocations: Locations?
  /// Whom the last attempt to enroll was for, in this process.
  var lastTried: String?
  /// The managed user whom this process has seen first.
  var firstManagedUser: String?
  /// The management of the device at the launch.
  var managementAtLaunch = DeviceManagement()
  /// The enrollment of the user who left last, in this process.
  var formerEnrollment: Enrollment?
  /// The user whose record the service has lost last, in this process.
  var lostUser: String?
  /// Whom the app was asked to add, until it has answered.
  var unansweredAddition: String?
  /// Whom a remediation has enrolled once the person had signed in, in this process.
  var promptedRemediation: String?
  /// The accounts that have failed, each with its last code, in this process.
  var failures: [(identity: String, code: StatusCode)] = []
  /// How long the last enrollment has taken.
  var lastEnrollmentTook = VirtualDuration.zero
  /// The users whose remediation has ended, in this process.
  var remediated: [String] = []
  /// How often the app was asked to wipe, in this process.
  var wipeCount = 0
  /// How many unenrollments were reported, in this process.
  var unenrollmentCount = 0
  /// How long the last check-in has taken.
  var lastCheckInTook = VirtualDuration.zero
  /// How long the last unenrollment has taken.
  var lastUnenrollmentTook = VirtualDuration.zero
  /// What is reported once the app comes to the foreground.
  var heldEvents: [SDKEvent] = []
  /// What is done later without a reason.
  var laterImpulses: [StrayRules.Later] = []
  /// What has happened in this process.
  var occasions: Set<Occasion> = []
  /// True in an extension that is not the first of its installation.
  var isLaterExtension = false
  /// What the first deregistration of this process has said of its wipe.
  var firstWipeChoice: Bool?
  /// The status that was reported last, in words.
  var lastWords = ""
  /// The enrollment of a user who has left, with its configuration; from an earlier process.
  var configurationLeftBehind: Enrollment?
  /// True once the app has left the foreground, in this process.
  var hasLeftForeground = false
  /// The requests that were under way when the clock of the device was set.
  var requestsBeforeClockChange: [String] = []
  /// A part that is saved once its callback has returned, and its value by then.
  var postponed: (part: SavedState.Part, value: SavedValue?)?
  /// Events that come later than what they report.
  var laterEvents: [(at: VirtualInstant, event: SDKEvent)] = []

  /// The configuration before the last one, in this process.
  var configurationBefore: [JSON] = []
  /// How the last policy of this process has ended, and what it was; nil while one is in force.
  var endedPolicy: (end: PolicyEnd, settings: JSONObject)?
  /// The users whose remediation this process has taken over from an earlier one.
  var takenOver: [String] = []

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

  /// Decides from now on as told.
  func decide(as values: Behaviour) {
    behaviour = TracedBehaviour(values, trace: behaviour.trace)
    behaviourOfHost = behaviour.traced(by: behaviourOfHost.trace)
  }

  // MARK: Actions

  /// Saves what has changed, then does the rest: an effect never comes before what it depends on.
  func act(_ action: SDKAction) {
    flush()
    actions.append(action)
  }

  /// Saves what has changed.
  private func flush() {
    if saved.changed.isEmpty { return }
    let timers = TimerRules(state: self)
    var values: [SavedValue] = []
    for value in saved.takeChanges() where !isNotSaved(value) {
      if let part = postponed?.part, value.name == part.rawValue {
        postponed?.value = value
        continue
      }
      values.append(timers.withDeviceTimes(value))
    }
    if !values.isEmpty { actions.append(.save(values)) }
  }

  /// Saves what was postponed.
  func savePostponed() {
    flush()
    if let value = postponed?.value { actions.append(.save([value])) }
    postponed = nil
  }

  /// True for a value that is not to outlive the process.
  private func isNotSaved(_ value: SavedValue) -> Bool {
    switch SavedState.Part(rawValue: value.name) {
    case .enrollment: value.value == nil && !behaviour.leaving.savesEndOfEnrollment
    case .overrides: !behaviour.tokens.overridesSurviveRelaunch
    case .remediations:
      value.value == nil
        ? !behaviour.enrollment.savesEndOfRemediation
        : !behaviour.enrollment.remediationSurvivesRestart
    case .colors: !behaviour.colors.surviveRelaunch
    case .telemetryIsOff: !behaviour.telemetry.choiceSurvivesRelaunch
    case .accounts: hasRemovedAccounts && !behaviour.leaving.savesRemoval
    default: false
    }
  }

  /// Hands over what there is to do, with what has changed saved.
  func takeActions() -> [SDKAction] {
    flush()
    defer { actions = [] }
    return actions
  }
}
