import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// What a person is asked, and what the answers decide.
struct PromptRules: SDKRules {
  let state: SDKState

  /// Asks for the credentials of an enrollment's user at the first authority (ENR-028, AUTH-034).
  func askForCredentials(_ number: Int) {
    guard let index = index(of: number) else { return }
    underWay[index].stage = .prompting
    underWay[index].hasPrompted = true
    underWay[index].token = nil
    let identity = underWay[index].identity
    notePrompt(of: identity)
    state.openPrompts.append(Prompt(purpose: .credentials, operation: number))
    tokens.dropOverridesAtScreen()
    showCredentials(of: identity)
  }

  /// Shows the screen for the credentials of a user.
  func showCredentials(of identity: String) {
    let authority = authorityToShow(tokens.authorityToSignIn(identity))
    emit(
      .prompt,
      ["kind": "credentials", "identity": shownName(identity), "authority": .string(authority)])
  }

  /// Asks who is to be enrolled (ENR-030).
  func askForUserName(_ trigger: Operation.Trigger) {
    state.operationCount += 1
    var operation = Operation(number: state.operationCount, kind: .enroll(trigger), identity: "")
    operation.stage = .prompting
    underWay.append(operation)
    state.openPrompts.append(Prompt(purpose: .userName, operation: operation.number))
    tokens.dropOverridesAtScreen()
    showUserName()
  }

  /// Shows the screen for the name of a user.
  func showUserName() {
    emit(.prompt, ["kind": "userName", "identity": nil, "authority": nil])
  }

  // MARK: Answers

  /// A person answers the oldest open prompt of a kind.
  func answer(_ action: UserAction) {
    guard let index = state.openPrompts.firstIndex(where: { $0.isAnswered(as: action.prompt) })
    else {
      if identities.answerCheck(action) { return }
      return act(
        .refused(.missing, "no prompt of kind \"\(action.prompt.rawValue)\" is open"))
    }
    let prompt = state.openPrompts[index]
    if prompt.purpose == .blocked {
      if action.action == .retry { launch.retry() }
      return
    }
    state.openPrompts.remove(at: index)
    forgetPrompt()
    switch prompt.purpose {
    case .restart: if behaviour.restart.endsOnceConfirmed { emit(.exitRequested) }
    case .policyAbsent, .blocked: break
    case .credentials, .userName: answer(prompt, action)
    }
  }

  /// A person has entered credentials or a name, or has not.
  private func answer(_ prompt: Prompt, _ action: UserAction) {
    guard let number = prompt.operation, let place = index(of: number) else { return }
    guard action.action == .enter || action.action == .retry else {
      let operation = underWay[place]
      if goesOn(after: action, prompt, operation) { return }
      return operations.fail(number, codeOfCancel(operation))  // ENR-032
    }
    if let identity = action.identity, !identity.isEmpty {
      logSignIn(of: identity, for: underWay[place], at: prompt)
      if prompt.purpose == .credentials, underWay[place].isOfRemediation,
        !isSame(identity, underWay[place].identity), endsWithSignInOfAnother()
      {
        return operations.fail(number, .authRequired)
      }
      let asked = underWay[place].identity
      underWay[place].identity = user(named: identity, at: prompt)
      underWay[place].isOfAnother =
        prompt.purpose == .credentials && !isSame(asked, underWay[place].identity)
    }
    guard !underWay[place].identity.isEmpty else {
      return operations.fail(number, .loginCanceled)
    }
    underWay[place].answered = prompt.purpose
    if !enrollments.isAttempting { goOn(number) }
  }

  /// Goes on with an operation whose prompt a person has answered.
  func goOn(_ number: Int) {
    guard let place = index(of: number), let purpose = underWay[place].answered else { return }
    underWay[place].answered = nil
    let operation = underWay[place]
    if purpose == .credentials,
      !behaviour.enrollment.credentialsContinueAttempt || isLostByTheLibrary(operation)
    {
      return operations.fail(number, .authRequired)
    }
    if case .compliance = operation.trigger, enrolled != nil {
      operations.remove(number)
      return compliance.goOn()
    }
    // Another account may have enrolled while the prompt was open, and the device may rule out whoever has signed in (ENR-044).
    if purpose == .userName || enrolled != nil
      || operation.isOfAnother && behaviour.enrollment.deviceRulesOutWhoSignsIn,
      let trigger = operation.trigger,
      let code = enrollments.refusal(of: operation.identity, trigger)
    {
      operations.fail(number, code)
    } else if purpose == .credentials {
      startWithCredentials(operation)
      tokens.signIn(number)
    } else {
      operations.advance(number)
    }
  }
}
