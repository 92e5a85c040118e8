import Contract
internal import ExactText

/// What a user who leaves takes along: attempts of the same user, and nothing of anybody else.
extension LeavingRules {
  /// Ends the attempts to enroll a user who is being deregistered (DRG-003).
  func breakOffEnrollments(of identity: String) {
    if state.waitingEnrollments.contains(where: { isSame($0.identity, identity) }),
      behaviour.leaving.endsWaitingAttempts
    {
      state.waitingEnrollments.removeAll { isSame($0.identity, identity) }
    }
    state.unanswered = state.unanswered.filter { !isSame($0, identity) }
    for operation in attemptsToEnd(of: identity) {
      operations.cancel(operation.number)
      closeScreenOfAnother()
      tellEnd(of: operation)
    }
  }

  /// Ends the enrollment that the service has asked for again of a user whom the SDK itself removes (ENR-038).
  func breakOffReEnrollment(of identity: String) {
    for operation in underWay
    where operation.trigger == .reenroll && isSame(operation.identity, identity) {
      operations.cancel(operation.number)
      tellEnd(of: operation)
    }
  }

  /// Reports an enrollment that the service has asked for again, and whose user has left (ENR-038).
  private func tellEnd(of operation: Operation) {
    guard operation.trigger == .reenroll, isEndTold(of: operation) else { return }
    statuses.report(.enrollmentRequest, operation.identity, .reEnrollForUnenrolledUser)
  }
}
