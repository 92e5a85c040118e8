internal import ExactText

/// What other SDKs than the contract's make of what a departure ends, and of what the app has answered.
extension LeavingRules {
  /// True: a re-enrollment that its user's departure ends is reported, however far it has come (ENR-038).
  func isEndTold(of operation: Operation) -> Bool {
    operation.stage == .working || behaviour.enrollment.endedReEnrollmentsAreTold
  }

  /// Nothing: that the app has wiped is saved when it says so (WIP-004).
  func loseAnswer(ofLeaver index: Int) {
    if behaviour.leaving.answersToWipesAreSaved { return }
    memory.unsavedAnswers.append(saved.unenrollments[index].number)
    saved.unenrollments[index].wipe = .ask
  }

  /// Nothing: no answer was lost.
  func recallAnswer(to unenrollment: Int) {
    guard memory.unsavedAnswers.contains(unenrollment),
      let index = saved.unenrollments.firstIndex(where: { $0.number == unenrollment })
    else { return }
    saved.unenrollments[index].wipe = .none
  }
}
