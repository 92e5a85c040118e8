internal import ExactText

/// What records are called and what they hold, so that a misspelt member cannot make a `none` pass.
extension Vocabulary {
  /// The kinds of record a pattern can ask for.
  static let patternKinds = ["event", "request", "life", "delivered", "discarded"]
  static let patternKeys = patternKinds + ["app", "by", "at"]
  /// The name that stands for every event, endpoint or change of life.
  static let anyName = "any"
  static let operators = ["in", "not", "has", "first", "exists"]

  private static let status = ["identity", "statusCode", "didSucceed", "errorString", "error"]

  /// The events of the step protocol, each with its members.
  static let events = [
    Verb("enrollmentRequest", status),
    Verb("policyRequest", status),
    Verb("unenrollRequest", status),
    Verb("restartApplication", ["thread", "answered"]),
    Verb("wipeDataForAccount", ["identity", "thread", "answered"]),
    Verb("identitySwitchRequired", ["identity", "reason", "window", "thread"]),
    Verb("addIdentity", ["identity", "thread"]),
    Verb("notification", ["name", "object", "userInfo"]),
    Verb("completion", ["api", "call", "result", "thread"]),
    Verb("callReturned", ["api", "call", "result"]),
    Verb("prompt", ["kind", "identity", "authority"]),
    Verb("dialog", ["kind"]),
    Verb("conditionalLaunch", ["identity", "check"]),
    Verb("exitRequested"),
    Verb("appStarted"),
    Verb("openedURL", ["url", "identity", "handled", "activity"]),
    Verb("log", ["level", "message"]),
    Verb("compliance", ["identity", "status", "message", "title", "thread"]),
  ]
  static let life = ["launched", "stopped", "killed", "exited"]
  static let lifeKeys = ["problem"]
  /// What the service says of every request, and its details.
  static let requestKeys = [
    "identity", "subject", "status", "outcome", "code", "hold", "bundleId", "policyVersion",
    "result", "wipeId", "reason", "grant", "clientId", "authority",
  ]
  /// What is said of a response that was held back.
  static let responseKeys = ["identity"]
}
