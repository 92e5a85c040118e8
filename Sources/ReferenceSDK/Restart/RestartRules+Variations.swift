internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of the restart; by the contract each answers as its first line says.
extension RestartRules {
  /// True unless the hooks are active: it does not matter how the user was enrolled, who manages the device, and whether
  /// the app has an enrollment delegate (RST-001, RST-002, RST-007).
  var isNeeded: Bool {
    switch behaviour.restart.neededFor {
    case .first: if state.hooksAreActive { return false }
    case .firstOfRegistrations:
      if state.hooksAreActive || memory.enrolledBy != .registered { return false }
    case .all: break
    case .none: return false
    }
    if context.delegates.enrollment == .none, !behaviour.restart.needsNoEnrollmentDelegate {
      return false
    }
    return context.management.mdmUser == nil || behaviour.restart.managedDevicesNeedOne
  }

  /// False: a restart is needed in the background, too, and every time (RST-001, RST-002, OQ-25).
  var isLeftOut: Bool {
    if state.isIn(behaviour.lapses.restarts) { return true }
    if context.lifecycle == .background, !behaviour.restart.neededInBackground { return true }
    if isOfAnotherInstallation { return true }
    return !behaviour.restart.neededEachTime && state.isRepeated(.restart)
  }

  /// False: what an earlier installation was asked for does not count for this one (RST-001).
  private var isOfAnotherInstallation: Bool {
    if behaviour.restart.neededByEachInstallation { return false }
    let mark = KeychainItem(
      group: accounts.managementGroup, account: "restart/" + context.bundleId)
    if state.isRepeated(.installation) { return false }
    if state.keychain[mark] != nil { return true }
    state.keychain[mark] = true
    act(.keychain(mark, true))
    return false
  }

  /// Notes nothing: the policy is saved before the app is asked (RST-001).
  func noteQuestion() {
    if !behaviour.restart.policyOutlastsOpenQuestions {
      saved.marks[Mark.openRestart.rawValue] = true
    }
  }

  /// Nothing: an app that says that it restarts itself does so (RST-004).
  func restartAllTheSame() {
    switch behaviour.restart.ifTheAppRestarts {
    case .nothing: break
    case .exits: emit(.exitRequested)
    case .showsDialog: showRestartDialog()
    case .restartsNextDay:
      timers.emitLater(SDKEvent(.dialog, ["kind": "restart"]), after: .days(1))
      timers.emitLater(SDKEvent(.exitRequested), after: .days(1))
    }
  }

  /// False: whoever's first policy needs a restart is told so (RST-005, RST-006).
  var isToldNothing: Bool {
    !behaviour.restart.everyUserIsTold && state.isRepeated(.restartDialog)
  }

  /// One: a person is told once that the app has to restart (ENR-018).
  var dialogCount: Int { behaviour.restart.way == .threeDialogs ? 3 : 1 }
}
