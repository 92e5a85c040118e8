internal import ExactText
internal import ServiceProtocol
internal import StepProtocol

/// What records are called and what they hold, so that a misspelt member cannot make a `none` pass.
extension Vocabulary {
  /// The kinds of record a pattern can ask for.
  static let patternKinds = words(RecordKind.ofChecks)
  static let patternKeys = patternKinds + ["app", "by", "at"]
  /// The name that stands for every event, endpoint or change of life.
  static let anyName = "any"
  static let operators = [
    "in", "not", "has", "lacks", "first", "atLeast", "distinct", "numbers", "contains",
    "startsWith", "exists",
  ]

  static let life = words(LifeChange.ofChecks)
  static let lifeKeys = ["problem"]
  /// What the service says of every request, and its details.
  static let requestKeys = [
    "identity", "subject", "status", "outcome", "code", "hold", "bundleId", "appVersion",
    "sdkVersion", "edition", "policyVersion", "result", "wipeId", "reason", "grant", "clientId",
    "redirectUri", "authority",
  ]
  /// What messages to an adapter hold, but for the answers of its delegates: the arguments of calls and of other operations.
  static let messageKeys =
    AppCall.argumentNames + [
      "api", "protocol", "coordinator", "seed", "app", "device", "bundleId", "appVersion",
      "edition", "authority", "dataFolder", "sharedFolder", "settings", "managed", "delegates",
      "answers", "signedIn", "telemetry", "libraries", "wallClock", "extension", "state", "request",
      "callback", "result", "kind", "action", "do", "toFolder", "content", "place", "document",
    ]
  /// What is said of a response that was held back.
  static let responseKeys = ["identity"]
}
