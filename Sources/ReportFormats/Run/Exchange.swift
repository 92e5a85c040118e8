internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting
internal import ServiceProtocol
internal import VirtualTime

/// A request with what became of it.
struct Exchange: Sendable, Equatable {
  /// How it ended.
  enum Fate: String, Sendable {
    /// The app had the answer at once.
    case answered
    /// The app had the answer later.
    case delivered
    /// The answer came when the app had given up.
    case discarded
    /// Nothing came, until the end of the app or of the case.
    case unanswered
    /// The connection was reset.
    case reset
    /// Half an answer came.
    case truncated
    /// An answer came that is not JSON.
    case malformed
    /// It was refused, because its app was idle.
    case refused
  }

  /// The record of the request.
  var request: Record
  /// The place of that record in the history.
  var index: Int
  /// The place of the record that ended it: its own unless the response was held back; nil if nothing did.
  var end: Int?
  /// When it ended.
  var endTime: VirtualInstant
  /// How it ended.
  var fate: Fate

  /// How long it was under way, in milliseconds of virtual time.
  var milliseconds: Int { (endTime - request.time).milliseconds }

  /// True if the app had an answer that it could read.
  var isAnswered: Bool { fate == .answered || fate == .delivered }

  /// The requests of a history in their order.
  ///
  /// A response that was held back belongs to the earliest request of its app and endpoint that still waits for one. What is
  /// still held when the app dies or the history ends was never answered.
  static func of(_ records: [Record]) -> [Exchange] {
    var exchanges: [Exchange] = []
    var waiting: [Int] = []
    func finish(_ place: Int, _ index: Int?, at time: VirtualInstant, _ fate: Fate) {
      exchanges[place].end = index
      exchanges[place].endTime = time
      exchanges[place].fate = fate
    }
    for (index, record) in records.enumerated() {
      switch record.kind {
      case .request:
        let outcome = record.fields["outcome"]?.string.flatMap(RequestOutcome.init)
        let fate: Fate =
          switch outcome {
          case .answered, nil: .answered
          case .held: .unanswered
          case .reset: .reset
          case .truncated: .truncated
          case .malformed: .malformed
          case .idle: .refused
          }
        if fate == .unanswered { waiting.append(exchanges.count) }
        exchanges.append(
          Exchange(
            request: record, index: index, end: fate == .unanswered ? nil : index,
            endTime: record.time, fate: fate))
      case .delivered, .discarded:
        let place = waiting.firstIndex {
          exchanges[$0].request.app == record.app && exchanges[$0].request.name == record.name
        }
        guard let place else { continue }
        finish(
          waiting.remove(at: place), index, at: record.time,
          record.kind == .delivered ? .delivered : .discarded)
      case .life
      where record.name == LifeChange.killed.rawValue
        || record.name == LifeChange.exited.rawValue || record.name == LifeChange.stopped.rawValue:
        for place in waiting where exchanges[place].request.app == record.app {
          finish(place, index, at: record.time, .unanswered)
        }
        waiting.removeAll { exchanges[$0].request.app == record.app }
      default: continue
      }
    }
    if let last = records.last {
      for place in waiting { finish(place, nil, at: last.time, .unanswered) }
    }
    return exchanges
  }
}

extension History {
  /// The records, also those that are kept on disk because they are many; none if that cannot be read.
  var allRecords: [Record] {
    guard records.isEmpty, file != nil else { return records }
    return (try? HistoryReport.records(lines)) ?? []
  }
}

/// Virtual time as a date.
enum VirtualDate {
  /// Coordinated universal time with milliseconds (RFC 3339).
  static func text(_ instant: VirtualInstant) -> String {
    let digits = String(instant.milliseconds % 1000)
    let padding = String(repeating: "0", count: 3 - digits.count)
    return "\(WallTime.timestamp(instant.milliseconds, .measured)).\(padding)\(digits)Z"
  }
}
