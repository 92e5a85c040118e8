internal import ExactText

/// What is said of a check or a case (ISO/IEC 9646), worst last among the first four.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The requirement was seen to be kept.
  case pass
  /// Nothing can be said, for instance because the case ended before the check.
  case inconclusive
  /// The requirement was seen to be violated.
  case fail
  /// The harness or the adapter broke down.
  case error
  /// The adapter does not offer what only optional requirements need.
  case notApplicable = "not-applicable"

  /// The worst of some verdicts: error, fail, inconclusive, pass, not-applicable; pass for none.
  public static func worst(_ verdicts: some Sequence<Verdict>) -> Verdict {
    let order: [Verdict] = [.error, .fail, .inconclusive, .pass, .notApplicable]
    let seen = Set(verdicts)
    return order.first { seen.contains($0) } ?? .pass
  }
}
