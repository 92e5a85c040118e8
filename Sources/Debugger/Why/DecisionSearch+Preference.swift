internal import CaseModel
internal import ExactText

/// What is named before the decision that the order of ``DecisionSearch`` puts first, and what together with it.
extension DecisionSearch {
  /// The ranked flips with another one first, where one of five sentences says so.
  ///
  /// Nearly every case begins with a call that enrolls somebody, and without it nearly nothing fails. So another call comes
  /// before it if less changes without that, or if the SDKs part while it is made, and so does an instant if they part
  /// as time passes and nothing would be there without the enrollment. An instant comes before what the case is given in the
  /// same way: a setting is there all the time, and the SDK does something of itself at that instant alone. What an app
  /// answers from the start comes first if with another answer every check passes and less changes than without the
  /// other decision, with which the check would demand what cannot come.
  ///
  /// - Parameter parting: the first step in which the SDK does what the reference SDK does not.
  static func preferred(_ ranked: [Flip], parting: Int?) -> [Flip] {
    var flips = ranked
    /// Puts the first that is better than the one that is named before it.
    func prefer(_ isBetter: (Flip, Flip) -> Bool) {
      guard let named = flips.first,
        let index = flips.indices.dropFirst().first(where: { isBetter(flips[$0], named) })
      else { return }
      flips.insert(flips.remove(at: index), at: 0)
    }
    prefer { flip, named in
      named.decision.isEnrollment && !flip.decision.isEnrollment && flip.isOfCall
        && flip.isPlain && (!flip.isVacuous || named.isVacuous)
        && flip.disturbance < named.disturbance
    }
    prefer { flip, named in
      named.decision.isEnrollment && !flip.decision.isEnrollment && flip.isOfCall
        && flip.isPlain && flip.decision.step == parting
    }
    prefer { flip, named in
      flip.decision.kind == .instant && flip.decision.step == parting
        && (named.decision.isEnrollment ? named.isVacuous : named.isGiven && !named.isVacuous)
    }
    prefer { flip, named in
      flip.decision.kind == .answer && flip.decision.step == nil
        && flip.strength == .passes && flip.isPlain
        && (!flip.isVacuous || named.isVacuous) && flip.disturbance < named.disturbance
        && named.decision.kind != .instant && named.strength != .passes
        && named.strength != .needed
    }
    return flips
  }

  /// How many of the ranked flips are named: two if the second one is as much of a condition as the first, else one.
  ///
  /// It is if nothing tells the two apart but which one comes later: both happen, or are calls, or are given, and what
  /// is left without the one is left without the other. It is also if the first is the call that has an account
  /// enrolled: that leads to whatever comes afterwards, and the second one to what fails.
  static func namedCount(_ flips: [Flip]) -> Int {
    guard let first = flips.first else { return 0 }
    guard flips.count > 1, flips[1].isPlain else { return 1 }
    let second = flips[1]
    if first.decision.isEnrollment { return 2 }
    let isEqual =
      first.isPlain && !second.decision.isEnrollment && first.strength == second.strength
      && first.isVacuous == second.isVacuous && areAlike(first, second)
    return isEqual ? 2 : 1
  }
}

extension DecisionSearch.Flip {
  /// True if the change leaves a step out, and something is seen of what the SDK then does.
  fileprivate var isPlain: Bool { strength != .needed && !isHiding && !change.isMove }

  fileprivate var isGiven: Bool { decision.kind == .given }
}
