internal import ExactText
package import JSONText
package import StepProtocol
package import VirtualTime

/// Everything that can happen to the reference SDK; each comes with the virtual time at which it does.
package enum SDKInput: Sendable {
  /// The process has started, with what an earlier process saved.
  case launch(LaunchContext, saved: [(name: String, value: JSON)], keychain: Keychain)
  /// The app calls an API.
  case call(APICall)
  /// The instant of `next` has come.
  case wake
  /// A request has ended.
  case response(request: String, HTTPOutcome)
  /// A delegate has answered a question.
  case answered(DelegateQuestion, DelegateAnswer)
  /// The app has come to the foreground, gone to the background, or been suspended.
  case lifecycle(LifecycleState)
  /// A person has answered a prompt.
  case user(UserAction)
  /// The app puts a refresh token into the cache by a sign-in of its own, or empties the cache.
  case signIn(identity: String)
  case purgeTokens(identity: String)
  /// Another app opens a URL or document in this one (IDN-043).
  case openURL(OpenRequest)
  /// The device is managed otherwise than before.
  case device(DeviceManagement)
  /// The device's own clock was set; elapsed time goes on unmoved (OQ-86).
  case wallClock(VirtualInstant)
  /// The case has set the test hooks.
  case hooks(TestHooks)
  /// Another app has changed the shared keychain.
  case keychain(Keychain)

  /// Adds all that the SDK is told by it, after the number of its kind.
  func add(to hasher: inout Hasher) {
    func add(_ kind: Int, _ parts: any Hashable...) {
      hasher.combine(kind)
      for part in parts { hasher.combine(part) }
    }
    switch self {
    case .launch(let context, let saved, let keychain):
      add(0, context, keychain, saved.map { ExactString($0.name) }, saved.map(\.value))
    case .call(let call): add(1, call)
    case .wake: add(2)
    case .response(let request, let outcome): add(3, request, outcome)
    case .answered(let question, let answer): add(4, question, answer)
    case .lifecycle(let state): add(5, state)
    case .user(let action): add(6, action)
    case .signIn(let identity): add(7, ExactString(identity))
    case .purgeTokens(let identity): add(8, ExactString(identity))
    case .openURL(let request): add(9, request)
    case .device(let management): add(10, management)
    case .wallClock(let time): add(11, time)
    case .hooks(let hooks): add(12, hooks)
    case .keychain(let keychain): add(13, keychain)
    }
  }
}

/// One call of an API of the contract.
package struct APICall: Sendable, Hashable {
  /// The call's number: the `seq` of the message that made it.
  package var number: Int
  /// The API.
  package var api: APIName
  /// Its arguments by name.
  package var arguments: JSONObject
  /// The thread that calls; `main` or any other name.
  package var thread: String

  /// A call with all its parts.
  package init(number: Int, api: APIName, arguments: JSONObject = [:], thread: String = "main") {
    self.number = number
    self.api = api
    self.arguments = arguments
    self.thread = thread
  }

  /// The argument `identity`; nil if absent, null or no text.
  package var identity: String? { arguments["identity"]?.string }
}

/// How a request ended.
package enum HTTPOutcome: Sendable, Hashable {
  /// A whole response.
  case response(status: Int, body: [UInt8])
  /// A whole response whose body is there as a value: from a service in the same process.
  case answer(status: Int, JSON)
  /// No connection, or it was lost before the first byte of a response.
  case unreachable
  /// The connection ended within the response.
  case truncated

  /// The HTTP status of a whole response.
  var status: Int? {
    switch self {
    case .response(let status, _), .answer(let status, _): status
    case .unreachable, .truncated: nil
    }
  }
}

/// What a person did with a prompt.
package struct UserAction: Sendable, Hashable {
  /// The prompt's kind.
  package var prompt: PromptKind
  /// What the person did.
  package var action: PromptAction
  /// What the person typed as a user name, if anything.
  package var identity: String?

  /// An action with all its parts.
  package init(prompt: PromptKind, action: PromptAction, identity: String? = nil) {
    self.prompt = prompt
    self.action = action
    self.identity = identity
  }
}

/// Conditions inside the SDK or the authentication library that a case can only ask for.
package struct TestHooks: Sendable, Hashable {
  /// The next operation meets an internal error (STA-020); used up by it.
  package var internalError = false
  /// The SDK's own store cannot be cleared at the next unenrollment (STA-034); used up by it.
  package var failToClear = false
  /// The authentication library fails with an error of its own (STA-036).
  package var libraryError = false
  /// The version of the linked authentication library; nil is one that is new enough (AUTH-044).
  package var libraryVersion: String?
  /// How conditional-launch checks end.
  package var conditionalLaunch = ConditionalLaunchAnswer.pass

  /// No hook is set.
  package init() {}
}

/// What a delegate of the app can be asked.
package enum DelegateQuestion: Sendable, Hashable {
  /// `restartApplication` (RST-002).
  case restartApplication
  /// `wipeDataForAccount` (WIP-001); `unenrollment` is the number of the one that it belongs to, 0 for none.
  case wipeDataForAccount(identity: String, unenrollment: Int, thread: String)
  /// `addIdentity:completionHandler:` (IDN-055).
  case addIdentity(identity: String)
  /// `identitySwitchRequired:` with the members of its event (IDN-043).
  case identitySwitchRequired(JSONObject)

  /// The delegate's method, by its callback.
  package var method: Callback {
    switch self {
    case .restartApplication: .restartApplication
    case .wipeDataForAccount: .wipeDataForAccount
    case .addIdentity: .addIdentity
    case .identitySwitchRequired: .identitySwitchRequired
    }
  }
}

/// What a delegate answered.
package enum DelegateAnswer: Sendable, Hashable {
  /// The method's return value, or true if its handler was called with success.
  case flag(Bool)
  /// The delegate is not set or does not implement the method.
  case unimplemented
}
