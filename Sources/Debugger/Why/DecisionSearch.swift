package import CaseModel
package import Conformance
internal import ExactText
internal import SystemFiles
internal import VirtualTime

/// Finds the decision of a failed case without which it would not have failed.
///
/// Each decision is changed by itself, the case is run again and judged. A decision flips the verdict if every check up to
/// the failed one then passes. Often a change makes a check demand what cannot come any more, whatever the SDK:
/// without a kill nothing is launched again. So what the reference SDK does with the changed case is the measure:
/// a decision also counts if the failed check passes and all else is as with the reference SDK, and, less, if the two
/// cannot be told apart any more. Where no single decision is enough, the smallest set of them is looked for.
package struct DecisionSearch {
  /// How well a change explains a failure, the best first.
  package enum Strength: Int, Comparable, Sendable {
    /// With the change every check passes.
    case passes
    /// With the change the failed check passes, and of the others those fail that also fail with the reference SDK.
    case passesAsReference
    /// With the change the SDK does what the reference SDK does, whatever the check demands.
    case sameAsReference

    package static func < (left: Strength, right: Strength) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A change without which the case fails.
  package struct Flip: Sendable {
    /// What was decided.
    package var decision: CaseDecision
    /// What is decided instead.
    package var change: CaseChange
    /// How well it explains the failure.
    package var strength: Strength
    /// True if with the change what the check speaks of does not come at all any more, also with the reference SDK: what
    /// then passes may do so because nothing happens.
    package var isVacuous = false
    /// How many records of the reference SDK's history go or come with the change, up to the failed check.
    package var disturbance = 0
  }

  /// How to run the SDK under test.
  package let options: RunOptions
  /// The most real time that a search takes, in milliseconds.
  package var milliseconds: Double = 2000
  /// How many changed cases were run.
  package private(set) var runCount = 0
  /// True if time ran out before everything was tried.
  package private(set) var isCut = false
  private var start: Double = 0

  /// A search with the SDK of the given options.
  package init(_ options: RunOptions) { self.options = options }

  /// Finds what flips the first failed check of a result, or another one that is named.
  ///
  /// - Returns: nil if no check failed.
  package mutating func explain(
    _ result: CaseResult, check id: String? = nil
  ) -> DecisionReport? {
    start = WallClock.milliseconds
    let failed = result.checks.filter { $0.verdict == .fail || $0.verdict == .warning }
    guard let check = failed.first(where: { id == nil || $0.check.id == id }),
      let last = result.conformanceCase.steps.firstIndex(where: { $0.check == check.check })
    else { return nil }
    let item = result.conformanceCase
    let decisions = DecisionList(item).decisions.filter { ($0.step ?? -1) <= last }
    let reference = run([item], isReference: true).first
    let awaited = Awaited(check.check, step: last, of: item)
    var flips = evaluate(decisions, of: item, awaited, reference)
    let instants = DecisionSearch.instants(of: [result, reference].compactMap(\.self))
    if let instant = findInstant(item.cut(after: last), check, among: instants) {
      flips.append(instant)
    }
    let deviation = Deviation(result, reference)
    // What never comes with this SDK is not only late.
    let isOfTime =
      (deviation?.isInTime ?? false) && (reference.map(awaited.comes) ?? false)
      && awaited.comes(result)
    var report = DecisionReport(
      result: result, check: check, decisions: decisions.count,
      flips: DecisionSearch.ranked(flips, isOfTime: isOfTime))
    if report.flips.isEmpty {
      report.set = smallestSet(decisions, item.cut(after: last), check.check)
    }
    report.deviation = deviation
    report.runCount = runCount
    report.isCut = isCut
    report.milliseconds = WallClock.milliseconds - start
    return report
  }

  /// Runs a case to its end, and finds what flips a check of it that fails: for a session that stands somewhere in between.
  package mutating func explain(
    running item: ConformanceCase, check id: String
  ) -> DecisionReport? {
    start = WallClock.milliseconds
    return run([item]).first.flatMap { explain($0, check: id) }
  }

  // MARK: - Running

  /// The results of some cases, in their order; those for which there was no time are left out at the end.
  private mutating func run(_ cases: [ConformanceCase], isReference: Bool = false) -> [CaseResult] {
    let left = milliseconds - (WallClock.milliseconds - start)
    guard left > 0, !cases.isEmpty else {
      isCut = isCut || !cases.isEmpty
      return []
    }
    var options = options
    options.jobs = 1
    // A session may stand in the folder of the options.
    options.scratchFolder += "/why"
    options.watch = nil
    options.ledger = nil
    options.stopsAtFirstFailure = false
    if isReference {
      options.isInProcess = true
      options.inProcessDefects = []
      options.inProcessReadings = []
    }
    let control = RunControl()
    let end = start + milliseconds
    let results = ConformanceRun(cases: cases, options: options, control: control).run(
      observer: { _ in if WallClock.milliseconds > end { control.interrupt() } }
    ).results
    runCount += results.count
    if results.count < cases.count { isCut = true }
    return results
  }

  /// Which changes of which decisions flip the verdict: of each decision the best change.
  ///
  /// The case runs as far as the failed check; with the reference SDK also to its end, which shows what is left of what is
  /// awaited.
  private mutating func evaluate(
    _ decisions: [CaseDecision], of item: ConformanceCase, _ awaited: Awaited,
    _ reference: CaseResult?
  ) -> [Flip] {
    let tried = decisions.indices.flatMap { place in
      decisions[place].changes.map { (place: place, change: $0) }
    }
    let cases = tried.map { $0.change.applied(to: item) }
    let cut = cases.map { $0.cut(after: awaited.step) }
    let subjects = run(cut)
    let references = run(Array(cut.prefix(subjects.count)), isReference: true)
    let usual = reference.map { DecisionSearch.records($0, through: awaited.step) }
    var flips: [(place: Int, index: Int, flip: Flip)] = []
    for (index, subject) in subjects.enumerated() where index < references.count {
      guard let strength = DecisionSearch.strength(subject, references[index], awaited.check) else {
        continue
      }
      let (place, change) = tried[index]
      var flip = Flip(decision: decisions[place], change: change, strength: strength)
      if let usual {
        flip.disturbance = DecisionSearch.difference(
          usual, DecisionSearch.records(references[index], through: .max))
      }
      flips.append((place, index, flip))
    }
    if let reference, awaited.comes(reference) {
      let whole = run(flips.map { cases[$0.index] }, isReference: true)
      for (number, result) in whole.enumerated() {
        flips[number].flip.isVacuous = !awaited.comes(result)
      }
    }
    var best: [Int: Flip] = [:]
    for (place, _, flip) in flips {
      if let known = best[place], known.rank <= flip.rank { continue }
      best[place] = flip
    }
    return decisions.indices.compactMap { best[$0] }
  }

  /// How well a changed case explains why the unchanged one failed; nil if it does not.
  static func strength(
    _ subject: CaseResult, _ reference: CaseResult, _ check: Check
  ) -> Strength? {
    guard subject.problem == nil, reference.problem == nil else { return nil }
    let failed = failed(subject)
    if failed.isEmpty { return .passes }
    guard failed == self.failed(reference) else { return nil }
    return failed.keys.contains(ExactString(check.id)) ? .sameAsReference : .passesAsReference
  }

  /// What each failed check has found, by its ID.
  private static func failed(_ result: CaseResult) -> [ExactString: ExactString] {
    var failed: [ExactString: ExactString] = [:]
    for check in result.checks where check.verdict == .fail || check.verdict == .warning {
      failed[ExactString(check.check.id)] = ExactString(check.found)
    }
    return failed
  }

  // MARK: - Time

  /// The instant from which on the check fails, if it does so because time passes: found by halving.
  ///
  /// The case ends where the check looks, and the last time that passes before is made shorter.
  ///
  /// - Parameter instants: when something happens, as the SDK or the reference SDK does it: what an SDK does changes
  ///   there as a rule, so that they are tried before any other.
  private mutating func findInstant(
    _ item: ConformanceCase, _ check: CheckResult, among instants: [VirtualDuration]
  ) -> Flip? {
    guard let index = item.steps.lastIndex(where: { DecisionList.isTime($0.action) }) else {
      return nil
    }
    guard let (before, whole) = passing(item, at: index), whole.milliseconds > 0 else { return nil }
    func shortened(_ duration: Int) -> ConformanceCase {
      var changed = item
      changed.steps[index].action = .advance(VirtualDuration(milliseconds: duration))
      return changed
    }
    // Nothing but the passing of time may explain it: without any of it there must be no difference.
    guard var strength = strength(shortened(0), check.check) else { return nil }
    var good = 0
    var bad = whole.milliseconds
    /// Halves what is left; false once there is no more time.
    func narrow(at middle: Int) -> Bool {
      if let found = self.strength(shortened(middle), check.check) {
        good = middle
        strength = found
      } else {
        bad = middle
      }
      return !isCut
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
    return Flip(
      decision: decision,
      change: CaseChange(
        text: "ends a millisecond before, at +\(before + VirtualDuration(milliseconds: good))",
        steps: shortened(good).steps, world: item.world),
      strength: strength)
  }

  /// The time before a step that lets time pass, and how much passes in it.
  private mutating func passing(
    _ item: ConformanceCase, at index: Int
  ) -> (before: VirtualDuration, whole: VirtualDuration)? {
    guard let result = run([item], isReference: true).first,
      let here = result.history.reached.first(where: { $0.step == index })
    else { return nil }
    let earlier = result.history.reached.last { $0.step < index }?.time ?? result.history.epoch
    return (earlier - result.history.epoch, here.time - earlier)
  }

  private mutating func strength(_ changed: ConformanceCase, _ check: Check) -> Strength? {
    guard let subject = run([changed]).first, subject.problem == nil else { return nil }
    if DecisionSearch.failed(subject).isEmpty { return .passes }
    guard let reference = run([changed], isReference: true).first else { return nil }
    return DecisionSearch.strength(subject, reference, check)
  }

  // MARK: - Sets

  /// The smallest set of decisions without all of which the case passes; empty if there is none.
  ///
  /// Everything that can be left out is left out, then one after the other is put back for as long as the case passes.
  private mutating func smallestSet(
    _ decisions: [CaseDecision], _ item: ConformanceCase, _ check: Check
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
    guard chosen.count > 1, strength(without(chosen), check) != nil else { return [] }
    for decision in chosen {
      let rest = chosen.filter { $0.step != decision.step }
      if !rest.isEmpty, strength(without(rest), check) != nil { chosen = rest }
    }
    return isCut ? [] : chosen
  }
}
