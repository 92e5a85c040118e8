internal import ExactText
import JSONText
internal import StepProtocol

/// The restart that makes the hooks of a first policy take effect (RST-001 to RST-010).
struct RestartRules: SDKRules {
  let state: SDKState

  /// Asks the app to restart, unless its hooks are active already.
  func request() {
    guard isNeeded else { return }
    if launchHandlesEnrollment, !state.isStarted {
      // Policy came before the app's own code ran, so nothing has to be restarted (RST-008).
      guard behaviour.restart.launchSettingsNeedNone else {
        return delegates.ask(.restartApplication)
      }
      state.hooksAreActive = true
      return
    }
    if isLeftOut { return }
    if !behaviour.restart.waitsForTheAnswer { showRestartDialog() }
    noteQuestion()
    delegates.ask(.restartApplication)
  }

  /// True if enrollment is part of the launch: both launch settings are on (LCH-013).
  var launchHandlesEnrollment: Bool {
    behaviour.launch.includesEnrollment && context.flag("AutoEnrollOnLaunch")
      && context.flag("MAMPolicyRequired")
  }

  /// Restarts the app itself unless the app does (RST-004, RST-005, RST-010).
  func answered(_ answer: DelegateAnswer) {
    state.forget(.openRestart)
    switch answer {
    case .flag(true): restartAllTheSame()
    case .flag(false): if behaviour.restart.restartsIfDeclined { showRestartDialog() }
    case .unimplemented: if behaviour.restart.restartsWithoutMethod { showRestartDialog() }
    }
  }

  /// Tells the user that the app has to restart (ENR-018).
  func showRestartDialog() {
    if isToldNothing { return }
    let way = behaviour.restart.way
    if way == .exit { return requestExit() }
    guard !state.openPrompts.contains(where: { $0.purpose == .restart }) else { return }
    state.openPrompts.append(Prompt(purpose: .restart))
    for _ in 0..<dialogCount { emit(.dialog, ["kind": "restart"]) }
    if way == .dialogAndExit { requestExit() }
  }

  /// Ends the process to restart the app, once.
  func requestExit() {
    guard !state.hasRequestedExit else { return }
    state.hasRequestedExit = true
    emit(.exitRequested)
  }
}
