import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// Something that a person is asked.
struct Prompt: Sendable, Equatable {
  enum Purpose: Sendable, Equatable {
    case credentials, userName
    /// Dialogs: the app has to restart; policy is missing.
    case restart, policyAbsent
    /// The app is kept from starting.
    case blocked

    /// The prompt's kind in the step protocol.
    var kind: PromptKind {
      switch self {
      case .credentials: .credentials
      case .userName: .userName
      case .restart, .policyAbsent: .dialog
      case .blocked: .blocked
      }
    }
  }
  var purpose: Purpose
  /// True if an answer of that kind is one to it; what is blocked shows as a dialog, too.
  func isAnswered(as kind: PromptKind) -> Bool {
    purpose.kind == kind || (kind == .dialog && purpose == .blocked)
  }
  /// The operation that waits for the answer.
  var operation: Int?
}

struct PromptRules: SDKRules {
  let state: SDKState

  /// Asks for the credentials of an enrollment's user at the first authority (ENR-028, AUTH-034).
  func askForCredentials(_ number: Int) {
    guard let index = index(of: number) else { return }
    underWay[index].stage = .prompting
    underWay[index].hasPrompted = true
    underWay[index].token = nil
    let identity = underWay[index].identity
    if !behaviour.enrollment.promptsEndWithTheProcess {
      saved.marks[Mark.prompt.rawValue] = .string(identity)
    }
    state.openPrompts.append(Prompt(purpose: .credentials, operation: number))
    showCredentials(of: identity)
  }

  /// Shows what is open again, unless each is shown once.
  func showAgain() {
    for prompt in state.openPrompts {
      switch prompt.purpose {
      case .credentials:
        guard let index = prompt.operation.flatMap({ index(of: $0) }),
          !behaviour.enrollment.promptsAreShownOnce
        else { continue }
        showCredentials(of: underWay[index].identity)
      case .userName:
        if !behaviour.enrollment.namesAreAskedOnce {
          emit(.prompt, ["kind": "userName", "identity": nil, "authority": nil])
        }
      case .restart:
        if !behaviour.restart.dialogIsShownOnce { emit(.dialog, ["kind": "restart"]) }
      case .policyAbsent, .blocked: break
      }
    }
  }

  private func showCredentials(of identity: String) {
    emit(
      .prompt,
      [
        "kind": "credentials", "identity": .string(identity),
        "authority": .string(authority(for: identity)),
      ])
  }

  /// Where the sign-in screen of a user leads (AUTH-034).
  private func authority(for identity: String) -> String {
    let first = tokens.authorities(for: identity)[0]
    if memory.lastLeaver != nil, let left = memory.authoritiesLeftBehind.last, left != first,
      !behaviour.tokens.screensForgetLeavers
    {
      return left
    }
    return first == TokenRules.defaultAuthority || behaviour.tokens.screensLeadToFirstAuthority
      ? first : TokenRules.defaultAuthority
  }

  /// Asks who is to be enrolled (ENR-030).
  func askForUserName(_ trigger: Operation.Trigger) {
    state.operationCount += 1
    var operation = Operation(number: state.operationCount, kind: .enroll(trigger), identity: "")
    operation.stage = .prompting
    underWay.append(operation)
    state.openPrompts.append(Prompt(purpose: .userName, operation: operation.number))
    emit(.prompt, ["kind": "userName", "identity": nil, "authority": nil])
  }

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
    state.forget(.prompt)
    let isConfirmed = action.action == .enter || action.action == .retry
    switch prompt.purpose {
    case .restart: if behaviour.restart.endsOnceConfirmed { emit(.exitRequested) }
    case .policyAbsent, .blocked: break
    case .credentials, .userName:
      guard let number = prompt.operation, let place = self.index(of: number) else { return }
      guard isConfirmed else {
        if action.action == .dismiss, prompt.purpose == .credentials,
          !behaviour.enrollment.dismissedPromptsAreCancelled
        {
          return operations.fail(number, .authRequired)
        }
        return cancel(prompt, of: underWay[place])
      }
      if let identity = action.identity, !identity.isEmpty {
        let other = prompt.purpose == .userName ? saved.accounts.first?.identity : nil
        let isReplaced =
          other != nil && !isSame(other, identity) && !behaviour.enrollment.typedNamesCount
        underWay[place].identity = isReplaced ? other ?? identity : identity
        memory.typedUser = identity
      }
      guard !underWay[place].identity.isEmpty else {
        return operations.fail(number, .loginCanceled)
      }
      underWay[place].answered = prompt.purpose
      if !enrollments.isAttempting { goOn(number) }
    }
  }

  /// Goes on with an operation whose prompt a person has answered.
  func goOn(_ number: Int) {
    guard let place = index(of: number), let purpose = underWay[place].answered else { return }
    underWay[place].answered = nil
    let operation = underWay[place]
    if purpose == .credentials, !behaviour.enrollment.credentialsContinueAttempt {
      return operations.fail(number, .authRequired)
    }
    if case .compliance = operation.trigger, enrolled != nil {
      operations.remove(number)
      return compliance.goOn()
    }
    // Another account may have enrolled while the prompt was open.
    if purpose == .userName || enrolled != nil, let trigger = operation.trigger,
      let code = enrollments.refusal(of: operation.identity, trigger)
    {
      operations.fail(number, code)
    } else if purpose == .credentials {
      if operation.trigger == .launch, !state.isStarted, !behaviour.launch.credentialsAreNotEnough {
        launch.start()
      }
      tokens.signIn(number)
    } else {
      operations.advance(number)
    }
  }

  /// The person does not sign in (ENR-032).
  private func cancel(_ prompt: Prompt, of operation: Operation) {
    if prompt.purpose == .credentials, operation.trigger == .login,
      !behaviour.enrollment.cancelEndsAttempt
    {
      return askForCredentials(operation.number)
    }
    if operation.trigger == .launch, !state.isStarted, !behaviour.launch.staysBlockedIfCancelled {
      launch.start()
    }
    if prompt.purpose == .credentials, tokens.goesOnWithout(operation.number) { return }
    let isRepeated = operation.trigger == .login && state.isRepeated(.cancelledSignIn)
    operations.fail(
      operation.number,
      !isRepeated || behaviour.enrollment.everyCancelIsTold ? .loginCanceled : .authRequired)
  }
}
