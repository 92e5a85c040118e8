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
      if underWay.contains(where: \.isEnrollment), !behaviour.identity.switchesOutlastEnrollments {
        returned(call)
        return true
      }
      if !saved.remediations.isEmpty, !behaviour.identity.switchesGoOnBesideRemediations {
        returned(call)
        let refused = IdentityCompletion(call: call.number, result: .notAllowed)
        emit(.completion, refused.fields)
        return true
      }
      identities.follow(
        state.identityManager.setUIPolicyIdentity(call.identity, window: window, call: call.number),
        call: call)
    case .getUIPolicyIdentity:
      returned(call, text(state.identityManager.shownUIPolicyIdentity(window: window)))
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
      let isOwn = call.thread == IdentityManager.mainThread || behaviour.policy.isThatOfTheThread
      var object = shown(
        state.identityManager.policy(thread: isOwn ? call.thread : IdentityManager.mainThread))
      if behaviour.policy.shownOfTheThread == .allButLinks, var members = object.object {
        members["isManagedBrowserRequired"] = false
        object = .object(members)
      }
      if call.thread != IdentityManager.mainThread, var members = object.object,
        let notifications = members["notificationPolicy"], notifications != 0,
        !behaviour.policy.threadsKnowNotifications
      {
        members["notificationPolicy"] = 0
        object = .object(members)
      }
      returned(call, object)
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

  /// The policy of a window (POL-007).
  private func policy(ofWindow window: String?) -> PolicyObject {
    guard state.identityManager.primary == nil, let left = memory.policyLeftBehind,
      !behaviour.policy.windowsForgetLeavers
    else { return state.identityManager.policy(window: window) }
    return PolicyObject(account: nil, settings: left, behaviour: behaviour)
  }

  /// Whom `getIdentityForCurrentActivity` names outside a handler: nobody (IDN-057).
  private var activityOutsideHandlers: String? {
    let active = state.identityManager.shownUIPolicyIdentity(window: nil)
    if active != nil, !behaviour.identity.activityEndsWithItsHandler { return active }
    guard let user = enforced?.identity else { return nil }
    return behaviour.identity.activityIsNotTheEnrolledUser ? nil : user
  }

  /// True if the policy of a user can be told now (POL-006).
  private func isKnown(_ identity: String?) -> Bool {
    let isAnswered = !memory.hasFailedCheckIn && !underWay.contains { $0.kind == .checkIn }
    return identity == nil || isAnswered || behaviour.policy.isKnownWithoutAnswers
  }

  /// A policy object as the app sees it.
  private func shown(_ policy: PolicyObject) -> JSON {
    guard policy.isManaged || behaviour.identity.policyOfUnrestrictedUsers == .object else {
      return .null
    }
    var shown = policy.json.object ?? [:]
    if policy.isManaged, context.isExtension, !behaviour.policy.extensionsKnowNotifications,
      shown["notificationPolicy"] != nil
    {
      shown["notificationPolicy"] = 0
    }
    if !policy.isManaged, let primary = state.identityManager.primary,
      let siri = state.identityManager.policy(for: primary).json["areSiriIntentsAllowed"],
      shown["areSiriIntentsAllowed"] != siri, !behaviour.policy.siriIsOfTheIdentity
    {
      shown["areSiriIntentsAllowed"] = siri
    }
    return .object(shown)
  }

  /// Performs a query of one policy object; false if the API is none.
  private func performQuery(_ call: APICall) -> Bool {
    var object = policyObject(for: call)
    if !object.isManaged, let ended = memory.endedPolicy,
      ended.end == behaviour.policy.queriesOutlast
    {
      object = PolicyObject(
        account: enrolled?.identity, settings: ended.settings, behaviour: behaviour)
    }
    let arguments = call.arguments
    let account = arguments["account"]?.string
    let result: JSON?
    switch call.api {
    case .isURLAllowed:
      let isBlocked =
        context.isExtension && !hasPolicy && !behaviour.policy.extensionsMayLackPolicy
      result = arguments["url"]?.string.map { .bool(object.isURLAllowed($0) && !isBlocked) }
    case .isUniversalLinkAllowed:
      result = arguments["url"]?.string.map { .bool(object.isUniversalLinkAllowed($0)) }
    case .isDocumentPickerAllowed:
      let name = arguments["mode"]?.string.flatMap(DocumentPickerMode.init(name:))
      let mode = name ?? arguments["mode"]?.int.flatMap(DocumentPickerMode.init(rawValue:))
      result = mode.map { .bool(object.isDocumentPickerAllowed($0)) }
    case .isSaveToAllowedForLocation:
      let location = arguments["location"]?.string.flatMap(SaveLocation.init)
      let isBlocked =
        context.isExtension && !hasPolicy && !behaviour.locations.extensionsMayLackPolicy
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
      let isOwn = call.thread == IdentityManager.mainThread || behaviour.policy.answersEveryThread
      returned(call, isOwn ? result : .null)
    } else {
      act(
        .refused(.badArguments, "\"\(call.api.rawValue)\" needs url, mode or location to ask about")
      )
    }
    return true
  }

  /// `isIdentityManaged:` (IDN-022).
  private func isReportedAsManaged(_ identity: String?) -> Bool {
    if enrolled == nil, isSame(context.management.mdmUser, identity),
      !behaviour.identity.usersOfTheDeviceAreUnmanaged
    {
      return true
    }
    return isManaged(identity, by: behaviour.identity.reportedAsManaged)
  }

  private func isManaged(_ identity: String?, by rule: IdentityBehaviour.ReportedAsManaged) -> Bool
  {
    switch rule {
    case .enrolledUser: state.identityManager.isIdentityManaged(identity)
    case .registeredAccounts:
      state.identityManager.isIdentityManaged(identity)
        || identity.map { accountIndex($0) != nil } ?? false
    case .enrolledUserBefore:
      state.identityManager.isIdentityManaged(identity)
        || enforced != nil && isSame(memory.lastLeaver, identity)
    case .everybody: true
    case .nobody: false
    }
  }

  /// `isIdentity:equalTo:` (IDN-012).
  private func isReportedAsSame(_ left: String?, _ right: String?) -> Bool {
    let isSame =
      state.identityManager.isIdentity(left, equalTo: right)
      || state.identityManager.haveObjectIDs(left, right)
        && !behaviour.identity.objectIDsTellApart
    switch behaviour.identity.equalIdentities {
    case .sameUser: return isSame
    case .sameName:
      return isSame && left.map(IdentityName.init) == right.map(IdentityName.init)
    case .sameManagedUser: return isSame && state.identityManager.isIdentityManaged(left)
    case .nobodyAndAnybody:
      return isSame || [left, right].contains { $0?.isEmpty ?? true }
    case .sameDomain:
      guard !isSame, let left, let right, let domain = IdentityName(left).organisation else {
        return isSame
      }
      return domain == IdentityName(right).organisation
    }
  }

  /// The policy object that a query asks: of an identity, of a window, else of the thread.
  private func policyObject(for call: APICall) -> PolicyObject {
    if let identity = call.identity {
      let isFree = state.identityManager.isIdentityManaged(identity) || isFreeForOthers(call.api)
      return state.identityManager.policy(for: isFree ? identity : state.identityManager.primary)
    }
    if let window = call.arguments["window"]?.string {
      return state.identityManager.policy(window: window)
    }
    let isOwn =
      call.thread == IdentityManager.mainThread || call.api != .isSaveToAllowedForLocation
      || behaviour.policy.placesAreThoseOfTheThread
    return state.identityManager.policy(thread: isOwn ? call.thread : IdentityManager.mainThread)
  }

  /// True if another user than the managed one is unrestricted in what a query is about (IDN-021).
  private func isFreeForOthers(_ api: APIName) -> Bool {
    switch api {
    case .isDocumentPickerAllowed: behaviour.identity.pickersAreFreeForOthers
    case .isURLAllowed: behaviour.identity.urlsAreFreeForOthers
    case .isSaveToAllowedForLocation: behaviour.identity.placesAreFreeForOthers
    default: true
    }
  }
}
