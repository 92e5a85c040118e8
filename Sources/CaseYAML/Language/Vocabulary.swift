internal import ExactText

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

  static let suiteKeys = ["suite", "area", "title", "cases"]
  static let caseKeys = ["id", "title", "editions", "matrix", "given", "limit", "steps"]
  /// The keys a step may have beside its verb.
  static let stepKeys = ["check", "proves", "returns", "editions", "advisory", "if"]

  static let launchKeys = ["state", "extension", "settings", "answers", "delegates"]

  /// The verbs of steps that act.
  static let actions = [
    Verb("launch", ["app"] + launchKeys),
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
    Verb("user", ["app", "prompt", "action", "identity"]),
    Verb("signIn", ["app", "identity"]),
    Verb("purgeTokens", ["app", "identity"]),
    Verb("file", ["app", "do", "path", "folder", "to", "toFolder", "thread", "content"]),
    Verb("openURL", ["app", "url", "identity", "document", "window"]),
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
  static let callKeys = [
    "identity", "doWipe", "window", "other", "url", "mode", "path", "value", "silent", "thread",
    "delegate", "location", "account", "key", "queryType", "class",
  ]
  static let answerKeys = [
    "restartApplication", "wipeDataForAccount", "identitySwitchRequired", "addIdentity",
    "conditionalLaunch", "failToClear", "internalError", "authLibrary", "haltIn",
  ]
  static let callbacks = [
    "restartApplication", "wipeDataForAccount", "identitySwitchRequired", "addIdentity",
    "enrollmentRequest", "policyRequest", "unenrollRequest",
  ]
  /// The callbacks whose handler an app can keep and `complete` calls.
  static let keptHandlers = ["identitySwitchRequired", "addIdentity"]
  static let delegates = ["enrollment", "policy"]
  static let managedKeys = ["mdmUser", "mdmVendor", "emmUser", "deviceUser", "IntuneMAMUPN"]
  static let prompts = ["credentials", "userName", "pin", "dialog", "blocked"]
  static let userActions = ["enter", "cancel", "dismiss", "retry"]
  static let fileOperations = [
    "create", "truncate", "append", "read", "exists", "list", "copy", "rename", "delete", "owner",
  ]

  static let endpoints = ["locate", "token", "enroll", "checkin", "unenroll", "telemetry"]
  static let faultKeys =
    [
      "endpoint", "kind", "app", "user", "after", "times", "status", "retryAfter", "code",
      "milliseconds",
    ]
  /// The kinds of fault, each with the keys that only it takes.
  static let faults = [
    Verb("status", ["status", "retryAfter"]),
    Verb("error", ["code"]),
    Verb("refused"),
    Verb("reset"),
    Verb("delay", ["milliseconds"]),
    Verb("lost"),
    Verb("unanswered"),
    Verb("truncated"),
    Verb("malformed"),
  ]
  static let errorCodes = [
    "BadRequest", "invalid_grant", "interaction_required", "InvalidToken", "AccountNotLicensed",
    "LicensedNotTargeted", "TenantMigration", "TenantNotEnabled", "UserNotFound", "NotEnrolled",
    "Gone", "TooManyRequests",
  ]

  /// What an administrator can do: the key that names the thing, and the keys beside it.
  static let admin = [
    Verb("wipe", ["device"]),
    Verb("policy", ["set", "assign", "delete"]),
    Verb("configuration", ["set", "assign", "delete"]),
    Verb("user", ["set"]),
    Verb("tenant", ["set"]),
    Verb("registration", ["app", "set"]),
    Verb("graph"),
  ]
  static let adminKeys = [
    "wipe", "device", "policy", "configuration", "user", "tenant", "registration", "app", "graph",
    "set", "assign", "delete",
  ]
  static let registrationStates = ["gone", "reenroll", "forgotten", "rootedDevice", "none"]
  static let graphMethods = ["GET", "POST", "PATCH", "DELETE"]

  /// The sections of the world, each with the keys of its inhabitants.
  static let world = [
    Verb("tenants", tenantStates),
    Verb("users", ["upn", "tenant", "objectId"] + userStates),
    Verb("groups"),
    Verb("policies", ["assign", "apps", "settings"]),
    Verb("configurations", ["assign", "apps", "settings"]),
    Verb("devices", ["managed"]),
    Verb(
      "apps",
      ["bundleId", "device", "appVersion", "settings", "answers", "delegates", "signedIn"]),
  ]
  static let tenantStates = ["enabled", "migrating", "accessTokenSeconds", "refreshTokenSeconds"]
  static let userStates = ["licensed", "deleted", "signInRequired", "password"]
}
