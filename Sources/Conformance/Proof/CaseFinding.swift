package import CaseModel
internal import ExactText

/// What a case shows of a defect: whether it broke down, and which checks fail. All that a proof keeps of a run.
package struct CaseFinding: Sendable {
  /// A check that failed.
  package struct Failure: Sendable, Equatable {
    /// Its ID.
    package var check: String
    /// The requirements that what was found violates.
    package var requirements: [String]

    /// A failure of a check.
    package init(check: String, requirements: [String]) {
      self.check = check
      self.requirements = requirements
    }
  }

  /// The case.
  package var conformanceCase: ConformanceCase
  /// True if it broke down instead of being judged.
  package var isError: Bool
  /// The checks that failed, in their order.
  package var failures: [Failure]

  /// A finding with all its parts.
  package init(_ conformanceCase: ConformanceCase, isError: Bool, failures: [Failure]) {
    self.conformanceCase = conformanceCase
    self.isError = isError
    self.failures = failures
  }

  /// What the result of a case comes to.
  package init(_ result: CaseResult) {
    conformanceCase = result.conformanceCase
    isError = result.verdict == .error
    failures = result.checks.filter { $0.verdict == .fail }.map {
      Failure(check: $0.check.id, requirements: $0.requirements)
    }
  }
}
