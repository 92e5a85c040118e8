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

  /// False: the retry of a leaver ends wherever it stands among those of others (DRG-003).
  func isTriedAmongOthers(_ leaver: Account) -> Bool {
    guard let due = leaver.attemptDue,
      saved.accounts.contains(where: { $0.attemptDue.map { $0 < due } ?? false }),
      !memory.deregisteredAccounts.contains(where: { isSame($0.identity, leaver.identity) })
    else { return false }
    return !behaviour.enrollment.leaversAmongOthersRest
  }
}
