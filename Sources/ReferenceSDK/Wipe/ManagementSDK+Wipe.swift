import Contract
internal import ExactText
import JSONText

/// The selective wipe: the app is asked, and what it leaves the SDK deletes (WIP-001 to WIP-010).
extension ManagementSDK {
  /// Asks the app to wipe for a leaving user, on a background thread (WIP-005).
  mutating func askForWipe(_ number: Int) {
    guard let leaving = saved.leavings.first(where: { $0.number == number }) else { return }
    let thread = has(.wipeOnMainThread) ? "main" : "background"
    if has(.wipeWithoutAsking) { return answeredWipe(number, .flag(false)) }
    var users = [leaving.identity]
    if has(.wipeInAnotherName) { users = [saved.enrollment?.objectId ?? ""] }
    if has(.wipeTwice) { users.append(leaving.identity) }
    if !saved.accounts.isEmpty, has(.wipeForOtherUser) {
      users = saved.accounts.map(\.identity) + users
    }
    for (place, identity) in users.enumerated() {
      // Only the last answer goes on with the wipe.
      ask(
        .wipeDataForAccount(
          identity: identity, leaving: place == users.count - 1 ? number : 0, thread: thread))
    }
  }

  /// The app has answered: TRUE ends the wipe (WIP-004), anything else leaves the files to the SDK.
  mutating func answeredWipe(_ number: Int, _ answer: DelegateAnswer) {
    guard let index = saved.leavings.firstIndex(where: { $0.number == number }) else { return }
    let appHasWiped = answer == .flag(true) && !has(.wipeIgnoresTrue)
    let isLeft =
      !appHasWiped
      && (has(.wipeKeepsFilesOnFalse) || answer == .unimplemented && has(.wipeNeedsTheDelegate))
    if appHasWiped || isLeft {
      saved.leavings[index].wipe = .none
    } else {
      if !has(.wipeLostWhenKilled) { saved.leavings[index].wipe = .deleteFiles }
      deleteFiles(ofLeaving: index)
    }
    if has(.wipeRepeatedAtLaunch) { saved.leavings[index].wipe = .ask }
    // Whose unenrollment came first has nothing left to do.
    if reads(.statusBeforeWipe), saved.leavings[index].reason == "deregister" {
      if saved.leavings[index].wipe == .none { saved.leavings.remove(at: index) }
      return
    }
    dropEnrollment(number)
  }

  /// Deletes the files of a leaving user (WIP-003).
  private mutating func deleteFiles(ofLeaving index: Int) {
    let owner = saved.leavings[index].identity
    act(.deleteFiles(owner: has(.wipeOtherIdentityFiles) ? nil : owner))
    saved.leavings[index].wipe = .none
    if reads(.restartAfterWipe) {
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
      case .ask where reads(.statusBeforeWipe) && leaving.reason == "deregister":
        dropEnrollment(leaving.number)
      case .ask: askForWipe(leaving.number)
      case .deleteFiles:
        deleteFiles(ofLeaving: index)
        dropEnrollment(leaving.number)
      case .none: dropEnrollment(leaving.number)
      }
    }
  }
}
