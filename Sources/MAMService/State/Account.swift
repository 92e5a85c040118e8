import JSONText

/// What sign-in asks of a user beside the password; the key is the user's. A user without one may sign
/// in freely.
struct Account: TableRow, Equatable {
  /// What a conditional-access policy demands of the user; the raw value is the word in a seed.
  enum Demand: String, Sendable, CaseIterable {
    /// A second factor: every sign-in at a page has it, a password or an older refresh token does not.
    case mfa
    /// An app that is under an app protection policy.
    case appProtection
    /// A device that MDM calls compliant.
    case compliantDevice
    /// The user may not sign in at all.
    case block
  }

  /// Whether the account can be used; the raw value is the word in a seed.
  enum Condition: String, Sendable, CaseIterable {
    case enabled
    case disabled
    case locked
    case passwordExpired
  }

  var conditionalAccess: Demand?
  var condition = Condition.enabled
  /// An error that the token endpoint answers: `error`, `number`, `suberror`, `description`, `claims`.
  var signInError: JSONObject?
  /// How many more requests get it; nil for all.
  var signInErrorTimes: Int?
  /// Refresh tokens from before that instant are void, in milliseconds since the epoch.
  var revoked: Int?
  /// How often they have been revoked.
  var revocations = 0

  init() {}

  init?(json: JSON) {
    guard let condition = json["condition"]?.string.flatMap(Condition.init(rawValue:)) else {
      return nil
    }
    self.condition = condition
    conditionalAccess = json["conditionalAccess"]?.string.flatMap(Demand.init(rawValue:))
    signInError = json["signInError"]?.object
    signInErrorTimes = json["signInErrorTimes"]?.int
    revoked = json["revoked"]?.int
    revocations = json["revocations"]?.int ?? 0
  }

  var json: JSON {
    [
      "conditionalAccess": JSON(conditionalAccess?.rawValue),
      "condition": .string(condition.rawValue),
      "signInError": signInError.map(JSON.object) ?? .null,
      "signInErrorTimes": signInErrorTimes.map(JSON.int) ?? .null,
      "revoked": revoked.map(JSON.int) ?? .null, "revocations": .int(revocations),
    ]
  }

  /// The members that ``change(_:of:now:)`` knows.
  static let names = ["conditionalAccess", "account", "signInError", "revokeSessions"]

  /// Applies members of a seed or command; those of other names are left to the user.
  mutating func change(
    _ members: JSONObject, of name: String, now: Int
  ) throws(CommandError) {
    for member in members.members where Account.names.contains(member.name) {
      switch (member.name, member.value) {
      case ("conditionalAccess", .null): conditionalAccess = nil
      case ("conditionalAccess", .string("none")): conditionalAccess = nil
      case ("conditionalAccess", .string(let word)) where Demand(rawValue: word) != nil:
        conditionalAccess = Demand(rawValue: word)
      case ("account", .string(let word)) where Condition(rawValue: word) != nil:
        condition = Condition(rawValue: word)!
      case ("signInError", .null):
        signInError = nil
        signInErrorTimes = nil
      case ("signInError", .object(var error)) where error["error"]?.string != nil:
        signInErrorTimes = error["times"]?.int
        error["times"] = nil
        signInError = error
      case ("revokeSessions", .bool(true)):
        revoked = now
        revocations += 1
      case ("revokeSessions", .bool(false)): break
      default: throw CommandError("user \"\(name)\": cannot set \(member.text)")
      }
    }
  }
}
