import Contract
internal import ExactText

/// What is reported of enrollments and of the check-ins of who is enrolled.
extension EnrollmentRules {
  /// Reports a policy request.
  func reportPolicyRequest(
    _ identity: String, _ code: StatusCode, error: String? = nil
  ) {
    if checkIns.leavesSecondTryUntold() || isPartOfEnrollment(identity, code, error) { return }
    statuses.report(.policyRequest, identity, code, error: error)
  }

  /// Reports a success, and what was registered meanwhile as having lost the race (ENR-013).
  func reportEnrolled(_ identity: String, _ losers: [String], _ code: StatusCode) {
    if isSuccessTold { statuses.report(.enrollmentRequest, identity, code) }
    for loser in losers {
      statuses.report(
        .enrollmentRequest, loser, refusal(of: loser, .registered) ?? .alreadyEnrolled)
    }
  }
}
