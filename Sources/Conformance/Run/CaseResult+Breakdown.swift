internal import CaseModel
internal import ExactText
internal import Participants

extension CaseResult {
  /// Makes a breakdown of the case; what its checks have found stays.
  mutating func breakDown(_ problem: Problem) {
    verdict = .error
    self.problem = problem
    switch ParticipantFailure.Code(rawValue: problem.code) {
    case .diskFull, .damagedFolder, .requestWhenIdle, .unasked: retractFailures()
    default: break
    }
  }

  /// Blames the SDK under test for a kill that never came: it did not make the request or callback that the contract
  /// has it make there, so that a check of the case fails.
  ///
  /// If none has failed yet, it is the first that was not reached, or the first behind the kill. A point of a sweep is
  /// one of the reference SDK, which another SDK need not have: what was not reached is then not-applicable.
  mutating func missKill(_ failure: ParticipantFailure) {
    guard !hasFailed(besides: failure) else { return }
    if conformanceCase.parameters.contains(where: { $0.axis == Sweep.parameter }) {
      return passOver(failure)
    }
    let kill = conformanceCase.steps.firstIndex { step in
      if case .kill(_, let point) = step.action { point != .idle } else { false }
    }
    let checksBefore = conformanceCase.steps[..<(kill ?? 0)].count { $0.check != nil }
    failNext(orElse: checksBefore, Difference.killPoint, failure)
  }

  /// Blames the SDK under test for a step that finds nothing to act on, such as an answer to a prompt that the SDK has
  /// not shown, or has lost: the first check that was not reached fails, unless one has failed already.
  mutating func missSubject(_ failure: ParticipantFailure) {
    guard !hasFailed(besides: failure) else { return }
    failNext(orElse: checks.endIndex, Difference.stepSubject, failure)
  }

  /// Notes what the case misses; true if a check has failed already, which then stands for it.
  private mutating func hasFailed(besides failure: ParticipantFailure) -> Bool {
    notes.append(failure.message)
    guard checks.contains(where: { $0.verdict == .fail || $0.verdict == .warning }) else {
      return false
    }
    verdict = Verdict.worst(checks.map(\.verdict))
    return true
  }

  /// Makes the first check that was not reached, or else another one, fail for what the case misses; without either it is
  /// a breakdown.
  private mutating func failNext(
    orElse other: Int, _ subject: String, _ failure: ParticipantFailure
  ) {
    let index = checks.firstIndex { $0.time == nil } ?? other
    guard checks.indices.contains(index) else { return breakDown(Problem(failure)) }
    checks[index].verdict = .fail
    checks[index].expected = checks[index].check.demand.text
    checks[index].found = failure.message
    checks[index].difference = Difference(
      .missing, subject, time: history.reached.last?.time ?? history.epoch, text: failure.message)
    verdict = .fail
  }

  /// Makes no checks of what was to follow a kill that the SDK under test has no point for.
  private mutating func passOver(_ failure: ParticipantFailure) {
    for index in checks.indices where checks[index].time == nil {
      checks[index].verdict = .notApplicable
      checks[index].found = failure.message
    }
    verdict = checks.isEmpty ? .notApplicable : Verdict.worst(checks.map(\.verdict))
  }

  /// Says that the disk was full at the end of a case that did not pass: whatever went wrong may come from that.
  mutating func blameFullDisk(_ folder: String) {
    guard problem?.code != ParticipantFailure.Code.diskFull.rawValue else { return }
    var message =
      "the disk that holds the files of the case is full (\(folder)), so nothing can be said of the "
    message += "SDK under test; give it more room, or set TMPDIR to a folder that has it"
    if let problem { message += "; what happened: \(problem.message)" }
    breakDown(
      Problem(
        code: ParticipantFailure.Code.diskFull.rawValue,
        participant: problem?.participant ?? "coordinator", message: message,
        lastMessage: problem?.lastMessage ?? ""))
  }

  /// A check violates nothing that failed for want of room, over files that others have touched, or at an instant at
  /// which the adapter had said that its SDK was done although it was not.
  private mutating func retractFailures() {
    for index in checks.indices where checks[index].verdict == .fail {
      checks[index].verdict = .error
    }
  }
}
