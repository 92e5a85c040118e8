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
