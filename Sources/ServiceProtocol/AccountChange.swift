internal import ExactText
package import JSONText

/// What a case changes in a user.
package enum UserChange: Sendable, Equatable {
  /// Whether the user has a licence.
  case licensed(Bool)
  /// Whether the account is deleted.
  case deleted(Bool)
  /// Whether tokens are refused until the user has signed in again.
  case signInRequired(Bool)
  /// The user's password; nil for any.
  case password(String?)

  /// The changes by name; the raw value is the member of the command `user`, and of a user in a seed.
  package enum Name: String, Sendable, CaseIterable {
    case licensed, deleted, signInRequired, password
  }

  var member: (Name, JSON) {
    switch self {
    case .licensed(let flag): (.licensed, .bool(flag))
    case .deleted(let flag): (.deleted, .bool(flag))
    case .signInRequired(let flag): (.signInRequired, .bool(flag))
    case .password(let text): (.password, text.map(JSON.string) ?? .null)
    }
  }
}

/// What a case changes in a tenant.
package enum TenantChange: Sendable, Equatable {
  /// Whether the tenant has MAM.
  case enabled(Bool)
  /// Whether the tenant is being moved.
  case migrating(Bool)
  /// How long access tokens hold, in seconds (``tokenSeconds``).
  case accessTokenSeconds(Int)
  /// How long refresh tokens hold, in seconds; nil for as long as the service does by itself.
  case refreshTokenSeconds(Int?)
  /// The time to the next check-in that every check-in is told, in seconds; nil for none.
  case checkInSeconds(Int?)
  /// Whether a refresh token that is redeemed is replaced by another one.
  case renewsRefreshTokens(Bool)

  /// The changes by name; the raw value is the member of the command `tenant`, and of a tenant in a seed.
  package enum Name: String, Sendable, CaseIterable {
    case enabled, migrating, accessTokenSeconds, refreshTokenSeconds, checkInSeconds
    case renewsRefreshTokens
  }

  /// How long a token may live, in seconds: at most 100 years, so that its end is an instant.
  package static let tokenSeconds = 1...3_153_600_000

  /// How far check-ins may be apart by the service's word, in seconds: at most 30 days.
  package static let checkInSeconds = 60...2_592_000

  var member: (Name, JSON) {
    switch self {
    case .enabled(let flag): (.enabled, .bool(flag))
    case .migrating(let flag): (.migrating, .bool(flag))
    case .accessTokenSeconds(let seconds): (.accessTokenSeconds, .int(seconds))
    case .refreshTokenSeconds(let seconds):
      (.refreshTokenSeconds, seconds.map(JSON.int) ?? .null)
    case .checkInSeconds(let seconds): (.checkInSeconds, seconds.map(JSON.int) ?? .null)
    case .renewsRefreshTokens(let flag): (.renewsRefreshTokens, .bool(flag))
    }
  }
}

/// What becomes of the enrollments of a user's app: `set` of the command `registration`.
package enum RegistrationChange: String, Sendable, CaseIterable {
  /// The next check-in is answered with 410.
  case gone
  /// The next check-in demands a new enrollment.
  case reenroll
  /// The record is dropped.
  case forgotten
  /// The device is flagged as jailbroken.
  case rootedDevice
  /// It is not flagged any more.
  case none
}

extension JSONObject {
  /// The members of the command `user`, in the order of the changes.
  package init(_ changes: [UserChange]) {
    self.init(changes.map { ($0.member.0.rawValue, $0.member.1) })
  }

  /// The members of the command `tenant`, in the order of the changes.
  package init(_ changes: [TenantChange]) {
    self.init(changes.map { ($0.member.0.rawValue, $0.member.1) })
  }
}
