import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of who works in the app; by the contract each answers as its first line says.
extension IdentityRules {
  // MARK: Who is managed

  /// False: settings that nobody knows change nothing (OQ-78).
  var isStoppedByUnknownSetting: Bool {
    let hasUnknown = context.settings.members.contains { !IdentityRules.known.contains($0.name) }
    return hasUnknown && !behaviour.identity.unknownSettingsDoNotMatter
  }

  /// The settings that an app with several identities may have.
  private static let known: Set<ExactString> = [
    "MultiIdentity", "AutoEnrollOnLaunch", "MAMPolicyRequired", "MAMPolicyWarnAbsent",
    "ADALClientId", "ADALAuthority", "ADALRedirectUri", "ADALRedirectScheme",
    "ADALCacheKeychainGroupOverride", "AppGroupIdentifiers", "MAMTelemetryDisabled",
    "MAMTelemetryUsePPE", "DebugSettingsEnabled", "VerboseLoggingEnabled", "SplashDuration",
    "MaxFileProtectionLevel", "WebViewHandledURLSchemes", "MAMServiceDisabled",
  ]

  /// True: policy is in force at once, in the background as well, and needs no token.
  func isInForce(_ settings: JSONObject?, _ user: String) -> Bool {
    guard settings != nil else { return true }
    if !context.isExtension, tokens.cachedTokens(of: user).isEmpty, !behaviour.policy.needsNoToken {
      return false
    }
    if context.lifecycle == .background, !behaviour.policy.isInForceInBackground { return false }
    return state.hooksAreActive || behaviour.policy.isInForceAtOnce
  }

  /// The settings themselves: what has come is in force, whatever delegates the app has set (INT-018).
  func current(_ settings: JSONObject?, of user: String) -> JSONObject? {
    guard settings != nil, let old = state.identityManager.settings,
      isSame(state.identityManager.primary, user)
    else { return settings }
    let lacksDelegate =
      context.delegates.policy == .none && !behaviour.policy.laterPolicyNeedsNoDelegate
      || context.delegates.enrollment == .none && !behaviour.policy.laterPolicyNeedsNoStatus
    return lacksDelegate ? old : settings
  }

  /// Nobody: a test policy ends with its user.
  var leaverUnderTest: (identity: String?, settings: JSONObject?) {
    guard let leaver = memory.lastLeaver, let test = surroundings.testPolicy,
      !behaviour.diagnostics.testPoliciesEndWithUsers
    else { return (nil, nil) }
    return (leaver, test)
  }

  /// Nothing: the process identity ends with the enrollment, and an extension works as its app's user.
  func changeProcess(of worker: String?, _ enrollment: Enrollment?) {
    if enrollment == nil, let worker, keepsProcess(of: worker) {
      state.identityManager.process = worker
    }
    if context.isExtension, accounts.published == nil,
      !behaviour.identity.extensionsWorkAsTheirUser
    {
      state.identityManager.process = nil
    }
  }

  private func keepsProcess(of worker: String) -> Bool {
    guard state.identityManager.process == nil,
      isSame(worker, state.identityManager.memory.former)
    else { return false }
    return isSame(worker, memory.lostUser)
      ? !behaviour.identity.processEndsWithLostRecords
      : !behaviour.identity.processEndsWithDepartures
  }

  // MARK: The level of protection

  /// False: the level of protection changes with the end of an enrollment in every edition.
  var ignoresLevel: Bool {
    context.edition == .e2017_11 && enrolled == nil && !behaviour.protection.levelsEndWithUsers
  }

  /// True: the app is notified of every change, in the background as well.
  func notifiesOfLevelAgain() -> Bool {
    if state.isIn(behaviour.lapses.levelNotices) { return false }
    if state.isRepeated(.levelChange), !behaviour.protection.notifiesOfEveryLevel { return false }
    if memory.configurationChangedAt == now,
      !behaviour.protection.levelsAreToldBesideConfiguration
    {
      return false
    }
    return context.lifecycle != .background || behaviour.protection.notifiesInBackground
  }

  // MARK: What the app is told

  /// What `isManagementEnabled` is: true of an app with policy, and of one that requires it.
  func reported(_ isEnabled: Bool) -> Bool? {
    if enrolled == nil, memory.lastLeaver != nil, !behaviour.policy.requirementOutlastsUsers {
      return false
    }
    if isEnabled, memory.hasFailedCheckIn, !managementState.isPolicyRequired,
      !behaviour.policy.managementOutlastsFailures
    {
      return false
    }
    return switch behaviour.policy.managedApps {
    case .withPolicyOrRequiringIt: isEnabled
    case .alsoExtensions: isEnabled || context.isExtension
    case .alsoExtensionsOfEnrolledApps: isEnabled || context.isExtension && enforced != nil
    case .requiringPolicy: managementState.isPolicyRequired
    case .appsThatRequireIt:
      managementState.source != nil || managementState.isPolicyRequired && !context.isExtension
    case .all: true
    case .unknown: nil
    }
  }

  /// The user as `primaryUser` names it, who needs no token.
  func reported(_ user: String?) -> String? {
    switch behaviour.accounts.primaryUser {
    case .enrolledUser: hasTokenOrNeedsNone ? user : nil
    case .enrolledOrSignedInUser: user ?? accounts.signedInUser
    case .enrolledOrRegisteredUser: user ?? saved.accounts.first?.identity
    case .enrolledOrLeftUser: user ?? memory.lastLeaver
    case .lastRegisteredUser: user.map { saved.accounts.last?.identity ?? $0 }
    case .enrolledOrDeviceUser: user ?? context.management.mdmUser
    case .nobody: nil
    }
  }

  private var hasTokenOrNeedsNone: Bool {
    guard let enrolled, tokens.cachedTokens(of: enrolled.identity).isEmpty else { return true }
    return behaviour.accounts.primaryUserNeedsNoToken
  }

  /// The source is `other` where no policy is in force, whatever there was before.
  var sourceWithoutPolicy: ManagementState.Source {
    guard let end = memory.endedPolicy?.end, end == behaviour.policy.sourceOutlasts else {
      return behaviour.policy.sourceWithoutPolicy
    }
    return context.management.mdmVendor == "intune" ? .mdm : .mam
  }

  // MARK: Links and switches

  /// Nothing: a link is opened once.
  func repeatLink(_ name: EventName, _ fields: JSONObject) {
    if name == .openedURL, !behaviour.identity.linksAreOpenedOnce { emit(name, fields) }
    if name == .openedURL, fields["handled"] == false, !behaviour.identity.refusedLinksStayClosed {
      var fields = fields
      fields["handled"] = true
      emit(name, fields)
    }
  }

  /// Nothing: a handler is called once.
  func repeatCompletion(_ completion: IdentityCompletion) {
    var fields = completion.fields
    if fields["result"] != 0, !behaviour.identity.failedSwitchesEndOnce {
      fields["result"] = 0
      emit(.completion, fields)
    }
    guard behaviour.identity.completionCalls == .onceAndAnHourLater else { return }
    timers.emitLater(SDKEvent(.completion, completion.fields), after: .hours(1))
  }

  /// Nothing: a message about a link names nobody (DBG-023).
  func logLink(_ request: OpenRequest) {
    guard let sender = request.sender else { return }
    let name = String(sender.prefix { $0 != "@" })
    switch behaviour.diagnostics.linksName {
    case .nobody: break
    case .encodedSender: log("info", "a link of \(sender.replacing("@", with: "%40"))")
    case .senderInCapitals: log("info", "a link of \(name.asciiUppercased())")
    case .localPart: log("info", "a link of \(name)")
    }
  }

  /// Nothing: a link closes no screen (ENR-028).
  private func closeScreens() {
    guard state.openPrompts.contains(where: { $0.purpose == .credentials }),
      !behaviour.enrollment.signInsOutlastLinks
    else { return }
    state.openPrompts.removeAll { $0.purpose == .credentials }
  }

  /// The link with its sender, also before the app has started (IDN-057).
  func asKept(_ request: OpenRequest) -> OpenRequest {
    guard !state.isStarted, behaviour.identity.linksBeforeTheStart == .withoutTheirSender else {
      return request
    }
    var request = request
    request.sender = nil
    return request
  }

  /// False: a link is handled whatever the SDK is busy with, and without an enrollment.
  func turnsAway(_ request: OpenRequest) -> Bool {
    closeScreens()
    if !state.isStarted, behaviour.identity.linksBeforeTheStart == .lost { return true }
    if !state.isStarted {
      defer { memory.hasEarlyLink = true }
      if memory.hasEarlyLink, behaviour.identity.linksBeforeTheStart == .lostBehindAnother {
        return true
      }
    }
    if underWay.contains(where: { $0.trigger == .launch }),
      !behaviour.identity.linksOutlastEnrollments
    {
      return true
    }
    if memory.unansweredAddition != nil, !behaviour.identity.linksOutlastAdditions { return true }
    if enrolled == nil, state.isStarted, !behaviour.identity.linksNeedNoEnrollment { return true }
    if !saved.remediations.isEmpty, !behaviour.identity.linksGoOnBesideRemediations {
      let active = state.identityManager.uiIdentity(window: request.window)
      emit(
        .openedURL,
        [
          "url": .string(request.url), "identity": active.map(JSON.string) ?? .null,
          "handled": false,
        ])
      return true
    }
    return state.openPrompts.contains { $0.purpose == .credentials }
      && !behaviour.identity.linksOutlastSignIns
  }

  /// Nothing: a link that the app has not answered waits without end (OQ-44).
  func openUnanswered(_ request: OpenRequest, _ steps: [IdentityAction]) {
    for case .askDelegate in steps {
      guard let delay = behaviour.identity.opensUnansweredLinksAfter else { continue }
      let sender = request.sender.map(JSON.string) ?? .null
      timers.emitLater(
        SDKEvent(.openedURL, ["url": .string(request.url), "identity": sender, "handled": true]),
        after: delay)
    }
  }

  /// Nothing: a link for which the app has refused to switch is never opened.
  func openRefused(_ steps: [IdentityAction]) {
    for case .event(.openedURL, var fields) in steps where fields["handled"] == false {
      guard let delay = behaviour.identity.opensRefusedLinksAfter else { continue }
      fields["handled"] = true
      timers.emitLater(SDKEvent(.openedURL, fields), after: delay)
    }
  }

  /// False: a check goes on with the person's answer whoever has left meanwhile.
  var losesAnswers: Bool { memory.hasLetOthersLeave && !behaviour.leaving.leavesChecksOfOthers }
}
