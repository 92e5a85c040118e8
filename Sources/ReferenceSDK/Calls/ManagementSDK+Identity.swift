import Contract
internal import ExactText
import JSONText

/// How the identities of the process are kept in step with enrollment, and what they ask for.
extension ManagementSDK {
  /// A manager for a process that has just been launched.
  func newIdentityManager() -> IdentityManager {
    let defects: IdentityDefects =
      switch defect {
      case .identityCaseSensitive: .caseSensitive
      case .failedSwitchChangesIdentity: .failedSwitchChangesIdentity
      case .switchNotAllowedIgnored: .switchNotAllowedIgnored
      case .completionTwice: .completionTwice
      case .completionOnBackgroundThread: .completionOnBackgroundThread
      case .uiIdentityOwnsFiles: .uiIdentityOwnsFiles
      case .nilAndEmptyConfused: .nilAndEmptyConfused
      case .unmanagedRestricted: .unmanagedRestricted
      case .switchWithoutAsking: .switchWithoutAsking
      case .threadIdentityLeaks: .threadIdentityLeaks
      default: []
      }
    var manager = IdentityManager(
      edition: context.edition, isMultiIdentity: context.flag("MultiIdentity"), defects: defects)
    manager.readings = readings
    return manager
  }

  /// Tells the identities who is managed and by which policy, if that has changed (IDN-002, IDN-020).
  mutating func updateIdentities() {
    guard knownRevision != saved.enrollmentRevision else { return }
    knownRevision = saved.enrollmentRevision
    let enrollment = enforced
    if let enrollment, let objectId = enrollment.objectId {
      identities.learn(objectID: objectId, of: enrollment.identity)
    }
    follow(
      identities.update(primary: enrollment?.identity, settings: enrollment?.policy), call: nil)
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

  /// Does what the identities ask for.
  mutating func follow(_ steps: [IdentityAction], call: APICall?) {
    for step in steps {
      switch step {
      case .returned(let value): if let call { returned(call, value) }
      case .event(let name, let fields): emit(name, fields)
      case .completion(let completion): emit("completion", completion.fields)
      case .askDelegate(_, let fields): ask(.identitySwitchRequired(fields))
      case .removeAccount: break  // The enrollment half asks `addIdentity` itself.
      }
    }
  }

  /// The delegate has decided about a switch; without the method the answer is no (CNF-05).
  mutating func answeredSwitch(_ answer: DelegateAnswer) {
    follow(identities.answerSwitch(accepted: answer == .flag(true)), call: nil)
  }

  /// Checks the active identity again when the app comes back (IDN-053).
  mutating func checkActiveIdentity() {
    updateIdentities()
    follow(identities.resume(), call: nil)
  }

  /// Gives a person's answer to the check that waits for it; false if none of that kind does.
  mutating func answerCheck(_ action: UserAction) -> Bool {
    guard identities.running?.checks.first?.promptKind == action.prompt,
      let done = PromptAction(rawValue: action.action)
    else { return false }
    follow(identities.answerPrompt(kind: action.prompt, action: done), call: nil)
    return true
  }
}
