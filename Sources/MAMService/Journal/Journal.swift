import VirtualTime

/// The latest requests, up to a number and a size; what had to make room is counted.
///
/// Adding is cheap: values are kept as they are, and nothing is written or redacted before somebody
/// asks. Owned by one thread.
final class Journal {
  /// What had to make room for later requests.
  struct Dropped: Equatable {
    /// How many requests.
    var count = 0
    /// When the oldest of them came.
    var from: VirtualInstant?
    /// When the latest of them came.
    var until: VirtualInstant?
  }

  /// The most bytes that entries take, as ``JournalEntry/size`` counts them: 64 MiB.
  static let maximumBytes = 64 << 20

  /// The most entries.
  let capacity: Int
  private(set) var dropped = Dropped()
  /// Is told of every entry that is added.
  var added: (JournalEntry) -> Void = { _ in }
  private var ring: [JournalEntry?] = []
  /// Where the oldest entry is in the ring.
  private var first = 0
  private var count = 0
  private var bytes = 0

  /// An empty journal of at most so many entries.
  init(capacity: Int) { self.capacity = capacity }

  /// Writes down a request.
  func add(
    _ record: RequestRecord, http: HTTPRequest?, rule: String?, _ reply: Reply?,
    now: VirtualInstant
  ) {
    let entry = JournalEntry(record, http: http, rule: rule, time: now, reply: reply)
    if capacity > 0 {
      if count == capacity { dropOldest() }
      if count < ring.count {
        ring[(first + count) % ring.count] = entry
      } else {
        if first != 0 {
          ring = entries
          first = 0
        }
        ring.append(entry)
      }
      count += 1
      bytes += entry.size
      while bytes > Journal.maximumBytes, count > 1 { dropOldest() }
    } else {
      drop(entry)
    }
    added(entry)
  }

  private func dropOldest() {
    let oldest = ring[first]!
    drop(oldest)
    bytes -= oldest.size
    ring[first] = nil
    first = (first + 1) % ring.count
    count -= 1
  }

  private func drop(_ entry: JournalEntry) {
    dropped.count += 1
    dropped.from = dropped.from ?? entry.time
    dropped.until = entry.time
  }

  /// Writes down the response of a request that had none.
  func answer(_ request: Int, _ reply: Reply, now: VirtualInstant) {
    // Held requests are rare, and mostly young.
    for offset in stride(from: count - 1, through: 0, by: -1) {
      let index = (first + offset) % ring.count
      guard let entry = ring[index], entry.record.request == request else { continue }
      entry.reply = reply
      entry.answered = now
      entry.record.status = reply.response.status
      entry.record.code = reply.response.code
      return
    }
  }

  /// The entries, oldest first.
  var entries: [JournalEntry] { (0..<count).map { ring[(first + $0) % ring.count]! } }

  /// Forgets the entries that fit, and with all of them what was dropped.
  func removeAll(where isMeant: (JournalEntry) -> Bool = { _ in true }) {
    let kept = entries.filter { !isMeant($0) }
    if kept.isEmpty { dropped = Dropped() }
    ring = kept
    first = 0
    count = kept.count
    bytes = kept.reduce(0) { $0 + $1.size }
  }
}
