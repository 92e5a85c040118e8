internal import CaseModel
internal import ExactText
internal import ServiceProtocol
internal import StepProtocol

/// The words of the case language: what the linter accepts and what the JSON Schema repeats.
enum Vocabulary {
  /// A verb of a step, with the keys that its mapping takes.
  struct Verb {
    let name: String
    let keys: [String]
    init(_ name: String, _ keys: [String] = []) {
      self.name = name
      self.keys = keys
    }
  }

  /// The words of a protocol, in their order.
  static func words<Word: RawRepresentable<String>>(_ list: some Sequence<Word>) -> [String] {
    list.map(\.rawValue)
  }

  static let suiteKeys = ["suite", "area", "title", "cases"]
  static let caseKeys = [
    "id", "title", "editions", "matrix", "sweep", "given", "needs", "limit", "steps",
  ]
  /// The keys a step may have beside its verb.
  static let stepKeys = [
    "check", "proves", "returns", "editions", "advisory", "if", "unless", "name", "over",
  ]

  static let launchKeys = ["state", "extension", "settings", "answers", "delegates"]

  /// The verbs of steps that act.
  static let actions = [
    Verb("launch", ["app", "unlessRunning"] + launchKeys),
    Verb("relaunch", ["app"] + launchKeys),
    Verb("upgrade", ["app", "appVersion", "settings"]),
    Verb("reinstall", ["app", "keychain"]),
    Verb("stop"),
    Verb("kill", ["app", "request", "n", "point", "callback"]),
    Verb("call", ["app", "api"] + callKeys),
    Verb("foreground"),
    Verb("background"),
    Verb("suspend"),
    Verb("answers", ["app"] + answerKeys),
    Verb("complete", ["app", "callback", "result"]),
    Verb("user", ["app", "prompt", "action", "identity", "ifOpen"]),
    Verb("signIn", ["app", "identity"]),
    Verb("purgeTokens", ["app", "identity"]),
    Verb("file", ["app", "do", "path", "folder", "to", "toFolder", "thread", "content"]),
    Verb("openURL", ["app", "url", "identity", "document", "window"]),
    Verb(
      "act",
      [
        "app", "do", "identity", "path", "place", "account", "folder", "to", "data", "key", "kind",
      ]),
    Verb("device", ["device", "managed", "wallClock"]),
    Verb("offline"),
    Verb("online"),
    Verb("fault", faultKeys),
    Verb("clearFaults"),
    Verb("service"),
    Verb("admin", adminKeys),
    Verb("advance", ["to"]),
  ]
  /// The verbs of steps that demand.
  static let checks = [
    Verb("expect", ["count"] + patternKeys),
    Verb("none", patternKeys),
    Verb("sequence", patternKeys),
    Verb("quiet", ["for"] + patternKeys),
  ]
  static let verbs = actions + checks
  static let verbNames = verbs.map(\.name)

  /// The arguments of `call` beside `app` and `api`.
  static let callKeys = AppCall.argumentNames
  static let answerKeys = words(ScriptedAnswer.Name.allCases)
  static let delegates = words(DelegateName.allCases)
  static let managedKeys = words(ManagementMember.allCases)
  static let endpoints = words(Endpoint.ofApps)
  static let faultKeys =
    ["endpoint", "kind", "app", "user", "after", "times"]
    + FaultKind.ofCases.flatMap(\.caseMembers)

  /// The keys beside the one that names what an administrator does.
  static func keys(beside order: AdminOrder.Name) -> [String] {
    switch order {
    case .wipe: ["device"]
    case .policy, .configuration: ["set", "assign", "delete"]
    case .user, .tenant: ["set"]
    case .registration: ["app", "set"]
    case .graph: []
    }
  }
  static let adminKeys = [
    "wipe", "device", "policy", "configuration", "user", "tenant", "registration", "app", "graph",
    "set", "assign", "delete",
  ]

  /// The sections of the world, each with the keys of its inhabitants.
  static let world = [
    Verb("tenants", tenantStates),
    Verb("users", ["upn", "tenant", "objectId"] + userStates),
    Verb("groups"),
    Verb("policies", ["assign", "apps", "settings"]),
    Verb("configurations", ["assign", "apps", "settings", "default"]),
    Verb("devices", ["managed"]),
    Verb(
      "apps",
      [
        "bundleId", "device", "appVersion", "settings", "answers", "delegates", "signedIn",
        "telemetry", "libraries",
      ]),
  ]
  static let tenantStates = words(TenantChange.Name.allCases)
  static let userStates = words(UserChange.Name.allCases)
}
