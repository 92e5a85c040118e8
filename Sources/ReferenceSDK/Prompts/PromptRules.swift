import Contract
internal import ExactText
import JSONText

/// Something that a person is asked.
struct Prompt: Sendable, Equatable {
  enum Purpose: Sendable, Equatable {
    case credentials, userName
    /// Dialogs: the app has to restart; policy is missing.
    case restart, policyAbsent
    /// The app is kept from starting.
    case blocked

    /// The prompt's kind in the step protocol.
    var kind: String {
      switch self {
      case .credentials: "credentials"
      case .userName: "userName"
      case .restart, .policyAbsent: "dialog"
      case .blocked: "blocked"
      }
    }
  }
  var purpose: Purpose
  /// True if an answer of that kind is one to it; what is blocked shows as a dialog, too.
  func isAnswered(as kind: String) -> Bool {
    purpose.kind == kind || (kind == "dialog" && purpose == .blocked)
  }
  /// The operation that waits for the answer.
  var operation: Int?
}

extension ManagementSDK {
  /// Asks for the credentials of an enrollment's user at the first authority (ENR-028, AUTH-034).
  mutating func askForCredentials(_ number: Int) {
    guard let index = index(of: number) else { return }
    operations[index].stage = .prompting
    operations[index].hasPrompted = true
    operations[index].token = nil
    let identity = operations[index].identity
    prompts.append(Prompt(purpose: .credentials, operation: number))
    emit(
      "prompt",
      [
        "kind": "credentials", "identity": .string(identity),
        "authority": .string(authorities(for: identity)[0]),
      ])
  }

  /// Asks who is to be enrolled (ENR-030).
  mutating func askForUserName(_ trigger: Operation.Trigger) {
    operationCount += 1
    var operation = Operation(number: operationCount, kind: .enroll(trigger), identity: "")
    operation.stage = .prompting
    operations.append(operation)
    prompts.append(Prompt(purpose: .userName, operation: operation.number))
    emit("prompt", ["kind": "userName", "identity": nil, "authority": nil])
  }

  /// A person answers the oldest open prompt of a kind.
  mutating func answerPrompt(_ action: UserAction) {
    guard let index = prompts.firstIndex(where: { $0.isAnswered(as: action.prompt) }) else {
      if answerCheck(action) { return }
      return act(
        .refused(code: "failed", message: "no prompt of kind \"\(action.prompt)\" is open"))
    }
    let prompt = prompts[index]
    if prompt.purpose == .blocked {
      if action.action == "retry" { retryBlockedLaunch() }
      return
    }
    prompts.remove(at: index)
    let isConfirmed = action.action == "enter" || action.action == "retry"
    switch prompt.purpose {
    case .restart: emit("exitRequested")
    case .policyAbsent, .blocked: break
    case .credentials, .userName:
      guard let number = prompt.operation, let place = self.index(of: number) else { return }
      guard isConfirmed else { return cancel(prompt, of: operations[place]) }
      if let identity = action.identity, !identity.isEmpty {
        operations[place].identity = identity
      }
      let operation = operations[place]
      guard !operation.identity.isEmpty else { return fail(number, .loginCanceled) }
      if prompt.purpose == .credentials {
        if !behaviour.enrollment.credentialsContinueAttempt { return fail(number, .authRequired) }
        signIn(number)
      } else if let trigger = operation.trigger, let code = refusal(of: operation.identity, trigger)
      {
        fail(number, code)
      } else {
        advance(number)
      }
    }
  }

  /// The person does not sign in (ENR-032).
  private mutating func cancel(_ prompt: Prompt, of operation: Operation) {
    if prompt.purpose == .credentials, operation.trigger == .login,
      !behaviour.enrollment.cancelEndsAttempt
    {
      return askForCredentials(operation.number)
    }
    if operation.trigger == .launch, !isStarted, !behaviour.launch.staysBlockedIfCancelled {
      start()
    }
    fail(operation.number, .loginCanceled)
  }
}
