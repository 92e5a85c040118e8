internal import CaseModel
internal import Conformance
internal import ExactText
internal import VirtualTime

/// A copy of a case with a step more, at the place where a session stands.
struct Branch {
  /// The case with the step.
  let item: ConformanceCase
  /// The index of the step.
  let index: Int
  /// When the step is taken, since the start of the case; nil if it comes where the case stands.
  let movedTo: VirtualDuration?

  /// Puts a step in.
  ///
  /// Between two steps of the case it stands there. While time passes, the step that lets it pass is cut in two; before
  /// a deadline that is about to fall due the cut is a millisecond earlier, so that the step comes first. In the middle
  /// of anything else it comes after the present step. Checks go on looking at what they looked at before.
  ///
  /// - Parameters:
  ///   - start: when the step of the position began.
  ///   - time: when the step is to be taken, while the step of the position lets time pass; nil for the instant at which
  ///     the case stands.
  init(
    of item: ConformanceCase, _ step: Step, at moment: Moment, start: VirtualInstant,
    time: VirtualInstant? = nil
  ) {
    var steps = item.steps
    let position = moment.position
    let present = position.step ?? 0
    switch position.point {
    case .begin: index = 0
    case .beforeStep(let present): index = present
    case .afterStep(let present) where time == nil || time == position.time: index = present + 1
    case .end: index = steps.count
    default:
      if let cut = Branch.cut(steps[present], moment, start, time) {
        movedTo = cut.isMoved ? cut.time - moment.view.epoch : nil
        index = Branch.put(step, behind: cut.first, cut.rest, insteadOf: present, in: &steps)
        self.item = item.with(steps)
        return
      }
      index = present + 1
    }
    movedTo = nil
    if step.opensWindow { Branch.keepWindow(at: index, in: &steps) }
    steps.insert(step, at: index)
    self.item = item.with(steps)
  }

  /// The two parts of a step that lets time pass.
  private struct Cut {
    var first: Action
    var rest: Action
    var time: VirtualInstant
    var isMoved: Bool
  }

  private static func cut(
    _ step: Step, _ moment: Moment, _ start: VirtualInstant, _ wanted: VirtualInstant?
  ) -> Cut? {
    var time = wanted ?? moment.position.time
    var isMoved = false
    if wanted == nil, case .deadline = moment.position.point, time > start {
      time = time + VirtualDuration(milliseconds: -1)
      isMoved = true
    }
    let first = Action.advance(time - start)
    switch step.action {
    case .advance(let span):
      let left = VirtualDuration(milliseconds: span.milliseconds - (time - start).milliseconds)
      return Cut(first: first, rest: .advance(left), time: time, isMoved: isMoved)
    case .advanceTo(let offset):
      return Cut(first: first, rest: .advanceTo(offset), time: time, isMoved: isMoved)
    default: return nil
    }
  }

  /// Puts the parts and the step in, and returns the index of the step.
  private static func put(
    _ step: Step, behind first: Action, _ rest: Action, insteadOf present: Int,
    in steps: inout [Step]
  ) -> Int {
    let old = steps[present]
    keepWindow(at: present + 1, in: &steps)
    let name = steps[present].name ?? freeName(steps)
    var parts = [
      Step(
        location: old.location, name: name, action: first, opensWindow: true, check: nil,
        condition: old.condition, exception: old.exception), step,
      Step(location: old.location, action: rest, opensWindow: true, check: nil),
    ]
    if var check = old.check {
      // What was demanded of the whole span is demanded of it after the rest.
      check.span = .between(from: name, to: nil)
      parts.append(
        Step(location: old.location, action: nil, opensWindow: false, check: check))
    }
    steps.replaceSubrange(present...present, with: parts)
    return present + 1
  }

  /// Names the step that opened the window in force at a place, and has the checks behind it look from there.
  private static func keepWindow(at index: Int, in steps: inout [Step]) {
    let end = steps[index...].firstIndex(where: \.opensWindow) ?? steps.count
    let looking = (index..<end).filter {
      steps[$0].check?.span == .window && canLookBack(steps[$0])
    }
    guard !looking.isEmpty else { return }
    let span: CheckSpan
    if let opener = steps[..<index].lastIndex(where: \.opensWindow) {
      if steps[opener].name == nil { steps[opener].name = freeName(steps) }
      span = .between(from: steps[opener].name, to: nil)
    } else {
      span = .wholeCase
    }
    for place in looking { steps[place].check?.span = span }
  }

  private static func canLookBack(_ step: Step) -> Bool {
    if case .returns = step.check?.demand { return false }
    return step.action == nil
  }

  private static func freeName(_ steps: [Step]) -> String {
    var number = 1
    while steps.contains(where: { $0.name == "from-\(number)" }) { number += 1 }
    return "from-\(number)"
  }
}

extension ConformanceCase {
  /// The case with other steps.
  fileprivate func with(_ steps: [Step]) -> ConformanceCase {
    var item = self
    item.steps = steps
    return item
  }

  /// True if another case does and demands the same; where it is written does not matter, nor what it is called.
  func doesTheSame(as other: ConformanceCase) -> Bool {
    func withoutPlace(_ step: Step) -> Step {
      var step = step
      step.location = SourceLocation(file: "")
      step.check?.location = SourceLocation(file: "")
      // What they are digests of is written in another way.
      step.digests = nil
      step.check?.suspects = []
      return step
    }
    return world == other.world && limit == other.limit && edition == other.edition
      && steps.map(withoutPlace) == other.steps.map(withoutPlace)
  }
}
