internal import ExactText
package import JSONText
package import StepProtocol

/// What the caller of ``IdentityManager`` has to do, in order.
package enum IdentityAction: Sendable, Equatable {
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
package struct IdentityCompletion: Sendable, Equatable {
  /// The `seq` of the call.
  package var call: Int
  /// How the switch ended.
  package var result: SwitchResult
  /// The thread on which it is called (IDN-028).
  package var thread: String

  /// A completion with all its parts.
  package init(call: Int, result: SwitchResult, thread: String = "main") {
    self.call = call
    self.result = result
    self.thread = thread
  }

  /// The members of the step protocol's event `completion`.
  package var fields: JSONObject {
    [
      "api": .string(APIName.setUIPolicyIdentity.rawValue), "call": .int(call),
      "result": .int(result.rawValue),
      "thread": .string(thread),
    ]
  }
}

/// `IntuneMAMSwitchIdentityResult` (IDN-031).
package enum SwitchResult: Int, Sendable {
  case success = 0
  case canceled = 1
  case notAllowed = 2
  case failed = 3
}

/// `IntuneMAMIdentitySwitchReason` (IDN-052).
package enum SwitchReason: Int, Sendable {
  case openURL = 0
  case cancelConditionalLaunch = 1
  /// Defined in the 2020 editions; before them a document import is an open-URL.
  case documentImport = 2
}

/// A check that policy demands before a managed identity becomes active (IDN-026).
package enum ConditionalCheck: String, Sendable {
  case jailbreak, compliance, pin, credentials

  /// The kind of prompt that stands for the check's screen.
  package var promptKind: PromptKind {
    switch self {
    case .jailbreak, .compliance: .blocked
    case .pin: .pin
    case .credentials: .credentials
    }
  }
}

/// Another app opens a URL or document in this one; the arguments of the operation `openURL`.
package struct OpenRequest: Sendable, Hashable {
  /// The URL, passed on as it came.
  package var url: String
  /// The identity under which the sender sent it; nil if the sender is unmanaged.
  package var sender: String?
  /// The window that is to show it; nil for the key window.
  package var window: String?
  /// True for an imported document.
  package var isDocument: Bool

  /// A request with all its parts.
  package init(url: String, sender: String?, window: String? = nil, isDocument: Bool = false) {
    self.url = url
    self.sender = sender
    self.window = window
    self.isDocument = isDocument
  }
}
