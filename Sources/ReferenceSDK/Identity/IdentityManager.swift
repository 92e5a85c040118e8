internal import ExactText
package import JSONText
package import StepProtocol

/// Who is working in the app: the identities of the process, its windows and its threads.
///
/// A pure state machine for area IDN of the contract: calls come in as values, what to do about them goes
/// out as `IdentityAction` values, in the order in which they are to be done. One manager stands for one
/// process; nothing in it survives a relaunch. An integrator drives it like this:
///
/// ```swift
/// var identities = IdentityManager(isMultiIdentity: true)
/// identities.update(primary: "ana@contoso.com", settings: policy)   // at launch, enrollment, check-in
/// identities.conditionalLaunch = .ask                               // from `answers`
///
/// // op call: actions in order; `returned` is the reply's result, the rest become events.
/// for action in identities.setUIPolicyIdentity("ana@contoso.com", window: nil, call: message.sequence) {
///   switch action {
///   case .returned(let value): reply.result = value
///   case .event(let name, let fields): reply.events.append(StepEvent(name, fields))
///   case .completion(let done): reply.events.append(StepEvent(.completion, done.fields))
///   case .askDelegate(let fields):
///     reply.events.append(StepEvent(.identitySwitchRequired, fields))
///     // a number: perform(identities.answerSwitch(accepted: number == 0)); "never": nothing;
///     // "unimplemented": no event, perform(identities.answerSwitch(accepted: false))
///   }
/// }
/// // op user:      identities.answerPrompt(kind: .pin, action: .enter)
/// // op complete:  identities.answerSwitch(accepted: result == 0)
/// // op openURL:   identities.open(OpenRequest(url: url, sender: identity))
/// // op lifecycle: identities.resume()
/// // op file:      FileOwnership.owner(after: .create, by: identities.fileIdentity(thread: thread), before: nil)
/// ```
///
/// Within `answerSwitch(accepted:)` the actions may hold a further `askDelegate`: the next operation in
/// line. The integrator performs actions depth first, so order is kept.
package struct IdentityManager: Sendable, Equatable {
  /// The thread of the app's UI.
  package static let mainThread = "main"
  /// The window that `getUIPolicyIdentity` and its kin mean.
  package static let keyWindow = "main"

  /// True exactly if `MultiIdentity` is YES in `IntuneMAMSettings` (IDN-003).
  package let isMultiIdentity: Bool
  /// What the SDK decides.
  var behaviour: TracedBehaviour
  /// How conditional-launch checks end.
  package var conditionalLaunch = ConditionalLaunchAnswer.pass

  /// The primary managed identity: the user who enrolled the device or the app; nil if there is none.
  package internal(set) var primary: String?
  /// The policy of the primary managed identity by Graph names; nil if it has none.
  package internal(set) var settings: JSONObject?

  var process: String?
  var windows: [ExactString: String] = [:]
  var threads: [ExactString: String] = [:]
  /// The windows that were named so far.
  var knownWindows: Set<ExactString> = [ExactString(IdentityManager.keyWindow)]
  var objectIDs: [IdentityName: String] = [:]

  /// The switch whose check waits for a person.
  var running: IdentitySwitch?
  /// Switches that wait for the running one.
  var waiting: [IdentitySwitch] = []
  /// Requests to the delegate; the first one is out, the others wait for its answer.
  var asked: [SwitchRequest] = []
  /// What only other decisions than the contract's need.
  var memory = Memory()

  /// A process that was just launched: nobody works in it (IDN-005, IDN-008).
  ///
  /// - Parameter behaviour: what the SDK decides; the contract of the latest edition if it is left out.
  package init(isMultiIdentity: Bool, behaviour: TracedBehaviour = TracedBehaviour(Behaviour())) {
    self.isMultiIdentity = isMultiIdentity
    self.behaviour = behaviour
  }

  /// The decisions about identities.
  @inline(__always) var rules: Traced<IdentityBehaviour> { behaviour.identity }

  /// Says who the primary managed identity is and which policy holds for it.
  ///
  /// In a single-identity app the process identity follows the enrolled user (IDN-002). A switch that waits
  /// for a person's answer to a check of a user who is no longer managed ends as failed.
  /// - Parameter settings: policy by Graph names; nil if no policy targets the user.
  @discardableResult
  package mutating func update(primary: String?, settings: JSONObject?) -> [IdentityAction] {
    if !isMultiIdentity {
      if let primary {
        if !same(self.primary, primary) { process = primary }
      } else if same(process, self.primary) {
        process = nil
      }
    } else {
      startWork(of: primary)
    }
    noteLeaver(before: primary)
    handOver(to: primary)
    clearThreads(for: primary)
    self.primary = primary
    self.settings = primary == nil ? nil : settings
    noteFirstPolicy()
    guard let stale = running, !isIdentityManaged(stale.target) else { return [] }
    running = nil
    emptyWindow(of: stale)
    dropWaitingOfLeaver()
    return (stale.origin == .resume ? [] : finish(stale, .failed)) + proceed()
  }

  /// Remembers the Azure AD object ID of a user (IDN-012).
  package mutating func learn(objectID: String, of identity: String) {
    if keepsObjectID(of: IdentityName(identity)) { return }
    objectIDs[IdentityName(identity)] = objectID
    forgetFirstName(of: objectID, after: IdentityName(identity))
  }

  // MARK: Setters and getters

  /// `setProcessIdentity:` (IDN-041); nil clears it.
  package mutating func setProcessIdentity(_ identity: String?) -> [IdentityAction] {
    if identity != nil || process == nil || rules.nilClearsProcessIdentity {
      process = slot(identity)
    }
    let main = threadKey(IdentityManager.mainThread)
    if threads[main] != nil, !rules.mainThreadOutlastsTheProcess { threads[main] = nil }
    return [.returned(.null)]
  }

  /// `getProcessIdentity`.
  package var processIdentity: String? {
    guard let process else { return rules.unsetProcessIdentityIsNil ? nil : "" }
    if !isMultiIdentity { return rules.processFollowsEnrollment ? process : nil }
    return rules.processIdentityIsReadable ? process : nil
  }

  /// The process identity where it decides.
  var decidingProcess: String? {
    guard let process else { return nil }
    if !isMultiIdentity, !rules.processFollowsEnrollment { return nil }
    return rules.processIdentityDecides ? process : nil
  }

  /// `setCurrentThreadIdentity:` on the named thread; runs no checks (IDN-040).
  ///
  /// Nil falls back to the process identity, the empty text means nobody (IDN-036, IDN-038).
  package mutating func setCurrentThreadIdentity(
    _ identity: String?, thread: String = mainThread
  ) -> [IdentityAction] {
    let key = threadKey(thread)
    if identity != nil || threads[key] == nil || rules.nilClearsThreadIdentity {
      threads[key] = slot(identity)
    }
    return [.returned(.null)] + checks(forThreadOf: identity)
  }

  /// `getCurrentThreadIdentity`: what was set on the thread, nil if nothing was (OQ-47).
  package func currentThreadIdentity(thread: String = mainThread) -> String? {
    guard let own = threads[threadKey(thread)], rules.threadIdentityIsReadable else {
      return rules.unsetThreadIdentityReadsAs == .processIdentity ? process : nil
    }
    return own
  }

  /// `getUIPolicyIdentity` and `getUIPolicyIdentityForWindow:`; the process identity if none was set (IDN-037).
  package func uiPolicyIdentity(window: String? = nil) -> String? {
    windows[windowKey(window)] ?? decidingProcess
  }

  /// The same as the app is shown it.
  func shownUIPolicyIdentity(window: String?) -> String? {
    if let own = windows[windowKey(window)] { return own }
    return rules.unsetUIIdentityReadsAs == .nothing ? nil : uiPolicyIdentity(window: window)
  }

  /// `isIdentityManaged:` (IDN-022).
  package func isIdentityManaged(_ identity: String?) -> Bool {
    identity != nil && primary != nil && same(identity, primary)
  }

  /// `isIdentity:equalTo:`: equal but for letter case, or of one known object ID (IDN-012).
  package func isIdentity(_ left: String?, equalTo right: String?) -> Bool { same(left, right) }

  // MARK: Effective identities

  /// The identity that decides UI policy on a thread (IDN-014, IDN-016, IDN-017, OQ-39).
  ///
  /// The thread's own identity, else on the main thread that of the window, else that of the process.
  /// - Returns: nil if no identity is set, the empty text for nobody.
  package func uiIdentity(thread: String = mainThread, window: String? = nil) -> String? {
    if let own = decidingIdentity(ofThread: thread), !isPassedOver(own, on: thread) { return own }
    if isScreenOutOfSight { return decidingProcess }
    return thread == IdentityManager.mainThread || uiIdentityDecidesEverywhere(window)
      ? uiPolicyIdentity(window: window) : decidingProcess
  }

  /// The identity that owns what a thread does with files: its own, else that of the process (OQ-39).
  ///
  /// The UI identity has no part in it (IDN-015, IDN-035).
  /// - Returns: nil if no identity is set, the empty text for nobody.
  package func fileIdentity(thread: String = mainThread) -> String? {
    ownerOfFiles(decidingIdentity(ofThread: thread) ?? decidingProcess, on: thread)
  }

  /// A thread's own identity where it decides (IDN-039).
  private func decidingIdentity(ofThread thread: String) -> String? {
    guard let own = threads[threadKey(thread)] else { return nil }
    return process == nil || process == own || rules.threadIdentityComesFirst ? own : nil
  }

  // MARK: Policy objects

  /// `policyForIdentity:` (POL-006): the policy of the primary managed identity, unrestricted for others.
  package func policy(for identity: String?) -> PolicyObject {
    PolicyObject(
      account: firstOwnerOfPlaces ?? primary,
      settings: isIdentityManaged(identity) && isKnown(identity) ? settings : settingsOfOthers,
      isMultiIdentity: isMultiIdentity, former: userBefore, behaviour: behaviour)
  }

  /// `policy`: that of the identity of the thread (POL-005).
  package func policy(thread: String = mainThread) -> PolicyObject {
    policy(for: uiIdentity(thread: thread))
  }

  /// `policyForWindow:` (POL-007).
  package func policy(window: String?) -> PolicyObject {
    policy(for: uiPolicyIdentity(window: window))
  }

  // MARK: Helpers

  /// True if both strings name one user; nil and the empty text name nobody.
  func same(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if left == right { return true }
    let (leftName, rightName) = (IdentityName(left), IdentityName(right))
    if leftName == rightName { return rules.names.hold(left, right) }
    if rules.names == .ofAnyDomain, leftName.isNamedLike(rightName) { return true }
    guard let known = objectIDs[leftName], known == objectIDs[rightName] else { return false }
    return objectIDsCount
  }

  /// An identity as it is kept: the empty text is nobody, which is more than no identity at all (IDN-036).
  func slot(_ identity: String?) -> String? {
    guard let identity else { return nil }
    if identity.isEmpty { return rules.distinguishesEmptyFromNil ? identity : nil }
    return kept(identity)
  }

  /// The thread whose identity a call is about (IDN-016).
  func threadKey(_ thread: String) -> String {
    thread == IdentityManager.mainThread || rules.threadsHaveOwnIdentities
      ? thread : IdentityManager.mainThread
  }

  /// The window whose identity a call is about (IDN-042).
  func windowKey(_ window: String?) -> String {
    guard hasWindows else { return IdentityManager.keyWindow }
    return window.map(windowThatCounts) ?? unnamedWindow
  }

  /// Remembers that there is a window of that name.
  mutating func note(window: String?) {
    guard hasWindows, let window else { return }
    knownWindows.insert(window)
    memory.note(window)
  }
}
