import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// The selective wipe: the app is asked, and what it leaves the SDK deletes (WIP-001 to WIP-010).
extension LeavingRules {
  /// Asks the app to wipe for a leaving user, on a background thread (WIP-005).
  func askForWipe(_ number: Int) {
    guard let pending = saved.unenrollments.first(where: { $0.number == number }) else { return }
    if !saved.accounts.isEmpty, !behaviour.leaving.wipesBesideOthers {
      return dropEnrollment(number)
    }
    guard behaviour.leaving.asksBeforeWiping else { return answeredWipe(number, .flag(false)) }
    memory.wipeCount += 1
    if context.lifecycle == .background, !behaviour.leaving.asksInBackground {
      return answeredWipe(number, .flag(false))
    }
    if memory.wipeCount > 1, !behaviour.leaving.asksForEveryWipe {
      return answeredWipe(number, .flag(false))
    }
    let thread = behaviour.leaving.questionThread.rawValue
    let users = usersToAskAbout(pending).map { name in
      name.utf8.count <= 40 || behaviour.leaving.namesAreWhole ? name : String(name.prefix(40))
    }
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
    case .leavingUser:
      [
        !memory.resumedUnenrollments.contains(pending.number)
          || behaviour.leaving.resumedWipesNameTheUser ? pending.identity : ""
      ]
    case .objectID: [saved.enrollment?.objectId ?? ""]
    case .leavingUserTwice: [pending.identity, pending.identity]
    case .everyAccount: saved.accounts.map(\.identity) + [pending.identity]
    }
  }

  /// The app has answered: TRUE ends the wipe (WIP-004), anything else leaves the files to the SDK.
  func answeredWipe(_ number: Int, _ answer: DelegateAnswer) {
    guard let index = saved.unenrollments.firstIndex(where: { $0.number == number }) else { return }
    if deletesFiles(after: behaviour.leaving.everyAnswerCounts ? answer : givenFirst(answer)) {
      if behaviour.leaving.wipeSurvivesDeath { saved.unenrollments[index].wipe = .deleteFiles }
      deleteFiles(ofLeaver: index)
    } else {
      saved.unenrollments[index].wipe = .none
    }
    if !behaviour.leaving.wipesOnce { saved.unenrollments[index].wipe = .ask }
    // Whose unenrollment came first has nothing left to do.
    if isWipedLate(saved.unenrollments[index].reason) {
      if saved.unenrollments[index].wipe == .none { saved.unenrollments.remove(at: index) }
      return
    }
    dropEnrollment(number)
  }

  /// The answer that this process was given first.
  private func givenFirst(_ answer: DelegateAnswer) -> DelegateAnswer {
    let first = memory.firstWipeAnswer ?? answer
    memory.firstWipeAnswer = first
    return first
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
    if saved.unenrollments[index].wipeId != nil, !behaviour.leaving.acknowledgesOwnWipes {
      saved.unenrollments[index].wipeId = nil
    }
    saved.unenrollments[index].wipe = .none
    if behaviour.leaving.afterOwnWipe == .restarts {
      emit(.dialog, ["kind": "restart"])
      restart.requestExit()
    }
  }

  /// Removes whoever has come back while a launch made up for the departure, which the contract does not do.
  func removeWhoReturned(_ identity: String, _ pending: Int) {
    guard memory.resumedUnenrollments.contains(pending), isSame(enrolled?.identity, identity),
      !behaviour.leaving.lateDeparturesSpareWhoReturned
    else { return }
    saved.enrollment = nil
    saved.checkInDue = nil
    if let index = accountIndex(identity) { saved.accounts.remove(at: index) }
  }

  /// True if an SDK that goes on with a wipe once has done so.
  private func hasBeenResumed(_ number: Int) -> Bool {
    if behaviour.leaving.resumesWipesEachTime { return false }
    let name = "resumed/\(number)"
    if saved.marks[name] != nil { return true }
    saved.marks[name] = true
    return false
  }

  /// Goes on with what the death of an earlier process broke off (OQ-35).
  func resume() {
    memory.hasResumedWipe = saved.unenrollments.contains { $0.wipe != .none }
    memory.resumedUnenrollments = saved.unenrollments.map(\.number)
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

/// What other SDKs make of a departure, and of what is left to do for one.
extension LeavingRules {
  /// Remembers what the user had who leaves.
  func noteDeparture(of enrollment: Enrollment) {
    memory.policyLeftBehind = enrollment.policy
    if let policy = enrollment.policy { memory.endedPolicy = (.departure, policy) }
    if behaviour.launch.formerUsers != .stayOut {
      saved.marks[Mark.formerUser.rawValue] = .string(enrollment.identity)
    }
  }

  /// True for a user without tokens, for an SDK whose wipes need one.
  func lacksTokens(_ identity: String) -> Bool {
    tokens.cachedTokens(of: identity).isEmpty && !behaviour.leaving.wipesNeedNoTokens
  }

  /// Drops the unenrollments of others with which this process went on.
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
}
