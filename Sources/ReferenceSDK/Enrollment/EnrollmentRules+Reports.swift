import Contract
internal import ExactText

/// Enrollments that are reported with their policy, if it is a part of them (OQ-18).
extension EnrollmentRules {
  /// Reports a policy request, or the enrollment of which it was a part.
  func reportPolicyRequest(
    _ identity: String, _ code: StatusCode, error: String? = nil
  ) {
    guard let (user, losers) = state.unreportedEnrollment, isSame(user, identity) else {
      return statuses.report(.policyRequest, identity, code, error: error)
    }
    if code.didSucceed {
      state.unreportedEnrollment = nil
      reportEnrolled(identity, losers, code)
    } else if behaviour.enrollment.policyIsFetched == .asItsCondition {
      state.unreportedEnrollment = nil
      failWithPolicy(identity, code, error)
    } else {
      reportPendingEnrollment(of: identity)
      statuses.report(.policyRequest, identity, code, error: error)
    }
  }

  /// Reports an enrollment that waited for a check-in which brought something else than policy.
  func reportPendingEnrollment(of identity: String) {
    guard let (user, losers) = state.unreportedEnrollment, isSame(user, identity) else { return }
    state.unreportedEnrollment = nil
    reportEnrolled(identity, losers, .newPoliciesReceived)
  }

  /// Reports a success, and what was registered meanwhile as having lost the race (ENR-013).
  func reportEnrolled(_ identity: String, _ losers: [String], _ code: StatusCode) {
    if isSuccessTold { statuses.report(.enrollmentRequest, identity, code) }
    for loser in losers {
      statuses.report(
        .enrollmentRequest, loser, refusal(of: loser, .registered) ?? .alreadyEnrolled)
    }
  }

  /// Gives up an enrollment whose policy could not be had; the service keeps its record for the next attempt.
  private func failWithPolicy(_ identity: String, _ code: StatusCode, _ error: String?) {
    saved.enrollment = nil
    saved.checkInDue = nil
    resumeRetries()
    accounts.publishEnrollment()
    statuses.report(.enrollmentRequest, identity, code, error: error)
  }
}
