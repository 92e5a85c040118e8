import Contract
internal import ExactText
import JSONText

/// What a user who leaves takes along: attempts of the same user, and nothing of anybody else.
extension LeavingRules {
  /// Ends the attempts to enroll a user who is being deregistered (DRG-003).
  func breakOffEnrollments(of identity: String) {
    state.waitingEnrollments = state.waitingEnrollments.filter { !isSame($0.identity, identity) }
    state.unanswered = state.unanswered.filter { !isSame($0, identity) }
    var ended = 0
    for operation in underWay
    where operation.isEnrollment && isSame(operation.identity, identity)
      && behaviour.leaving.endsRunningAttempts
    {
      if state.openPrompts.contains(where: { $0.operation == operation.number }),
        !behaviour.enrollment.abandonedSignInsBlockNobody
      {
        memory.abandonedSignIns.append(identity)
      }
      if operation.trigger == .reenroll, !behaviour.leaving.endsReEnrollments { continue }
      if operation.trigger == .retry, !behaviour.leaving.endsRetries { continue }
      if ended > 0, !behaviour.leaving.endsEveryAttempt { continue }
      ended += 1
      operations.cancel(operation.number)
      if let prompt = state.openPrompts.last, prompt.operation != nil,
        !behaviour.leaving.leavesScreensOfOthers
      {
        state.openPrompts.removeLast()
      }
      if operation.trigger == .reenroll {
        statuses.report(.enrollmentRequest, operation.identity, .reEnrollForUnenrolledUser)
      }
    }
  }

  /// Notes that a user leaves for whose remediation a sign-in is open.
  func noteSignIn(of identity: String) {
    guard isSame(saved.remediations.first?.identity, identity) else { return }
    let isOpen = state.openPrompts.contains { prompt in
      prompt.purpose == .credentials
        && underWay.contains { $0.number == prompt.operation && isSame($0.identity, identity) }
    }
    if isOpen { memory.leaverAtSignIn = identity }
  }

  /// Notifies the app of what has ended with an enrollment.
  func announceEnd(of enrollment: Enrollment) {
    if enrollment.policy != nil
      ? behaviour.policy.postsDeparture : !behaviour.policy.departuresWithoutPolicyAreQuiet
    {
      statuses.postPolicyDidChange()
    }
    if enrollment.configuration.isEmpty, !behaviour.configuration.endsOfNothingAreQuiet {
      statuses.postConfigurationDidChange()
    }
  }
}
