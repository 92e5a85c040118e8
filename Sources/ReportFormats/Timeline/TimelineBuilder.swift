internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// Makes the rows of a ``Timeline``: one for each record, and one for each thing that a failed check missed.
struct TimelineBuilder {
  private let result: CaseResult
  private let records: [Record]
  private let exchanges: [Int: Exchange]
  /// The names of the lanes: the case, the apps in the order in which they come, the service.
  let lanes: [String]

  init(_ result: CaseResult, _ records: [Record]) {
    self.result = result
    self.records = records
    var apps: [String] = []
    for record in records where !record.app.isEmpty && !apps.contains(record.app) {
      apps.append(record.app)
    }
    lanes = ["case"] + apps + ["service"]
    exchanges = Dictionary(
      Exchange.of(records).map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The rows in their order, without their places.
  func rows() -> [Timeline.Row] {
    var rows: [Timeline.Row] = []
    // A result stands beside its call, unless something came in between.
    var calls: [ExactString: Int] = [:]
    for (index, record) in records.enumerated() {
      if record.kind == .result, let place = calls.removeValue(forKey: ExactString(record.app)),
        rows[place].time == record.time
      {
        if let value = record.fields["value"], !value.isNull {
          rows[place].text += " → \(TimelineLabel.short(value.text))"
        }
        rows[place].detail += rows[place].detail.isEmpty ? "" : "\n"
        rows[place].detail += "returned \(JSON.object(record.fields).text)"
        continue
      }
      if record.kind == .message { calls[record.app] = rows.count }
      rows.append(row(record, index))
    }
    judge(&rows)
    if let problem = result.problem {
      let lane = lanes.firstIndex(of: problem.participant) ?? 0
      var row = Timeline.Row(
        time: rows.last?.time ?? result.history.epoch, kind: .verdict, lane: lane,
        text: "\(problem.code): \(problem.message)")
      row.note = "the case ended in an error here"
      rows.append(row)
    }
    return rows
  }

  // MARK: Records

  private func lane(_ app: String) -> Int { app.isEmpty ? 0 : lanes.firstIndex(of: app) ?? 0 }
  private var service: Int { lanes.count - 1 }

  private func row(_ record: Record, _ index: Int) -> Timeline.Row {
    let (kind, lane, target) = shape(record, index)
    return Timeline.Row(
      time: record.time, kind: kind, lane: lane, target: target,
      text: TimelineLabel.text(record, exchanges[index]),
      detail: record.fields.isEmpty ? "" : JSON.object(record.fields).text, record: index)
  }

  private func shape(_ record: Record, _ index: Int) -> (Timeline.Kind, lane: Int, target: Int?) {
    let own = lane(record.app)
    switch record.kind {
    case .message: return record.name == "wake" ? (.wake, own, nil) : (.call, 0, own)
    case .event, .result: return (.callback, own, nil)
    case .request: return (requestKind(exchanges[index]), own, service)
    case .delivered: return (.answer, service, own)
    case .discarded: return (.late, service, own)
    case .life: return life(record, own)
    case .admin: return (.admin, 0, service)
    case .fault: return (.fault, service, nil)
    case .device: return (record.fields["wallClock"] == nil ? .device : .clock, 0, nil)
    case .network: return (.device, 0, nil)
    case .finding: return (.verdict, own, nil)
    }
  }

  private func requestKind(_ exchange: Exchange?) -> Timeline.Kind {
    guard let exchange else { return .request }
    switch exchange.fate {
    case .answered:
      let status = exchange.request.fields["status"]?.int ?? 200
      return status < 400 ? .request : .badRequest
    case .delivered, .discarded, .unanswered: return .held
    case .reset, .truncated, .malformed, .refused: return .badRequest
    }
  }

  private func life(_ record: Record, _ own: Int) -> (Timeline.Kind, lane: Int, target: Int?) {
    switch LifeChange(rawValue: record.name) {
    case .reinstalled: (.stop, own, nil)
    case .launched: (.start, own, nil)
    case .stopped: (.stop, own, nil)
    case .killed, .exited: (.kill, own, nil)
    case .serviceKilled: (.kill, service, nil)
    case .serviceStarted: (.start, service, nil)
    case .serviceRestarted: (.kill, service, nil)
    case .killArmed, nil: (.call, 0, own)
    }
  }

  // MARK: Checks

  /// Writes beside each row what failed checks say of it, and adds rows for what is missing.
  private func judge(_ rows: inout [Timeline.Row]) {
    for check in result.checks where check.verdict != .pass {
      guard let difference = check.difference else { continue }
      let note = "\(check.check.id) (\(check.requirements.joined(separator: ", ")))"
      switch difference.kind {
      case .missing:
        insert(ghost(check, difference, at: difference.time, difference.text), note, &rows)
      case .unexpected: mark(difference, "must not be there: \(note)", check, &rows)
      case .member: mark(difference, "\(difference.text): \(note)", check, &rows)
      case .time:
        mark(difference, "\(difference.text): \(note)", check, &rows)
        if let shift = difference.shift {
          let due = VirtualInstant(
            milliseconds: difference.time.milliseconds - shift.milliseconds)
          insert(
            ghost(check, difference, at: due, "expected here: \(difference.subject)"), note, &rows)
        }
      case .order, .value, .notReturned:
        insert(verdict(check, difference), note, &rows)
      }
    }
  }

  /// Marks the record of which a difference speaks; if there is none of that name and time, the check has a row of its own.
  private func mark(
    _ difference: Difference, _ note: String, _ check: CheckResult, _ rows: inout [Timeline.Row]
  ) {
    let app = pattern(of: check)?.app
    let place = rows.lastIndex { row in
      guard let index = row.record else { return false }
      let record = records[index]
      return record.time == difference.time
        && "\(record.kind.rawValue) \(record.name)" == difference.subject
        && (app == nil || record.app == app)
    }
    guard let place else { return insert(verdict(check, difference), note, &rows) }
    rows[place].note += rows[place].note.isEmpty ? note : "; \(note)"
  }

  /// Puts a row behind those of its instant; one that is there already only gets another note.
  private func insert(_ row: Timeline.Row, _ note: String, _ rows: inout [Timeline.Row]) {
    let same = rows.firstIndex {
      $0.record == nil && $0.time == row.time && $0.kind == row.kind && $0.text == row.text
    }
    if let same {
      rows[same].note += "; \(note)"
      return
    }
    var row = row
    row.note = note
    let place = rows.firstIndex { $0.time > row.time } ?? rows.endIndex
    rows.insert(row, at: place)
  }

  private func ghost(
    _ check: CheckResult, _ difference: Difference, at time: VirtualInstant, _ text: String
  ) -> Timeline.Row {
    let pattern = pattern(of: check)
    let own = lane(pattern?.app ?? "")
    let isRequest = difference.subject.hasPrefix(RecordKind.request.rawValue)
    return Timeline.Row(
      time: time, kind: .missing, lane: own, target: isRequest ? service : nil, text: text)
  }

  private func verdict(_ check: CheckResult, _ difference: Difference) -> Timeline.Row {
    Timeline.Row(
      time: check.time ?? difference.time, kind: .verdict,
      lane: lane(pattern(of: check)?.app ?? ""), text: difference.text)
  }

  private func pattern(of check: CheckResult) -> RecordPattern? {
    switch check.check.demand {
    case .count(let pattern, _): pattern
    case .sequence(let patterns): patterns.first
    case .returns, .standing: nil
    }
  }
}
