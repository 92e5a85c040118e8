internal import Conformance
internal import ExactText
package import VirtualTime

/// A deadline, from the activation that set it to its end.
package struct DeadlineTrace: Sendable, Equatable {
  /// The deadline.
  package var deadline: Deadline
  /// The app that is woken, or whose response is released.
  package var app: String
  /// Where it was set: the number of the point at which it was first seen.
  package var setAt: Int
  /// What the app was asked to do when it asked for the deadline; for a response that is held back, the endpoint.
  package var setBy: String
  /// How many records there were when it was seen first; the message of the activation is among the last of them.
  package var recordCount: Int
  /// The index of the step that was carried out.
  package var step: Int?
  /// The virtual time at which it was set.
  package var time: VirtualInstant
  /// What became of it, and at which point; nil as long as it holds.
  package var end: (kind: End, at: Int)? {
    get { endKind.map { ($0, endAt) } }
    set { (endKind, endAt) = (newValue?.kind, newValue?.at ?? 0) }
  }
  private var endKind: End?
  private var endAt = 0

  /// What becomes of a deadline.
  package enum End: Sendable, Equatable {
    /// Its time came.
    case fired
    /// The app has asked for another instant instead.
    case replaced
    /// The app has replied without asking for any.
    case withdrawn
    /// The app's process is gone, by a kill or in good order; or nobody waits for the response any more.
    case dropped
  }

  init(_ deadline: Deadline, app: String, setBy: String, _ position: DebugPosition) {
    self.deadline = deadline
    self.app = app
    self.setBy = setBy
    setAt = position.number
    recordCount = position.recordCount
    step = position.step
    time = position.time
  }

  /// The trace as it was at a point: what became of it later is not known there.
  func seen(at number: Int) -> DeadlineTrace {
    var trace = self
    if let end, end.at > number { trace.end = nil }
    return trace
  }
}

/// Follows every deadline of a case.
///
/// Each point is noted once, by the run that comes to it first, so that what was noted last is always the point before,
/// whichever run that was.
struct DeadlineLog {
  /// The deadlines in the order in which they were set.
  private(set) var traces: [DeadlineTrace] = []
  /// The indices of those that hold, at the last point that was noted.
  private var valid: [Int] = []
  /// The deadline that fell due last.
  private var fired: Deadline?
  /// The app that was active last, and what it was asked to do.
  private var active: (app: String, name: String)?

  /// Forgets what was seen at a point or later.
  ///
  /// - Parameter kept: the points before it.
  mutating func forget(from number: Int, after kept: [DebugPosition]) {
    fired = kept.lazy.reversed().compactMap { DeadlineLog.deadline(of: $0) }.first
    active = kept.lazy.reversed().compactMap { DeadlineLog.message(of: $0) }.first
    traces.removeAll { $0.setAt >= number }
    for index in traces.indices {
      if let end = traces[index].end, end.at >= number { traces[index].end = nil }
    }
    valid = traces.indices.filter { traces[$0].end == nil }
  }

  /// Compares the deadlines that hold with those at the point before.
  mutating func note(_ position: DebugPosition, _ view: CaseView) {
    if let deadline = DeadlineLog.deadline(of: position) { fired = deadline }
    if let message = DeadlineLog.message(of: position) { active = message }
    if position.point == nil { return }
    let present = (view.wakes + view.releases).compactMap(\.self)
    if present.count == valid.count,
      zip(present, valid).allSatisfy({ $0 == traces[$1].deadline })
    {
      return
    }
    var known: [Int] = []
    for deadline in present {
      if let index = valid.first(where: { traces[$0].deadline == deadline }) {
        known.append(index)
      } else {
        known.append(traces.count)
        traces.append(trace(deadline, position, view))
      }
    }
    for index in valid where !known.contains(index) {
      traces[index].end = (end(of: traces[index], present, view), position.number)
    }
    valid = known
  }

  private static func deadline(of position: DebugPosition) -> Deadline? {
    if case .deadline(let deadline) = position.point { deadline } else { nil }
  }

  private static func message(of position: DebugPosition) -> (app: String, name: String)? {
    if case .beforeActivation(let app, let name) = position.point { (app, name) } else { nil }
  }

  private func trace(
    _ deadline: Deadline, _ position: DebugPosition, _ view: CaseView
  ) -> DeadlineTrace {
    let app = view.owner(of: deadline)
    let cause =
      if deadline.kind == .wake {
        active.flatMap { $0.app == app ? $0.name : nil } ?? ""
      } else {
        view.held.last { $0.release == deadline.instant }?.endpoint ?? ""
      }
    return DeadlineTrace(deadline, app: app, setBy: cause, position)
  }

  private func end(
    of trace: DeadlineTrace, _ present: [Deadline], _ view: CaseView
  ) -> DeadlineTrace.End {
    if fired == trace.deadline { return .fired }
    guard trace.deadline.kind == .wake else { return .dropped }
    let owner = trace.deadline.participant
    if present.contains(where: { $0.kind == .wake && $0.participant == owner }) {
      return .replaced
    }
    return view.isRunning(owner) ? .withdrawn : .dropped
  }
}
