package import CaseModel
internal import ExactText
internal import Participants
internal import VirtualTime

/// What a stored history says of a case as it is written now.
///
/// A history holds for every step that acts (a call, a launch, time that passes) what was recorded until its end. Steps that
/// only demand act on nothing, so that a newer case may have more, fewer and other ones: their windows follow from those of
/// the steps that act. From the first acting step on that is not the one of the stored run, the history is that of another case.
package struct HistoryTransfer: Sendable {
  /// The history with the windows of the case as it is written now.
  package private(set) var history: History
  /// The index of the first step for which the stored run has nothing to say, because it did something else there; nil
  /// if there is none.
  package private(set) var barrier: Int?

  /// Carries a history over.
  ///
  /// - Parameters:
  ///   - stored: the history, with the windows of the case that was run.
  ///   - old: the case that was run.
  ///   - new: the same case as it is written now.
  package init(_ stored: History, of old: ConformanceCase, to new: ConformanceCase) {
    history = stored
    history.reached = []
    history.skipped = []
    guard old.world == new.world else {
      barrier = 0
      return
    }
    carryOver(stored, old, new)
  }

  private mutating func carryOver(
    _ stored: History, _ old: ConformanceCase, _ new: ConformanceCase
  ) {
    var acting = old.steps.indices.filter { old.steps[$0].action != nil }[...]
    var windowStart = 0
    var last = History.Reached(step: 0, window: 0..<0, time: stored.epoch, result: nil)
    for (index, step) in new.steps.enumerated() {
      var here = last
      here.step = index
      here.result = nil
      if let action = step.action {
        guard let place = acting.popFirst(), old.steps[place].action == action,
          old.steps[place].condition == step.condition,
          old.steps[place].exception == step.exception
        else {
          barrier = index
          return
        }
        if stored.skipped.contains(place) {
          history.skipped.append(index)
          continue
        }
        // Without it the case ended here.
        guard let reached = stored.reached.first(where: { $0.step == place }) else { return }
        if step.opensWindow { windowStart = last.window.upperBound }
        here = reached
        here.step = index
      } else {
        if !step.isTaken(
          after: stored.records[..<last.window.upperBound], epoch: stored.epoch)
        {
          history.skipped.append(index)
          continue
        }
        if step.opensWindow { windowStart = last.window.upperBound }
      }
      here.window = windowStart..<here.window.upperBound
      history.reached.append(here)
      last = here
    }
  }
}

extension CaseResult {
  /// Judges a stored case again, from its history alone.
  ///
  /// - Parameters:
  ///   - item: the case as it is written now.
  ///   - options: which requirements are optional or recommendations, and the tolerance.
  /// - Returns: what is found now, and the index of the first step of which nothing can be said; its checks and those behind it
  ///   are inconclusive.
  package func judgedAgain(
    as item: ConformanceCase, options: RunOptions
  ) -> (result: CaseResult, barrier: Int?) {
    let transfer = HistoryTransfer(history, of: conformanceCase, to: item)
    let judge = Judge(options)
    var result: CaseResult
    if let barrier = transfer.barrier {
      let place = item.steps.indices.contains(barrier) ? item.steps[barrier].location.line : 0
      let other = CaseEnd.problem(
        .init(
          .impossibleStep, "mamconform",
          "the stored run did something else from the step at line \(place) on"))
      result = judge.result(of: item, transfer.history, ending: nil)
      result.checks = judge.judge(item, transfer.history, ending: other)
      result.verdict = Verdict.worst(result.checks.map(\.verdict))
    } else {
      result = judge.result(of: item, transfer.history, ending: ending?.end)
      result.ending = ending
      // What came out after the case had ended: a full disk, an adapter that broke down later, another history in a second round.
      if result.problem == nil, let problem { result.breakDown(problem) }
    }
    result.wallMilliseconds = wallMilliseconds
    result.notes += notes.filter { note in !result.notes.contains { $0 == note } }
    return (result, transfer.barrier)
  }
}
