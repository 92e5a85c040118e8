internal import CaseModel
internal import Conformance
internal import ExactText
internal import Participants
internal import VirtualTime

/// A search that is under way.
struct Search {
  typealias Flip = DecisionSearch.Flip
  typealias Strength = DecisionSearch.Strength

  /// What runs the changed cases.
  let runs: CaseRuns

  /// Finds what flips the first failed check of a result, or another one that is named; nil if none failed.
  func explain(_ result: CaseResult, check id: String?) -> DecisionReport? {
    let failed = result.checks.filter { $0.verdict == .fail || $0.verdict == .warning }
    guard let check = failed.first(where: { id == nil || $0.check.id == id }),
      let last = result.step(of: check)
    else { return nil }
    var item = result.conformanceCase
    // What a case is about shows in its own checks; a change that meets a standing one as well still explains those.
    if !check.check.id.hasPrefix(StandingChecks.prefix) { item.standing = nil }
    let decisions = DecisionList(item).decisions.filter { decision in
      // What a call returns is demanded of the call itself.
      if case .returns = check.check.demand, decision.step == last { return false }
      return (decision.step ?? -1) <= last
    }
    let reference = runs.run(item, isReference: true)
    let awaited = Awaited(check.check, step: last, of: item)
    let tried = DecisionSearch.tried(decisions)
    var found = evaluate(tried.filter { !$0.change.isMove }, of: result, awaited, reference)
    let instants = DecisionSearch.instants(of: [result, reference].compactMap(\.self))
    let instant = reference.flatMap {
      findInstant(item.cut(after: last), awaited, among: instants, $0.history)
    }
    found += evaluate(tried.filter(\.change.isMove), of: result, awaited, reference)
    let deviation = Deviation(result, reference, of: check, from: awaited.opening)
    // What never comes with this SDK is not only late.
    let isOfTime =
      deviation.map { $0.isInTime && $0.isShifted } ?? false
      && (reference.map(awaited.comes) ?? false) && awaited.comes(result)
    let flips = best(found, of: decisions) + [instant?.flip].compactMap(\.self)
    let set = flips.isEmpty ? smallestSet(decisions, item.cut(after: last), awaited) : []
    let known = FaultDictionary(runs).matches(result, check.check, at: last)
    var report = DecisionReport(
      result: result, check: check, decisions: decisions.count,
      flips: DecisionSearch.ranked(
        flips, isOfTime: isOfTime || instant?.isSilent ?? false, of: item,
        sentences: known.map(\.defect.summary), asked: AskedNames(result, check)))
    report.set = set
    report.deviation = deviation
    report.known = known
    return report
  }

  // MARK: - Single decisions

  /// Which of some changes flip the verdict.
  ///
  /// The case runs as far as the failed check; with the reference SDK also to its end, which shows what is left of what is
  /// awaited. One change is seen to before the next one begins, so that what was found is whole if time runs out.
  private func evaluate(
    _ tried: [DecisionSearch.Trial], of result: CaseResult, _ awaited: Awaited,
    _ reference: CaseResult?
  ) -> [(place: Int, flip: Flip)] {
    let item = result.conformanceCase
    let departure = reference.map { Departure(result, $0, in: 0...awaited.step) }
    let usual = reference.map { DecisionSearch.records($0, through: awaited.step) }
    let awaitedUsually = reference.map {
      DecisionSearch.records($0, from: awaited.opening, through: awaited.step)
    }
    let canBeVacuous = reference.map(awaited.comes) ?? false
    var known = DecisionSearch.failed(result)
    known[ExactString(awaited.check.id)] = nil
    var flips: [(place: Int, flip: Flip)] = []
    for trial in tried {
      let changed = trial.change.applied(to: item)
      let cut = changed.cut(after: awaited.step)
      guard let subject = runs.run(cut), let other = runs.run(cut, isReference: true) else { break }
      let complete = DecisionSearch.strength(subject, other, awaited)
      let alone = DecisionSearch.strength(subject, other, awaited, without: known)
      guard let strength = complete ?? alone else { continue }
      var flip = Flip(decision: trial.decision, change: trial.change, strength: strength)
      flip.isPartial = complete == nil
      var isAsUsual = false
      if let usual, let awaitedUsually {
        flip.disturbance = DecisionSearch.difference(
          usual, DecisionSearch.records(other, through: .max))
        let inWindow = DecisionSearch.difference(
          awaitedUsually, DecisionSearch.records(other, from: awaited.opening, through: .max))
        flip.detour = max(0, flip.disturbance - inWindow)
        isAsUsual = inWindow == 0
      }
      if let departure {
        flip.isHiding =
          Departure(subject, other, in: awaited.opening...awaited.step).count > 0
          || departure.isMostly(in: Departure(subject, other, in: 0...awaited.step))
      }
      if canBeVacuous {
        guard let whole = runs.run(changed, isReference: true) else { break }
        flip.isVacuous = !awaited.comes(whole)
      }
      flip.isForItsReason =
        alone == .passes && isAsUsual && !flip.isHiding && !flip.isVacuous
      flips.append((trial.place, flip))
    }
    return flips
  }

  /// Of each decision the best change, in the order of the decisions.
  private func best(
    _ found: [(place: Int, flip: Flip)], of decisions: [CaseDecision]
  ) -> [Flip] {
    var best: [Int: Flip] = [:]
    for (place, flip) in found {
      if let known = best[place], known.rank <= flip.rank { continue }
      best[place] = flip
    }
    return decisions.indices.compactMap { best[$0] }
  }

  // MARK: - Time

  /// The instant from which on the check fails, if it does so because time passes: found by halving.
  ///
  /// The case ends where the check looks, and the last time that passes before is made shorter.
  ///
  /// - Parameter instants: when something happens, as the SDK or the reference SDK does it: what an SDK does changes
  ///   there as a rule, so that they are tried before any other.
  /// - Returns: also whether nothing is recorded at that instant, although from then on something else is returned: then
  ///   time alone has changed it.
  private func findInstant(
    _ item: ConformanceCase, _ awaited: Awaited, among instants: [VirtualDuration],
    _ reference: History
  ) -> (flip: Flip, isSilent: Bool)? {
    guard let index = item.steps.lastIndex(where: { DecisionList.isTime($0.action) }) else {
      return nil
    }
    guard let (before, whole) = passing(reference, at: index), whole.milliseconds > 0 else {
      return nil
    }
    func shortened(_ duration: Int) -> ConformanceCase {
      var changed = item
      changed.steps[index].action = .advance(VirtualDuration(milliseconds: duration))
      return changed
    }
    // Nothing but the passing of time may explain it: without any of it there must be no difference.
    guard var strength = strength(shortened(0), awaited) else { return nil }
    var good = 0
    var bad = whole.milliseconds
    /// Halves what is left; false once there is no more time.
    func narrow(at middle: Int) -> Bool {
      if let found = self.strength(shortened(middle), awaited) {
        good = middle
        strength = found
      } else {
        bad = middle
      }
      return !runs.isCut
    }
    let likely = instants.map { $0.milliseconds - before.milliseconds }
    while true {
      let rest = likely.filter { $0 > good && $0 < bad }
      guard !rest.isEmpty else { break }
      guard narrow(at: rest[rest.count / 2]) else { return nil }
    }
    if bad - good > 1, !narrow(at: bad - 1) { return nil }
    while bad - good > 1 {
      guard narrow(at: good + (bad - good) / 2) else { return nil }
    }
    let instant = before + VirtualDuration(milliseconds: bad)
    let step = item.steps[index]
    let decision = CaseDecision(
      kind: .instant, step: index, location: step.location,
      text: "time passes until +\(instant)", changes: [])
    let flip = Flip(
      decision: decision,
      change: CaseChange(
        text: "ends a millisecond before, at +\(before + VirtualDuration(milliseconds: good))",
        steps: shortened(good).steps, world: item.world),
      strength: strength)
    var isSilent = false
    if case .returns = awaited.check.demand { isSilent = !instants.contains(instant) }
    return (flip, isSilent)
  }

  /// The time before a step that lets time pass, and how much passes in it.
  private func passing(
    _ history: History, at index: Int
  ) -> (before: VirtualDuration, whole: VirtualDuration)? {
    guard let here = history.reached.first(where: { $0.step == index }) else { return nil }
    let earlier = history.reached.last { $0.step < index }?.time ?? history.epoch
    return (earlier - history.epoch, here.time - earlier)
  }

  private func strength(_ changed: ConformanceCase, _ awaited: Awaited) -> Strength? {
    guard let subject = runs.run(changed), DecisionSearch.breakdown(of: subject) == nil else {
      return nil
    }
    if DecisionSearch.failed(subject).isEmpty { return .passes }
    guard let reference = runs.run(changed, isReference: true) else { return nil }
    return DecisionSearch.strength(subject, reference, awaited)
  }

  // MARK: - Sets

  /// The smallest set of decisions without all of which the case passes; empty if there is none.
  ///
  /// Everything that can be left out is left out, then one after the other is put back for as long as the case passes.
  private func smallestSet(
    _ decisions: [CaseDecision], _ item: ConformanceCase, _ awaited: Awaited
  ) -> [CaseDecision] {
    func without(_ chosen: [CaseDecision]) -> ConformanceCase {
      var changed = item
      for decision in chosen {
        if let step = decision.step { changed.steps[step].action = nil }
      }
      return changed
    }
    var chosen = decisions.filter { decision in
      guard let step = decision.step, item.steps[step].check == nil else { return false }
      if case .launch = item.steps[step].action { return false }
      return decision.kind != .instant
    }
    guard chosen.count > 1, strength(without(chosen), awaited) != nil else { return [] }
    for decision in chosen {
      let rest = chosen.filter { $0.step != decision.step }
      if !rest.isEmpty, strength(without(rest), awaited) != nil { chosen = rest }
    }
    // As of single decisions the later one comes first.
    return runs.isCut ? [] : chosen.reversed()
  }
}
