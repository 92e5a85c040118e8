import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// The restart that makes the hooks of a first policy take effect (RST-001 to RST-010).
struct RestartRules: SDKRules {
  let state: SDKState

  /// Asks the app to restart, unless its hooks are active already.
  func request() {
    switch behaviour.restart.neededFor {
    case .first: if state.hooksAreActive { return }
    case .firstOfRegistrations: if state.hooksAreActive || !isOfRegistration { return }
    case .all: break
    case .none: return
    }
    if context.delegates.enrollment == .none, !behaviour.restart.needsNoEnrollmentDelegate {
      return
    }
    if context.management.mdmUser != nil, !behaviour.restart.managedDevicesNeedOne { return }
    if launchHandlesEnrollment, !state.isStarted {
      // Policy came before the app's own code ran, so nothing has to be restarted (RST-008).
      guard behaviour.restart.launchSettingsNeedNone else {
        return delegates.ask(.restartApplication)
      }
      state.hooksAreActive = true
      return
    }
    if context.lifecycle == .background, !behaviour.restart.neededInBackground { return }
    if !behaviour.restart.neededEachTime, state.isRepeated(.restart) { return }
    if !behaviour.restart.waitsForTheAnswer { showRestartDialog() }
    delegates.ask(.restartApplication)
  }

  /// True if the enrolled user was enrolled by the first attempt of a registration.
  private var isOfRegistration: Bool { memory.enrolledBy == .registered }

  /// True if enrollment is part of the launch: both launch settings are on (LCH-013).
  var launchHandlesEnrollment: Bool {
    behaviour.launch.includesEnrollment && context.flag("AutoEnrollOnLaunch")
      && context.flag("MAMPolicyRequired")
  }

  /// Restarts the app itself unless the app does (RST-004, RST-005, RST-010).
  func answered(_ answer: DelegateAnswer) {
    switch answer {
    case .flag(true):
      switch behaviour.restart.ifTheAppRestarts {
      case .nothing: break
      case .exits: emit(.exitRequested)
      case .showsDialog: showRestartDialog()
      case .restartsNextDay:
        timers.emitLater(SDKEvent(.dialog, ["kind": "restart"]), after: .days(1))
        timers.emitLater(SDKEvent(.exitRequested), after: .days(1))
      }
    case .flag(false): if behaviour.restart.restartsIfDeclined { showRestartDialog() }
    case .unimplemented: if behaviour.restart.restartsWithoutMethod { showRestartDialog() }
    }
  }

  /// Tells the user that the app has to restart (ENR-018).
  private func showRestartDialog() {
    if !behaviour.restart.everyUserIsTold, state.isRepeated(.restartDialog) { return }
    let way = behaviour.restart.way
    if way == .exit { return requestExit() }
    guard !state.openPrompts.contains(where: { $0.purpose == .restart }) else { return }
    state.openPrompts.append(Prompt(purpose: .restart))
    for _ in 0..<(way == .threeDialogs ? 3 : 1) { emit(.dialog, ["kind": "restart"]) }
    if way == .dialogAndExit { requestExit() }
  }

  /// Ends the process to restart the app, once.
  func requestExit() {
    guard !memory.hasRequestedExit else { return }
    memory.hasRequestedExit = true
    emit(.exitRequested)
  }
}
