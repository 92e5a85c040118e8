internal import ExactText
public import JSONText
public import StepProtocol

/// What the caller of ``IdentityManager`` has to do, in order.
public enum IdentityAction: Sendable, Equatable {
  /// The API returned this value.
  case returned(JSON)
  /// An event and its members.
  case event(EventName, JSONObject)
  /// `identitySwitchRequired` of the delegate is to be called; the members of its event.
  ///
  /// The caller records the event and gives the scripted answer back, at once or later, through
  /// ``IdentityManager/answerSwitch(accepted:)``.
  case askDelegate(JSONObject)
  /// The completion handler of a call is called.
  case completion(IdentityCompletion)
}

/// One call of the completion handler of `setUIPolicyIdentity`.
public struct IdentityCompletion: Sendable, Equatable {
  /// The `seq` of the call.
  public var call: Int
  /// How the switch ended.
  public var result: SwitchResult
  /// The thread on which it is called (IDN-028).
  public var thread: String

  /// A completion with all its parts.
  public init(call: Int, result: SwitchResult, thread: String = "main") {
    self.call = call
    self.result = result
    self.thread = thread
  }

  /// The members of the step protocol's event `completion`.
  public var fields: JSONObject {
    [
      "api": .string(APIName.setUIPolicyIdentity.rawValue), "call": .int(call),
      "result": .int(result.rawValue),
      "thread": .string(thread),
    ]
  }
}

/// `IntuneMAMSwitchIdentityResult` (IDN-031).
public enum SwitchResult: Int, Sendable {
  case success = 0
  case canceled = 1
  case notAllowed = 2
  case failed = 3
}

/// `IntuneMAMIdentitySwitchReason` (IDN-052).
public enum SwitchReason: Int, Sendable {
  case openURL = 0
  case cancelConditionalLaunch = 1
  /// Defined in the 2020 editions; before them a document import is an open-URL.
  case documentImport = 2
}

/// A check that policy demands before a managed identity becomes active (IDN-026).
public enum ConditionalCheck: String, Sendable {
  case jailbreak, compliance, pin, credentials

  /// The kind of prompt that stands for the check's screen.
  public var promptKind: PromptKind {
    switch self {
    case .jailbreak, .compliance: .blocked
    case .pin: .pin
    case .credentials: .credentials
    }
  }
}

/// Another app opens a URL or document in this one; the arguments of the operation `openURL`.
public struct OpenRequest: Sendable, Equatable {
  /// The URL, passed on as it came.
  public var url: String
  /// The identity under which the sender sent it; nil if the sender is unmanaged.
  public var sender: String?
  /// The window that is to show it; nil for the key window.
  public var window: String?
  /// True for an imported document.
  public var isDocument: Bool

  /// A request with all its parts.
  public init(url: String, sender: String?, window: String? = nil, isDocument: Bool = false) {
    self.url = url
    self.sender = sender
    self.window = window
    self.isDocument = isDocument
  }
}
