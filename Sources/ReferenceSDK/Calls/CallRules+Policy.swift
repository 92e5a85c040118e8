import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// The calls of `IntuneMAMPolicyManager` and `IntuneMAMPolicy`.
extension CallRules {
  /// Performs a call about identities or policy; false if the API is none of them.
  func performPolicyCall(_ call: APICall) -> Bool {
    func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
    let window = call.arguments["window"]?.string
    switch call.api {
    case .setUIPolicyIdentity:
      strays.follow(behaviour.strays.onSwitch, of: call.identity)
      if refusesSwitch(call) { return true }
      state.identityManager.noteCaller(call.thread, registered: saved.accounts.map(\.identity))
      identities.follow(
        state.identityManager.setUIPolicyIdentity(call.identity, window: window, call: call.number),
        call: call)
      notePolicy(ofWindow: window)
    case .getUIPolicyIdentity:
      returned(
        call, text(inItsLetters(state.identityManager.shownUIPolicyIdentity(window: window))))
    case .setCurrentThreadIdentity:
      identities.follow(
        state.identityManager.setCurrentThreadIdentity(call.identity, thread: call.thread),
        call: call)
    case .getCurrentThreadIdentity:
      returned(call, text(state.identityManager.currentThreadIdentity(thread: call.thread)))
    case .setProcessIdentity:
      identities.follow(state.identityManager.setProcessIdentity(call.identity), call: call)
    case .getProcessIdentity: returned(call, text(state.identityManager.processIdentity))
    case .getIdentityForCurrentActivity:  // Only within an open-URL handler.
      returned(call, text(activityOutsideHandlers))
    case .isIdentityManaged: returned(call, .bool(isReportedAsManaged(call.identity)))
    case .isIdentity:
      returned(
        call, .bool(isReportedAsSame(call.identity, call.arguments["other"]?.string)))
    case .isManagementEnabled:
      returned(call, identities.isManagementEnabled.map(JSON.bool) ?? .null)
    case .primaryUser:
      returned(
        call,
        identities.primaryUser.map(JSON.string)
          ?? (behaviour.accounts.noPrimaryUserReadsAs == .null ? .null : ""))
    case .mamPolicySource: returned(call, .int(identities.policySource.rawValue))
    case .policy:
      returned(call, shown(policy(of: call.thread), on: call.thread))
    case .policyForIdentity:
      returned(
        call,
        shown(
          behaviour.policy.isThatOfTheNamedUser
            ? state.identityManager.policy(for: isKnown(call.identity) ? call.identity : "")
            : state.identityManager.policy(thread: call.thread)))
    case .policyForWindow: returned(call, shown(policy(ofWindow: window)))
    default: return performQuery(call)
    }
    return true
  }

  /// A policy object as the app sees it.
  func shown(_ policy: PolicyObject) -> JSON {
    guard policy.isManaged || behaviour.identity.policyOfUnrestrictedUsers == .object else {
      return .null
    }
    return .object(altered(policy.json.object ?? [:], of: policy))
  }

  /// Performs a query of one policy object; false if the API is none.
  private func performQuery(_ call: APICall) -> Bool {
    let object = outlasting(policyObject(for: call))
    let arguments = call.arguments
    let account = arguments["account"]?.string
    let result: JSON?
    switch call.api {
    case .isURLAllowed:
      let isBlocked = lacksPolicy && !behaviour.policy.extensionsMayLackPolicy
      result = arguments["url"]?.string.map { .bool(object.isURLAllowed($0) && !isBlocked) }
    case .isUniversalLinkAllowed:
      result = arguments["url"]?.string.map { .bool(object.isUniversalLinkAllowed($0)) }
    case .isDocumentPickerAllowed:
      let name = arguments["mode"]?.string.flatMap(DocumentPickerMode.init(name:))
      let mode = name ?? arguments["mode"]?.int.flatMap(DocumentPickerMode.init(rawValue:))
      result = mode.map { .bool(object.isDocumentPickerAllowed($0)) }
    case .isSaveToAllowedForLocation:
      let location = arguments["location"]?.string.flatMap(SaveLocation.init)
      let isBlocked = lacksPolicy && !behaviour.locations.extensionsMayLackPolicy
      result = location.map {
        .bool(object.isSaveToAllowed(for: $0, account: account) && !isBlocked)
      }
    case .isOpenFromAllowedForLocation:
      let location = arguments["location"]?.string.flatMap(OpenLocation.init)
      result = location.map { .bool(object.isOpenFromAllowed(for: $0, account: account)) }
    case .getSaveToLocationsForAccount: result = object.saveToLocations(account: account)
    case .getOpenFromLocationsForAccount: result = object.openFromLocations(account: account)
    default: return false
    }
    if let result {
      let isAnswered =
        call.thread == IdentityManager.mainThread || behaviour.policy.answersEveryThread
      returned(call, isAnswered ? result : .null)
    } else {
      act(
        .refused(.badArguments, "\"\(call.api.rawValue)\" needs url, mode or location to ask about")
      )
    }
    return true
  }

  /// `isIdentityManaged:` (IDN-022).
  private func isReportedAsManaged(_ identity: String?) -> Bool {
    state.identityManager.isIdentityManaged(identity)
      ? behaviour.identity.reportedAsManaged != .nobody && isKnownAsWritten(identity)
        && isManagedWithoutToken
      : isTakenForManaged(identity)
  }

  /// The policy object that a query asks: of an identity, of a window, else of the thread.
  private func policyObject(for call: APICall) -> PolicyObject {
    if let identity = call.identity {
      if isFreeAsWritten(identity, call.api) { return state.identityManager.policy(for: "") }
      let isFree = state.identityManager.isIdentityManaged(identity) || isFreeForOthers(call.api)
      return state.identityManager.policy(for: isFree ? identity : state.identityManager.primary)
    }
    if let window = call.arguments["window"]?.string, followsTheWindow(call.api) {
      return state.identityManager.policy(window: window)
    }
    return policyOfTheThread(asked: call)
  }
}
