import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// The APIs of the contract by name.
///
/// An API may be called in every edition: that an early edition does not declare it is not a promise that it
/// is missing. Only compliance remediation changes what others see, so it keeps to its editions.
struct CallRules: SDKRules {
  let state: SDKState

  func perform(_ call: APICall) {
    identities.update()
    if context.flag("VerboseLoggingEnabled"), behaviour.diagnostics.logsVerbosely, logsVerboselyNow
    {
      log("verbose", "the app calls \(call.api.rawValue)")
    }
    func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
    switch call.api {
    case .registerAndEnrollAccount: accounts.registerAndEnroll(call)
    case .loginAndEnrollAccount: accounts.signInAndEnroll(call)
    case .deRegisterAndUnenrollAccount: leaving.deregister(call)
    case .registeredAccounts: returned(call, .array(accounts.listed))
    case .enrolledAccount: returned(call, text(accounts.enrolledAccount))
    case .mdmEnrolledAccount: returned(call, text(accounts.mdmEnrolledAccount))
    case .instance:
      let name = call.arguments["class"]?.string ?? "IntuneMAMEnrollmentManager"
      returned(call, manager(name))
    case .setDelegate: setDelegate(call)
    case .aadAuthorityUriOverride: override(call, \.authority)
    case .aadClientIdOverride: override(call, \.clientId)
    case .aadRedirectUriOverride: override(call, \.redirect)
    case .aadAuthorityUrisForIdentity:
      returned(call, .array(tokens.authorities(for: call.identity ?? "").map(JSON.string)))
    case .remediateComplianceForIdentity where behaviour.enrollment.knowsRemediation:
      compliance.remediate(call)
    case .remediationInProgressForIdentity:
      returned(call, .bool(compliance.isRemediating(call.identity)))
    case .appConfigForIdentity:
      returned(
        call,
        behaviour.configuration.objectsHoldTheirSets
          ? configurationSets(of: call.identity) : .array([]))
    default:
      if performPolicyCall(call) || configuration.perform(call) || performAppCall(call)
        || tasks.perform(call) || surroundings.perform(call)
      {
        return
      }
      act(.refused(.unsupported, "the API \"\(call.api.rawValue)\" is not known"))
    }
  }

  /// The configuration of a user, with what device management sends for that user (CFG-020); what others read is left
  /// open (CFG-001, OQ-46).
  private func configurationSets(of identity: String?) -> JSON {
    let ofDevice = configuration.deviceSettings(for: identity).map { [JSON.object($0)] } ?? []
    if let enforced, isSame(enforced.identity, identity) {
      if isUnknownInTheseLetters(identity, user: enforced.identity) { return [] }
      return .array(enforced.configuration + ofDevice)
    }
    if let old = formerConfiguration(of: identity) { return .array(old + ofDevice) }
    if !ofDevice.isEmpty { return .array(ofDevice) }
    return switch behaviour.policy.configurationOfStrangers {
    case .empty: []
    case .null: .null
    case .oneObject: [[:]]
    }
  }

  /// `delegate`: the enrollment manager's is held weakly, the policy manager's strongly (ENR-040, POL-026).
  private func setDelegate(_ call: APICall) {
    let isEnrollment = call.arguments["delegate"]?.string == "enrollment"
    guard isEnrollment || call.arguments["delegate"]?.string == "policy" else {
      return act(
        .refused(.badArguments, "delegate must be \"enrollment\" or \"policy\""))
    }
    switch (call.arguments["value"]?.string, isEnrollment) {
    case ("new", true):
      state.context.delegates.enrollment = .all
    case ("new", false):
      state.context.delegates.policy = methodsOfNewDelegate()
      memory.occasions.remove(.policyDelegateLetGo)
      memory.occasions.insert(.policyDelegateSet)
    case ("none", true):
      if behaviour.accounts.delegateCanBeTakenAway { state.context.delegates.enrollment = .none }
    case ("none", false): state.context.delegates.policy = .none
    case ("released", true):
      if behaviour.accounts.holdsDelegate == .weakly { state.context.delegates.enrollment = .none }
    case ("released", false):
      if behaviour.policy.holdsDelegate == .weakly { state.context.delegates.policy = .none }
      memory.occasions.insert(.policyDelegateLetGo)
    default:
      return act(
        .refused(.badArguments, "value must be \"new\", \"none\" or \"released\""))
    }
    returned(call)
    guard context.delegates.enrollment != .none else { return }
    statuses.reportKept()
  }

  /// The manager that an app reaches, by the name of its class.
  private func manager(_ name: String) -> JSON {
    switch behaviour.accounts.manager {
    case .shared: .string(name)
    case .none: .null
    case .newEachTime: .string("\(name)#2")
    }
  }

  /// A runtime override: read without `value`, else set; nil and the empty text remove it (AUTH-028).
  private func override(
    _ call: APICall, _ property: WritableKeyPath<Overrides, String?>
  ) {
    guard let value = call.arguments["value"] else {
      let none: JSON = behaviour.tokens.unsetOverrideReadsAs == .null ? .null : ""
      return returned(
        call, readableOverrides[keyPath: property].map { .string(read($0)) } ?? none)
    }
    let text = value.string.flatMap { $0.isEmpty ? nil : $0 }
    if text != nil, saved.overrides[keyPath: property] != nil,
      !behaviour.tokens.overridesCanBeChanged
    {
      return returned(call)
    }
    if text != nil || behaviour.tokens.emptyValueRemovesOverride {
      forgetOtherOverrides()
      saved.overrides[keyPath: property] = text
      noteOverride(property, value)
    }
    if behaviour.tokens.overrideSettersReturn { returned(call) }
  }
}
