internal import ExactText
import JSONText

/// That a user has proven who they are: what a code or a refresh token goes back to.
package struct Authentication: Sendable, Equatable {
  /// When, in milliseconds since the epoch.
  package var instant: Int
  /// How often the user's sessions had been revoked by then; nil if that was not counted yet.
  ///
  /// A clock that stands still cannot tell what came before a revocation and what after.
  var revocations: Int?
  /// How often conditional access had begun to demand something of the user by then; nil if that was
  /// not counted yet.
  var demands: Int?

  package init(instant: Int, revocations: Int?, demands: Int?) {
    self.instant = instant
    self.revocations = revocations
    self.demands = demands
  }

  /// Reads the members of a row that bear it; nil without them.
  init?(of row: JSON) {
    guard let instant = row["authenticated"]?.int else { return nil }
    self.init(
      instant: instant, revocations: row["revocations"]?.int, demands: row["demands"]?.int)
  }

  /// Adds the members that bear it to a row.
  func add(to row: inout JSONObject) {
    row.append("authenticated", .int(instant))
    if let revocations { row.append("revocations", .int(revocations)) }
    if let demands { row.append("demands", .int(demands)) }
  }

  /// True if the user's sessions have been revoked since.
  package func isRevoked(by account: Account?) -> Bool {
    guard let account, let revoked = account.revoked else { return false }
    guard let revocations else { return instant <= revoked }
    return revocations < account.revocations
  }

  /// True if what is demanded of the user was demanded already.
  package func isAfterDemand(of account: Account) -> Bool {
    demands.map { $0 >= account.demands } ?? true
  }
}
