internal import ExactText
import JSONText
internal import StepProtocol

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

  /// Tells the identities who is managed and by which policy, if that has changed (IDN-002, IDN-020).
  func update() {
    guard state.knownRevision != saved.enrollmentRevision else { return }
    state.knownRevision = saved.enrollmentRevision
    let enrollment = enforced
    if let enrollment, let objectId = enrollment.objectId {
      state.identityManager.learn(objectID: objectId, of: enrollment.identity)
    }
    let worker = state.identityManager.process
    let (user, settings) = managedUser(enrollment)
    follow(state.identityManager.update(primary: user, settings: settings), call: nil)
    changeProcess(of: worker, enrollment)
    noteProtectionLevel()
  }

  /// Who is managed, and the policy that holds for that user; a test policy wins over that of the service (OQ-77).
  private func managedUser(_ enrollment: Enrollment?) -> (identity: String?, settings: JSONObject?)
  {
    guard let enrollment else { return leaverUnderTest }
    let settings = current(surroundings.testPolicy ?? enrollment.policy, of: enrollment.identity)
    return (enrollment.identity, isInForce(settings, enrollment.identity) ? settings : nil)
  }

  /// True if data of the managed user has to be encrypted.
  var protectionLevel: Bool {
    state.identityManager.policy(for: state.identityManager.primary).requiresEncryption
  }

  /// Posts `IntuneMAMDataProtectionDidChangeNotification` if the level of protection has changed (DAT-011).
  private func noteProtectionLevel() {
    guard let level = state.protectionLevel, level != protectionLevel, !ignoresLevel else { return }
    state.protectionLevel = protectionLevel
    guard behaviour.protection.notifiesOfLevel, notifiesOfLevelAgain() else { return }
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

  /// `isManagementEnabled`: policy is in force or required (POL-023).
  var isManagementEnabled: Bool? { reported(managementState.isManagementEnabled) }

  /// `primaryUser`: the enrolled one (POL-024).
  var primaryUser: String? { reported(managementState.primaryUser) }

  /// `mamPolicySource` (POL-008).
  var policySource: ManagementState.Source {
    let state = managementState
    if state.source == nil { return sourceWithoutPolicy }
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
        repeatLink(name, fields)
      case .completion(let completion):
        emit(.completion, completion.fields)
        repeatCompletion(completion)
      case .askDelegate(let fields): delegates.ask(.identitySwitchRequired(fields))
      }
    }
  }

  /// Another app opens a URL or document in this one (IDN-043).
  func open(_ request: OpenRequest) {
    update()
    logLink(request)
    if turnsAway(request) { return }
    let steps = state.identityManager.open(asKept(request))
    follow(steps, call: nil)
    openUnanswered(request, steps)
  }

  /// The delegate has decided about a switch; without the method the answer is no (CNF-05).
  func answeredSwitch(_ answer: DelegateAnswer) {
    let steps = state.identityManager.answerSwitch(accepted: answer == .flag(true))
    follow(steps, call: nil)
    openRefused(steps)
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
    if losesAnswers { return true }
    follow(
      state.identityManager.answerPrompt(kind: action.prompt, action: action.action), call: nil)
    return true
  }
}
