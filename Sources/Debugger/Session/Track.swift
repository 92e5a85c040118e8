internal import Conformance
internal import ExactText
internal import JSONText
internal import VirtualTime

/// The points that a case has come to so far, and a rolling hash over its records: what a later run is held to.
///
/// The first run to a point notes it; every later one is compared with what was noted. From the first record that differs on,
/// what was noted is forgotten.
final class Track {
  /// Every point that was ever reached, in order.
  private(set) var positions: [DebugPosition] = []
  /// The rolling hash after each record.
  private var hashes: [UInt64] = []
  /// The records of the longest run so far, to be shown if another one differs.
  private var longest: [Record] = []
  /// What became of every deadline.
  private(set) var deadlines = DeadlineLog()
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
    if left.count > longest.count { longest = left }
    (count, records, hash, step, activation) = (0, 0, Track.start, nil, nil)
    (difference, hasDiffered) = (nil, false)
    deadlines.begin()
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
    if count < positions.count, positions[count] != position {
      let was = longest.indices.contains(records) ? Track.text(longest[records]) : nil
      differ(.notDeterministic(record: records + 1, was: was, now: nil))
    }
    if count == positions.count {
      positions.append(position)
      deadlines.note(position, view)
    }
    count += 1
    return position
  }

  private func note(_ record: Record?) {
    guard let record else { return }
    line.removeAll(keepingCapacity: true)
    record.writeLine(to: &line)
    for byte in line { hash = (hash ^ UInt64(byte)) &* Track.prime }
    if records < hashes.count, hashes[records] != hash {
      differ(
        .notDeterministic(
          record: records + 1,
          was: longest.indices.contains(records) ? Track.text(longest[records]) : nil,
          now: Track.text(record)))
    }
    if records == hashes.count { hashes.append(hash) }
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
    positions.removeSubrange(min(count, positions.count)...)
    hashes.removeSubrange(min(records, hashes.count)...)
    longest = []
    deadlines.forget(from: count)
  }

  private static func text(_ record: Record) -> String {
    var bytes: [UInt8] = []
    record.writeLine(to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
