import Contract
internal import ExactText
import JSONText
import ReferenceSDK
import StepProtocol

/// What the app does by itself when its SDK tells or asks it something.
struct CallbackDuties: AppRules {
  let host: AppHost

  /// Goes on with what has waited, and sees to what the SDK has told, until nothing is left of either.
  func react(_ transport: any Transport) throws(HostError) {
    if !duties.waiting.isEmpty { try acts.continueActs(transport) }
    while !duties.noted.isEmpty, !host.isHalted {
      let events = duties.noted
      duties.noted = []
      for event in events { try react(to: event, transport) }
      try acts.continueActs(transport)
    }
  }

  private func react(to event: StepEvent, _ transport: any Transport) throws(HostError) {
    switch EventName(rawValue: event.name) {
    case .enrollmentRequest: try enrollmentEnded(event.fields, transport)
    case .compliance:
      if let identity = event.fields["identity"]?.string { accounts.retry(identity) }
    case .notification: try notified(event.fields["name"]?.string, transport)
    default: break
    }
  }

  /// Tells the person how an enrollment has ended, and uses what has waited for it (ENR-025, ENR-045, CFG-003).
  private func enrollmentEnded(
    _ status: JSONObject, _ transport: any Transport
  ) throws(HostError) {
    guard let identity = status["identity"]?.string else { return }
    let isEnrolled = status["didSucceed"]?.bool == true
    if isEnrolled {
      let settings = duties.decisions.settings.filter {
        $0.identity.isSameIgnoringCase(as: identity)
      }
      duties.decisions.settings.removeAll { $0.identity.isSameIgnoringCase(as: identity) }
      for setting in settings { try accounts.use(setting, transport) }
    }
    guard AppDecisions.holds(duties.decisions.awaited, identity), edition >= .e2017_11 else {
      return
    }
    switch behaviour.decisions.outcome {
    case .asReported: did(isEnrolled ? .enrolled : .notEnrolled, identity)
    case .alwaysProtected: did(.enrolled, identity)
    case .atOnce: break
    }
    let isRefused = [209, 210, 211].contains(status["statusCode"]?.int ?? 0)
    if isRefused, duties.has(identity), behaviour.decisions.removesRefusedAccounts {
      duties.remove(identity)
      did(.accountRemoved, identity)
    }
  }

  private func notified(_ name: String?, _ transport: any Transport) throws(HostError) {
    switch name {
    case "IntuneMAMAllowedAccountsDidChangeNotification":
      if edition >= .e2020_06, behaviour.decisions.observesAllowedAccounts {
        try accounts.checkAllowed(transport)
      }
    case "IntuneMAMDataProtectionDidChangeNotification": try content.protectAgain()
    case "IntuneMAMPolicyDidChangeNotification":
      if duties.decisions.extended != nil, behaviour.decisions.followsNotificationPolicy {
        try content.handOver(transport)
      }
    default: break
    }
  }

  // MARK: Delegates

  /// The policy delegate of an app that sets it by itself (IDN-044).
  var ownPolicyDelegate: Delegates.Methods {
    var methods: [Callback] = [.restartApplication, .wipeDataForAccount]
    if host.isMultiIdentity {
      methods.append(.addIdentity)
      if behaviour.decisions.implementsSwitch { methods.append(.identitySwitchRequired) }
    }
    return .only(methods.map(\.rawValue))
  }

  /// Tells when the app has set its delegate, and that it has returned from `willFinishLaunching` (POL-025).
  func tellOwnDelegate(_ methods: Delegates.Methods) {
    guard case .only(let names) = methods else { return }
    let isLate = !behaviour.decisions.setsDelegateInTime
    if isLate { did(.willFinishLaunching, nil) }
    did(
      .delegateSet, nil,
      more: ["delegate": "policy", "methods": .array(names.map(JSON.string))])
    if !isLate { did(.willFinishLaunching, nil) }
  }

  /// How the app answers a delegate's handler by itself; nil if it never does (IDN-045 to IDN-047, IDN-056).
  func decision(on question: DelegateQuestion) -> DelegateAnswer? {
    result(of: question).map { .flag($0 == 0) }
  }

  /// Tells how the app has answered.
  func tellAnswer(to question: DelegateQuestion, _ answer: DelegateAnswer?) {
    guard answer != nil, !question.reportsAnswer, let result = result(of: question) else { return }
    let thread: JSON = behaviour.decisions.answersInBackground ? "background" : "main"
    did(
      .answered, nil,
      more: [
        "callback": .string(question.method.rawValue), "result": .int(result), "thread": thread,
      ])
  }

  private func result(of question: DelegateQuestion) -> Int? {
    if question.method == .addIdentity {
      return switch behaviour.decisions.addAnswer {
      case .success: 0
      case .never: nil
      case .unknown: 7
      }
    }
    return switch behaviour.decisions.switchAnswer {
    case .byAbility: duties.decisions.isBusy ? 3 : 0
    case .alwaysSuccess: 0
    case .alwaysFailed: 3
    case .never: nil
    }
  }
}
