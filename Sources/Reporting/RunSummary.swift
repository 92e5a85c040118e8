public import CaseModel
public import Conformance
internal import ExactText

/// The counts of a run: cases, checks, and requirements by what became of them.
public struct RunSummary: Sendable, Equatable {
  /// How many cases had each verdict.
  public private(set) var cases: [Verdict: Int] = [:]
  /// How many checks had each verdict.
  public private(set) var checks: [Verdict: Int] = [:]
  /// Requirements with a failed check, sorted.
  public private(set) var violated: [String] = []
  /// Recommendations with a violation and no failed check, sorted.
  public private(set) var warned: [String] = []
  /// Requirements whose every check passed, was not applicable or had a finding that is advisory only, and at least
  /// one of them was made; sorted.
  public private(set) var kept: [String] = []
  /// Requirements with an inconclusive or broken check and no failed one, sorted.
  public private(set) var undecided: [String] = []
  /// Requirements with no check but not-applicable ones, sorted.
  public private(set) var notApplicable: [String] = []
  /// The exit code of the run; see ``ExitCode/of(_:)``.
  public let exitCode: Int32

  /// The counts of the given cases.
  public init(_ results: [CaseResult]) {
    exitCode = ExitCode.of(results)
    var verdicts: [ExactString: Set<Verdict>] = [:]
    for result in results {
      cases[result.verdict, default: 0] += 1
      for check in result.checks {
        checks[check.verdict, default: 0] += 1
        let meant = check.requirements
        for requirement in check.check.requirements {
          // A failed check says nothing of a requirement that the difference does not concern.
          if meant.contains(requirement) {
            let isAdvice = check.verdict == .fail && check.recommended.contains(requirement)
            verdicts[requirement, default: []].insert(isAdvice ? .warning : check.verdict)
          } else {
            verdicts[requirement, default: []].formUnion([])
          }
        }
      }
    }
    for requirement in verdicts.sortedNames {
      let seen = verdicts[requirement] ?? []
      if seen.contains(.fail) {
        violated.append(requirement)
      } else if seen.contains(.warning) {
        warned.append(requirement)
      } else if seen.isEmpty || seen.contains(.notOffered) || seen.contains(.error)
        || seen.contains(.inconclusive)
      {
        undecided.append(requirement)
      } else if seen.contains(.pass) || seen.contains(.advisory) {
        kept.append(requirement)
      } else {
        notApplicable.append(requirement)
      }
    }
  }

  /// How many cases ran.
  public var caseCount: Int { cases.values.reduce(0, +) }
  /// How many checks were judged.
  public var checkCount: Int { checks.values.reduce(0, +) }
  /// How many requirements the checks speak of.
  public var requirementCount: Int {
    violated.count + warned.count + kept.count + undecided.count + notApplicable.count
  }
}
