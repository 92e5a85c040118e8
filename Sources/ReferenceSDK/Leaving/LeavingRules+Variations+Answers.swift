import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// What other SDKs than the contract's make of what a departure ends, and of what the app has answered.
extension LeavingRules {
  /// True: a re-enrollment that its user's departure ends is reported, however far it has come (ENR-038).
  func isEndTold(of operation: Operation) -> Bool {
    operation.stage == .working || behaviour.enrollment.endedReEnrollmentsAreTold
  }

  /// Nothing: an account is off the list for good, whatever was under way when it left (DRG-002).
  func noteAccount(of attempts: [Operation]) {
    for attempt in attempts where accountIndex(attempt.identity) != nil {
      let isForgotten =
        attempt.stage == .prompting
        ? behaviour.leaving.openSignInsLeaveNobody : behaviour.leaving.openRequestsLeaveNobody
      if !isForgotten { saved.marks[Mark.listedLeaver.rawValue] = .string(attempt.identity) }
    }
  }

  /// Nothing: the unenrollments with which this process went on are those of others.
  func dropResumed(beside identity: String) {
    for operation in underWay {
      guard case .unenroll(let pending, _) = operation.kind,
        memory.resumedUnenrollments.contains(pending), !isSame(operation.identity, identity),
        !behaviour.leaving.resumedUnenrollmentsOutlastRegistrations
      else { continue }
      operations.cancel(operation.number)
      saved.unenrollments.removeAll { $0.number == pending }
    }
  }

  /// True: a departure has ended once the service has answered, whether or not the app hears of it (STA-005).
  var endsUntold: Bool {
    context.delegates.enrollment.contains(.unenrollRequest)
      || behaviour.leaving.untoldDeparturesEnd
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

  /// Nothing: a user who is being unenrolled without a wipe is not enrolled any more, though the wipe may be made (OQ-100).
  func wipeLater(_ identity: String) {
    guard
      let pending = saved.unenrollments.last(where: {
        isSame($0.identity, identity) && memory.unenrollmentsWithoutWipe.contains($0.number)
      }), behaviour.leaving.laterCallsWipe
    else { return }
    memory.unenrollmentsWithoutWipe.removeAll { $0 == pending.number }
    memory.laterWipe = pending.identity
    let thread = behaviour.leaving.questionThread.rawValue
    delegates.ask(
      .wipeDataForAccount(identity: pending.identity, unenrollment: 0, thread: thread))
  }

  /// Nothing: no wipe is made beside an unenrollment.
  func answeredLater(_ answer: DelegateAnswer) {
    guard let leaver = memory.laterWipe else { return }
    memory.laterWipe = nil
    if answer != .flag(true) { act(.deleteFiles(owner: leaver)) }
  }

  /// True if the end of an account that is not the enrolled user is reported (OQ-29, OQ-30).
  func isDepartureReported(ofOther identity: String) -> Bool {
    if isLeaver(identity), !isLeaverAsWritten(identity) { return false }
    if isLeaver(identity), isSame(memory.unlistedUser, identity),
      !behaviour.leaving.reportsFormerUsersRegisteredAgain
    {
      return false
    }
    return isLeaver(identity)
      ? behaviour.leaving.reportsFormerUsers : behaviour.leaving.reportsAccountsWithoutEnrollment
  }

  /// True: a user who has left is known in any letters (DRG-021, IDN-010).
  func isLeaverAsWritten(_ identity: String) -> Bool {
    state.leavers.contains { $0 == identity } || behaviour.leaving.formerUsersHaveAnyCase
  }

  /// Nothing: a launch that enrolls a user drops no unenrollment that the process before has left (DRG-004).
  func dropResumedAtLaunch(of identity: String) {
    for pending in saved.unenrollments where isSame(pending.identity, identity) {
      if behaviour.leaving.resumedUnenrollmentsOutlastLaunches { continue }
      for operation in underWay {
        guard case .unenroll(pending.number, _) = operation.kind else { continue }
        operations.cancel(operation.number)
      }
      saved.unenrollments.removeAll { $0.number == pending.number }
    }
  }

  /// True for a user who has come back and leaves again before the service has answered the first departure.
  func isLeavingTwice(_ identity: String, number: Int) -> Bool {
    underWay.contains { operation in
      guard case .unenroll(let pending, _) = operation.kind else { return false }
      return pending != number && isSame(operation.identity, identity)
    }
  }

  /// False: a call blocks for the token of its own user, whoever else is leaving (DRG-011).
  func returnsBesideAnother(_ number: Int) -> Bool {
    saved.unenrollments.contains { $0.number < number }
      && !behaviour.leaving.blocksBesideOtherDepartures
  }

  /// True for an unenrollment that ends with the one of that number: that one alone, unless it wipes (OQ-35).
  func ends(_ unenrollment: PendingUnenrollment, with number: Int) -> Bool {
    unenrollment.wipe == .none
      && (unenrollment.number == number || !behaviour.leaving.departuresEndAlone)
  }

  /// True: each departure of a user is reported, however soon it follows another one (STA-004).
  func isToldBesideAnother(_ identity: String, _ pending: Int) -> Bool {
    if let last = memory.lastLeaver, !isSame(last, identity),
      !behaviour.leaving.earlierDeparturesAreTold
    {
      return false
    }
    return !isLeavingTwice(identity, number: pending) || behaviour.leaving.secondDeparturesAreTold
  }

  /// Nothing: whoever is registered when an unenrollment ends was registered meanwhile (ENR-005).
  func removeWhoRegistered(_ identity: String) {
    forgetIdentities()
    guard !isSame(enrolled?.identity, identity), let index = accountIndex(identity),
      !behaviour.leaving.endsSpareRegistrations
    else { return }
    saved.accounts.remove(at: index)
  }

  /// Nothing: process, screens and threads keep their identities when the service has answered (IDN-002, IDN-009).
  private func forgetIdentities() {
    let manager = state.identityManager
    guard manager.process != nil || !manager.windows.isEmpty || !manager.threads.isEmpty,
      !behaviour.leaving.endsSpareIdentities
    else { return }
    state.identityManager.process = nil
    state.identityManager.windows = [:]
    state.identityManager.threads = [:]
  }

  /// True: an account is found in any letters, not only in those in which it was registered (DRG-002, IDN-010).
  func isFound(_ account: Account, as identity: String) -> Bool {
    if isSame(memory.lostUser, identity), !behaviour.leaving.lostUsersAreRemoved { return false }
    memory.unlistedUser = identity
    return account.identity == identity || behaviour.leaving.accountsLeaveInAnyCase
  }

  /// False: the retry of a leaver ends wherever it stands among those of others (DRG-003).
  func isTriedAmongOthers(_ leaver: Account) -> Bool {
    if isSame(memory.lostUser, leaver.identity), !behaviour.enrollment.lostLeaversRest {
      return true
    }
    guard let due = leaver.attemptDue,
      saved.accounts.contains(where: { $0.attemptDue.map { $0 < due } ?? false }),
      !memory.deregisteredAccounts.contains(where: { isSame($0.identity, leaver.identity) })
    else { return false }
    return !behaviour.enrollment.leaversAmongOthersRest
  }

  /// Nothing: who was refused while another user left is tried again after 24 hours (OQ-07, ENR-009).
  func tryWhoWasRefused() {
    for failure in memory.failures where failure.code == .switchExistingAccount {
      guard let index = accountIndex(failure.identity),
        !behaviour.enrollment.refusedBehindLeaversWait
      else { continue }
      saved.accounts[index].attemptDue = now
    }
  }
}
