import Contract
internal import ExactText
import JSONText
import VirtualTime

/// The restart that makes the hooks of a first policy take effect (RST-001 to RST-010).
extension ManagementSDK {
  /// Asks the app to restart, unless its hooks are active already.
  mutating func requestRestart() {
    if (hooksAreActive && !has(.restartOnEveryRefresh)) || has(.noRestart) { return }
    if launchHandlesEnrollment, !isStarted {
      // Policy came before the app's own code ran, so nothing has to be restarted (RST-008).
      if has(.restartDespiteLaunchSettings) { return ask(.restartApplication) }
      hooksAreActive = true
      return
    }
    if has(.appAskedAndDialogShown) { showRestartDialog() }
    ask(.restartApplication)
  }

  /// True if enrollment is part of the launch: both launch settings are on (LCH-013).
  var launchHandlesEnrollment: Bool {
    context.edition >= .e2020_01 && context.flag("AutoEnrollOnLaunch")
      && context.flag("MAMPolicyRequired")
  }

  /// Restarts the app itself unless the app does (RST-004, RST-005, RST-010).
  mutating func answeredRestart(_ answer: DelegateAnswer) {
    switch answer {
    case .flag(true):
      if has(.exitAlthoughTrue) { emit("exitRequested") }
      if has(.restartReminder) {
        echo(SDKEvent("dialog", ["kind": "restart"]), after: .days(1))
        echo(SDKEvent("exitRequested"), after: .days(1))
      }
      if has(.restartAlthoughTrue) { showRestartDialog() }
    case .flag(false): if !has(.noRestartAfterFalse) { showRestartDialog() }
    case .unimplemented: if !has(.noRestartWithoutMethod) { showRestartDialog() }
    }
  }

  /// Tells the user that the app has to restart (ENR-018).
  private mutating func showRestartDialog() {
    if reads(.restartByExit) { return requestExit() }
    guard !prompts.contains(where: { $0.purpose == .restart }) else { return }
    prompts.append(Prompt(purpose: .restart))
    emit("dialog", ["kind": "restart"])
    if reads(.restartByDialogAndExit) { requestExit() }
  }

  // MARK: Delegates

  /// Asks a delegate; one that is not there counts as one without the method.
  mutating func ask(_ question: DelegateQuestion) {
    if context.delegates.policy.contains(question.method) {
      act(.ask(question))
    } else {
      answered(question, .unimplemented)
    }
  }

  /// Goes on with what a delegate's answer decides.
  mutating func answered(_ question: DelegateQuestion, _ answer: DelegateAnswer) {
    switch question {
    case .restartApplication: answeredRestart(answer)
    case .wipeDataForAccount(_, let leaving, _): answeredWipe(leaving, answer)
    case .identitySwitchRequired: answeredSwitch(answer)
    case .addIdentity(let identity):
      // An app that refuses the user does not want the enrollment either (OQ-45).
      if answer == .flag(false), isSame(enrolled?.identity, identity) {
        leave(reason: "deregister", wipe: false)
      }
    }
  }
}
