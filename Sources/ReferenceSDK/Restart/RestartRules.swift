import Contract
internal import ExactText
import JSONText
import VirtualTime

/// The restart that makes the hooks of a first policy take effect (RST-001 to RST-010).
extension ManagementSDK {
  /// Asks the app to restart, unless its hooks are active already.
  mutating func requestRestart() {
    switch behaviour.restart.neededFor {
    case .first: if hooksAreActive { return }
    case .all: break
    case .none: return
    }
    if launchHandlesEnrollment, !isStarted {
      // Policy came before the app's own code ran, so nothing has to be restarted (RST-008).
      guard behaviour.restart.launchSettingsNeedNone else { return ask(.restartApplication) }
      hooksAreActive = true
      return
    }
    if !behaviour.restart.waitsForTheAnswer { showRestartDialog() }
    ask(.restartApplication)
  }

  /// True if enrollment is part of the launch: both launch settings are on (LCH-013).
  var launchHandlesEnrollment: Bool {
    behaviour.launch.includesEnrollment && context.flag("AutoEnrollOnLaunch")
      && context.flag("MAMPolicyRequired")
  }

  /// Restarts the app itself unless the app does (RST-004, RST-005, RST-010).
  mutating func answeredRestart(_ answer: DelegateAnswer) {
    switch answer {
    case .flag(true):
      switch behaviour.restart.ifTheAppRestarts {
      case .nothing: break
      case .exits: emit("exitRequested")
      case .showsDialog: showRestartDialog()
      case .restartsNextDay:
        tellLater(SDKEvent("dialog", ["kind": "restart"]), after: .days(1))
        tellLater(SDKEvent("exitRequested"), after: .days(1))
      }
    case .flag(false): if behaviour.restart.restartsIfDeclined { showRestartDialog() }
    case .unimplemented: if behaviour.restart.restartsWithoutMethod { showRestartDialog() }
    }
  }

  /// Tells the user that the app has to restart (ENR-018).
  private mutating func showRestartDialog() {
    let way = behaviour.restart.way
    if way == .exit { return requestExit() }
    guard !prompts.contains(where: { $0.purpose == .restart }) else { return }
    prompts.append(Prompt(purpose: .restart))
    emit("dialog", ["kind": "restart"])
    if way == .dialogAndExit { requestExit() }
  }

  /// Ends the process to restart the app, once.
  mutating func requestExit() {
    guard !hasRequestedExit else { return }
    hasRequestedExit = true
    emit("exitRequested")
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
