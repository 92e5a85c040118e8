internal import ExactText

/// The accounts that an administrator allows (ACC-001 to ACC-005).
package struct AllowedAccountsBehaviour: BehaviourArea {
  /// Whom `allowedAccounts` names (ACC-001, ACC-002).
  package var named = Named.allowedUsers
  /// When a change is notified (ACC-005, OQ-66).
  package var notifiedOf = Notified.changes
  /// A notification carries the accounts, or nil (ACC-005).
  package var notificationHasAccounts = true
  /// There are allowed accounts: from the edition of 2020-01 on (ACC-001).
  package var areKnown = true
  /// No allowed accounts are an empty list, and not nil (ACC-002).
  package var noneAreEmpty = false
  /// Every change of a process is notified (ACC-005).
  package var notifiesOfEveryChange = true
  /// How often a change is notified (ACC-005).
  package var notificationCount = 1
  /// A change is notified also in the background (ACC-005).
  package var notifyInBackground = true
  /// A change during a suspension is notified (ACC-005).
  package var notifyWhileSuspended = true
  /// A restriction that names no user allows no account by name (ACC-002).
  package var nobodyIsAllowedByName = true

  /// The contract of the latest edition.
  package init() {}
}

extension AllowedAccountsBehaviour {
  /// Whom `allowedAccounts` names.
  package enum Named: Sendable {
    case allowedUsers
    /// The user of the configuration, also if others are allowed.
    case configuredUser
    /// Whoever is enrolled.
    case enrolledUser
    case nobody
    /// Those that were allowed at the launch.
    case allowedUsersAtLaunch
    /// Those that were allowed last, also once all are.
    case lastAllowedUsers
  }

  /// When a change is notified.
  package enum Notified: Sendable {
    case changes
    /// Not when the accounts are taken away.
    case additions
    /// Every change of device management, also if the accounts stay.
    case everything
    /// Changes, and the first value.
    case changesAndLaunch
    case nothing
  }
}
