internal import ExactText

/// What is said of a check or a case (ISO/IEC 9646), worst last among the first four.
package enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The requirement was seen to be kept.
  case pass
  /// Nothing can be said, for instance because the case ended before the check.
  case inconclusive
  /// The requirement was seen to be violated.
  case fail
  /// The harness or the adapter broke down.
  case error
  /// The adapter does not offer what a requirement needs that an SDK must keep: nothing is known of it.
  case notOffered = "not-offered"
  /// A recommendation (SHOULD) was seen to be violated: shown, and a failure only of a strict run.
  case warning
  /// Something was found that the contract does not ask for as a must: shown, and never a failure.
  case advisory
  /// A check that is later than the set of checks to which the run is pinned found something, or could not be made: shown,
  /// and never a failure.
  case later = "later-than-set"
  /// The adapter does not offer what only optional requirements need, or the step was not to be taken.
  case notApplicable = "not-applicable"

  /// The worst of some verdicts: error, fail, inconclusive, not-offered, warning, later-than-set, advisory,
  /// pass, not-applicable; pass for none.
  package static func worst(_ verdicts: some Sequence<Verdict>) -> Verdict {
    let order: [Verdict] = [
      .error, .fail, .inconclusive, .notOffered, .warning, .later, .advisory, .pass,
      .notApplicable,
    ]
    let seen = Set(verdicts)
    return order.first { seen.contains($0) } ?? .pass
  }
}
