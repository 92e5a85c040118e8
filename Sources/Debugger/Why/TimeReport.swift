package import CaseModel
internal import Conformance
internal import ExactText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Answers about time at the place at which a session stands: why it is not moving, why something did not happen, and what
/// happens next. All of it is read from the deadlines that the session has followed.
package struct TimeReport {
  private let session: DebugSession
  private let view: CaseView

  /// Answers for a session; valid until it moves.
  package init(_ session: DebugSession) {
    self.session = session
    view = session.view
  }

  // MARK: - Why is time not moving

  /// What time waits for.
  package var whyTimeStands: String {
    if session.position.isEnd { return "The case is over; no more time passes in it.\n" }
    var text = "The time is \(offset(view.now)).\n"
    if let activation = session.position.activation {
      text +=
        "\(activation.app) is active (\(activation.name)); time stands still until it is idle.\n"
    } else if let step = nextStep, DecisionList.isTime(step.action) {
      text += "The step at \(place(step)) lets it pass (\(words(step))); "
      text += next.isEmpty ? "nothing is due on the way.\n" : "it stops at each deadline.\n"
    } else if let step = nextStep {
      text +=
        "It moves only in a step that lets it pass; next comes \(words(step)) (\(place(step))).\n"
    }
    text += whatIsHeldUp
    return text + whatHappensNext
  }

  /// Deadlines and responses that wait for something other than time.
  private var whatIsHeldUp: String {
    var text = ""
    for app in view.apps where app.lifecycle == .suspended && app.isRunning {
      guard let deadline = app.deadline else { continue }
      text +=
        "\(app.name) is suspended: what is due at \(offset(deadline.instant)) waits until it is "
      text += "brought back.\n"
    }
    for held in view.held where held.release == nil {
      text +=
        "\(held.app) waits for the answer to \(held.endpoint), which the service never releases"
      text += held.hasArrived ? " before the app is brought back.\n" : ".\n"
    }
    return text
  }

  // MARK: - What happens next

  /// What falls due if nothing more is done, earliest first.
  package var whatHappensNext: String {
    guard !next.isEmpty else {
      return "Nothing more happens if nothing is done: no deadline is set.\n"
    }
    var text = "If nothing is done, this comes next:\n"
    for trace in next { text += "  \(offset(trace.deadline.instant))  \(line(trace))\n" }
    return text
  }

  private var next: [DeadlineTrace] {
    session.deadlines.filter { $0.end == nil }.sorted { $0.deadline < $1.deadline }
  }

  // MARK: - Why did this not happen

  /// Why no record has come that matches: what comes near, and what has become of the deadlines of the apps that it
  /// speaks of.
  package func whyNot(_ pattern: RecordPattern) -> String {
    let matching = records(pattern)
    if let record = matching.last {
      return "It did happen: \(record.text(since: view.epoch))\n"
    }
    let wanted = (pattern.at ?? pattern.times.first.flatMap(TimeReport.offset))
      .map { view.epoch + $0 }
    var text = absence(pattern, wanted) + nearMiss(pattern, wanted) + missingWipe(pattern)
    let apps = view.apps.filter { app in pattern.app.map { $0 == app.name } ?? true }
    for app in apps { text += whyNot(app, pattern, wanted) }
    return text
  }

  private func records(_ pattern: RecordPattern) -> [Record] {
    view.records.filter { pattern.matches($0, epoch: view.epoch) }
  }

  /// That there is no such record, and if its time has not come, that.
  private func absence(_ pattern: RecordPattern, _ wanted: VirtualInstant?) -> String {
    guard let wanted, wanted > view.now else {
      return "There is no \(pattern.text) up to \(offset(view.now)).\n"
    }
    if session.position.isEnd {
      return "The case is over at \(offset(view.now)); it does not reach \(offset(wanted)).\n"
    }
    return "\(offset(wanted)) has not come yet: the time is \(offset(view.now)).\n"
  }

  /// The record that comes nearest: at another time, or with other values.
  private func nearMiss(_ pattern: RecordPattern, _ wanted: VirtualInstant?) -> String {
    var untimed = pattern
    (untimed.at, untimed.times) = (nil, [])
    if let record = nearest(records(untimed), to: wanted) {
      return "It happens at another time: \(record.text(since: view.epoch))\n"
    }
    guard !pattern.fields.isEmpty else { return "" }
    untimed.fields = []
    guard let record = nearest(records(untimed), to: wanted) else { return "" }
    return "It happens with other values: \(record.text(since: view.epoch))\n"
  }

  /// The record nearest to an instant, the later of two that are as near; the last one without an instant.
  private func nearest(_ records: [Record], to instant: VirtualInstant?) -> Record? {
    guard let instant else { return records.last }
    return records.reversed().min {
      TimeReport.distance($0.time, instant) < TimeReport.distance($1.time, instant)
    }
  }

  private static func distance(_ one: VirtualInstant, _ other: VirtualInstant) -> Int {
    abs((one - other).milliseconds)
  }

  /// For the event that asks for a wipe: that nobody has ordered any.
  private func missingWipe(_ pattern: RecordPattern) -> String {
    guard pattern.kind == .event, pattern.name == EventName.wipeDataForAccount.rawValue else {
      return ""
    }
    let isOrdered = view.records.contains { record in
      record.kind == .admin && record.name == AdminOrder.Name.wipe.rawValue
        || record.kind == .message
          && record.name == APIName.deRegisterAndUnenrollAccount.rawValue
    }
    return isOrdered
      ? "" : "No administrator has ordered a wipe so far, and no app has deregistered a user.\n"
  }

  private func whyNot(
    _ app: AppView, _ pattern: RecordPattern, _ wanted: VirtualInstant?
  ) -> String {
    let traces = session.deadlines.filter { $0.app == app.name }
    guard app.isRunning || !traces.isEmpty else { return "" }
    guard !traces.isEmpty else {
      return "\(app.name) has never asked to be woken: no call has set a deadline.\n"
    }
    var text = app.isRunning ? "" : "\(app.name) does not run.\n"
    if let wanted { text += due(at: wanted, traces, app, pattern) }
    // What was due at the wanted instant was said.
    let others = traces.filter { $0.deadline.instant != wanted }
    let lost = others.filter { $0.end.map { $0.kind != .fired } ?? false }
    for trace in lost.suffix(4) { text += "  \(fate(trace))\n" }
    for trace in others where trace.end == nil {
      text += "  still to come at \(offset(trace.deadline.instant)): \(line(trace))\n"
    }
    if traces.allSatisfy({ $0.end != nil }), app.isRunning {
      text += "  \(app.name) has no deadline: nothing more comes by itself\n"
    }
    return text
  }

  /// Whether a deadline of the app was set for an instant at all.
  private func due(
    at instant: VirtualInstant, _ traces: [DeadlineTrace], _ app: AppView,
    _ pattern: RecordPattern
  ) -> String {
    let there = traces.filter { $0.deadline.instant == instant }
    if there.isEmpty {
      let nearest = traces.min {
        TimeReport.distance($0.deadline.instant, instant)
          < TimeReport.distance($1.deadline.instant, instant)
      }
      var text = "\(app.name) has set no deadline for \(offset(instant))"
      if let nearest {
        let shift = nearest.deadline.instant - instant
        text += "; the nearest was for \(offset(nearest.deadline.instant)), "
        text += "\(VirtualDuration(milliseconds: abs(shift.milliseconds))) "
        text += "\(shift.milliseconds < 0 ? "earlier" : "later"), \(origin(nearest))"
      }
      return text + ".\n"
    }
    // With other values it did what the pattern asks for.
    let isLike = view.records.contains {
      $0.time == instant && $0.app == app.name && $0.kind == pattern.kind && $0.name == pattern.name
    }
    return there.map { trace in
      trace.end?.kind == .fired && trace.deadline.kind == .wake
        ? "\(app.name) was woken at \(offset(instant)), \(origin(trace))"
          + (isLike ? ".\n" : ", and did something else.\n")
        : "\(fate(trace)).\n"
    }.joined()
  }

  /// What has become of a deadline, in words.
  private func fate(_ trace: DeadlineTrace) -> String {
    let due = offset(trace.deadline.instant)
    let subject =
      trace.deadline.kind == .wake
      ? "The deadline of \(trace.app) for \(due), \(origin(trace)),"
      : "The response to \(trace.setBy) of \(trace.app), held back at \(offset(trace.time)) until \(due),"
    guard let end = trace.end else { return "\(subject) holds" }
    let positions = session.positions
    let here = positions.indices.contains(end.at) ? positions[end.at] : nil
    let time = here.map { offset($0.time) } ?? ""
    let cause = here?.step.map { " (\(place(view.conformanceCase.steps[$0])))" } ?? ""
    switch end.kind {
    case .fired: return "\(subject) came"
    case .replaced:
      let by = session.deadlines.first {
        $0.app == trace.app && $0.setAt == end.at && $0.deadline.kind == .wake
      }
      let later = by.map { " by \(offset($0.deadline.instant)), \(origin($0))" } ?? ""
      return "\(subject) was replaced at \(time)\(later)\(cause)"
    case .withdrawn:
      return "\(subject) was given up at \(time): the app asked for no deadline\(cause)"
    case .dropped:
      return "\(subject) was dropped at \(time) with the process of \(trace.app)\(cause)"
        + afterwards(trace, end.at)
    }
  }

  /// What has come of a deadline that was dropped with its process, after that.
  private func afterwards(_ trace: DeadlineTrace, _ number: Int) -> String {
    guard trace.deadline.kind == .wake, !isSetAgain(trace, after: number),
      session.positions.indices.contains(number)
    else { return "" }
    let isLaunched = view.records.dropFirst(session.positions[number].recordCount).contains {
      $0.kind == .life && $0.name == LifeChange.launched.rawValue && $0.app == trace.app
    }
    return isLaunched
      ? "; the next process has not set it again" : "; the app has not been launched again"
  }

  private func isSetAgain(_ trace: DeadlineTrace, after number: Int) -> Bool {
    session.deadlines.contains {
      $0.app == trace.app && $0.setAt > number && $0.deadline.instant == trace.deadline.instant
    }
  }

  // MARK: - Words

  private func line(_ trace: DeadlineTrace) -> String {
    trace.deadline.kind == .wake
      ? "\(trace.app) is woken, \(origin(trace))"
      : "the answer to \(trace.setBy) of \(trace.app) is released, held back at \(offset(trace.time))"
  }

  /// Which call has set a deadline, and where.
  private func origin(_ trace: DeadlineTrace) -> String {
    let step = trace.step.map { " at \(place(view.conformanceCase.steps[$0]))" } ?? ""
    return "set by \(trace.setBy.isEmpty ? "the app" : trace.setBy) at \(offset(trace.time))\(step)"
  }

  private var nextStep: Step? {
    session.position.step.map { view.conformanceCase.steps[$0] }
  }

  private func place(_ step: Step) -> String { "\(step.location.file):\(step.location.line)" }

  private func words(_ step: Step) -> String {
    step.action?.words ?? step.check.map { "check \($0.id)" } ?? "a look"
  }

  private func offset(_ instant: VirtualInstant) -> String { "+\(instant - view.epoch)" }

  private static func offset(_ time: RecordPattern.Time) -> VirtualDuration? {
    if case .at(let duration) = time { duration } else { nil }
  }
}
