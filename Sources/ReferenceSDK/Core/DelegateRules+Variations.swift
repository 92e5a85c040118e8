internal import ExactText
import JSONText
import StepProtocol

/// What other SDKs than the contract's make of delegates and their answers.
extension DelegateRules {
  /// False: the policy manager holds its delegate, though the app has let it go (POL-026).
  func isLetGo(_ question: DelegateQuestion) -> Bool {
    question.method == .wipeDataForAccount && memory.occasions.contains(.policyDelegateLetGo)
      && !behaviour.leaving.asksDelegatesThatWereLetGo
  }

  /// False: it does not matter when the app has set the delegate (WIP-001).
  func isPassedBy(_ question: DelegateQuestion) -> Bool {
    question.method == .wipeDataForAccount && memory.occasions.contains(.policyDelegateSet)
      && !behaviour.leaving.asksLaterDelegates
  }

  /// False: an answer counts, whoever has left meanwhile.
  func isForgotten(_ question: DelegateQuestion) -> Bool {
    switch question {
    case .identitySwitchRequired, .addIdentity:
      memory.hasLetOthersLeave && !behaviour.leaving.leavesHandlersOfOthers
    default: false
    }
  }

  /// True if the app refuses a user now, whatever it has answered before (IDN-055).
  func isRefused(_ answer: DelegateAnswer) -> Bool {
    let refuses = answer == .flag(false)
    if behaviour.identity.refusalsAreForgotten { return refuses }
    if refuses { _ = state.isRepeated(.refusedUser) }
    return refuses || saved.marks[Mark.refusedUser.rawValue] != nil
  }
}
