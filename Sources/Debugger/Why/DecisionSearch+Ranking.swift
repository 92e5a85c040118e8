internal import CaseModel
internal import ExactText

/// Which of several decisions is named first.
///
/// Without a registration there is no retry, so that none comes too early: nearly every failure goes away if what leads to it
/// goes. So a decision comes first without which what is awaited still comes, and comes right. Where only the time is
/// wrong, its passing comes next. Then come the decisions without which nothing comes at all. Of equals what happens to
/// an app comes before its own calls, and what is decided later before what is decided earlier.
extension DecisionSearch {
  /// The flips with the best first.
  ///
  /// - Parameter isOfTime: true if what is awaited comes, and what is wrong with it came of itself as time passed.
  static func ranked(_ flips: [Flip], isOfTime: Bool) -> [Flip] {
    func group(_ flip: Flip) -> Int {
      if flip.decision.kind == .instant { return isOfTime ? 1 : 3 }
      return flip.isVacuous ? 2 : 0
    }
    func rank(_ flip: Flip) -> (Int, Int, Int, Int) {
      let kind = DecisionSearch.rank(flip.decision.kind)
      return (
        group(flip) * 2 + (flip.change.isMove ? 1 : 0), kind, -(flip.decision.step ?? -1),
        flip.strength.rawValue
      )
    }
    return flips.enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  private static func rank(_ kind: CaseDecision.Kind) -> Int {
    switch kind {
    case .kill, .restart, .fault, .network, .service, .administrator, .device, .answer, .lifecycle,
      .person, .link:
      0
    case .call, .file, .tokens: 1
    case .given: 2
    case .instant: 3
    }
  }
}

extension DecisionSearch.Flip {
  /// How good a change is among those of one decision, the best first.
  var rank: Int { (isVacuous ? 20 : 0) + (change.isMove ? 10 : 0) + strength.rawValue }
}
