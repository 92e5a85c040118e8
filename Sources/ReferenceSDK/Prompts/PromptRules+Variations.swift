import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// What other SDKs than the contract's make of prompts; by the contract each answers as its first line says.
extension PromptRules {
  // MARK: What is shown

  /// Notes nothing: a prompt ends with its process (ENR-028, LCH-001).
  func notePrompt(of identity: String) {
    if !behaviour.enrollment.promptsEndWithTheProcess
      || !behaviour.accounts.abandonedSignInsRegisterNobody
    {
      saved.marks[Mark.prompt.rawValue] = .string(identity)
    }
  }

  /// Nothing: no message tells who has signed in instead of the user who was asked for (DBG-023).
  func logSignIn(of identity: String, for operation: Operation, at prompt: Prompt) {
    guard prompt.purpose == .credentials, !isSame(identity, operation.identity),
      !behaviour.diagnostics.signInsOfOthersNameNobody
    else { return }
    log("error", "\(identity) has signed in instead of \(operation.identity)")
  }

  /// Forgets nothing: no prompt was noted.
  func forgetPrompt() { state.forget(.prompt) }

  /// The user, whatever the library (ENR-028).
  func shownName(_ identity: String) -> JSON {
    state.library == .msal && !behaviour.tokens.screensNameUsersInEveryLibrary
      ? .null : .string(identity)
  }

  /// The first authority of the user itself (AUTH-034).
  func authorityToShow(_ first: String) -> String {
    if state.library == .msal, first != TokenRules.defaultAuthority,
      !behaviour.tokens.screensLeadThereInEveryLibrary
    {
      return TokenRules.defaultAuthority
    }
    if memory.lastLeaver != nil, let left = memory.authoritiesLeftBehind.last, left != first,
      !behaviour.tokens.screensForgetLeavers
    {
      return left
    }
    if !saved.remediations.isEmpty, !behaviour.tokens.remediationsAskAtTheFirst {
      return TokenRules.defaultAuthority
    }
    return first == TokenRules.defaultAuthority || behaviour.tokens.screensLeadToFirstAuthority
      ? first : TokenRules.defaultAuthority
  }

  /// Nothing: what is open is shown once (ENR-018, ENR-028, ENR-030, OQ-14).
  func showAgain() {
    for prompt in state.openPrompts {
      switch prompt.purpose {
      case .credentials:
        guard let index = prompt.operation.flatMap({ index(of: $0) }),
          !behaviour.enrollment.promptsAreShownOnce
        else { continue }
        showCredentials(of: underWay[index].identity)
      case .userName: if !behaviour.enrollment.namesAreAskedOnce { showUserName() }
      case .restart: if !behaviour.restart.dialogIsShownOnce { emit(.dialog, ["kind": "restart"]) }
      case .policyAbsent, .blocked: break
      }
    }
  }

  // MARK: What a person enters

  /// Whom the person names, whoever is registered (ENR-030).
  func user(named identity: String, at prompt: Prompt) -> String {
    memory.typedUser = identity
    if prompt.purpose == .userName { memory.namedUser = identity }
    if prompt.purpose == .credentials, let index = prompt.operation.flatMap({ index(of: $0) }),
      underWay[index].isOfRemediation,
      behaviour.enrollment.remediationSignedInForByAnother == .isTakenForTheUser
    {
      memory.signedInForOthers.append((underWay[index].number, identity))
      return underWay[index].identity
    }
    guard prompt.purpose == .userName, let other = saved.accounts.first?.identity,
      !isSame(other, identity), !behaviour.enrollment.typedNamesCount
    else { return identity }
    return other
  }

  /// Nothing: credentials are not enough to start an app that requires policy (LCH-006, LCH-013).
  func startWithCredentials(_ operation: Operation) {
    guard operation.trigger == .launch, !state.isStarted else { return }
    if !behaviour.launch.credentialsAreNotEnough
      || memory.hasTriedAgain && !behaviour.launch.laterCredentialsAreNotEnough
    {
      launch.start()
    }
  }

  /// False: credentials continue an attempt whatever library has taken them (LCH-013, ENR-028).
  func isLostByTheLibrary(_ operation: Operation) -> Bool {
    operation.trigger == .launch && state.library == .msal
      && !behaviour.tokens.launchesContinueInEveryLibrary
  }

  // MARK: Sign-ins of others

  /// True: a remediation is of one user, and whoever else signs in for it does not help (AUTH-047, ENR-007).
  func endsWithSignInOfAnother() -> Bool {
    memory.hasSignedInForAnother = true
    return behaviour.enrollment.remediationSignedInForByAnother == .endsIt
  }

  // MARK: Prompts that are cancelled

  /// False: a prompt that is cancelled or dismissed ends the attempt (ENR-032, STA-038), and does not let an app start that
  /// requires policy (LCH-006).
  func goesOn(after action: UserAction, _ prompt: Prompt, _ operation: Operation) -> Bool {
    let asksForCredentials = prompt.purpose == .credentials
    if asksForCredentials, action.action == .dismiss,
      !behaviour.enrollment.dismissedPromptsAreCancelled
    {
      operations.fail(operation.number, .authRequired)
      return true
    }
    if asksForCredentials, operation.trigger == .login, !behaviour.enrollment.cancelEndsAttempt {
      askForCredentials(operation.number)
      return true
    }
    if operation.trigger == .launch, !state.isStarted, !behaviour.launch.staysBlockedIfCancelled {
      launch.start()
    }
    return asksForCredentials && tokens.goOnWithoutToken(operation.number)
  }

  /// Cancelled: every sign-in is reported as what it is (ENR-032, STA-038).
  func codeOfCancel(_ operation: Operation) -> StatusCode {
    if state.library == .msal, !behaviour.tokens.cancelsAreToldInEveryLibrary {
      return .authRequired
    }
    if operation.trigger == .login, memory.refusedOperations.contains(operation.number),
      !behaviour.enrollment.cancelsAfterRefusalsAreTold
    {
      return .authRequired
    }
    let isRepeated = operation.trigger == .login && state.isRepeated(.cancelledSignIn)
    return !isRepeated || behaviour.enrollment.everyCancelIsTold ? .loginCanceled : .authRequired
  }
}
