package import CaseModel
internal import ExactText
package import VirtualTime

extension CaseResult {
  /// The indices of the records at which a check looked; nil if it was not made.
  package func window(of check: Check) -> Range<Int>? {
    let item = conformanceCase
    if case .standing = check.demand {
      return checks.first { $0.check.id == check.id }?.looked
    }
    guard let step = item.steps.firstIndex(where: { $0.check?.id == check.id }),
      let reached = history.reached.first(where: { $0.step == step })
    else { return nil }
    return reached.looking(over: check.span, of: item, history).window
  }
}

extension CaseResult {
  /// The step of a check; of a standing one the step in which it was found to be violated. Nil if it was not made, or if the
  /// history is not at hand.
  package func step(of found: CheckResult) -> Int? {
    if let step = conformanceCase.steps.firstIndex(where: { $0.check?.id == found.check.id }) {
      return step
    }
    guard let looked = found.looked else { return nil }
    let reached = history.reached.first { $0.window.upperBound >= looked.upperBound }
    return (reached ?? history.reached.last)?.step
  }
}

extension Difference {
  /// When the record should have come; nil if a time is not what is wrong, or none was demanded.
  package var due: VirtualInstant? {
    switch kind {
    case .missing: time
    case .time: shift.map { VirtualInstant(milliseconds: time.milliseconds - $0.milliseconds) }
    case .unexpected, .member, .order, .value, .notReturned: nil
    }
  }
}
