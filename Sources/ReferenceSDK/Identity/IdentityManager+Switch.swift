internal import ExactText
internal import JSONText
package import StepProtocol

/// A change of the UI identity on its way.
struct IdentitySwitch: Sendable, Equatable {
  /// Who wants it.
  enum Origin: Sendable, Equatable {
    /// The app, by the call of that `seq`.
    case call(Int)
    /// The SDK, for this open request; the delegate has accepted.
    case open(OpenRequest)
    /// Nobody: the active identity is checked again after the app resumed.
    case resume
  }

  var origin: Origin
  var window: String
  var target: String?
  /// The checks that are still to pass.
  var checks: [ConditionalCheck] = []
  /// True if it came while another one was running.
  var isBehindAnother = false
}

extension IdentityManager {
  /// `setUIPolicyIdentity:completionHandler:`, also for one window (IDN-027 to IDN-034).
  ///
  /// Switches run one after the other; each ends in exactly one completion. Nil makes the window fall back to
  /// the process identity (IDN-037), the empty text means nobody (IDN-036).
  /// - Parameter call: the `seq` of the message, repeated in the completion.
  package mutating func setUIPolicyIdentity(
    _ identity: String?, window: String? = nil, call: Int
  ) -> [IdentityAction] {
    let isLost = losesSwitch(of: window)
    note(window: window)
    if isLost { return [switchReturned] }
    if running != nil || !asked.isEmpty, rules.secondSwitch == .isRefused {
      let refused = IdentitySwitch(
        origin: .call(call), window: windowKey(window), target: identity)
      return [switchReturned] + finish(refused, .notAllowed)
    }
    let key = windowKey(window)
    var target = identity
    if identity == nil, let old = windows[key], !rules.nilClearsUIIdentity { target = old }
    var begun = IdentitySwitch(origin: .call(call), window: key, target: target)
    begun.isBehindAnother = running != nil || !waiting.isEmpty
    waiting.append(begun)
    return [switchReturned] + proceed()
  }

  /// What `setUIPolicyIdentity` returns: nothing.
  private var switchReturned: IdentityAction {
    .returned(rules.switchReturnsNothing ? .null : 0)
  }

  /// The app came back to the foreground, or finished launching with an identity: checks the active one.
  ///
  /// A check that the person cancels makes the SDK ask for a switch to nobody (IDN-053). Whether checks are
  /// due is for the caller to know; calling this while one runs does nothing.
  package mutating func resume(window: String? = nil) -> [IdentityAction] {
    let active = uiIdentity(window: window)
    guard running == nil, asked.isEmpty, isIdentityManaged(active) else { return [] }
    var check = IdentitySwitch(origin: .resume, window: windowKey(window), target: active)
    check.checks = policy(for: active).conditionalLaunchChecks
    return runChecks(check) + proceed()
  }

  /// A person answers the prompt of a running check.
  ///
  /// - Returns: no actions if no check of that kind waits.
  package mutating func answerPrompt(kind: PromptKind, action: PromptAction) -> [IdentityAction] {
    guard var checked = running, let check = checked.checks.first, check.promptKind == kind
    else { return [] }
    running = nil
    switch action {
    case .enter:
      checked.checks.removeFirst()
      return runChecks(checked) + proceed()
    case .retry:
      if !rules.retriedChecksAreMade { checked.checks.removeFirst() }
      return runChecks(checked) + proceed()
    case .cancel, .dismiss:
      dropWaitingAfterCancel()
      return finish(checked, .canceled) + proceed()
    }
  }

  /// Starts the switches in line until one waits for a person.
  mutating func proceed() -> [IdentityAction] {
    var actions: [IdentityAction] = []
    while !waiting.isEmpty, running == nil || rules.secondSwitch == .overtakes {
      actions += start(waiting.removeFirst())
    }
    return actions
  }

  private mutating func start(_ begun: IdentitySwitch) -> [IdentityAction] {
    var begun = begun
    if case .call = begun.origin, !isAllowed(begun.target), !isLetThrough(begun) {
      return finish(begun, .notAllowed)
    }
    let isActive = windows[begun.window] != nil && same(windows[begun.window], begun.target)
    if !isActive || !rules.activeIdentityNeedsNoChecks {
      begun.checks = checksMadeAgain(checks(for: begun.target))
    }
    return inOrder(runChecks(begun), of: begun)
  }

  /// What is checked before an identity becomes active: what policy demands of the managed user (IDN-026).
  private func checks(for identity: String?) -> [ConditionalCheck] {
    guard isIdentityManaged(identity) else { return checks(forUnmanaged: identity) }
    if hasCheckedEnough || isUncheckedAsWritten(identity) { return [] }
    return checksMade(of: policy(for: identity))
  }

  /// IDN-032 and IDN-033; nil is judged as what it falls back to, the process identity.
  private func isAllowed(_ target: String?) -> Bool {
    if isColleague(target, of: primary), !isKnownColleague(target) {
      return !rules.refusesForbiddenSwitches
    }
    if isForbiddenAfterLeaver(target) { return false }
    let thread = callerThatDecides ?? IdentityManager.mainThread
    guard let own = threads[threadKey(thread)] else { return true }
    let judged = target ?? fallback
    return same(own, judged) && isWritten(own, as: judged)
      || !rules.refusesForbiddenSwitches
  }

  /// True for another user of the same organisation (OQ-46).
  func isColleague(_ identity: String?, of user: String?) -> Bool {
    guard let identity, let user, !same(identity, user),
      let organisation = IdentityName(identity).organisation
    else { return false }
    return organisation == IdentityName(user).organisation
  }

  private mutating func runChecks(_ checked: IdentitySwitch) -> [IdentityAction] {
    var checked = checked
    var actions: [IdentityAction] = []
    let subject = JSON.string(checked.target ?? "")
    while let check = checked.checks.first {
      actions.append(
        .event(.conditionalLaunch, ["identity": subject, "check": .string(check.rawValue)]))
      switch conditionalLaunch {
      case .pass: checked.checks.removeFirst()
      case .cancel: return actions + finish(checked, .canceled)
      case .fail: return actions + finish(checked, .failed)
      case .ask:
        actions.append(
          .event(.prompt, ["kind": .string(check.promptKind.rawValue), "identity": subject]))
        if waitsForThePerson {
          running = checked
          return actions
        }
        checked.checks.removeFirst()
      }
    }
    return actions + finish(checked, .success)
  }

  /// Ends a switch: only success changes the UI identity (IDN-034).
  mutating func finish(_ done: IdentitySwitch, _ result: SwitchResult) -> [IdentityAction] {
    let result = ownResult(of: done, result)
    let isKept =
      result == .success ? !rules.successChangesIdentity : rules.failureKeepsIdentity
    switch done.origin {
    case .call(let call):
      if !isKept { windows[done.window] = slot(done.target) }
      noteEnd(of: done, result)
      let completion = IdentityAction.completion(
        IdentityCompletion(
          call: call, result: told(result), thread: rules.completionThread.rawValue))
      return Array(repeating: completion, count: completionCount)
    case .open(let request):
      let before = uiIdentity(window: done.window)
      if !isKept { windows[done.window] = slot(done.target) }
      return [opened(request, isHandled: result == .success, before: before)]
    case .resume:
      return result == .success ? [] : afterFailedResume(done, result)
    }
  }
}
