internal import ExactText
package import JSONText
package import VirtualTime

/// What is said between the records of a history: where a check looked, and where what it expected was due.
package struct HistoryMark: Equatable, Sendable {
  /// How many records stand before it; nil for as many as there are until its time.
  package var place: Int?
  /// The time since the start of the case.
  package var time: VirtualDuration
  /// What is said.
  package var text: String

  /// The marks of a case, of its entry in `run.json`; of a check that passed only where it looked.
  ///
  /// - Parameter entry: a member of `cases`; one of an older report, which does not say where its checks looked, gives
  ///   no marks.
  package static func all(of entry: JSON) -> [HistoryMark] {
    var marks: [HistoryMark] = []
    for check in entry["checks"]?.array ?? [] {
      guard let id = check["id"]?.string, let verdict = check["verdict"]?.string,
        let time = check["virtualMilliseconds"]?.int, let first = check["looked"]?["first"]?.int,
        let count = check["looked"]?["count"]?.int
      else { continue }
      let found = check["found"]?.string.map { ": \($0)" } ?? ""
      let place =
        count == 0 ? "over no record" : "over #\(first) to #\(first + count - 1)"
      marks.append(
        HistoryMark(
          place: first - 1 + count, time: VirtualDuration(milliseconds: time),
          text: "\(verdict): check \(id) looked here, \(place)\(found)"))
      if let due = check["dueMilliseconds"]?.int {
        let subject = check["difference"]?["subject"]?.string ?? "it"
        marks.append(
          HistoryMark(
            place: nil, time: VirtualDuration(milliseconds: due),
            text: "\(subject) expected here by \(id)"))
      }
    }
    return marks.enumerated().sorted { left, right in
      left.element.time == right.element.time
        ? left.offset < right.offset : left.element.time < right.element.time
    }.map(\.element)
  }
}
