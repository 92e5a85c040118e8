internal import ExactText
import JSONText
internal import StepProtocol

/// What the app's delegates are asked, and what their answers decide.
struct DelegateRules: SDKRules {
  let state: SDKState

  /// Asks a delegate; one that is not there counts as one without the method.
  func ask(_ question: DelegateQuestion) {
    if context.delegates.policy.contains(question.method), !isLetGo(question),
      !isPassedBy(question)
    {
      act(.ask(question))
    } else {
      if question == .restartApplication, !behaviour.restart.asksOnlyWhoCanAnswer {
        emit(.restartApplication, ["thread": "background", "answered": false])
      }
      answered(question, .unimplemented)
    }
  }

  /// Goes on with what a delegate's answer decides.
  func answered(_ question: DelegateQuestion, _ answer: DelegateAnswer) {
    if isForgotten(question) { return }
    switch question {
    case .restartApplication: restart.answered(answer)
    case .wipeDataForAccount(_, let unenrollment, _): leaving.answeredWipe(unenrollment, answer)
    case .identitySwitchRequired: identities.answeredSwitch(answer)
    case .addIdentity(let identity):
      memory.unansweredAddition = nil
      // An app that refuses the user does not want the enrollment either (OQ-45).
      if isRefused(answer), isSame(enrolled?.identity, identity),
        behaviour.identity.refusedUsersLeave
      {
        leaving.leave(reason: .deregister, wipe: false)
      }
    }
  }
}
