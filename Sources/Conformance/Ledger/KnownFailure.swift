package import CaseModel
internal import ExactText

/// What a ledger says of a check that failed as expected.
package struct KnownFailure: Sendable, Equatable {
  /// The place of the entry in the ledger, from 0.
  package var entry: Int
  /// Where the entry is written.
  package var location: SourceLocation
  /// Where the failure is tracked.
  package var link: String
  /// Who is responsible for it.
  package var owner: String
  /// The last day on which the entry is valid, such as `2027-01-31`.
  package var expires: String
}

extension Verdict {
  /// True for what a check says that found something: known failures are among these.
  package var isFinding: Bool { self == .fail || self == .warning || self == .advisory }
}

extension CaseResult {
  /// True if the case failed, and every check of it that failed is known to fail.
  ///
  /// A check that was not reached is no objection if a known one failed before it.
  package var isKnownFailure: Bool {
    guard verdict == .fail, problem == nil else { return false }
    var hasKnown = false
    for check in checks {
      if check.verdict == .fail, check.known == nil { return false }
      hasKnown = hasKnown || check.known != nil
      if check.verdict == .inconclusive || check.verdict == .notOffered, !hasKnown { return false }
    }
    return hasKnown
  }
}
