internal import ExactText

/// A member of an event, as the page of the step protocol describes it.
package struct EventMember: Sendable {
  package let name: String
  /// What its value may be, where it is not null.
  package let kind: ValueKind
  /// True if an event without it says nothing that can be judged; others may be null, or left out.
  package let isRequired: Bool

  private init(_ name: String, _ kind: ValueKind, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
  }

  fileprivate static func optional(_ name: String, _ kind: ValueKind = .string) -> EventMember {
    EventMember(name, kind)
  }

  fileprivate static func required(_ name: String, _ kind: ValueKind = .string) -> EventMember {
    EventMember(name, kind, isRequired: true)
  }

  /// `thread`: where a callback runs.
  fileprivate static let thread = optional("thread", .word(threads))
  /// The same where the contract says on which it has to be.
  fileprivate static let ownThread = required("thread", .word(threads))
  private static let threads = ["main", "background"]
  fileprivate static let identity = optional("identity")
  /// The call that an event is about, and the `seq` of its message.
  fileprivate static let call = [
    required("api", .api), required("call", .integer),
  ]

  /// `sent`, which every event may have: how many requests the process had put on the wire in this activation.
  package static let sent = optional("sent", .count)
}

extension EventName {
  /// The members that the event has beside `event` and `sent`.
  package var members: [EventMember] { EventName.table[self] ?? [] }

  private static let table = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.ownMembers) })

  private var ownMembers: [EventMember] {
    switch self {
    case .enrollmentRequest, .policyRequest, .unenrollRequest:
      [
        .identity, .required("statusCode", .integer), .required("didSucceed", .boolean),
        .optional("errorString"), .optional("error", .any),
      ]
    case .restartApplication: [.ownThread, .optional("answered", .boolean)]
    case .wipeDataForAccount:
      [.required("identity"), .ownThread, .optional("answered", .boolean)]
    case .identitySwitchRequired:
      [
        .required("identity"), .required("reason", .integer), .optional("window"), .thread,
      ]
    case .addIdentity: [.required("identity"), .thread]
    case .notification:
      [.required("name"), .optional("object", .any), .optional("userInfo", .any)]
    case .completion: EventMember.call + [.optional("result", .any), .thread]
    case .callReturned: EventMember.call + [.optional("result", .any)]
    case .prompt:
      [
        .required("kind", .word(PromptKind.allCases.map(\.rawValue))), .identity,
        .optional("authority"),
      ]
    case .dialog: [.required("kind", .word(["restart", "policyAbsent", "blocked"]))]
    case .conditionalLaunch:
      [
        .identity,
        .required("check", .word(["pin", "compliance", "jailbreak", "credentials"])),
      ]
    case .exitRequested, .appStarted: []
    case .openedURL:
      [
        .required("url"), .identity, .optional("handled", .boolean), .optional("activity"),
      ]
    case .log:
      [
        .required("level", .word(["verbose", "info", "warning", "error"])),
        .required("message"),
      ]
    case .compliance:
      [
        .required("identity"), .required("status", .integer), .optional("message"),
        .optional("title"), .thread,
      ]
    case .task: [.required("queue")] + EventMember.call + [.identity]
    case .telemetry:
      [
        .required("kind", .word(["launch", "enrollment", "action"])),
        .optional("management", .word(["mam", "mamWithMDM"])),
        .optional("didSucceed", .boolean), .optional("duration", .integer),
      ]
    case .authLibrary: [.required("name", .word(["ADAL", "MSAL"]))]
    case .appCalled:
      [
        EventMember.call[0], .identity, .optional("doWipe", .boolean), .optional("location"),
        .optional("account"), .optional("path"), .optional("silent", .boolean), .optional("key"),
        .optional("value", .any),
      ]
    case .appActed:
      [
        .required("what", .word(AppDeed.allCases.map(\.rawValue))), .identity, .optional("path"),
        .optional("place", .word(DataPlace.allCases.map(\.rawValue))), .optional("clientId"),
        .optional("redirectUri"), .optional("group"), .optional("key"), .optional("value", .any),
        .optional("delegate", .word(DelegateName.allCases.map(\.rawValue))),
        .optional("methods", .any),
        .optional("callback", .word(KeptHandler.allCases.map(\.rawValue))),
        .optional("result", .integer), .thread,
      ]
    }
  }
}
