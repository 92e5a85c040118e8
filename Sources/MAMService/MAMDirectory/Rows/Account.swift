internal import ExactText
package import JSONText
import MAMWire

/// What sign-in asks of a user beside the password; the key is the user's. A user without one may sign
/// in freely.
package struct Account: TableRow, Equatable {
  /// What a conditional-access policy demands of the user; the raw value is the word in a seed.
  package enum Demand: String, Sendable, CaseIterable {
    /// A second factor: every sign-in at a page has it that comes after the demand, a password or what
    /// goes back to an older sign-in does not.
    case mfa
    /// An app that is under an app protection policy.
    case appProtection
    /// A device that MDM calls compliant.
    case compliantDevice
    /// The user may not sign in at all.
    case block
  }

  /// Whether the account can be used; the raw value is the word in a seed.
  package enum Condition: String, Sendable, CaseIterable {
    case enabled
    case disabled
    case locked
    case passwordExpired
  }

  package private(set) var conditionalAccess: Demand?
  /// How often something else was demanded than before.
  package private(set) var demands = 0
  package var condition = Condition.enabled
  /// If true, whoever gave the user the password wants another at the next sign-in.
  package var mustChangePassword = false
  /// An error that the token endpoint answers: `error`, `number`, `suberror`, `description`, `claims`.
  package var signInError: JSONObject?
  /// How many more requests get it; nil for all.
  package var signInErrorTimes: Int?
  /// Refresh tokens from before that instant are void, in milliseconds since the epoch.
  var revoked: Int?
  /// How often they have been revoked.
  package var revocations = 0

  package init() {}

  package init?(json: JSON) {
    guard let condition = json["condition"]?.string.flatMap(Condition.init(rawValue:)) else {
      return nil
    }
    self.condition = condition
    mustChangePassword = json["mustChangePassword"]?.bool ?? false
    conditionalAccess = json["conditionalAccess"]?.string.flatMap(Demand.init(rawValue:))
    demands = json["demands"]?.int ?? 0
    signInError = json["signInError"]?.object
    signInErrorTimes = json["signInErrorTimes"]?.int
    revoked = json["revoked"]?.int
    revocations = json["revocations"]?.int ?? 0
  }

  package var json: JSON {
    var row: JSONObject = [
      "conditionalAccess": JSON(conditionalAccess?.rawValue), "demands": .int(demands),
      "condition": .string(condition.rawValue),
      "signInError": signInError.map(JSON.object) ?? .null,
      "signInErrorTimes": signInErrorTimes.map(JSON.int) ?? .null,
      "revoked": revoked.map(JSON.int) ?? .null, "revocations": .int(revocations),
    ]
    if mustChangePassword { row.append("mustChangePassword", true) }
    return .object(row)
  }

  /// What a seed or command may say of an account.
  package static let memberNames = [
    "conditionalAccess", "account", "signInError", "revokeSessions",
  ]

  /// The word for ``conditionalAccess`` that takes a demand back.
  private static let noDemand = "none"

  /// Applies members of a seed or command.
  package mutating func change(_ reader: MemberReader, now: Int) throws(CommandError) {
    if reader.isNull("conditionalAccess") || reader["conditionalAccess"]?.string == Account.noDemand
    {
      conditionalAccess = nil
    } else if let word = try reader.text("conditionalAccess") {
      guard let demand = Demand(rawValue: word) else {
        let words = Demand.allCases.map(\.rawValue) + [Account.noDemand]
        throw reader.wrong("conditionalAccess", "one of \(words.joined(separator: ", "))")
      }
      // The same demand once more asks nobody to sign in again.
      if demand != conditionalAccess { demands += 1 }
      conditionalAccess = demand
    }
    if let word = try reader.word("account", of: Condition.self) {
      condition = word
      mustChangePassword = false
    }
    if reader.isNull("signInError") {
      signInError = nil
      signInErrorTimes = nil
    } else if let error = reader["signInError"] {
      try order(error, of: reader.subject)
    }
    if try reader.flag("revokeSessions") ?? false { revokeSessions(now) }
  }

  /// True if the user has to choose another password before anything else.
  package var needsNewPassword: Bool { condition == .passwordExpired || mustChangePassword }

  /// Ends what goes back to a sign-in until now, in milliseconds since the epoch: codes and refresh
  /// tokens, but not access tokens.
  package mutating func revokeSessions(_ now: Int) {
    revoked = now
    revocations += 1
  }

  private mutating func order(_ error: JSON, of subject: String) throws(CommandError) {
    do throws(CommandError) {
      let reader = try MemberReader(
        "\"signInError\" of \(subject)", error,
        known: ["error", "number", "suberror", "description", "claims", "status", "times"])
      _ = try reader.requiredText("error")
      _ = try reader.number("number", 0...Int(Int32.max))
      _ = try reader.text("suberror")
      _ = try reader.text("description")
      _ = try reader.number("status", 400...599)
      if reader["claims"]?.object == nil { _ = try reader.text("claims") }
      signInErrorTimes = try reader.number("times", 0...Int(Int32.max))
      var members = reader.members
      members["times"] = nil
      signInError = members
    } catch {
      throw error.below("signInError")
    }
  }
}
