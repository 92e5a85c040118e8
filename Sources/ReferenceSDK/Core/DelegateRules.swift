internal import ExactText
import JSONText
internal import StepProtocol

/// What the app's delegates are asked, and what their answers decide.
struct DelegateRules: SDKRules {
  let state: SDKState

  /// Asks a delegate; one that is not there counts as one without the method.
  func ask(_ question: DelegateQuestion) {
    if question.method == .wipeDataForAccount, memory.occasions.contains(.policyDelegateLetGo),
      !behaviour.leaving.asksDelegatesThatWereLetGo
    {
      return answered(question, .unimplemented)
    }
    if context.delegates.policy.contains(question.method) {
      act(.ask(question))
    } else {
      if question == .restartApplication, !behaviour.restart.asksOnlyWhoCanAnswer {
        emit(.restartApplication, ["thread": "background", "answered": false])
      }
      answered(question, .unimplemented)
    }
  }

  /// True for a question whose handler an app may keep.
  private func isHandler(_ question: DelegateQuestion) -> Bool {
    switch question {
    case .identitySwitchRequired, .addIdentity: true
    default: false
    }
  }

  /// Goes on with what a delegate's answer decides.
  func answered(_ question: DelegateQuestion, _ answer: DelegateAnswer) {
    if memory.hasLetOthersLeave, isHandler(question), !behaviour.leaving.leavesHandlersOfOthers {
      return
    }
    switch question {
    case .restartApplication: restart.answered(answer)
    case .wipeDataForAccount(_, let unenrollment, _): leaving.answeredWipe(unenrollment, answer)
    case .identitySwitchRequired: identities.answeredSwitch(answer)
    case .addIdentity(let identity):
      memory.unansweredAddition = nil
      // An app that refuses the user does not want the enrollment either (OQ-45).
      if answer == .flag(false), isSame(enrolled?.identity, identity),
        behaviour.identity.refusedUsersLeave
      {
        leaving.leave(reason: .deregister, wipe: false)
      }
    }
  }
}
