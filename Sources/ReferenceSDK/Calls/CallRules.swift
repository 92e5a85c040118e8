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
    if context.flag("VerboseLoggingEnabled"), behaviour.diagnostics.logsVerbosely,
      enrolled == nil || behaviour.diagnostics.logsVerboselyOnceEnrolled
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
      if let enforced, isSame(enforced.identity, call.identity) {
        returned(call, .array(enforced.configuration))
      } else if let brought = configuration.broughtBefore(to: call.identity) {
        returned(call, .array(brought))
      } else if let left = memory.configurationLeftBehind, isSame(left.identity, call.identity) {
        returned(call, .array(left.configuration))
      } else {
        switch behaviour.policy.configurationOfStrangers {
        case .empty: returned(call, [])
        case .null: returned(call)
        case .oneObject: returned(call, [[:]])
        }
      }
    default:
      if performPolicyCall(call) || configuration.perform(call) || performAppCall(call)
        || tasks.perform(call) || surroundings.perform(call)
      {
        return
      }
      act(.refused(.unsupported, "the API \"\(call.api.rawValue)\" is not known"))
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
      state.context.delegates.policy = .all
      memory.occasions.remove(.policyDelegateLetGo)
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
    for event in memory.keptStatuses { emit(event.name, event.fields) }
    memory.keptStatuses = []
  }

  /// The manager that an app reaches, by the name of its class.
  private func manager(_ name: String) -> JSON {
    switch behaviour.accounts.manager {
    case .shared: .string(name)
    case .none: .null
    case .newEachTime: .string("\(name)#2")
    }
  }

  /// A runtime override as the app reads it (AUTH-022, AUTH-023).
  private func read(_ override: String) -> String {
    switch behaviour.tokens.overrideReadsAs {
    case .asItWasSet: override
    case .withoutLastSlash: override.hasSuffix("/") ? String(override.dropLast()) : override
    case .inSmallLetters: override.asciiLowercased()
    }
  }

  /// A runtime override: read without `value`, else set; nil and the empty text remove it (AUTH-028).
  private func override(
    _ call: APICall, _ property: WritableKeyPath<Overrides, String?>
  ) {
    guard let value = call.arguments["value"] else {
      let none: JSON = behaviour.tokens.unsetOverrideReadsAs == .null ? .null : ""
      let known = behaviour.tokens.overridesAreOfOneApp ? saved.overrides : tokens.overrides
      return returned(call, known[keyPath: property].map { .string(read($0)) } ?? none)
    }
    let text = value.string.flatMap { $0.isEmpty ? nil : $0 }
    if text != nil, saved.overrides[keyPath: property] != nil,
      !behaviour.tokens.overridesCanBeChanged
    {
      return returned(call)
    }
    if text != nil || behaviour.tokens.emptyValueRemovesOverride {
      if saved.overrides != Overrides(), !behaviour.tokens.overridesAreApart {
        saved.overrides = Overrides()
      }
      saved.overrides[keyPath: property] = text
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
      state.firstAuthority = state.firstAuthority ?? saved.overrides.authority
      if !behaviour.tokens.overridesSurviveUpdates {
        saved.marks[Mark.overridingVersion.rawValue] = .string(context.appVersion)
      }
    }
    if behaviour.tokens.overrideSettersReturn { returned(call) }
  }
}
