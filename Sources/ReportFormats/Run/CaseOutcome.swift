package import CaseModel
package import Conformance
internal import ExactText

/// What a verdict means to a reader that knows fewer of them: the one place where it is decided for all formats.
package enum CaseOutcome: String, Sendable, CaseIterable {
  /// All that had to be kept was seen to be kept.
  case passed
  /// A requirement was seen to be violated.
  case failed
  /// The harness or the adapter broke down.
  case broken
  /// Nothing can be said; never to be taken for a pass.
  case undecided
  /// It does not apply to the SDK under test.
  case skipped
}

extension CaseResult {
  /// What the case means to a reader that knows fewer verdicts: a failure that a ledger lists does no harm.
  package var outcome: CaseOutcome { isKnownFailure ? .skipped : verdict.outcome }

  /// What is said of the case: its verdict, or that it is known to fail.
  package var word: String { isKnownFailure ? "known" : verdict.rawValue }
}

extension Verdict {
  /// What the verdict means to a reader that knows fewer of them.
  package var outcome: CaseOutcome {
    switch self {
    case .pass, .advisory, .warning: .passed
    case .fail: .failed
    case .error: .broken
    case .inconclusive, .notOffered: .undecided
    case .notApplicable, .later: .skipped
    }
  }
}
