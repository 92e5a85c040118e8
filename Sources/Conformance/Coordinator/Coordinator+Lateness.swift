internal import CaseModel
internal import ExactText
internal import VirtualTime

/// The tolerance of a run: how late a retry may come (open question OQ-01).
extension Coordinator {
  /// The requirements whose actions may be late: the 24 hours of the retry.
  static let lateRequirements: Set<ExactString> = [
    "ENR-008", "ENR-010", "ENR-011", "ENR-012", "ENR-015",
  ]

  /// Lets time pass up to the run's tolerance, from deadline to deadline, until the retries have come that the
  /// checks behind a step demand of its window; without tolerance nothing is waited for.
  ///
  /// The time that this takes is added to ``lateness``: from then on the times of the case count from the late
  /// retry, because the next interval does.
  func waitForRetries(after step: Int, from windowStart: Int) throws(CaseEnd) {
    guard options.retryToleranceMilliseconds > 0 else { return }
    switch conformanceCase.steps[step].action {
    case .advance, .advanceTo: break
    default: return
    }
    let start = now
    let before = lateness
    let limit = start + VirtualDuration(milliseconds: options.retryToleranceMilliseconds)
    let demands = retries(demandedAfter: step)
    while demands.contains(where: { !isMet($0, from: windowStart) }),
      let deadline = heap.next(where: isValid), deadline.instant <= limit
    {
      try advance(to: deadline.instant)
      lateness = before + (now - start)
    }
  }

  /// What the checks behind a step, up to the next step that acts, demand of retries.
  private func retries(demandedAfter step: Int) -> [(pattern: RecordPattern, count: Int)] {
    var demands: [(pattern: RecordPattern, count: Int)] = []
    for next in conformanceCase.steps[(step + 1)...] {
      guard next.action == nil else { break }
      guard let check = next.check, case .count(let pattern, let range) = check.demand,
        range.lowerBound > 0, pattern.times.isEmpty, check.span == .window,
        check.requirements.contains(where: { Coordinator.lateRequirements.contains($0) })
      else { continue }
      demands.append((pattern, range.lowerBound))
    }
    return demands
  }

  private func isMet(_ demand: (pattern: RecordPattern, count: Int), from start: Int) -> Bool {
    history.records[start...].filter {
      demand.pattern.matches($0, epoch: epoch, lateness: lateness)
    }.count >= demand.count
  }
}
