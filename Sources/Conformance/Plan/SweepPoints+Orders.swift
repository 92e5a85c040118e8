internal import CaseModel
internal import ExactText
internal import VirtualTime

/// What happens at one instant, in each order in which it can.
extension SweepPoints {
  /// Steps that act at the same instant one after the other, and the step in which time passes up to it.
  private struct Meeting {
    /// The places of the steps.
    var steps: Range<Int>
    /// When they act, from the start of the case.
    var offset: VirtualDuration
    /// The place of the step that lets time pass up to then; nil if it has a check of its own, or there is none.
    var arrival: Int?
  }

  /// The case with each other order of each meeting.
  ///
  /// What falls due at the instant takes part: a step before it is taken a millisecond earlier. Point `order-28800000-2-1` has the
  /// second of two happenings of that instant first.
  var reordered: [ConformanceCase] {
    meetings.flatMap { meeting in
      let count = meeting.steps.count + (meeting.arrival == nil ? 0 : 1)
      return orders(of: count).dropFirst().map { order in
        let word = order.map { String($0 + 1) }.joined(separator: "-")
        return variant("order-\(meeting.offset.milliseconds)-\(word)") {
          arrange(&$0, meeting, order)
        }
      }
    }
  }

  /// The meetings of the case, in the order of their instants.
  private var meetings: [Meeting] {
    var meetings: [Meeting] = []
    var place = 0
    while place < item.steps.count {
      var end = place
      while end < item.steps.count, isMovable(item.steps[end]) { end += 1 }
      defer { place = max(end, place + 1) }
      guard end > place, let time = history.reached.first(where: { $0.step == place })?.time else {
        continue
      }
      let arrival = place > 0 && passesTimeAlone(item.steps[place - 1]) ? place - 1 : nil
      if end - place + (arrival == nil ? 0 : 1) > 1 {
        meetings.append(
          Meeting(steps: place..<end, offset: time - history.epoch, arrival: arrival))
      }
    }
    return meetings
  }

  /// True for a step that acts, looks at nothing, and is no launch: what follows a launch needs the app.
  private func isMovable(_ step: Step) -> Bool {
    guard step.check == nil, step.condition == nil, step.exception == nil else { return false }
    return switch step.action {
    case nil, .advance, .advanceTo, .launch, .kill, .stop: false
    default: true
    }
  }

  private func passesTimeAlone(_ step: Step) -> Bool {
    guard step.check == nil, step.condition == nil, step.exception == nil else { return false }
    return switch step.action {
    case .advance, .advanceTo: true
    default: false
    }
  }

  /// Puts the steps of a meeting in an order; if time passes up to it, number 0 is what falls due at its instant.
  private func arrange(_ steps: inout [Step], _ meeting: Meeting, _ order: [Int]) {
    let originals = Array(steps[meeting.steps])
    guard let arrival = meeting.arrival else {
      steps.replaceSubrange(meeting.steps, with: order.map { originals[$0] })
      return
    }
    let eve = VirtualDuration(milliseconds: meeting.offset.milliseconds - 1)
    let dueWork = withAction(steps[arrival], .advanceTo(meeting.offset))
    let first = withAction(steps[arrival], .advanceTo(eve))
    let rest = order.map { $0 == 0 ? dueWork : originals[$0 - 1] }
    steps.replaceSubrange(arrival..<meeting.steps.upperBound, with: [first] + rest)
  }

  /// Every order of so many, counted from 0; the first is the natural one.
  private func orders(of count: Int) -> [[Int]] { orders(of: Array(0..<count)) }

  private func orders(of rest: [Int]) -> [[Int]] {
    if rest.isEmpty { return [[]] }
    return rest.flatMap { first in
      orders(of: rest.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
