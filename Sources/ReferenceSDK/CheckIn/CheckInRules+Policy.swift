import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// What a check-in brings: policy and configuration that are new, the same or none, or the command to wipe.
extension CheckInRules {
  /// In what a policy that is put in force differs from what was in force.
  struct Adoption {
    let isFirst: Bool
    let isNewPolicy: Bool
    let isNewConfiguration: Bool

    /// True unless everything is as it was.
    var isNew: Bool { isNewPolicy || isNewConfiguration }
  }

  /// Puts a policy that the service sent in force: it is saved, posted and reported, and the first one restarts the app (POL-003,
  /// RST-001, OQ-28).
  func adopt(
    _ policy: JSONObject, version: String?, _ configuration: [JSON], _ identity: String
  ) {
    guard let before = saved.enrollment else { return }
    let adoption = Adoption(
      isFirst: before.policy == nil, isNewPolicy: before.policy != policy,
      isNewConfiguration: before.configuration != configuration)
    if ignores(adoption, of: identity) {
      return enrollments.reportPolicyRequest(identity, .newPoliciesReceived)
    }
    var enrollment = before
    enrollment.policy = settings(policy, before: before.policy, adoption)
    enrollment.policyVersion = version
    if takesConfiguration(adoption) {
      enrollment.configuration = ConfigurationRules(state: state)
        .received(configuration, by: identity, isFirst: adoption.isFirst)
    }
    remember(adoption, before: before)
    saved.enrollment = enrollment
    if adoption.isNew, isPublished(adoption) { accounts.publishEnrollment() }
    let isPosted =
      adoption.isNewPolicy && isPosted(adoption) && !isOverlooked(policy, before: before.policy)
    let isPostedLate = behaviour.status.order == .statusFirst
    if isPosted, !isPostedLate { statuses.postPolicyDidChange() }
    if adoption.isNewConfiguration, isAnnounced(after: before, adoption) {
      statuses.postConfigurationDidChange()
    }
    noteChange(adoption)
    let needsRestart = needsRestart(adoption)
    let restartsFirst = behaviour.restart.order == .restartFirst
    if needsRestart, restartsFirst { restart.request() }
    enrollments.reportPolicyRequest(
      identity, adoption.isNew ? .newPoliciesReceived : .policiesHaveNotChanged)
    state.savePostponed()
    if isPosted, isPostedLate { statuses.postPolicyDidChange() }
    if needsRestart, !restartsFirst { restart.request() }
    compliance.finish(of: identity, failure: nil)
  }

  /// Policy and configuration are as they were (POL-004).
  func keepPolicy(of identity: String) {
    if !behaviour.policy.unchangedPolicyIsQuiet { statuses.postPolicyDidChange() }
    enrollments.reportPolicyRequest(identity, .policiesHaveNotChanged)
    if behaviour.restart.neededFor == .all { restart.request() }
    compliance.finish(of: identity, failure: nil)
  }

  /// No policy targets the user, or none any more.
  func withdrawPolicy(of identity: String, _ configuration: [JSON]) {
    if enrolled?.policy != nil, behaviour.leaving.wipesAt.contains(.withdrawnPolicy) {
      enrollments.reportPendingEnrollment(of: identity)
      return leaving.leave(reason: .wipe, wipe: true)
    }
    if enrolled?.policy != nil, !behaviour.restart.withdrawalNeedsNone {
      delegates.ask(.restartApplication)
    }
    dropPolicySettings(keeping: configuration)
    enrollments.reportPolicyRequest(identity, .noPolicyReceived)
    compliance.finish(of: identity, failure: nil)
  }

  /// No policy targets the enrolled user any more; configuration needs none (CFG-003).
  func dropPolicySettings(keeping configuration: [JSON]) {
    guard var enrollment = saved.enrollment else { return }
    let isKept = configuration.isEmpty || behaviour.policy.configurationNeedsNoPolicy
    let configuration = isKept ? configuration : []
    let hadPolicy = enrollment.policy != nil && behaviour.policy.endsWithTargeting
    let isNewConfiguration = enrollment.configuration != configuration
    guard hadPolicy || isNewConfiguration else { return }
    if hadPolicy {
      memory.endedPolicy = enrollment.policy.map { (.withdrawal, $0) }
      enrollment.policy = nil
    }
    enrollment.policyVersion = nil
    enrollment.configuration = configuration
    saved.enrollment = enrollment
    if hadPolicy
      ? behaviour.accounts.extensionsLearnOfWithdrawal
      : behaviour.accounts.extensionsGetConfigurationWithoutPolicy
    {
      accounts.publishEnrollment()
    }
    if hadPolicy, behaviour.policy.postsWithdrawal { statuses.postPolicyDidChange() }
    if isNewConfiguration, hadPolicy || behaviour.policy.notifiesWithoutPolicy {
      statuses.postConfigurationDidChange()
    }
  }

  /// The administrator has the user wiped (WIP-001); status and wipe come in the order of OQ-24.
  func obeyWipe(of identity: String, _ wipeId: String?) {
    enrollments.reportPendingEnrollment(of: identity)
    guard obeysWipes else {
      return statuses.report(.policyRequest, identity, .policiesHaveNotChanged)
    }
    let isReportedLate = behaviour.leaving.administratorWipeOrder == .wipeFirst
    let code = codeOfWipe
    let acknowledged = behaviour.leaving.acknowledgesAdministratorWipe ? wipeId : nil
    leaving.leave(reason: .wipe, wipe: true, wipeId: acknowledged) {
      if !isReportedLate { statuses.report(.policyRequest, identity, code) }
    }
    if isReportedLate { statuses.report(.policyRequest, identity, code) }
  }
}
