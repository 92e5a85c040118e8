import Contract
internal import ExactText
import JSONText

/// The selective wipe: the app is asked, and what it leaves the SDK deletes (WIP-001 to WIP-010).
extension ManagementSDK {
  /// Asks the app to wipe for a leaving user, on a background thread (WIP-005).
  mutating func askForWipe(_ number: Int) {
    guard let leaving = saved.leavings.first(where: { $0.number == number }) else { return }
    guard behaviour.leaving.asksBeforeWiping else { return answeredWipe(number, .flag(false)) }
    let thread = behaviour.leaving.questionThread.rawValue
    let users = usersToAskAbout(leaving)
    for (place, identity) in users.enumerated() {
      // Only the last answer goes on with the wipe.
      ask(
        .wipeDataForAccount(
          identity: identity, leaving: place == users.count - 1 ? number : 0, thread: thread))
    }
  }

  /// The users about whom the app is asked, one after the other.
  private func usersToAskAbout(_ leaving: Leaving) -> [String] {
    switch behaviour.leaving.asksAbout {
    case .leavingUser: [leaving.identity]
    case .objectID: [saved.enrollment?.objectId ?? ""]
    case .leavingUserTwice: [leaving.identity, leaving.identity]
    case .everyAccount: saved.accounts.map(\.identity) + [leaving.identity]
    }
  }

  /// The app has answered: TRUE ends the wipe (WIP-004), anything else leaves the files to the SDK.
  mutating func answeredWipe(_ number: Int, _ answer: DelegateAnswer) {
    guard let index = saved.leavings.firstIndex(where: { $0.number == number }) else { return }
    if deletesFiles(after: answer) {
      if behaviour.leaving.wipeSurvivesDeath { saved.leavings[index].wipe = .deleteFiles }
      deleteFiles(ofLeaving: index)
    } else {
      saved.leavings[index].wipe = .none
    }
    if !behaviour.leaving.wipesOnce { saved.leavings[index].wipe = .ask }
    // Whose unenrollment came first has nothing left to do.
    if isWipedLate(saved.leavings[index].reason) {
      if saved.leavings[index].wipe == .none { saved.leavings.remove(at: index) }
      return
    }
    dropEnrollment(number)
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
  private mutating func deleteFiles(ofLeaving index: Int) {
    let owner = saved.leavings[index].identity
    act(.deleteFiles(owner: behaviour.leaving.deletedFiles == .ofEverybody ? nil : owner))
    saved.leavings[index].wipe = .none
    if behaviour.leaving.afterOwnWipe == .restarts {
      emit("dialog", ["kind": "restart"])
      requestExit()
    }
  }

  /// Goes on with what the death of an earlier process broke off (OQ-35).
  mutating func resumeLeavings() {
    for leaving in saved.leavings {
      guard let index = saved.leavings.firstIndex(where: { $0.number == leaving.number }) else {
        continue
      }
      switch leaving.wipe {
      case .ask where isWipedLate(leaving.reason): dropEnrollment(leaving.number)
      case .ask: askForWipe(leaving.number)
      case .deleteFiles:
        deleteFiles(ofLeaving: index)
        dropEnrollment(leaving.number)
      case .none: dropEnrollment(leaving.number)
      }
    }
  }
}
