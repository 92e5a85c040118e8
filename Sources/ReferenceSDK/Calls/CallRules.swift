import Contract
internal import ExactText
import JSONText

/// The APIs of the contract by name.
///
/// An API may be called in every edition: that an early edition does not declare it is not a promise that it
/// is missing. Only compliance remediation changes what others see, so it keeps to its editions.
extension ManagementSDK {
  mutating func perform(_ call: APICall) {
    updateIdentities()
    func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
    switch call.api {
    case "registerAndEnrollAccount": registerAndEnrollAccount(call)
    case "loginAndEnrollAccount": loginAndEnrollAccount(call)
    case "deRegisterAndUnenrollAccount": deRegisterAndUnenrollAccount(call)
    case "registeredAccounts":
      let listed = saved.accounts.filter {
        $0.attemptDue == nil || behaviour.accounts.listsFailedAccounts
      }
      returned(call, .array(listed.map { .string($0.identity) }))
    case "enrolledAccount": returned(call, text(enrolledAccount))
    case "mdmEnrolledAccount": returned(call, text(mdmEnrolledAccount))
    case "instance":
      let name = call.arguments["class"]?.string ?? "IntuneMAMEnrollmentManager"
      returned(call, behaviour.accounts.hasManager ? .string(name) : .null)
    case "setDelegate": setDelegate(call)
    case "aadAuthorityUriOverride": override(call, \.authority)
    case "aadClientIdOverride": override(call, \.clientId)
    case "aadRedirectUriOverride": override(call, \.redirect)
    case "aadAuthorityUrisForIdentity":
      returned(call, .array(authorities(for: call.identity ?? "").map(JSON.string)))
    case "remediateComplianceForIdentity" where behaviour.enrollment.knowsRemediation:
      remediateCompliance(call)
    case "remediationInProgressForIdentity":
      returned(call, .bool(isRemediating(call.identity)))
    case "appConfigForIdentity":
      if let enforced, isSame(enforced.identity, call.identity) {
        returned(call, .array(enforced.configuration))
      } else {
        switch behaviour.policy.configurationOfStrangers {
        case .empty: returned(call, [])
        case .null: returned(call)
        case .oneObject: returned(call, [[:]])
        }
      }
    default:
      if performPolicyCall(call) { return }
      act(.refused(code: "unsupported", message: "the API \"\(call.api)\" is not known"))
    }
  }

  /// `delegate`: the enrollment manager's is held weakly, the policy manager's strongly (ENR-040, POL-026).
  private mutating func setDelegate(_ call: APICall) {
    let isEnrollment = call.arguments["delegate"]?.string == "enrollment"
    guard isEnrollment || call.arguments["delegate"]?.string == "policy" else {
      return act(
        .refused(code: "badArguments", message: "delegate must be \"enrollment\" or \"policy\""))
    }
    switch (call.arguments["value"]?.string, isEnrollment) {
    case ("new", true):
      context.delegates.enrollment = .all
    case ("new", false): context.delegates.policy = .all
    case ("none", true): context.delegates.enrollment = .none
    case ("none", false): context.delegates.policy = .none
    case ("released", true):
      if behaviour.accounts.holdsDelegate == .weakly { context.delegates.enrollment = .none }
    case ("released", false):
      if behaviour.policy.holdsDelegate == .weakly { context.delegates.policy = .none }
    default:
      return act(
        .refused(
          code: "badArguments", message: "value must be \"new\", \"none\" or \"released\""))
    }
    returned(call)
    guard context.delegates.enrollment != .none else { return }
    for event in keptStatuses { emit(event.name, event.fields) }
    keptStatuses = []
  }

  /// A runtime override: read without `value`, else set; nil and the empty text remove it (AUTH-028).
  private mutating func override(
    _ call: APICall, _ property: WritableKeyPath<Overrides, String?>
  ) {
    guard let value = call.arguments["value"] else {
      let none: JSON = behaviour.tokens.unsetOverrideReadsAs == .null ? .null : ""
      return returned(call, saved.overrides[keyPath: property].map(JSON.string) ?? none)
    }
    let text = value.string.flatMap { $0.isEmpty ? nil : $0 }
    if text != nil || behaviour.tokens.emptyValueRemovesOverride {
      saved.overrides[keyPath: property] = text
    }
    returned(call)
  }
}
