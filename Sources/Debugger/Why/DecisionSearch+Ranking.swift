internal import CaseModel
internal import ExactText

/// Which of several decisions is named first.
///
/// Each of them is needed for the failure: without it the check would not fail. Which of them a person would call the reason
/// is estimated by a few properties of the change, each with points for or against it. The decision with the most points is
/// named first, and of equals the later one.
///
/// Where known defects lead to the same, ``DefectSentence`` adds what their sentences say for a decision.
///
/// The points are rounded from weights that were fitted to labelled defects. The weights come out much the same if a set of
/// these is left out, and explain that one nearly as well. `Debugger.docc/WhyMeasured.md` has the figures.
extension DecisionSearch {
  /// What speaks for a decision, and against it.
  private enum Points {
    /// Something happens to the app, or a person, device or service does something, other than what is only there to come to
    /// the point: a fault, a restart, an app that comes to the front, or what a person enters when asked.
    static let happening = 2
    /// It is the last of the happenings, of the app's own calls, or of what the case is given.
    static let last = 2
    /// With the change the check passes, and in its window the reference SDK does just what it does without the change.
    static let forItsReason = 2
    /// The title of the case speaks of it.
    static let inTitle = 2
    /// The value of an axis speaks of it: it is what the case varies.
    static let varied = 2
    /// It says whose identity counts from then on.
    static let identity = 2
    /// For each doubling of what the change adds or removes outside of the window of the check, counted from one record.
    static let doubledDetour = -1
    /// A restart at which an earlier call takes effect, other than the one that begins the case: less changes without that.
    static let restartForCall = -2
    /// What the check speaks of does not come at all any more, so that there is nothing left to be wrong.
    static let vacuous = -3
    /// The SDK goes on doing what is wrong, out of sight.
    static let hiding = -3
    /// It is decided as before, only at another place.
    static let move = -4
    /// It enrolls somebody, with which nearly every case begins.
    static let enrollment = -4
    /// It only makes something possible that the case does.
    static let means = -4
    /// A person enters what a call asks for: the call brought it about.
    static let entry = -2
    /// Neither SDK gets as far as the check.
    static let needed = -4
    /// With the change the check demands what cannot come.
    static let sameAsReference = -1
    /// It is only that time passes; less so if nothing but the time of something is wrong.
    static let instant = -6
    static let instantOfTime = -1
    /// It only looks at something, or only lets go on what waits.
    static let aside = -4
    /// What speaks against a decision counts for no more than this where a known defect's sentence speaks of the case.
    static let leastBesideSentence = -4
    /// An enrollment is no reason for what a call returns if no more than this speaks for it.
    static let enrollmentAlone = -3
    /// Two decisions are named if no more than this tells them apart: one of the smaller things above.
    static let little = 2
  }

  /// The flips with the best first, each with its points.
  ///
  /// - Parameters:
  ///   - isOfTime: true if what is awaited comes and only its time is wrong, or if nothing but time has changed what is returned.
  ///   - item: the case.
  ///   - sentences: those of known defects with which the reference SDK does what the SDK does.
  static func ranked(
    _ flips: [Flip], isOfTime: Bool, of item: ConformanceCase, sentences: [String] = [],
    asked: AskedNames = AskedNames([])
  ) -> [Flip] {
    let topic = CaseTopic(item)
    let firstCall = item.steps.firstIndex { $0.action.flatMap(DecisionList.kind) == .call }
    var counted = flips
    for index in flips.indices {
      counted[index].points =
        points(flips[index], among: flips, isOfTime, firstCall)
        + points(flips[index].decision, topic)
    }
    addPoints(of: sentences, to: &counted)
    for index in counted.indices where counted[index].decision.isAside {
      counted[index].points += Points.aside
    }
    // A stable sort: the later step comes first, unless more speaks against it than is counted. Of a launch and what it brings
    // the one without which less changes is meant, and of the settings of a device the one that holds what is asked for.
    let later = sorted(counted) {
      let isAsked = $0.decision.isDeviceSetting && asked.meet($0.decision.text)
      return (
        -($0.decision.step ?? -1), $0.decision.step == nil ? (isAsked ? 0 : 1) : $0.disturbance
      )
    }
    return sorted(later) { (-$0.points, $0.uncounted) }
  }

  /// How many of the ranked flips are named: two if little tells the second one from the first.
  static func namedCount(_ flips: [Flip]) -> Int {
    guard flips.count > 1 else { return flips.count }
    return flips[0].points - flips[1].points <= Points.little ? 2 : 1
  }

  /// True if the best of the ranked flips is an enrollment for which little else speaks: nearly every case begins with one, so
  /// that without it most calls return something else.
  static func isOnlyEnrollment(_ flips: [Flip]) -> Bool {
    guard let best = flips.first else { return false }
    return best.decision.isEnrollment && best.points <= Points.enrollmentAlone
  }

  private static func points(
    _ flip: Flip, among flips: [Flip], _ isOfTime: Bool, _ firstCall: Int?
  ) -> Int {
    let decision = flip.decision
    var points = flip.strength == .sameAsReference ? Points.sameAsReference : 0
    if decision.kind == .instant {
      return points + (isOfTime ? Points.instantOfTime : Points.instant)
    }
    points += flip.detour.doublings * Points.doubledDetour
    if Part(decision.kind) == .happening, !decision.isRoutine { points += Points.happening }
    if isLast(flip, among: flips) { points += Points.last }
    if flip.isForItsReason { points += Points.forItsReason }
    if takesEffectOfCall(flip, among: flips, firstCall) { points += Points.restartForCall }
    if flip.isVacuous { points += Points.vacuous }
    if flip.isHiding { points += Points.hiding }
    if flip.change.isMove { points += Points.move }
    if decision.isEnrollment { points += Points.enrollment }
    if decision.isMeans { points += Points.means }
    if decision.isEntry { points += Points.entry }
    if flip.strength == .needed { points += Points.needed }
    return points
  }

  /// What speaks for a decision because of what the case is about.
  private static func points(_ decision: CaseDecision, _ topic: CaseTopic) -> Int {
    if decision.kind == .instant { return 0 }
    let words = TopicWords(decision.text)
    var points = 0
    if topic.title.meets(words) { points += Points.inTitle }
    // What the case is given names most of what its values name, whichever of it they mean.
    if decision.kind != .given, topic.values.meets(words) { points += Points.varied }
    if decision.setsIdentity { points += Points.identity }
    return points
  }

  /// Adds what the sentences of known defects say for each decision: of several their mean.
  private static func addPoints(of sentences: [String], to flips: inout [Flip]) {
    guard !sentences.isEmpty else { return }
    let decisions = flips.map(\.decision)
    let points = sentences.map { DefectSentence($0).points(of: decisions) }
    for index in flips.indices {
      let counted = max(flips[index].points, Points.leastBesideSentence)
      flips[index].uncounted = counted - flips[index].points
      flips[index].points = counted
      // What only looks at something shares its words with what it looks at.
      if flips[index].decision.isAside { continue }
      flips[index].points += points.reduce(0) { $0 + $1[index] } / sentences.count
    }
  }

  /// True if no other flip of the same sort is of a later step.
  private static func isLast(_ flip: Flip, among flips: [Flip]) -> Bool {
    let part = Part(flip.decision.kind)
    return flips.allSatisfy {
      Part($0.decision.kind) != part || ($0.decision.step ?? -1) <= (flip.decision.step ?? -1)
    }
  }

  /// True of a restart, if there is a call without which less changes and that is not the first one of the case.
  private static func takesEffectOfCall(
    _ flip: Flip, among flips: [Flip], _ firstCall: Int?
  ) -> Bool {
    guard flip.decision.kind == .restart else { return false }
    return flips.contains {
      Part($0.decision.kind) == .call && $0.disturbance < flip.disturbance
        && $0.decision.step != firstCall && $0.strength <= flip.strength
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
    return sorted(trials) { (Part($0.decision.kind).rawValue, -($0.decision.step ?? -1)) }
  }

  /// Some elements in the order of their keys, equals as they came.
  private static func sorted<Element>(
    _ elements: [Element], by key: (Element) -> (Int, Int)
  ) -> [Element] {
    elements.enumerated().sorted { left, right in
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

extension CaseDecision {
  /// True if cases decide so mostly to come to the point.
  fileprivate var isRoutine: Bool {
    kind == .fault || kind == .restart || isEntry || comesToFront
  }
}

extension DecisionSearch.Flip {
  /// How good a change is among those of one decision, the best first.
  var rank: Int {
    (change.isRepeated ? 40 : 0) + (isVacuous ? 20 : 0) + (change.isMove ? 10 : 0)
      + strength.rawValue
  }
}

extension Int {
  /// How often one has to be doubled to come nearest to one more than this number, from below: 0 for 0, 1 for 1 and 2, 2
  /// for 3 to 6.
  fileprivate var doublings: Int { Int.bitWidth - 1 - (self + 1).leadingZeroBitCount }
}
