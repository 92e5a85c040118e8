internal import CaseModel
internal import ExactText
internal import Participants
internal import VirtualTime

/// From the checks of a case to what is said of it as a whole: the same for a case that has just been run and for one
/// whose history was stored.
extension Judge {
  /// A judge by the options of a run.
  init(_ options: RunOptions) {
    self.init(
      optionalRequirements: options.optionalRequirements,
      recommendations: options.isStrict ? [] : options.recommendations,
      retryTolerance: VirtualDuration(milliseconds: options.retryToleranceMilliseconds))
  }

  /// What the history of a case proves; the real time that it took is still to be filled in.
  func result(
    of conformanceCase: ConformanceCase, _ history: History, ending: CaseEnd?
  ) -> CaseResult {
    let checks = judge(conformanceCase, history, ending: ending)
    var result = CaseResult(
      conformanceCase: conformanceCase,
      // Where nothing is checked nothing is found.
      verdict: checks.isEmpty ? .inconclusive : Verdict.worst(checks.map(\.verdict)),
      checks: checks, problem: nil, history: history, wallMilliseconds: 0,
      virtualTime: (history.reached.last?.time ?? history.epoch) - history.epoch)
    result.ending = ending.flatMap(CaseEnding.init)
    if case .problem(let failure) = ending {
      switch failure.code {
      case .killPointMissed: result.missKill(failure)
      case .subjectMissing: result.missSubject(failure)
      default: result.breakDown(Problem(failure))
      }
    }
    return result
  }
}
