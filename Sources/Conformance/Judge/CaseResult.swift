public import CaseModel
public import ExactText
public import JSONText
public import VirtualTime

/// What was found of one check.
public struct CheckResult: Sendable {
  /// The check.
  public var check: Check
  /// What is said of it.
  public var verdict: Verdict
  /// What was demanded, in words; empty for a pass.
  public var expected: String
  /// What was seen instead, in one sentence; empty for a pass.
  public var found: String
  /// The nearest misses: the records that came closest, nearest first, at most three, as text.
  public var nearest: [String]
  /// When the check was made; nil if it was never reached.
  public var time: VirtualInstant?
  /// What is other than demanded, if the check was made and failed.
  public var difference: Difference?

  /// What the ledger of known failures says of it; nil unless it failed as expected there.
  public var known: KnownFailure?

  /// True if the check is not of the set of checks to which the run is pinned.
  public var isLater = false

  /// Those of the requirements violated that the contract only recommends; empty in a strict run.
  public var recommended: [String] = []

  /// The requirements of which the verdict speaks: of a failed check those that the difference violates, else all.
  public var requirements: [String] {
    difference.map { check.blamed(for: $0.members) } ?? check.requirements
  }

  /// True if it failed, and no ledger says that it would.
  public var isNewFailure: Bool { verdict == .fail && known == nil }

  /// A finding with all its parts.
  public init(
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
public struct Problem: Error, Sendable, Equatable {
  /// A stable word, such as `watchdog`, `adapter-exited`, `wrong-seq`, `overlong-line`, `time-limit`.
  public var code: String
  /// The participant at fault, such as `mail` or `service`.
  public var participant: String
  /// What happened and what to do, in words.
  public var message: String
  /// The last message sent to the participant; empty if none was.
  public var lastMessage: String

  /// A breakdown with all its parts.
  public init(code: String, participant: String, message: String, lastMessage: String = "") {
    self.code = code
    self.participant = participant
    self.message = message
    self.lastMessage = lastMessage
  }
}

/// What was found of one case.
public struct CaseResult: Sendable {
  /// The case.
  public var conformanceCase: ConformanceCase
  /// The worst of its checks, or `error` if it broke down.
  public var verdict: Verdict
  /// The checks in the order in which the case declares them; also those never reached.
  public var checks: [CheckResult]
  /// Why it broke down, if it did.
  public var problem: Problem?
  /// Everything that happened.
  public var history: History
  /// Real time it took, in milliseconds; never part of a history.
  public var wallMilliseconds: Double
  /// Virtual time it took.
  public var virtualTime: VirtualDuration
  /// The defects of the reference SDK that would make a difference to the case, if the run was to find out:
  /// with every other one its history is the same.
  public var sensitiveTo: Set<ExactString> = []

  /// What happened beside the case that is nobody's fault, in words.
  public var notes: [String] = []
  /// Why the case ended before its last step, if it did; with the history all that a judge needs.
  public var ending: CaseEnding?
  /// What the adapter said of itself in `hello`, if it came so far: its name, that of the SDK, and what it offers.
  public var hello: JSONObject?

  /// True if no check of the case is of the set of checks to which the run is pinned.
  public var isLater: Bool { !checks.isEmpty && checks.allSatisfy(\.isLater) }

  /// A finding with all its parts.
  public init(
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
public enum ExitCode {
  /// All conform.
  public static let conforms: Int32 = 0
  /// Some requirement is violated.
  public static let violated: Int32 = 1
  /// Inconclusive, or an error in harness or adapter.
  public static let inconclusive: Int32 = 2
  /// Wrong usage, a file that cannot be used, an unknown case, or a pattern without a match.
  public static let usage: Int32 = 64
  /// An internal fault.
  public static let internalFault: Int32 = 70
  /// Ended by an interrupt.
  public static let interrupted: Int32 = 130

  /// What the results of a run say: a violation outweighs a breakdown because it is certain.
  ///
  /// A run conforms only if something was decided: one without a case, or of which no case applies, has shown nothing.
  /// Known failures do no harm, and a ledger that does not describe the run does.
  public static func of(_ results: [CaseResult], _ review: LedgerReview? = nil) -> Int32 {
    var isDecided = false
    var isUndecided = false
    for result in results {
      if result.checks.contains(where: \.isNewFailure) { return violated }
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
    return isDecided && !isUndecided ? conforms : inconclusive
  }
}
