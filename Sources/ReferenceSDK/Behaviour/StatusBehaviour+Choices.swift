internal import ExactText

extension StatusBehaviour {
  /// How often the end of an operation is reported.
  package enum Reports: Sendable {
    case once, never, twice
  }

  /// What becomes of a status while no delegate is set.
  package enum LostStatus: Sendable {
    case isDropped
    /// It is kept for the delegate that is set next.
    case isKept
  }

  /// Which comes first, the status of a check-in or the notification of its new policy.
  package enum NotificationOrder: Sendable {
    case notificationFirst, statusFirst
  }

  /// What the SDK writes to its log.
  package enum LogExtent: Sendable {
    case warnings
    /// A line for whatever happens to it, too.
    case everything
  }

  /// Whom a status names.
  package enum NamedUser: Sendable {
    case whomItConcerns
    /// Always the account that was registered first.
    case firstAccount
    /// Nobody, if it is that of a check-in.
    case nobodyInCheckIns
  }

  /// The `errorString` of a status.
  package enum ErrorString: Sendable {
    /// The code in words.
    case text
    case missing
    /// Nil, if the edition allows that.
    case missingWhereAllowed
    /// The code in words, and the empty string for a failure.
    case emptyForFailures
    /// The code in words, and nil for the codes that came with later releases.
    case missingForLaterCodes
    /// The same words for every failure.
    case oneForFailures
    /// The code in words, and the empty string for a success.
    case emptyForSuccesses
    /// The words of the code that was reported before.
    case ofTheCodeBefore
  }

  /// The `didSucceed` of a status.
  package enum ReportedSuccess: Sendable {
    case asTheCodeSays, always, never
  }

  /// When a call for nil is refused.
  package enum RefusalsOfNil: Sendable {
    case always
    /// Unless an attempt to enroll is under way, or a sign-in is open.
    case exceptBesideAttempts
    /// Unless a check-in is under way.
    case exceptBesideCheckIns
    /// Unless an unenrollment is under way.
    case exceptBesideDepartures
    /// While the app is in the foreground.
    case inTheForeground
  }
}
