package import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
package import VirtualTime

/// What a picture of a case shows: a lane for each process, and a row for each thing that happened, or should have.
///
/// Time runs downwards. Rows of one instant follow each other closely; between instants there is room to the scale of
/// `scale`, and a gap that would take too much is broken. Whoever draws it (``TimelinePicture``, the script of the HTML
/// report) decides nothing any more but colours and shapes.
package struct Timeline: Sendable {
  /// A column of the picture: a process, or the case itself.
  package struct Lane: Sendable, Equatable {
    /// The app's name, `service`, or `case`.
    package var name: String
    /// When its process ran: from row to row, by their `y`.
    package var lives: [Range<Int>] = []
  }

  /// What a row is, which decides its shape.
  package enum Kind: String, Sendable, CaseIterable {
    /// The case calls an API, or changes something in an app.
    case call
    /// A deadline of the app has come.
    case wake
    /// The app was notified.
    case callback
    /// A request with its answer.
    case request
    /// A request that goes wrong: reset, truncated, malformed, refused, or an error.
    case badRequest
    /// A request whose answer is held back.
    case held
    /// An answer that was held back.
    case answer
    /// An answer that comes too late.
    case late
    /// A process starts.
    case start
    /// A process is closed in good order.
    case stop
    /// A process is killed or dies.
    case kill
    /// A fault is ordered or ends.
    case fault
    /// An administrator does something.
    case admin
    /// The clock of a device jumps.
    case clock
    /// A device or its network changes.
    case device
    /// What was expected and is missing.
    case missing
    /// What a failed check says at its own time.
    case verdict
    /// Rows that are left out.
    case gap
  }

  /// One line of the picture.
  package struct Row: Sendable, Equatable {
    /// When it happened, or should have.
    package var time: VirtualInstant
    /// How far down it is, in pixels.
    package var y = 0
    /// What it is.
    package var kind: Kind
    /// The lane where it happens, or from which it goes.
    package var lane: Int
    /// The lane to which it goes; nil if it stays.
    package var target: Int?
    /// What is written beside it.
    package var text: String
    /// All that is known of it: the fields of the record.
    package var detail = ""
    /// What failed checks say of it; empty if none speaks of it.
    package var note = ""
    /// The record that it is; nil if it is none.
    var record: Int?
  }

  /// The height of a row, and the most that a gap between two instants takes, in pixels.
  package static let rowHeight = 17
  package static let longestGap = 60
  /// The height of an ordinary gap, which `scale` says how long it is.
  package static let unitHeight = 20

  /// The columns: first that of the case, last that of the service.
  package private(set) var lanes: [Lane] = []
  /// The rows, from above.
  package private(set) var rows: [Row] = []
  /// The instant at which the clock started.
  package let epoch: VirtualInstant
  /// The virtual time of ``unitHeight``.
  package private(set) var scale = VirtualDuration.zero
  /// How many records are left out.
  package private(set) var leftOut = 0

  /// The picture of a case.
  ///
  /// - Parameters:
  ///   - notes: what is to be said of records, by their places in the history; as what failed checks say.
  ///   - limit: the most rows; those around what failed are kept.
  package init(_ result: CaseResult, notes: [Int: String] = [:], limit: Int = 600) {
    epoch = result.history.epoch
    let records = result.history.allRecords
    let builder = TimelineBuilder(result, records)
    lanes = builder.lanes.map { Lane(name: $0) }
    rows = builder.rows()
    for index in rows.indices {
      guard let note = rows[index].record.flatMap({ notes[$0] }) else { continue }
      rows[index].note += rows[index].note.isEmpty ? note : "; \(note)"
    }
    shorten(to: limit)
    scale = Timeline.scale(of: rows)
    place()
    live(records)
  }

  /// The height of the picture in pixels, without what is above the first row.
  package var height: Int { (rows.last?.y ?? 0) + Timeline.rowHeight }

  // MARK: Layout

  /// The usual gap: half of those between two instants are longer.
  private static func scale(of rows: [Row]) -> VirtualDuration {
    let gaps = zip(rows, rows.dropFirst()).map { $1.time - $0.time }.filter { $0 > .zero }.sorted()
    return gaps.isEmpty ? .zero : gaps[gaps.count / 2]
  }

  private mutating func place() {
    var y = 0
    for index in rows.indices {
      if index > 0 { y += Timeline.rowHeight + room(rows[index].time - rows[index - 1].time) }
      rows[index].y = y
    }
  }

  /// The room for a gap between two instants, to scale unless it is too long.
  private func room(_ gap: VirtualDuration) -> Int {
    guard gap > .zero, scale > .zero else { return 0 }
    let exact = Timeline.unitHeight * gap.milliseconds / scale.milliseconds
    return min(max(exact, 3), Timeline.longestGap)
  }

  /// When each process ran, by the rows of its life.
  private mutating func live(_ records: [Record]) {
    var started: [Int?] = Array(repeating: nil, count: lanes.count)
    // The service runs from the start of a case on.
    started[lanes.count - 1] = 0
    for row in rows {
      switch row.kind {
      case .start: started[row.lane] = started[row.lane] ?? row.y
      case .stop, .kill:
        if let start = started[row.lane] {
          lanes[row.lane].lives.append(start..<max(row.y, start + 1))
        }
        started[row.lane] = nil
      default: continue
      }
    }
    for (lane, start) in started.enumerated() {
      if let start { lanes[lane].lives.append(start..<max(height, start + 1)) }
    }
  }

  /// Leaves out rows in the middle: what failed keeps fifty on either side, the start a hundred, the end fifty.
  private mutating func shorten(to limit: Int) {
    guard rows.count > limit else { return }
    var keeps = Array(repeating: false, count: rows.count)
    var count = 0
    func keep(_ range: Range<Int>) {
      for index in range.clamped(to: rows.indices) where !keeps[index] && count < limit {
        keeps[index] = true
        count += 1
      }
    }
    for (index, row) in rows.enumerated() where !row.note.isEmpty { keep(index - 1..<index + 1) }
    for (index, row) in rows.enumerated() where !row.note.isEmpty { keep(index - 50..<index + 50) }
    keep(0..<100)
    keep(rows.count - 50..<rows.count)
    var short: [Row] = []
    var missing = 0
    for (index, row) in rows.enumerated() {
      guard keeps[index] else {
        missing += 1
        continue
      }
      if missing > 0 { short.append(Timeline.gap(missing, before: row)) }
      missing = 0
      short.append(row)
    }
    leftOut = rows.count - count
    if missing > 0, let last = rows.last { short.append(Timeline.gap(missing, before: last)) }
    rows = short
  }

  private static func gap(_ count: Int, before row: Row) -> Row {
    Row(
      time: row.time, kind: .gap, lane: 0,
      text: count == 1 ? "1 record left out" : "\(count) records left out")
  }
}
