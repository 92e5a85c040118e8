package import CaseModel
package import Conformance
internal import ExactText
internal import Participants
internal import SystemFiles
internal import VirtualTime

/// Finds the decision of a failed case without which it would not have failed.
///
/// Each decision is changed by itself, the case is run again and judged. A decision flips the verdict if every check up to
/// the failed one then passes. Often a change makes a check demand what cannot come any more, whatever the SDK:
/// without a kill nothing is launched again. So what the reference SDK does with the changed case is the measure:
/// a decision also counts if the failed check passes and all else is as with the reference SDK, or if the two
/// cannot be told apart any more. Where no single decision is enough, the smallest set of them is looked for.
package struct DecisionSearch {
  /// How well a change explains a failure, the best first.
  package enum Strength: Int, Comparable, Sendable {
    /// With the change every check passes.
    case passes
    /// With the change the failed check passes, and of the others those fail that also fail with the reference SDK.
    case passesAsReference
    /// With the change the SDK does what the reference SDK does, whatever the check demands.
    case sameAsReference
    /// With the change neither SDK gets as far as the check: what is asked there needs it.
    case needed

    package static func < (left: Strength, right: Strength) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A change without which the case fails.
  package struct Flip: Sendable {
    /// What was decided.
    package var decision: CaseDecision
    /// What is decided instead.
    package var change: CaseChange
    /// How well it explains the failure.
    package var strength: Strength
    /// True if with the change what the check speaks of does not come at all any more, also with the reference SDK: what
    /// then passes may do so because nothing happens.
    package var isVacuous = false
    /// True if with the change the SDK goes on doing what the reference SDK does not, in the window of the check or most
    /// of what it did before: the check then only sees it no more.
    package var isHiding = false
    /// True if a check that fails in the unchanged case too, besides the one that is explained, fails with the change.
    package var isPartial = false
    /// How many records of the reference SDK's history go or come with the change, up to the failed check.
    package var disturbance = 0
    /// How many of these are outside of the window of the check.
    package var detour = 0
    /// True if with the change the check passes, and in its window the reference SDK does just what it does without it.
    package var isForItsReason = false
    /// How much speaks for naming it.
    package var points = 0
    /// How much speaks against it that is not counted, because a known defect's sentence speaks of the case.
    package var uncounted = 0
  }

  /// How to run the SDK under test.
  package let options: RunOptions
  /// The most real time that a search takes, in milliseconds.
  package var milliseconds: Double = 2000

  /// A search with the SDK of the given options.
  package init(_ options: RunOptions) { self.options = options }

  /// Finds what flips the first failed check of a result, or another one that is named.
  ///
  /// - Returns: nil if no check failed.
  package func explain(_ result: CaseResult, check id: String? = nil) -> DecisionReport? {
    onThread { $0.explain(result, check: id) }
  }

  /// Runs a case to its end, and finds what flips a check of it that fails: for a session that stands somewhere in between.
  package func explain(running item: ConformanceCase, check id: String) -> DecisionReport? {
    onThread { search in
      search.runs.run(item).flatMap { search.explain($0, check: id) }
    }
  }

  /// Searches on a thread of its own, because a worker binds its thread to a processor.
  private func onThread(_ body: @escaping (Search) -> DecisionReport?) -> DecisionReport? {
    let turn = SearchTurn { [self] in
      let start = WallClock.milliseconds
      let search = Search(runs: CaseRuns(options, until: start + milliseconds))
      defer { search.runs.close() }
      guard var report = body(search) else { return nil }
      report.runCount = search.runs.count
      report.isCut = search.runs.isCut
      report.milliseconds = WallClock.milliseconds - start
      return report
    }
    if let thread = try? SystemThread({ turn.take() }) {
      thread.join()
    } else {
      turn.take()
    }
    return turn.report
  }

  /// Carries a search to its thread and the report back.
  ///
  /// Sound because whoever has made it waits for the thread and looks only then.
  private final class SearchTurn: @unchecked Sendable {
    private let body: () -> DecisionReport?
    private(set) var report: DecisionReport?

    init(_ body: @escaping () -> DecisionReport?) { self.body = body }

    func take() { report = body() }
  }

  // MARK: - Judging a change

  /// How well a changed case explains why the unchanged one failed; nil if it does not.
  ///
  /// - Parameter known: checks that are left aside, because they fail without the change too.
  static func strength(
    _ subject: CaseResult, _ reference: CaseResult, _ awaited: Awaited,
    without known: [ExactString: ExactString] = [:]
  ) -> Strength? {
    let problem = breakdown(of: subject)
    let same = breakdown(of: reference)
    if let problem, let same {
      return problem.code == same.code && problem.message == same.message ? .needed : nil
    }
    guard problem == nil, same == nil else { return nil }
    let failed = failed(subject).filter { known[$0.key] == nil }
    if failed.isEmpty { return .passes }
    guard failed == self.failed(reference).filter({ known[$0.key] == nil }) else { return nil }
    guard failed.keys.contains(ExactString(awaited.check.id)) else { return .passesAsReference }
    // Two checks may find the same wrong, and the SDKs have done something else all the same.
    return awaited.count(subject) == awaited.count(reference) ? .sameAsReference : nil
  }

  /// Why a changed case ended before its last step. A step that finds nothing to act on is no finding about the SDK there: what
  /// it acts on may have been left out.
  static func breakdown(of result: CaseResult) -> Problem? {
    if let problem = result.problem { return problem }
    guard case .problem(let problem)? = result.ending,
      problem.code == ParticipantFailure.Code.subjectMissing.rawValue
    else { return nil }
    return problem
  }

  /// What each failed check has found, by its ID.
  static func failed(_ result: CaseResult) -> [ExactString: ExactString] {
    var failed: [ExactString: ExactString] = [:]
    for check in result.checks where check.verdict == .fail || check.verdict == .warning {
      failed[ExactString(check.check.id)] = ExactString(check.found)
    }
    return failed
  }
}
