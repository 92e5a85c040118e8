package import CaseModel
package import ExactText
package import JSONText
package import VirtualTime

/// What was found of one check.
package struct CheckResult: Sendable {
  /// The check.
  package var check: Check
  /// What is said of it.
  package var verdict: Verdict
  /// What was demanded, in words; empty for a pass.
  package var expected: String
  /// What was seen instead, in one sentence; empty for a pass.
  package var found: String
  /// The nearest misses: the records that came closest, nearest first, at most three, as text.
  package var nearest: [String]
  /// When the check was made; nil if it was never reached.
  package var time: VirtualInstant?
  /// What is other than demanded, if the check was made and failed.
  package var difference: Difference?

  /// What the ledger of known failures says of it; nil unless it failed as expected there.
  package var known: KnownFailure?

  /// True if the check is not of the set of checks to which the run is pinned.
  package var isLater = false

  /// Those of the requirements violated that the contract only recommends; empty in a strict run.
  package var recommended: [String] = []

  /// The indices of the records at which it looked, as a report says; nil if the history has to be asked.
  package var looked: Range<Int>?

  /// The requirements of which the verdict speaks: of a failed check those that the difference violates, else all.
  package var requirements: [String] {
    difference.map { check.blamed(for: $0.members) } ?? check.requirements
  }

  /// True if it failed, and no ledger says that it would.
  package var isNewFailure: Bool { verdict == .fail && known == nil }

  /// True if it failed by what the app does, and not by its SDK.
  package var isFaultOfApp: Bool { verdict == .fail && check.isDuty }

  /// A finding with all its parts.
  package init(
    check: Check, verdict: Verdict, expected: String = "", found: String = "",
    nearest: [String] = [], time: VirtualInstant? = nil, difference: Difference? = nil
  ) {
    self.check = check
    self.verdict = verdict
    self.expected = expected
    self.found = found
    self.nearest = nearest
    self.time = time
    self.difference = difference
  }
}

/// Why a case could not be carried out to its end: a breakdown of harness or adapter.
package struct Problem: Error, Sendable, Equatable {
  /// A stable word, such as `watchdog`, `adapter-exited`, `wrong-seq`, `overlong-line`, `time-limit`.
  package var code: String
  /// The participant at fault, such as `mail` or `service`.
  package var participant: String
  /// What happened and what to do, in words.
  package var message: String
  /// The last message sent to the participant; empty if none was.
  package var lastMessage: String

  /// A breakdown with all its parts.
  package init(code: String, participant: String, message: String, lastMessage: String = "") {
    self.code = code
    self.participant = participant
    self.message = message
    self.lastMessage = lastMessage
  }
}

/// What was found of one case.
package struct CaseResult: Sendable {
  /// The case.
  package var conformanceCase: ConformanceCase
  /// The worst of its checks, or `error` if it broke down.
  package var verdict: Verdict
  /// The checks in the order in which the case declares them; also those never reached.
  package var checks: [CheckResult]
  /// Why it broke down, if it did.
  package var problem: Problem?
  /// Everything that happened.
  package var history: History
  /// Real time it took, in milliseconds; never part of a history.
  package var wallMilliseconds: Double
  /// Virtual time it took.
  package var virtualTime: VirtualDuration
  /// The defects of the reference SDK that would make a difference to the case, if the run was to find out:
  /// with every other one its history is the same.
  package var sensitiveTo: Set<ExactString> = []

  /// What happened beside the case that is nobody's fault, in words.
  package var notes: [String] = []
  /// Why the case ended before its last step, if it did; with the history all that a judge needs.
  package var ending: CaseEnding?
  /// What the adapter said of itself in `hello`, if it came so far: its name, that of the SDK, and what it offers.
  package var hello: JSONObject?

  /// True if every check that failed did so by what the app does, and not by its SDK.
  package var isFaultOfApp: Bool {
    let failed = checks.filter { $0.verdict == .fail }
    return !failed.isEmpty && failed.allSatisfy(\.isFaultOfApp)
  }

  /// True if no check of the case is of the set of checks to which the run is pinned.
  package var isLater: Bool { !checks.isEmpty && checks.allSatisfy(\.isLater) }

  /// A finding with all its parts.
  package init(
    conformanceCase: ConformanceCase, verdict: Verdict, checks: [CheckResult], problem: Problem?,
    history: History, wallMilliseconds: Double, virtualTime: VirtualDuration
  ) {
    self.conformanceCase = conformanceCase
    self.verdict = verdict
    self.checks = checks
    self.problem = problem
    self.history = history
    self.wallMilliseconds = wallMilliseconds
    self.virtualTime = virtualTime
  }
}

/// The exit codes of the program; see the design of verdicts.
package enum ExitCode {
  /// All conform.
  package static let conforms: Int32 = 0
  /// Some requirement is violated.
  package static let violated: Int32 = 1
  /// The SDK conforms, and the app around it does not fulfil its duties.
  package static let appViolates: Int32 = 3
  /// Inconclusive, or an error in harness or adapter.
  package static let inconclusive: Int32 = 2
  /// Wrong usage, a file that cannot be used, an unknown case, or a pattern without a match.
  package static let usage: Int32 = 64
  /// An internal fault.
  package static let internalFault: Int32 = 70
  /// Ended by an interrupt.
  package static let interrupted: Int32 = 130

  /// What the results of a run say: a violation outweighs a breakdown because it is certain.
  ///
  /// A run conforms only if something was decided: one without a case, or of which no case applies, has shown nothing.
  /// Known failures do no harm, and a ledger that does not describe the run does.
  package static func of(_ results: [CaseResult], _ review: LedgerReview? = nil) -> Int32 {
    var isDecided = false
    var isUndecided = false
    var hasFaultOfApp = false
    for result in results {
      if result.checks.contains(where: { $0.isNewFailure && !$0.isFaultOfApp }) { return violated }
      if result.checks.contains(where: \.isNewFailure) {
        hasFaultOfApp = true
        isDecided = true
        continue
      }
      switch result.verdict {
      case .pass, .advisory, .warning: isDecided = isDecided || !result.isLater
      case .later:
        isDecided = isDecided || result.checks.contains { !$0.isLater && $0.verdict == .pass }
      case .error, .inconclusive, .notOffered: isUndecided = true
      case .fail where result.isKnownFailure: isDecided = true
      case .fail where result.checks.contains { $0.verdict == .fail }: isUndecided = true
      case .fail: return violated
      case .notApplicable: break
      }
    }
    if let review, !review.findings.isEmpty { return violated }
    guard isDecided, !isUndecided else { return inconclusive }
    return hasFaultOfApp ? appViolates : conforms
  }
}
