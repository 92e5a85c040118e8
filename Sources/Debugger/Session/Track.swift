internal import Conformance
internal import ExactText
internal import JSONText
internal import VirtualTime

/// The points that a case has come to so far, and a rolling hash over its records: what a later run is held to.
///
/// The first run to a point notes it; every later one is compared with what was noted. From the first record that differs on,
/// what was noted is forgotten.
final class Track {
  /// What is known of a case from all of its runs.
  struct Knowledge {
    /// Every point that was ever reached, in order.
    fileprivate(set) var positions: [DebugPosition] = []
    /// The rolling hash after each record.
    fileprivate var hashes: [UInt64] = []
    /// The records of the longest run so far, to be shown if another one differs.
    fileprivate var longest: [Record] = []
    /// What became of every deadline.
    fileprivate(set) var deadlines = DeadlineLog()
  }

  /// What is known by now; a run that others take over from brings it along.
  var known = Knowledge()
  /// The first difference of the present run that was not told yet; nil if there is none.
  private(set) var difference: DebugProblem?
  /// True once the present run has differed: what comes from there on is new.
  private var hasDiffered = false

  // The present run.
  private var count = 0
  private var records = 0
  private var hash = Track.start
  private var step: Int?
  private var activation: DebugPosition.Activation?
  private var line: [UInt8] = []

  // FNV-1a, 64 bits.
  private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01b3

  /// Begins another run of the case.
  ///
  /// - Parameter left: the records of the run before.
  func begin(after left: [Record]) {
    remember(left)
    (count, records, hash, step, activation) = (0, 0, Track.start, nil, nil)
    (difference, hasDiffered) = (nil, false)
  }

  /// Keeps the records of a run, if it is the longest, to show them if another one differs.
  func remember(_ records: [Record]) {
    if records.count > known.longest.count { known.longest = records }
  }

  /// Notes a point, or compares it with the one that was noted.
  func note(_ point: CasePoint?, _ view: CaseView) -> DebugPosition {
    switch point {
    case .beforeStep(let index): step = index
    case .beforeActivation(let app, let name): activation = .init(app: app, name: name)
    case .afterActivation: activation = nil
    case .end: activation = nil
    case .begin, .deadline, .afterStep: break
    case nil: note(view.lastRecord)
    }
    let position = DebugPosition(
      number: count, point: point, time: view.now, step: step, activation: activation,
      recordCount: view.recordCount)
    if count < known.positions.count, known.positions[count] != position {
      let was = known.longest.indices.contains(records) ? Track.text(known.longest[records]) : nil
      differ(.notDeterministic(record: records + 1, was: was, now: nil))
    }
    if count == known.positions.count {
      known.positions.append(position)
      known.deadlines.note(position, view)
    }
    count += 1
    return position
  }

  private func note(_ record: Record?) {
    guard let record else { return }
    line.removeAll(keepingCapacity: true)
    record.writeLine(to: &line)
    for byte in line { hash = (hash ^ UInt64(byte)) &* Track.prime }
    if records < known.hashes.count, known.hashes[records] != hash {
      differ(
        .notDeterministic(
          record: records + 1,
          was: known.longest.indices.contains(records) ? Track.text(known.longest[records]) : nil,
          now: Track.text(record)))
    }
    if records == known.hashes.count { known.hashes.append(hash) }
    records += 1
  }

  private func differ(_ problem: DebugProblem) {
    if !hasDiffered { difference = problem }
    hasDiffered = true
    forget()
  }

  /// Takes the difference out, which is told once.
  func takeDifference() -> DebugProblem? {
    defer { difference = nil }
    return difference
  }

  /// Forgets what was noted from the present place on.
  private func forget() {
    known.positions.removeSubrange(min(count, known.positions.count)...)
    known.hashes.removeSubrange(min(records, known.hashes.count)...)
    known.longest = []
    known.deadlines.forget(from: count, after: known.positions)
  }

  private static func text(_ record: Record) -> String {
    var bytes: [UInt8] = []
    record.writeLine(to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
