internal import ExactText
public import JSONText
public import StepProtocol
public import VirtualTime

/// Everything that can happen to the reference SDK; each comes with the virtual time at which it does.
public enum SDKInput: Sendable {
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
}

/// One call of an API of the contract.
public struct APICall: Sendable, Equatable {
  /// The call's number: the `seq` of the message that made it.
  public var number: Int
  /// The API.
  public var api: APIName
  /// Its arguments by name.
  public var arguments: JSONObject
  /// The thread that calls; `main` or any other name.
  public var thread: String

  /// A call with all its parts.
  public init(number: Int, api: APIName, arguments: JSONObject = [:], thread: String = "main") {
    self.number = number
    self.api = api
    self.arguments = arguments
    self.thread = thread
  }

  /// The argument `identity`; nil if absent, null or no text.
  public var identity: String? { arguments["identity"]?.string }
}

/// How a request ended.
public enum HTTPOutcome: Sendable, Equatable {
  /// A whole response.
  case response(status: Int, body: [UInt8])
  /// A whole response whose body is there as a value: from a service in the same process.
  case answer(status: Int, JSON)
  /// No connection, or it was lost before the first byte of a response.
  case unreachable
  /// The connection ended within the response.
  case truncated
}

/// What a person did with a prompt.
public struct UserAction: Sendable, Equatable {
  /// The prompt's kind.
  public var prompt: PromptKind
  /// What the person did.
  public var action: PromptAction
  /// What the person typed as a user name, if anything.
  public var identity: String?

  /// An action with all its parts.
  public init(prompt: PromptKind, action: PromptAction, identity: String? = nil) {
    self.prompt = prompt
    self.action = action
    self.identity = identity
  }
}

/// Conditions inside the SDK or the authentication library that a case can only ask for.
public struct TestHooks: Sendable, Equatable {
  /// The next operation meets an internal error (STA-020); used up by it.
  public var internalError = false
  /// The SDK's own store cannot be cleared at the next unenrollment (STA-034); used up by it.
  public var failToClear = false
  /// The authentication library fails with an error of its own (STA-036).
  public var libraryError = false
  /// The version of the linked authentication library; nil is one that is new enough (AUTH-044).
  public var libraryVersion: String?
  /// How conditional-launch checks end.
  public var conditionalLaunch = ConditionalLaunchAnswer.pass

  /// No hook is set.
  public init() {}
}

/// What a delegate of the app can be asked.
public enum DelegateQuestion: Sendable, Equatable {
  /// `restartApplication` (RST-002).
  case restartApplication
  /// `wipeDataForAccount` (WIP-001); `unenrollment` is the number of the one that it belongs to, 0 for none.
  case wipeDataForAccount(identity: String, unenrollment: Int, thread: String)
  /// `addIdentity:completionHandler:` (IDN-055).
  case addIdentity(identity: String)
  /// `identitySwitchRequired:` with the members of its event (IDN-043).
  case identitySwitchRequired(JSONObject)

  /// The delegate's method, by its callback.
  public var method: Callback {
    switch self {
    case .restartApplication: .restartApplication
    case .wipeDataForAccount: .wipeDataForAccount
    case .addIdentity: .addIdentity
    case .identitySwitchRequired: .identitySwitchRequired
    }
  }
}

/// What a delegate answered.
public enum DelegateAnswer: Sendable, Equatable {
  /// The method's return value, or true if its handler was called with success.
  case flag(Bool)
  /// The delegate is not set or does not implement the method.
  case unimplemented
}
