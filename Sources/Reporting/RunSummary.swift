package import CaseModel
package import Conformance
internal import ExactText

extension Verdict {
  /// Every verdict, in a fixed order, that tables of a run show; the one of pinned runs only where it was given.
  package static func ofRuns(_ counts: [Verdict: Int]) -> [Verdict] {
    allCases.filter { $0 != .later || counts[$0] != nil }
  }
}

/// The counts of a run: cases, checks, and requirements by what became of them.
package struct RunSummary: Sendable, Equatable {
  /// How many cases had each verdict, known failures left out.
  package private(set) var cases: [Verdict: Int] = [:]
  /// How many checks had each verdict, known failures left out.
  package private(set) var checks: [Verdict: Int] = [:]
  /// How many cases failed as a ledger says.
  package private(set) var knownCases = 0
  /// How many checks failed as a ledger says.
  package private(set) var knownChecks = 0
  /// Requirements with a failed check, sorted.
  package private(set) var violated: [String] = []
  /// Requirements with failed checks, all of which are known; sorted.
  package private(set) var knownViolated: [String] = []
  /// Recommendations with a violation and no failed check, sorted.
  package private(set) var warned: [String] = []
  /// Requirements whose every check passed, was not applicable or had a finding that is advisory only, and at least
  /// one of them was made; sorted.
  package private(set) var kept: [String] = []
  /// Requirements with an inconclusive or broken check and no failed one, sorted.
  package private(set) var undecided: [String] = []
  /// Requirements with no check but not-applicable ones, sorted.
  package private(set) var notApplicable: [String] = []
  /// Duties of the app with a failed check, sorted; none of them is among ``violated``.
  package private(set) var neglected: [String] = []
  /// The exit code of the run; see ``ExitCode/of(_:)``.
  package let exitCode: Int32

  /// The counts of the given cases.
  ///
  /// - Parameter review: what the run says of its ledger; nil if it has none.
  package init(_ results: [CaseResult], _ review: LedgerReview? = nil) {
    exitCode = ExitCode.of(results, review)
    var verdicts: [ExactString: Set<Verdict>] = [:]
    var known: Set<ExactString> = []
    var duties: Set<ExactString> = []
    for result in results {
      if result.isKnownFailure { knownCases += 1 } else { cases[result.verdict, default: 0] += 1 }
      for check in result.checks {
        if check.known != nil, check.verdict == .fail {
          knownChecks += 1
          for requirement in check.check.requirements {
            verdicts[requirement, default: []].formUnion([])
          }
          for requirement in check.requirements { known.insert(requirement) }
          continue
        }
        checks[check.verdict, default: 0] += 1
        if check.check.isDuty { duties.formUnion(check.check.requirements.map { ExactString($0) }) }
        // What is later than the set says nothing of the requirement that the set would not say.
        let saysNothing = check.verdict == .later
        let meant = check.requirements
        for requirement in check.check.requirements {
          // A failed check says nothing of a requirement that the difference does not concern.
          if meant.contains(requirement), !saysNothing {
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
        if duties.contains(ExactString(requirement)) {
          neglected.append(requirement)
        } else {
          violated.append(requirement)
        }
      } else if known.contains(requirement) {
        knownViolated.append(requirement)
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

  /// The conclusion of a run with ``ExitCode/appViolates``, in one sentence.
  ///
  /// - Parameter scope: ``RunDescription/scope``.
  package static func faultOfApp(_ scope: String) -> String {
    "The SDK under test conforms\(scope); the app around it does not fulfil its duties"
  }

  /// How many cases ran.
  package var caseCount: Int { cases.values.reduce(knownCases, +) }
  /// How many checks were judged.
  package var checkCount: Int { checks.values.reduce(knownChecks, +) }
  /// How many requirements the checks speak of.
  package var requirementCount: Int {
    violated.count + neglected.count + knownViolated.count + warned.count + kept.count
      + undecided.count
      + notApplicable.count
  }
}
