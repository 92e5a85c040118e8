import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// How the identities of the process are kept in step with enrollment, and what they ask for.
struct IdentityRules: SDKRules {
  let state: SDKState

  /// A manager for a process that has just been launched.
  func newManager() -> IdentityManager {
    let isMultiIdentity =
      context.flag("MultiIdentity") && !isStoppedByUnknownSetting
      ? behaviour.identity.settingBringsSeveralIdentities
      : !behaviour.identity.othersHaveOneIdentity
    return IdentityManager(isMultiIdentity: isMultiIdentity, behaviour: behaviour)
  }

  /// True if a setting that nobody knows keeps the others from counting (OQ-78).
  private var isStoppedByUnknownSetting: Bool {
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

  /// Tells the identities who is managed and by which policy, if that has changed (IDN-002, IDN-020).
  func update() {
    guard state.knownRevision != saved.enrollmentRevision else { return }
    state.knownRevision = saved.enrollmentRevision
    let enrollment = enforced
    if let enrollment, let objectId = enrollment.objectId {
      state.identityManager.learn(objectID: objectId, of: enrollment.identity)
    }
    var settings = enrollment?.policy
    if enrollment != nil, let test = surroundings.testPolicy { settings = test }
    if settings != nil, let user = enrollment?.identity, !context.isExtension,
      tokens.cachedTokens(of: user).isEmpty, !behaviour.policy.needsNoToken
    {
      settings = nil
    }
    if settings != nil, context.lifecycle == .background, !behaviour.policy.isInForceInBackground {
      settings = nil
    }
    if settings != nil, !state.hooksAreActive, !behaviour.policy.isInForceAtOnce { settings = nil }
    let worker = state.identityManager.process
    var primary = enrollment?.identity
    if primary == nil, let leaver = memory.lastLeaver, let test = surroundings.testPolicy,
      !behaviour.diagnostics.testPoliciesEndWithUsers
    {
      primary = leaver
      settings = test
    }
    follow(state.identityManager.update(primary: primary, settings: settings), call: nil)
    if enrollment == nil, let worker { keepProcess(of: worker) }
    if context.isExtension, accounts.published == nil,
      !behaviour.identity.extensionsWorkAsTheirUser
    {
      state.identityManager.leaveProcess()
    }
    noteProtectionLevel()
  }

  /// Keeps the process identity of a user whose enrollment has ended, for an SDK that does.
  private func keepProcess(of worker: String) {
    guard state.identityManager.process == nil, isSame(worker, state.identityManager.former)
    else { return }
    let ends =
      isSame(worker, memory.lostUser)
      ? behaviour.identity.processEndsWithLostRecords
      : behaviour.identity.processEndsWithDepartures
    if !ends { state.identityManager.process = worker }
  }

  /// True if data of the managed user has to be encrypted.
  var protectionLevel: Bool {
    state.identityManager.policy(for: state.identityManager.primary).requiresEncryption
  }

  /// Posts `IntuneMAMDataProtectionDidChangeNotification` if the level of protection has changed (DAT-011).
  private func noteProtectionLevel() {
    guard let level = state.protectionLevel, level != protectionLevel else { return }
    if context.edition == .e2017_11, enrolled == nil, !behaviour.protection.levelsEndWithUsers {
      return
    }
    state.protectionLevel = protectionLevel
    guard behaviour.protection.notifiesOfLevel else { return }
    if state.isRepeated(.levelChange), !behaviour.protection.notifiesOfEveryLevel { return }
    if context.lifecycle == .background, !behaviour.protection.notifiesInBackground { return }
    for _ in 0..<behaviour.protection.notificationCount {
      emit(
        .notification,
        [
          "name": "IntuneMAMDataProtectionDidChangeNotification",
          "object": "IntuneMAMDataProtectionManager", "userInfo": .null,
        ])
    }
  }

  /// What the app is told about its management as a whole (POL-008, POL-023, POL-024).
  var managementState: ManagementState {
    let isFromMDM =
      context.management.mdmVendor == "intune"
      && isSame(context.management.mdmUser, enforced?.identity)
    return ManagementState(
      primary: enforced?.identity, source: hasPolicy ? (isFromMDM ? .mdm : .mam) : nil,
      isPolicyRequired: context.flag("MAMPolicyRequired"))
  }

  /// `isManagementEnabled` (POL-023).
  var isManagementEnabled: Bool? {
    if enrolled == nil, memory.lastLeaver != nil, !behaviour.policy.requirementOutlastsUsers {
      return false
    }
    return switch behaviour.policy.managedApps {
    case .withPolicyOrRequiringIt: managementState.isManagementEnabled
    case .alsoExtensions: managementState.isManagementEnabled || context.isExtension
    case .alsoExtensionsOfEnrolledApps:
      managementState.isManagementEnabled || context.isExtension && enforced != nil
    case .requiringPolicy: managementState.isPolicyRequired
    case .appsThatRequireIt:
      managementState.source != nil || managementState.isPolicyRequired && !context.isExtension
    case .all: true
    case .unknown: nil
    }
  }

  /// `primaryUser` (POL-024).
  var primaryUser: String? {
    switch behaviour.accounts.primaryUser {
    case .enrolledUser: hasTokenOrNeedsNone ? managementState.primaryUser : nil
    case .enrolledOrSignedInUser: managementState.primaryUser ?? accounts.signedInUser
    case .enrolledOrRegisteredUser: managementState.primaryUser ?? saved.accounts.first?.identity
    case .enrolledOrLeftUser: managementState.primaryUser ?? memory.lastLeaver
    case .lastRegisteredUser:
      managementState.primaryUser.map { saved.accounts.last?.identity ?? $0 }
    case .nobody: nil
    }
  }

  /// False if the enrolled user is not named for want of a token.
  private var hasTokenOrNeedsNone: Bool {
    guard let enrolled, tokens.cachedTokens(of: enrolled.identity).isEmpty else { return true }
    return behaviour.accounts.primaryUserNeedsNoToken
  }

  /// `mamPolicySource` (POL-008).
  var policySource: ManagementState.Source {
    let state = managementState
    if state.source == nil {
      guard let end = self.memory.endedPolicy?.end, end == behaviour.policy.sourceOutlasts else {
        return behaviour.policy.sourceWithoutPolicy
      }
      return context.management.mdmVendor == "intune" ? .mdm : .mam
    }
    let source = state.mamPolicySource
    return source == .mam ? behaviour.policy.sourceOfAppPolicy : source
  }

  /// Does what the identities ask for.
  func follow(_ steps: [IdentityAction], call: APICall?) {
    for step in steps {
      switch step {
      case .returned(let value): if let call { returned(call, value) }
      case .event(let name, let fields):
        emit(name, fields)
        if name == .openedURL, !behaviour.identity.linksAreOpenedOnce { emit(name, fields) }
      case .completion(let completion):
        emit(.completion, completion.fields)
        if behaviour.identity.completionCalls == .onceAndAnHourLater {
          timers.emitLater(SDKEvent(.completion, completion.fields), after: .hours(1))
        }
      case .askDelegate(let fields): delegates.ask(.identitySwitchRequired(fields))
      }
    }
  }

  /// Another app opens a URL or document in this one (IDN-043).
  func open(_ request: OpenRequest) {
    update()
    if underWay.contains(where: { $0.trigger == .launch }),
      !behaviour.identity.linksOutlastEnrollments
    {
      return
    }
    if enrolled == nil, state.isStarted, !behaviour.identity.linksNeedNoEnrollment { return }
    if !saved.remediations.isEmpty, !behaviour.identity.linksGoOnBesideRemediations {
      let active = state.identityManager.uiIdentity(window: request.window)
      return emit(
        .openedURL,
        [
          "url": .string(request.url), "identity": active.map(JSON.string) ?? .null,
          "handled": false,
        ])
    }
    if state.openPrompts.contains(where: { $0.purpose == .credentials }),
      !behaviour.identity.linksOutlastSignIns
    {
      return
    }
    let steps = state.identityManager.open(request)
    follow(steps, call: nil)
    for case .askDelegate in steps {
      guard let delay = behaviour.identity.opensUnansweredLinksAfter else { continue }
      let sender = request.sender.map(JSON.string) ?? .null
      timers.emitLater(
        SDKEvent(.openedURL, ["url": .string(request.url), "identity": sender, "handled": true]),
        after: delay)
    }
  }

  /// The delegate has decided about a switch; without the method the answer is no (CNF-05).
  func answeredSwitch(_ answer: DelegateAnswer) {
    let steps = state.identityManager.answerSwitch(accepted: answer == .flag(true))
    follow(steps, call: nil)
    for case .event(.openedURL, var fields) in steps
    where fields["handled"] == false {
      guard let delay = behaviour.identity.opensRefusedLinksAfter else { continue }
      fields["handled"] = true
      timers.emitLater(SDKEvent(.openedURL, fields), after: delay)
    }
  }

  /// Checks the active identity again when the app comes back (IDN-053).
  func checkActiveIdentity() {
    update()
    follow(state.identityManager.resume(), call: nil)
  }

  /// Gives a person's answer to the check that waits for it; false if none of that kind does.
  func answerCheck(_ action: UserAction) -> Bool {
    guard state.identityManager.running?.checks.first?.promptKind == action.prompt else {
      return false
    }
    if memory.hasLetOthersLeave, !behaviour.leaving.leavesChecksOfOthers { return true }
    follow(
      state.identityManager.answerPrompt(kind: action.prompt, action: action.action), call: nil)
    return true
  }
}
