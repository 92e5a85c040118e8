internal import ExactText
internal import JSONText
internal import StepProtocol

/// A switch that the SDK needs and asks the delegate for.
struct SwitchRequest: Sendable, Equatable {
  /// The operation that is held back until the handler is called (IDN-048); nil after a cancelled check.
  var open: OpenRequest?
  var window: String
  /// The window as the delegate is told it; nil if the variant without window is called.
  var named: String?
  var target: String
  var reason: SwitchReason
}

extension IdentityManager {
  /// Another app opens a URL or document here (IDN-043, IDN-051).
  ///
  /// A multi-identity app has to work under the sender's identity if that is managed, and under nobody's (the
  /// empty text) if the sender is unmanaged while a managed identity is active. If a switch is needed the
  /// delegate is asked, and the operation is held back until it answers; there is no timeout (OQ-44).
  package mutating func open(_ request: OpenRequest) -> [IdentityAction] {
    let isLost = loses(request)
    note(window: request.window)
    if isLost { return [] }
    guard isMultiIdentity else { return [opened(request, isHandled: true)] }
    if leavesLinksUnhandled { return [opened(request, isHandled: false)] }
    let target = identity(for: request)
    guard needsSwitch(to: target, for: request), asksForLink() else {
      return [opened(request, isHandled: true)]
    }
    let window = windowKey(request.window)
    if switchesUnasked(to: target) {
      windows[window] = slot(target)
      return [opened(request, isHandled: true)]
    }
    return ask(
      SwitchRequest(
        open: request, window: window,
        named: namesItsWindow(request) ? namedWindow(request.window) : nil,
        target: target, reason: reason(of: request)))
  }

  /// The identity under which a request is to be opened: the sender's if it is managed (IDN-051).
  private func identity(for request: OpenRequest) -> String {
    guard let sender = request.sender else { return "" }
    return isIdentityManaged(sender) || rules.identityForUnmanagedSenders == .user ? sender : ""
  }

  /// True if a managed identity would be left or entered (IDN-043), or if nobody has to be set where nothing is (OQ-40).
  private func needsSwitch(to target: String, for request: OpenRequest) -> Bool {
    let active = activeIdentity(for: request, under: target)
    if isIdentityManaged(target) { return !same(active, target) || isAsked(active, as: target) }
    let isNeeded =
      isIdentityManaged(active)
      || target.isEmpty && active == nil && rules.asksForNobodyWhereNoneIsSet
    return isNeeded && !goesWithoutSwitch(request)
  }

  /// Why a switch is needed for a request (IDN-052).
  private func reason(of request: OpenRequest) -> SwitchReason {
    request.isDocument && !isTakenForLink(request) ? rules.reasonOfImports : rules.reasonOfLinks
  }

  /// The handler of the oldest `identitySwitchRequired` is called.
  ///
  /// - Parameter accepted: true for the result 0; every other value refuses (CNF-05).
  /// - Returns: no actions if no answer is due: a handler that is called twice has no effect.
  package mutating func answerSwitch(accepted: Bool) -> [IdentityAction] {
    guard !asked.isEmpty else { return [] }
    let request = asked.removeFirst()
    var actions: [IdentityAction] = []
    switch (request.open, accepted) {
    case (let open?, true):
      waiting.append(
        IdentitySwitch(
          origin: .open(open), window: request.window, target: targetOnceAccepted(request)))
      actions += proceed()
    case (let open?, false):
      noteRefused(request)
      actions.append(opened(open, isHandled: false))
    case (nil, true):
      windows[request.window] = slot(targetOnceAccepted(request))
    case (nil, false):
      actions.append(.event(.dialog, ["kind": "blocked"]))
    }
    return actions + askNext()
  }

  /// Asks for the next operation in line, under the identity that its sender has by now (IDN-051).
  private mutating func askNext() -> [IdentityAction] {
    guard let next = asked.first else { return [] }
    guard let open = next.open, !same(identity(for: open), next.target),
      rules.waitingLinksFollowTheirUsers
    else { return [question(next)] }
    let target = identity(for: open)
    if needsSwitch(to: target, for: open) {
      asked[0].target = target
      return [question(asked[0])]
    }
    asked.removeFirst()
    return [opened(open, isHandled: true)] + askNext()
  }

  /// The checks after a resume did not pass: a multi-identity app whose person cancelled them is asked to leave
  /// the managed identity (IDN-053), every other one is blocked.
  mutating func afterFailedResume(
    _ failed: IdentitySwitch, _ result: SwitchResult
  ) -> [IdentityAction] {
    guard isMultiIdentity, result == .canceled, rules.asksToLeaveAfterCancelledCheck else {
      return [.event(.dialog, ["kind": "blocked"])]
    }
    return ask(
      SwitchRequest(
        window: failed.window,
        named: namedWindow(nil).flatMap { rules.namesTheWindowOfCancelledChecks ? $0 : nil },
        target: rules.identityAfterCancelledCheck == .user ? failed.target ?? "" : "",
        reason: rules.reasonOfCancelledCheck))
  }

  /// The app's handler for the URL runs, or is not run because the switch was refused.
  ///
  /// - Parameter before: who worked in the app before a switch for it.
  func opened(
    _ request: OpenRequest, isHandled: Bool, before: String? = nil
  ) -> IdentityAction {
    let active = uiIdentity(window: request.window)
    var fields: JSONObject = [
      "url": .string(request.url), "identity": active.map(JSON.string) ?? .null,
      "handled": .bool(isHandled),
    ]
    if isHandled {
      let sender = toldSender(of: request, active: active, before: before)
      fields["activity"] = senderBefore(request) ?? sender.map(JSON.string) ?? .null
    }
    return .event(.openedURL, fields)
  }

  /// The window variant is called for apps with several windows (IDN-054).
  private func namedWindow(_ window: String?) -> String? {
    knownWindows.count > 1 && rules.namesTheWindow ? windowKey(window) : nil
  }

  private mutating func ask(_ request: SwitchRequest) -> [IdentityAction] {
    noteWaiting(request)
    asked.append(request)
    return asked.count == 1 ? [question(request)] : []
  }

  private func question(_ request: SwitchRequest) -> IdentityAction {
    var fields: JSONObject = [
      "identity": .string(request.target), "reason": .int(request.reason.rawValue),
    ]
    if let window = request.named { fields["window"] = .string(window) }
    return .askDelegate(fields)
  }
}
