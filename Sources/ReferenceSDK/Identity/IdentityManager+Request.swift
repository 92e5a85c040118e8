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
    if let window = request.window, !knownWindows.contains(ExactString(window)),
      !rules.newWindowsTakeLinks
    {
      note(window: request.window)
      return []
    }
    note(window: request.window)
    if running != nil {
      let isKept = request.isDocument ? rules.documentsOutlastChecks : rules.linksOutlastChecks
      if !isKept { return [] }
    }
    if !asked.isEmpty, !rules.linksOutlastQuestions { return [] }
    guard isMultiIdentity else { return [opened(request, isHandled: true)] }
    var target = isIdentityManaged(request.sender) ? request.sender ?? "" : ""
    if target.isEmpty, let sender = request.sender, rules.identityForUnmanagedSenders == .user {
      target = sender
    }
    let active = uiIdentity(window: request.window)
    var isNeeded =
      isIdentityManaged(target) ? !same(active, target) : isIdentityManaged(active)
    if !isNeeded, target.isEmpty, active == nil, rules.asksForNobodyWhereNoneIsSet {
      isNeeded = true
    }
    if primary == nil, !rules.unmanagedAppsTakeLinks {
      return [opened(request, isHandled: false)]
    }
    if isNeeded, request.isDocument, !isIdentityManaged(target), !rules.documentsNeedSwitches {
      isNeeded = false
    }
    guard isNeeded else { return [opened(request, isHandled: true)] }
    if hasAskedForLink, !rules.laterLinksAsk { return [opened(request, isHandled: true)] }
    hasAskedForLink = true
    let window = windowKey(request.window)
    let isRepeated = !askedFor.insert(IdentityName(target)).inserted
    if rules.linkSwitch == .bySDKUnasked || isRepeated && !rules.asksForEveryLink {
      windows[window] = slot(target)
      return [opened(request, isHandled: true)]
    }
    return ask(
      SwitchRequest(
        open: request, window: window,
        named: request.isDocument && !rules.documentsNameTheirWindow
          ? nil : namedWindow(request.window),
        target: target,
        reason: reason(of: request)))
  }

  /// Why a switch is needed for a request (IDN-052).
  private func reason(of request: OpenRequest) -> SwitchReason {
    guard request.isDocument else { return rules.reasonOfLinks }
    return request.window == nil || rules.importsHaveOneReason
      ? rules.reasonOfImports : rules.reasonOfLinks
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
      let target =
        rules.linkSwitch == .byAppOnceAccepted ? windows[request.window] : request.target
      waiting.append(IdentitySwitch(origin: .open(open), window: request.window, target: target))
      actions += proceed()
    case (let open?, false):
      actions.append(opened(open, isHandled: false))
    case (nil, true):
      if rules.linkSwitch != .byAppOnceAccepted { windows[request.window] = slot(request.target) }
    case (nil, false):
      actions.append(.event(.dialog, ["kind": "blocked"]))
    }
    if let next = asked.first { actions.append(question(next)) }
    return actions
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
        window: failed.window, named: namedWindow(nil),
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
      fields["activity"] =
        switch rules.toldSender {
        case .sender: request.sender.map(JSON.string) ?? .null
        case .active: active.map(JSON.string) ?? .null
        case .activeBefore: (before ?? active).map(JSON.string) ?? .null
        case .nobody: .null
        }
    }
    return .event(.openedURL, fields)
  }

  mutating func note(window: String?) {
    guard rules.knowsWindows || rules.windowsComeEarly, let window else { return }
    knownWindows.insert(window)
    if firstNamedWindow == nil, window != IdentityManager.keyWindow { firstNamedWindow = window }
    lastWindow = window == IdentityManager.keyWindow ? nil : window
  }

  /// The window variant is called for apps with several windows (IDN-054).
  private func namedWindow(_ window: String?) -> String? {
    knownWindows.count > 1 && rules.namesTheWindow ? windowKey(window) : nil
  }

  private mutating func ask(_ request: SwitchRequest) -> [IdentityAction] {
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
