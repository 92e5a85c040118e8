internal import CaseModel
internal import ExactText

/// Which of several decisions is named first.
///
/// Without a registration there is no retry, so that none comes too early: nearly every failure goes away if what leads to it
/// goes. So a decision comes first without which what is awaited still comes, and comes right. Where only the time is
/// wrong, its passing comes next; it comes before all if nothing else happens when the answer of the SDK changes. Then come
/// the decisions without which nothing comes at all.
///
/// A change that only takes out of sight what the SDK does wrong comes after those without which it is not done.
///
/// Of equals what happens to an app comes before its own calls, and what is decided later before what is decided earlier. But
/// a restart is often only where an earlier call takes effect: the call comes first if less changes without it, unless the case
/// begins with that call. A call and what the case is given from the start are both conditions: the one comes first with which
/// less changes of what the reference SDK does, and what only this case is given comes before its first call, since nearly
/// every case begins with a registration. Last of all comes that without which neither SDK gets as far as the check.
extension DecisionSearch {
  /// The flips with the best first.
  ///
  /// - Parameters:
  ///   - isOfTime: true if what is awaited comes, and what is wrong with it came of itself as time passed.
  ///   - isSilent: true if nothing is recorded at the instant that was found.
  ///   - firstCall: the step of the first call of the case.
  static func ranked(
    _ flips: [Flip], isOfTime: Bool, isSilent: Bool, firstCall: Int?
  ) -> [Flip] {
    func group(_ flip: Flip) -> Int {
      if flip.strength == .needed { return 5 }
      switch flip.decision.kind {
      case .instant where isSilent: return -1
      case .instant: return isOfTime ? 1 : 4
      // It is there all the time, so that no time is wrong because of it.
      case .given where isOfTime && !flip.isVacuous: return 2
      default: return flip.isVacuous ? 3 : 0
      }
    }
    return (-1...5).flatMap { number in
      [false, true].flatMap { isHiding in
        let equals = flips.filter { group($0) == number && $0.isHiding == isHiding }
        return ordered(equals.filter { !$0.change.isMove }, firstCall)
          + ordered(equals.filter(\.change.isMove), firstCall)
      }
    }
  }

  /// A change of a decision, which is the one of that place in a list.
  struct Trial {
    let place: Int
    let decision: CaseDecision
    let change: CaseChange
  }

  /// Every change of some decisions, those first that are named first if they flip the verdict: time may run out.
  static func tried(_ decisions: [CaseDecision]) -> [Trial] {
    let trials = decisions.enumerated().flatMap { place, decision in
      decision.changes.map { Trial(place: place, decision: decision, change: $0) }
    }
    func key(_ trial: Trial) -> (Int, Int) {
      (Part(trial.decision.kind).rawValue, -(trial.decision.step ?? -1))
    }
    return trials.enumerated().sorted { left, right in
      let (first, second) = (key(left.element), key(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  private static func ordered(_ flips: [Flip], _ firstCall: Int?) -> [Flip] {
    func latest(_ part: Part) -> [Flip] {
      sorted(flips.filter { Part($0.decision.kind) == part }) {
        (-($0.decision.step ?? -1), $0.strength.rawValue)
      }
    }
    var calls = latest(.call)
    let given = sorted(latest(.given).reversed()) { ($0.disturbance, 0) }
    let isGivenFirst =
      (given.first?.disturbance ?? .max) < (calls.first?.disturbance ?? .max)
      || isParticular(given.first, before: calls.first, firstCall)
    var happening = latest(.happening)
    if let restart = happening.first, restart.decision.kind == .restart, let call = calls.first,
      call.disturbance < restart.disturbance, call.decision.step != firstCall,
      call.strength != .sameAsReference || restart.strength == .sameAsReference
    {
      happening.insert(call, at: 0)
      calls.removeFirst()
    }
    return happening + (isGivenFirst ? given + calls : calls + given) + latest(.time)
  }

  /// True if what the case is given is its own, while the call only begins it, as in nearly every case.
  private static func isParticular(_ given: Flip?, before call: Flip?, _ firstCall: Int?) -> Bool {
    guard let given, let step = call?.decision.step, let firstCall else { return false }
    return !given.decision.isUsual && step <= firstCall
  }

  /// True if two flips are of decisions about the same sort of thing.
  static func areAlike(_ left: Flip, _ right: Flip) -> Bool {
    Part(left.decision.kind) == Part(right.decision.kind)
  }

  private static func sorted(_ flips: [Flip], by key: (Flip) -> (Int, Int)) -> [Flip] {
    flips.enumerated().sorted { left, right in
      let (first, second) = (key(left.element), key(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  /// What a decision is about.
  fileprivate enum Part: Int {
    /// What is done to an app, its device or its service, or what a person answers.
    case happening
    /// What the app does itself.
    case call
    /// What is there from the start.
    case given
    /// That time passes.
    case time

    init(_ kind: CaseDecision.Kind) {
      self =
        switch kind {
        case .kill, .restart, .fault, .network, .service, .administrator, .device, .answer,
          .lifecycle, .person, .link:
          .happening
        case .call, .file, .tokens: .call
        case .given: .given
        case .instant: .time
        }
    }
  }
}

extension DecisionSearch.Flip {
  /// True if it is something that the app does itself.
  var isOfCall: Bool { DecisionSearch.Part(decision.kind) == .call }

  /// How good a change is among those of one decision, the best first.
  var rank: Int { (isVacuous ? 20 : 0) + (change.isMove ? 10 : 0) + strength.rawValue }
}
