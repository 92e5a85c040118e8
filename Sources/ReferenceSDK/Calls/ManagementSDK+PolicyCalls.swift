import Contract
internal import ExactText
import JSONText

/// The calls of `IntuneMAMPolicyManager` and `IntuneMAMPolicy`.
extension ManagementSDK {
  /// Performs a call about identities or policy; false if the API is none of them.
  mutating func performPolicyCall(_ call: APICall) -> Bool {
    func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
    let window = call.arguments["window"]?.string
    switch call.api {
    case "setUIPolicyIdentity":
      follow(
        identities.setUIPolicyIdentity(call.identity, window: window, call: call.number),
        call: call)
    case "getUIPolicyIdentity":
      let isAsSet = reads(.uiIdentityReadsAsSet)
      let set = isAsSet ? identities.windows[identities.windowKey(window)] : nil
      returned(call, text(isAsSet ? set : identities.uiPolicyIdentity(window: window)))
    case "setCurrentThreadIdentity":
      follow(
        identities.setCurrentThreadIdentity(call.identity, thread: call.thread), call: call)
    case "getCurrentThreadIdentity":
      returned(call, text(identities.currentThreadIdentity(thread: call.thread)))
    case "setProcessIdentity": follow(identities.setProcessIdentity(call.identity), call: call)
    case "getProcessIdentity": returned(call, text(identities.processIdentity))
    case "getIdentityForCurrentActivity": returned(call)  // Only within an open-URL handler.
    case "isIdentityManaged": returned(call, .bool(identities.isIdentityManaged(call.identity)))
    case "isIdentity":
      returned(
        call,
        .bool(identities.isIdentity(call.identity, equalTo: call.arguments["other"]?.string)))
    case "isManagementEnabled": returned(call, .bool(managementState.isManagementEnabled))
    case "primaryUser":
      returned(
        call, text(managementState.primaryUser ?? (reads(.emptyTextForNone) ? "" : nil)))
    case "mamPolicySource": returned(call, .int(managementState.mamPolicySource.rawValue))
    case "policy": returned(call, shown(identities.policy(thread: call.thread)))
    case "policyForIdentity": returned(call, shown(identities.policy(for: call.identity)))
    case "policyForWindow": returned(call, shown(identities.policy(window: window)))
    default: return performQuery(call)
    }
    return true
  }

  /// A policy object as the app sees it.
  private func shown(_ policy: PolicyObject) -> JSON {
    reads(.nullPolicy) && !policy.isManaged ? .null : policy.json
  }

  /// Performs a query of one policy object; false if the API is none.
  private mutating func performQuery(_ call: APICall) -> Bool {
    let object = policyObject(for: call)
    let arguments = call.arguments
    let account = arguments["account"]?.string
    let result: JSON?
    switch call.api {
    case "isURLAllowed": result = arguments["url"]?.string.map { .bool(object.isURLAllowed($0)) }
    case "isUniversalLinkAllowed":
      result = arguments["url"]?.string.map { .bool(object.isUniversalLinkAllowed($0)) }
    case "isDocumentPickerAllowed":
      let name = arguments["mode"]?.string.flatMap(DocumentPickerMode.init(name:))
      let mode = name ?? arguments["mode"]?.int.flatMap(DocumentPickerMode.init(rawValue:))
      result = mode.map { .bool(object.isDocumentPickerAllowed($0)) }
    case "isSaveToAllowedForLocation":
      let location = arguments["location"]?.string.flatMap(SaveLocation.init)
      result = location.map { .bool(object.isSaveToAllowed(for: $0, account: account)) }
    case "isOpenFromAllowedForLocation":
      let location = arguments["location"]?.string.flatMap(OpenLocation.init)
      result = location.map { .bool(object.isOpenFromAllowed(for: $0, account: account)) }
    case "getSaveToLocationsForAccount": result = object.saveToLocations(account: account)
    case "getOpenFromLocationsForAccount": result = object.openFromLocations(account: account)
    default: return false
    }
    if let result {
      returned(call, result)
    } else {
      act(
        .refused(
          code: "badArguments", message: "\"\(call.api)\" needs url, mode or location to ask about")
      )
    }
    return true
  }

  /// The policy object that a query asks: of an identity, of a window, else of the thread.
  private func policyObject(for call: APICall) -> PolicyObject {
    if let identity = call.identity { return identities.policy(for: identity) }
    if let window = call.arguments["window"]?.string { return identities.policy(window: window) }
    return identities.policy(thread: call.thread)
  }
}
