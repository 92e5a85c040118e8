import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// What other SDKs than the contract's make of calls; by the contract each answers as its first line says.
extension CallRules {
  /// True: the setting counts whoever is enrolled (DBG-001).
  var logsVerboselyNow: Bool {
    enrolled == nil || behaviour.diagnostics.logsVerboselyOnceEnrolled
  }

  /// Nil: a user who is not enrolled, or not any more, has no configuration.
  func formerConfiguration(of identity: String?) -> [JSON]? {
    if let brought = configuration.broughtBefore(to: identity) { return brought }
    guard let left = memory.configurationLeftBehind, isSame(left.identity, identity) else {
      return nil
    }
    return left.configuration
  }

  /// All: whoever is set counts, whoever was set before (WIP-001).
  func methodsOfNewDelegate() -> Delegates.Methods {
    memory.policyDelegates += 1
    return memory.policyDelegates > 1 && !behaviour.policy.everyNewDelegateCounts ? .none : .all
  }

  // MARK: Runtime overrides

  /// The overrides that this app has set (AUTH-022).
  var readableOverrides: Overrides {
    behaviour.tokens.overridesAreOfOneApp ? saved.overrides : tokens.overrides
  }

  /// A runtime override, as it was set (AUTH-022, AUTH-023).
  func read(_ override: String) -> String {
    switch behaviour.tokens.overrideReadsAs {
    case .asItWasSet: override
    case .withoutLastSlash: override.hasSuffix("/") ? String(override.dropLast()) : override
    case .inSmallLetters: override.asciiLowercased()
    }
  }

  /// Nothing: each override is of its own.
  func forgetOtherOverrides() {
    if saved.overrides != Overrides(), !behaviour.tokens.overridesAreApart {
      saved.overrides = Overrides()
    }
  }

  /// Notes that an override was set or removed, which counts from the next operation on.
  func noteOverride(_ property: WritableKeyPath<Overrides, String?>, _ value: JSON) {
    if !underWay.isEmpty, !behaviour.tokens.overridesSetMeanwhileCount {
      memory.ignoresOverrides = true
    }
    if value.string?.isEmpty ?? false, property == \.redirect,
      !behaviour.tokens.emptyRedirectsHideNothing
    {
      saved.overrides.redirect = ""
    }
    if !behaviour.tokens.overridesAreOfOneApp { tokens.shareOverrides() }
    memory.hasSetOverrides = true
    if property == \.clientId, saved.overrides.clientId == nil { memory.hasRemovedClient = true }
    memory.firstAuthority = memory.firstAuthority ?? saved.overrides.authority
    if !behaviour.tokens.overridesSurviveUpdates {
      saved.marks[Mark.overridingVersion.rawValue] = .string(context.appVersion)
    }
  }

  // MARK: Identities

  /// False: an app may switch beside an enrollment or a remediation.
  func refusesSwitch(_ call: APICall) -> Bool {
    if underWay.contains(where: \.isEnrollment), !behaviour.identity.switchesOutlastEnrollments {
      returned(call)
      return true
    }
    if !saved.remediations.isEmpty, !behaviour.identity.switchesGoOnBesideRemediations {
      returned(call)
      emit(.completion, IdentityCompletion(call: call.number, result: .notAllowed).fields)
      return true
    }
    return false
  }

  /// Nobody: an activity ends with its handler (IDN-057).
  var activityOutsideHandlers: String? {
    let active = state.identityManager.shownUIPolicyIdentity(window: nil)
    if active != nil, !behaviour.identity.activityEndsWithItsHandler { return active }
    guard let user = enforced?.identity else { return nil }
    return behaviour.identity.activityIsNotTheEnrolledUser ? nil : user
  }

  /// False: nobody but the enrolled user is managed (IDN-022).
  func isTakenForManaged(_ identity: String?) -> Bool {
    if enrolled == nil, isSame(context.management.mdmUser, identity),
      !behaviour.identity.usersOfTheDeviceAreUnmanaged
    {
      return true
    }
    return switch behaviour.identity.reportedAsManaged {
    case .enrolledUser, .nobody: false
    case .registeredAccounts: identity.map { accountIndex($0) != nil } ?? false
    case .enrolledUserBefore: enforced != nil && isSame(memory.lastLeaver, identity)
    case .everybody: true
    }
  }

  /// True: the managed user is managed whether or not a check-in has found a token (IDN-022).
  var isManagedWithoutToken: Bool {
    !memory.lacksToken || behaviour.identity.managedUsersNeedNoToken
  }

  /// True: the managed user is known in any letters (IDN-022, IDN-010).
  func isKnownAsWritten(_ identity: String?) -> Bool {
    identity == state.identityManager.primary || behaviour.identity.managedNamesHaveAnyCase
  }

  /// False: the managed user is restricted in any letters (POL-014, IDN-010).
  func isFreeAsWritten(_ identity: String, _ api: APIName) -> Bool {
    api == .isURLAllowed && identity != state.identityManager.primary
      && state.identityManager.isIdentityManaged(identity) && !behaviour.identity.linksKnowAnyCase
  }

  /// True for two names of one user (IDN-012).
  func isReportedAsSame(_ left: String?, _ right: String?) -> Bool {
    let isSame =
      state.identityManager.isIdentity(left, equalTo: right)
      || state.identityManager.haveObjectIDs(left, right)
        && !behaviour.identity.objectIDsTellApart
    switch behaviour.identity.equalIdentities {
    case .sameUser: return isSame
    case .sameName:
      return isSame && left.map(IdentityName.init) == right.map(IdentityName.init)
    case .sameOnceLowercased:
      return isSame && left?.lowercased() == right?.lowercased()
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

  // MARK: Policy objects

  /// The policy of a window, as it is now (POL-007).
  func policy(ofWindow window: String?) -> PolicyObject {
    guard state.identityManager.primary == nil, let left = memory.policyLeftBehind,
      !behaviour.policy.windowsForgetLeavers
    else { return earlierPolicy(ofWindow: window) ?? state.identityManager.policy(window: window) }
    return PolicyObject(account: nil, settings: left, behaviour: behaviour)
  }

  /// Notes the policy that holds for a window when its identity is set.
  func notePolicy(ofWindow window: String?) {
    let manager = state.identityManager
    memory.windowPolicies[ExactString(manager.windowKey(window))] =
      manager.isIdentityManaged(manager.uiPolicyIdentity(window: window)) ? manager.settings : nil
  }

  /// Nil: the policy object of a window is that of its identity as policy is now (POL-007, POL-028).
  private func earlierPolicy(ofWindow window: String?) -> PolicyObject? {
    let manager = state.identityManager
    guard let old = memory.windowPolicies[ExactString(manager.windowKey(window))],
      let settings = manager.settings, settings != old,
      manager.isIdentityManaged(manager.uiPolicyIdentity(window: window))
    else { return nil }
    var shown = settings
    if !behaviour.policy.windowsFollowLaterPolicies { shown = old }
    if shown["appDataEncryptionType"] != old["appDataEncryptionType"],
      !behaviour.policy.windowsFollowLaterEncryption
    {
      shown["appDataEncryptionType"] = old["appDataEncryptionType"]
    }
    return shown == settings
      ? nil : PolicyObject(account: manager.primary, settings: shown, behaviour: behaviour)
  }

  /// True: the policy of a user is known whether or not a check-in has been answered (POL-006).
  func isKnown(_ identity: String?) -> Bool {
    let isAnswered = !memory.hasFailedCheckIn && !underWay.contains { $0.kind == .checkIn }
    return identity == nil || isAnswered || behaviour.policy.isKnownWithoutAnswers
  }

  /// The policy of a thread (POL-006).
  func policy(of thread: String) -> PolicyObject {
    let isOwn = thread == IdentityManager.mainThread || behaviour.policy.isThatOfTheThread
    return state.identityManager.policy(thread: isOwn ? thread : IdentityManager.mainThread)
  }

  /// A policy object as the app sees it, the same on each thread.
  func shown(_ policy: PolicyObject, on thread: String) -> JSON {
    let object = shown(policy)
    guard var members = object.object else { return object }
    if behaviour.policy.shownOfTheThread == .allButLinks {
      members["isManagedBrowserRequired"] = false
    }
    if thread != IdentityManager.mainThread, let notifications = members["notificationPolicy"],
      notifications != 0, !behaviour.policy.threadsKnowNotifications
    {
      members["notificationPolicy"] = 0
    }
    return .object(members)
  }

  /// The members of a policy object, as they are.
  func altered(_ members: JSONObject, of policy: PolicyObject) -> JSONObject {
    var shown = members
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
    if shown["isFileEncryptionRequired"] == true,
      context.settings["MaxFileProtectionLevel"]?.string == "NSFileProtectionNone",
      !behaviour.policy.capsLeaveEncryptionAlone
    {
      shown["isFileEncryptionRequired"] = false
    }
    if context.isExtension, shown["areSiriIntentsAllowed"] == false,
      !behaviour.policy.extensionsKnowSiri
    {
      shown["areSiriIntentsAllowed"] = true
    }
    return shown
  }

  /// The policy object, which does not outlast its policy.
  func outlasting(_ object: PolicyObject) -> PolicyObject {
    guard !object.isManaged, let ended = memory.endedPolicy,
      ended.end == behaviour.policy.queriesOutlast
    else { return object }
    return PolicyObject(
      account: enrolled?.identity, settings: ended.settings, behaviour: behaviour)
  }

  /// True in an extension whose app has no policy.
  var lacksPolicy: Bool { context.isExtension && !hasPolicy }

  /// The thread whose policy a query asks.
  func asked(_ call: APICall) -> String {
    call.api != .isSaveToAllowedForLocation || behaviour.policy.placesAreThoseOfTheThread
      ? call.thread : IdentityManager.mainThread
  }

  /// True: what is asked about for a window goes by the user in it (IDN-042).
  func followsTheWindow(_ api: APIName) -> Bool {
    switch api {
    case .isDocumentPickerAllowed: behaviour.policy.pickersFollowTheWindow
    case .isSaveToAllowedForLocation, .isOpenFromAllowedForLocation:
      behaviour.locations.placesFollowTheWindow
    default: true
    }
  }

  /// True: another user than the managed one is unrestricted (IDN-021).
  func isFreeForOthers(_ api: APIName) -> Bool {
    switch api {
    case .isDocumentPickerAllowed: behaviour.identity.pickersAreFreeForOthers
    case .isURLAllowed: behaviour.identity.urlsAreFreeForOthers
    case .isSaveToAllowedForLocation: behaviour.identity.placesAreFreeForOthers
    default: true
    }
  }

  // MARK: Colours and allowed accounts

  /// Where colours are kept that are to outlive the installation.
  private var keptColors: KeychainItem {
    KeychainItem(group: accounts.managementGroup, account: "colors/" + context.bundleId)
  }

  /// Nothing: colours end with the installation.
  func keepColors() {
    shareColors()
    if saved.colors.isEmpty || behaviour.colors.endWithInstallation { return }
    state.keychain[keptColors] = .object(saved.colors)
    act(.keychain(keptColors, .object(saved.colors)))
  }

  /// Nothing: other apps of the device have colours of their own.
  private func shareColors() {
    if saved.colors.isEmpty { return }
    if behaviour.colors.areOfOneApp, behaviour.colors.outlastOtherApps { return }
    state.keychain[sharedColors] = .object(saved.colors)
    act(.keychain(sharedColors, .object(saved.colors)))
  }

  private var sharedColors: KeychainItem {
    KeychainItem(group: accounts.managementGroup, account: "colors")
  }

  /// The value of a colour that was set, as it was set; nil for the default.
  func shownColor(_ name: String) -> JSON? {
    if let shared = state.keychain[sharedColors]?.object, shared[name] != nil,
      !behaviour.colors.outlastOtherApps
    {
      return shared[name]
    }
    if let color = saved.colors[name] {
      guard let text = color.string, text.hasPrefix("0") || text.hasPrefix("#0"),
        !behaviour.colors.keepEveryDigit
      else { return color }
      return .string(String(text.drop { $0 == "#" }.drop { $0 == "0" }))
    }
    if let shared = state.keychain[sharedColors]?.object, !behaviour.colors.areOfOneApp {
      return shared[name]
    }
    guard let kept = state.keychain[keptColors]?.object else { return nil }
    return behaviour.colors.endWithInstallation ? nil : kept[name]
  }

  /// A colour with the hash sign with which it was set, if it was.
  func withItsSign(_ color: JSON) -> JSON {
    guard let text = color.string, !behaviour.colors.readWithTheirSign else { return color }
    return .string(String(text.drop { $0 == "#" }))
  }

  /// Nil: only the accounts count that are allowed now (ACC-001).
  var formerAllowedAccounts: [String]? {
    behaviour.allowedAccounts.named == .allowedUsersAtLaunch
      ? memory.allowedAccountsAtLaunch
      : context.management.allowedAccounts ?? memory.lastAllowedAccounts
  }

  /// Nil: where the device names no user, no account is allowed by name.
  var accountsOfNobody: [String]? {
    context.management.allowsConfiguredUserOnly && !behaviour.allowedAccounts.nobodyIsAllowedByName
      ? [""] : nil
  }

  /// True: every change of the allowed accounts is posted.
  func postsAllowedAccounts() -> Bool {
    if state.isIn(behaviour.lapses.accountNotices) { return false }
    return !state.isRepeated(.allowedAccountsChange)
      || behaviour.allowedAccounts.notifiesOfEveryChange
  }

  // MARK: Diagnostics and configuration

  /// The diagnostic information as it is, whatever has failed (DBG-019).
  func asReported(_ information: JSON) -> JSON {
    let awaitsRetry = saved.accounts.contains { $0.attemptDue != nil }
    guard enrolled == nil, awaitsRetry, !behaviour.diagnostics.informationIsAnObject else {
      return information
    }
    return "the last enrollment has failed"
  }

  /// False: an extension knows its user in any letter case (CFG-004, IDN-010).
  func isUnknownInTheseLetters(_ identity: String?, user: String) -> Bool {
    context.isExtension && identity != user && !behaviour.configuration.extensionsKnowAnyCase
  }

  // MARK: Screens

  /// The UI identity in its own letters (IDN-010, IDN-042).
  func inItsLetters(_ identity: String?) -> String? {
    guard let identity, !identity.utf8.allSatisfy({ $0 < 0x80 }),
      !behaviour.identity.screensKeepTheirLetters
    else { return identity }
    return identity.unicodeScalars.map(\.properties.uppercaseMapping).joined()
  }

  /// The policy of the identity that decides on the thread, also for pickers (IDN-014).
  func policyOfTheThread(asked call: APICall) -> PolicyObject {
    let thread = asked(call)
    let policy = state.identityManager.policy(thread: thread)
    guard call.api == .isDocumentPickerAllowed else { return policy }
    let ofOwner = state.identityManager.policy(
      for: state.identityManager.fileIdentity(thread: thread))
    return ofOwner == policy || behaviour.identity.pickersFollowTheThread ? policy : ofOwner
  }
}
