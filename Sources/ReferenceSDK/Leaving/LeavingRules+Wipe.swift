import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// The selective wipe: the app is asked, and what it leaves the SDK deletes (WIP-001 to WIP-010).
extension LeavingRules {
  /// Asks the app to wipe for a leaving user, on a background thread (WIP-005).
  func askForWipe(_ number: Int) {
    guard let pending = saved.unenrollments.first(where: { $0.number == number }) else { return }
    if wipesNobody { return dropEnrollment(number) }
    guard asksForWipe() else { return answeredWipe(number, .flag(false)) }
    let thread = behaviour.leaving.questionThread.rawValue
    let users = usersToAskAbout(pending).map(askedName)
    for (place, identity) in users.enumerated() {
      // Only the last answer goes on with the wipe.
      delegates.ask(
        .wipeDataForAccount(
          identity: identity, unenrollment: place == users.count - 1 ? number : 0, thread: thread))
    }
  }

  /// The users about whom the app is asked, one after the other.
  private func usersToAskAbout(_ pending: PendingUnenrollment) -> [String] {
    switch behaviour.leaving.asksAbout {
    case .leavingUser: [nameForWipe(pending)]
    case .objectID: [saved.enrollment?.objectId ?? ""]
    case .leavingUserTwice: [pending.identity, pending.identity]
    case .everyAccount: saved.accounts.map(\.identity) + [pending.identity]
    }
  }

  /// The app has answered: TRUE ends the wipe (WIP-004), anything else leaves the files to the SDK.
  func answeredWipe(_ number: Int, _ answer: DelegateAnswer) {
    guard let index = saved.unenrollments.firstIndex(where: { $0.number == number }) else {
      return answeredLater(answer)
    }
    if deletesFiles(after: counted(answer)) {
      if behaviour.leaving.wipeSurvivesDeath { saved.unenrollments[index].wipe = .deleteFiles }
      deleteFiles(ofLeaver: index)
    } else {
      saved.unenrollments[index].wipe = .none
      loseAnswer(ofLeaver: index)
    }
    if !behaviour.leaving.wipesOnce { saved.unenrollments[index].wipe = .ask }
    // Whose unenrollment came first has nothing left to do.
    if isWipedLate(saved.unenrollments[index].reason) {
      if saved.unenrollments[index].wipe == .none { saved.unenrollments.remove(at: index) }
      return
    }
    dropEnrollment(number)
  }

  /// True if a user who leaves for that reason is wiped after the status of the unenrollment (OQ-24).
  func isWipedLate(_ reason: PendingUnenrollment.Reason) -> Bool {
    switch reason {
    case .deregister: behaviour.leaving.deregistrationOrder == .statusFirst
    case .wipe: !behaviour.leaving.administratorsWipesNeedNoAnswer
    }
  }

  /// True if that answer leaves the files to the SDK.
  private func deletesFiles(after answer: DelegateAnswer) -> Bool {
    switch behaviour.leaving.deletesFiles {
    case .unlessTheAppHas: answer != .flag(true)
    case .always: true
    case .never: false
    case .ifTheAppSaysNo: answer == .flag(false)
    }
  }

  /// Deletes the files of a leaving user (WIP-003).
  private func deleteFiles(ofLeaver index: Int) {
    let owner = saved.unenrollments[index].identity
    act(.deleteFiles(owner: behaviour.leaving.deletedFiles == .ofEverybody ? nil : owner))
    if !behaviour.leaving.acknowledgesOwnWipes { saved.unenrollments[index].wipeId = nil }
    saved.unenrollments[index].wipe = .none
    if behaviour.leaving.afterOwnWipe == .restarts {
      emit(.dialog, ["kind": "restart"])
      restart.requestExit()
    }
  }

  /// Goes on with what the death of an earlier process broke off (OQ-35).
  func resume() {
    noteResumption()
    for pending in saved.unenrollments {
      guard let index = saved.unenrollments.firstIndex(where: { $0.number == pending.number })
      else {
        continue
      }
      if pending.wipe != .none, hasBeenResumed(pending.number) {
        saved.unenrollments[index].wipe = .none
        dropEnrollment(pending.number)
        continue
      }
      switch pending.wipe {
      case .ask where isWipedLate(pending.reason): dropEnrollment(pending.number)
      case .ask: askForWipe(pending.number)
      case .deleteFiles:
        deleteFiles(ofLeaver: index)
        dropEnrollment(pending.number)
      case .none: dropEnrollment(pending.number)
      }
    }
  }
}
