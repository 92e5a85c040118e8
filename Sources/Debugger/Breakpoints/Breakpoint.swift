package import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
package import VirtualTime

/// A place at which a case is to stop.
package struct Breakpoint: Sendable {
  /// How front ends call it, from 1.
  package var number: Int
  /// What it waits for.
  package var trigger: Trigger
  /// What the record at hand must be besides: a pattern of the case language; nil for anything.
  package var condition: RecordPattern?
  /// How often the place is passed before it stops the case, from 0.
  package var ignoreCount = 0
  /// How often the place was reached in the present direction.
  package var hitCount = 0
  /// True if it is removed once it has stopped the case.
  package var isTemporary = false
  /// False if it is kept, but stops nothing.
  package var isEnabled = true

  /// What a breakpoint waits for.
  package enum Trigger: Sendable, Equatable {
    /// The step of that index comes next.
    case step(Int)
    /// A step that is written at that line comes next; of any file if that is nil.
    case line(Int, file: String?)
    /// That much virtual time has passed.
    case time(VirtualDuration)
    /// A record that matches: events, requests, changes of life.
    case record(RecordPattern)
    /// A call of that API, or any message of that name.
    case call(String)
    /// The answer of the service to an endpoint; nil for any.
    case answer(String?)
    /// A record with that status: of HTTP, or of the SDK.
    case code(Int)
    /// A step whose check proves that requirement comes next.
    case requirement(String)
    /// An app or the service is killed.
    case kill
    /// A fault is ordered.
    case fault
    /// What is at a path of the state is another value than before.
    case state(String)
    /// A check has failed.
    case checkFailed
    /// A participant has ended by itself, or the adapter broke down.
    case breakdown

    /// True if it stops at records that no pattern of the case language describes: messages and faults.
    var isBeyondPatterns: Bool {
      switch self {
      case .call, .fault: true
      default: false
      }
    }
  }

  /// A breakpoint that stops every time.
  package init(_ number: Int, _ trigger: Trigger, condition: RecordPattern? = nil) {
    self.number = number
    self.trigger = trigger
    self.condition = condition
  }
}

/// The breakpoints of a session, asked at each point while the case goes on.
///
/// Owned by whoever drives the session; the thread of the case uses it while the session moves.
package final class BreakpointSet {
  /// The breakpoints, in the order of their numbers.
  package var breakpoints: [Breakpoint] = []
  /// Those that have stopped the case where it stands, and what there is to say of it.
  package private(set) var hits: [(breakpoint: Breakpoint, text: String)] = []
  /// The values at the paths of watched state, at the last point that was looked at.
  private var values: [Int: JSON] = [:]
  private var failed: Set<ExactString> = []
  private var time: VirtualInstant?

  /// No breakpoints.
  package init() {}

  /// Looks at the place from which the case goes on: what is true there already is no reason to stop.
  package func begin(at moment: Moment) {
    hits = []
    time = moment.view.now
    failed = Set<ExactString>(BreakpointSet.failures(moment).map { ExactString($0.check.id) })
    values = [:]
    for breakpoint in breakpoints {
      if case .state(let path) = breakpoint.trigger {
        values[breakpoint.number] = CaseState.value(at: path, moment) ?? .null
      }
    }
  }

  /// True if some breakpoint stops the case here.
  package func stop(at moment: Moment) -> Bool {
    hits = []
    for index in breakpoints.indices where breakpoints[index].isEnabled {
      guard let text = reason(breakpoints[index], moment), isMet(breakpoints[index], moment) else {
        continue
      }
      breakpoints[index].hitCount += 1
      if breakpoints[index].hitCount > breakpoints[index].ignoreCount {
        hits.append((breakpoints[index], text))
      }
    }
    if moment.position.point != nil { time = moment.view.now }
    return !hits.isEmpty
  }

  /// Removes the temporary ones that have stopped the case.
  package func removeTemporary() {
    let numbers = hits.map(\.breakpoint).filter(\.isTemporary).map(\.number)
    breakpoints.removeAll { numbers.contains($0.number) }
  }

  private func isMet(_ breakpoint: Breakpoint, _ moment: Moment) -> Bool {
    guard let condition = breakpoint.condition else { return true }
    // At a place that is not a record, or at one of a kind that no pattern describes, some record of the past must match.
    if moment.position.point != nil || breakpoint.trigger.isBeyondPatterns {
      return moment.view.records.contains { condition.matches($0, epoch: moment.view.epoch) }
    }
    return moment.view.lastRecord.map { condition.matches($0, epoch: moment.view.epoch) } ?? false
  }

  /// Why a breakpoint stops the case here; nil if it does not.
  ///
  /// Time may have passed at whatever point comes first: at a deadline, or at the end of a step.
  private func reason(_ breakpoint: Breakpoint, _ moment: Moment) -> String? {
    if case .time(let offset) = breakpoint.trigger {
      return moment.position.point == nil ? nil : timeReason(offset, moment)
    }
    let view = moment.view
    switch moment.position.point {
    case nil:
      guard let record = view.lastRecord else { return nil }
      return breakpoint.trigger.matches(record, view.epoch)
        ? "record #\(view.recordCount) \(record.text(since: view.epoch))" : nil
    case .beforeStep(let index):
      return breakpoint.trigger.isStep(index, of: view.conformanceCase)
        ? "step \(index + 1)" : nil
    case .afterStep(let index):
      return failureReason(breakpoint, moment, index) ?? stateReason(breakpoint, moment)
    case .afterActivation: return stateReason(breakpoint, moment)
    case .end(let ending):
      if case .breakdown = breakpoint.trigger, let ending {
        if case .problem(let problem) = ending { return "\(problem.code): \(problem.message)" }
        if case .missing(let capability) = ending { return "not offered: \(capability)" }
      }
      return nil
    case .begin, .beforeActivation, .deadline: return nil
    }
  }

  private func timeReason(_ offset: VirtualDuration, _ moment: Moment) -> String? {
    let view = moment.view
    let due = view.epoch + offset
    guard view.now >= due, let time, time < due else { return nil }
    return "time +\(view.now - view.epoch)"
  }

  private func stateReason(_ breakpoint: Breakpoint, _ moment: Moment) -> String? {
    guard case .state(let path) = breakpoint.trigger else { return nil }
    let value = CaseState.value(at: path, moment) ?? .null
    let before = values.updateValue(value, forKey: breakpoint.number) ?? .null
    return value == before ? nil : "\(path) was \(before.text), is \(value.text)"
  }

  private func failureReason(
    _ breakpoint: Breakpoint, _ moment: Moment, _ step: Int
  ) -> String? {
    guard case .checkFailed = breakpoint.trigger,
      moment.view.conformanceCase.steps[step].check != nil
    else { return nil }
    let failures = BreakpointSet.failures(moment)
    defer { failed.formUnion(failures.map { ExactString($0.check.id) }) }
    // Of several the first: those of the case come before the standing checks.
    guard let first = failures.first(where: { !failed.contains(ExactString($0.check.id)) }) else {
      return nil
    }
    return "check \(first.check.id) failed: \(first.found)"
  }

  private static func failures(_ moment: Moment) -> [CheckResult] {
    moment.view.judged().checks.filter { $0.verdict == .fail || $0.verdict == .warning }
  }
}
