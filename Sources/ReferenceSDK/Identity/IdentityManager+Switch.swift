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
    if let window, !knownWindows.contains(ExactString(window)), !rules.newWindowsTakeSwitches {
      note(window: window)
      return [switchReturned]
    }
    note(window: window)
    if running != nil || !asked.isEmpty, rules.secondSwitch == .isRefused {
      let refused = IdentitySwitch(
        origin: .call(call), window: windowKey(window), target: identity)
      return [switchReturned] + finish(refused, .notAllowed)
    }
    let key = windowKey(window)
    var target = identity
    if identity == nil, let old = windows[key], !rules.nilClearsUIIdentity { target = old }
    waiting.append(IdentitySwitch(origin: .call(call), window: key, target: target))
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
      if !waiting.isEmpty, !rules.waitingSwitchesGoOn { waiting = [] }
      return finish(checked, .canceled) + proceed()
    }
  }

  /// The app has gone to the background while a switch waits for a person.
  mutating func leaveForeground() -> [IdentityAction] {
    if !asked.isEmpty, !rules.questionsOutlastTheBackground { return answerSwitch(accepted: true) }
    if let switched = running, switched.origin != .resume, !rules.backgroundPassesNoChecks {
      running = nil
      return finish(switched, .success) + proceed()
    }
    if running != nil, !rules.switchSurvivesBackground { running?.origin = .resume }
    return []
  }

  /// A check-in has ended while a switch may wait for a person.
  mutating func endCheckIn() {
    if running != nil, !rules.switchOutlastsCheckIns { running = nil }
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
    if case .call = begun.origin, !isAllowed(begun.target) { return finish(begun, .notAllowed) }
    let isActive = windows[begun.window] != nil && same(windows[begun.window], begun.target)
    if !isActive || !rules.activeIdentityNeedsNoChecks {
      begun.checks = checks(for: begun.target)
      if hasBegunChecks, rules.checkedAgain == .pin { begun.checks.removeAll { $0 != .pin } }
      hasBegunChecks = hasBegunChecks || !begun.checks.isEmpty
    }
    guard case .call = begun.origin, !begun.checks.isEmpty, conditionalLaunch == .pass,
      rules.switchEnds == .beforeItsChecks
    else { return runChecks(begun) }
    let checks = runChecks(begun)
    return Array(checks.suffix(1) + checks.dropLast())
  }

  /// What is checked before an identity becomes active (IDN-026).
  private func checks(for identity: String?) -> [ConditionalCheck] {
    guard isIdentityManaged(identity) else {
      if let formerUser, primary == nil, same(identity, formerUser),
        !rules.checksEndWithTheEnrollment
      {
        return [.pin]
      }
      guard settings != nil, !rules.checksOnlyManagedUsers else { return [] }
      return policy(for: primary).conditionalLaunchChecks
    }
    if hasChecked, !rules.checksAtEverySwitch { return [] }
    return switch rules.checksMade {
    case .askedForByPolicy: policy(for: identity).conditionalLaunchChecks
    case .first: Array(policy(for: identity).conditionalLaunchChecks.prefix(1))
    case .allButSignIn: policy(for: identity).conditionalLaunchChecks.filter { $0 != .credentials }
    case .allButCompliance:
      policy(for: identity).conditionalLaunchChecks.filter { $0 != .compliance }
    case .none: []
    case .all: [.jailbreak, .compliance, .pin, .credentials]
    }
  }

  /// IDN-032 and IDN-033; nil is judged as what it falls back to, the process identity.
  private func isAllowed(_ target: String?) -> Bool {
    if let target, let primary, !same(target, primary),
      let organisation = IdentityName(target).organisation,
      organisation == IdentityName(primary).organisation
    {
      return !rules.refusesForbiddenSwitches
    }
    if primary == nil, let target, let former, !same(target, former),
      let organisation = IdentityName(target).organisation,
      organisation == IdentityName(former).organisation, !rules.colleaguesOfLeaversAreFree
    {
      return false
    }
    guard let own = threads[threadKey(IdentityManager.mainThread)] else { return true }
    return same(own, target ?? process) || !rules.refusesForbiddenSwitches
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
        if rules.switchEnds == .withoutThePerson {
          checked.checks.removeFirst()
          actions.append(
            .event(.prompt, ["kind": .string(check.promptKind.rawValue), "identity": subject]))
          continue
        }
        running = checked
        actions.append(
          .event(.prompt, ["kind": .string(check.promptKind.rawValue), "identity": subject]))
        return actions
      }
    }
    return actions + finish(checked, .success)
  }

  /// Ends a switch: only success changes the UI identity (IDN-034).
  mutating func finish(_ done: IdentitySwitch, _ result: SwitchResult) -> [IdentityAction] {
    let isKept =
      result == .success ? !rules.successChangesIdentity : rules.failureKeepsIdentity
    switch done.origin {
    case .call(let call):
      if !isKept { windows[done.window] = slot(done.target) }
      if result == .failed, windows[done.window] == nil, !rules.failuresLeaveNothingBehind {
        windows[done.window] = slot("")
      }
      if result == .success, !isMultiIdentity, process != done.target,
        !rules.processOutlastsSwitches
      {
        process = done.target
      }
      if result == .success, isIdentityManaged(done.target) { hasChecked = true }
      if result != .success, done.window != IdentityManager.keyWindow,
        !rules.refusalsStayInTheirWindow
      {
        windows[IdentityManager.keyWindow] = nil
      }
      let completion = IdentityAction.completion(
        IdentityCompletion(
          call: call, result: told(result), thread: rules.completionThread.rawValue))
      return switch rules.completionCalls {
      case .once, .onceAndAnHourLater: [completion]
      case .twice: [completion, completion]
      case .threeTimes: [completion, completion, completion]
      }
    case .open(let request):
      let before = uiIdentity(window: done.window)
      if !isKept { windows[done.window] = slot(done.target) }
      return [opened(request, isHandled: result == .success, before: before)]
    case .resume:
      return result == .success ? [] : afterFailedResume(done, result)
    }
  }
}

extension IdentityManager {
  /// The result that the handler is given.
  fileprivate func told(_ result: SwitchResult) -> SwitchResult {
    switch result {
    case .failed: rules.resultOfFailedSwitch
    case .canceled: rules.resultOfCancelledSwitch
    case .notAllowed: rules.resultOfForbiddenSwitch
    case .success: result
    }
  }
}
