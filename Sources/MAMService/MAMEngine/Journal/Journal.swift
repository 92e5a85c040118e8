internal import ExactText
package import VirtualTime

/// The latest requests, up to a number and a size; what had to make room is counted.
///
/// Adding is cheap: values are kept as they are, and nothing is written or redacted before somebody
/// asks. Owned by one thread.
package final class Journal {
  /// What had to make room for later requests.
  package struct Dropped: Equatable {
    /// How many requests.
    package var count = 0
    /// When the oldest of them came.
    package var from: VirtualInstant?
    /// When the latest of them came.
    package var until: VirtualInstant?

    /// Counts others too; a clock that has been set back makes later requests older ones.
    fileprivate mutating func add(_ others: Dropped) {
      guard let start = others.from, let end = others.until else { return }
      count += others.count
      from = min(from ?? start, start)
      until = max(until ?? end, end)
    }

    /// True if a request that came in a window may be among them; nil stands for no bound.
    package func reaches(from start: VirtualInstant?, until end: VirtualInstant?) -> Bool {
      guard let from, let until else { return false }
      return (start.map { until >= $0 } ?? true) && (end.map { from < $0 } ?? true)
    }
  }

  /// The most bytes that entries take: 64 MiB.
  static let maximumBytes = 64 << 20

  /// The most entries.
  let capacity: Int
  private let maximumBytes: Int
  /// What was dropped of each tenant; under nil that of which nobody knows the tenant.
  private var droppedOfTenants: [ExactString?: Dropped] = [:]
  /// Is notified of every entry that is added, or of whose request the end has come.
  package var changed: (JournalEntry) -> Void = { _ in }
  /// An entry, and what it weighed when it was written down.
  private struct Place {
    let entry: JournalEntry
    let size: Int
  }

  /// Places for entries: twice as many each time that they do not suffice.
  private var ring: [Place?] = []
  /// Where the oldest entry is in the ring.
  private var first = 0
  private(set) var count = 0
  /// About how many bytes the entries take, with what they share.
  private(set) var bytes = 0
  private var weights = JournalWeights()

  /// An empty journal of at most so many entries and bytes.
  package init(capacity: Int, maximumBytes: Int = Journal.maximumBytes) {
    self.capacity = capacity
    self.maximumBytes = maximumBytes
  }

  /// Writes down a request. Requests have to come in the order of their numbers.
  func add(_ entry: JournalEntry) {
    defer { changed(entry) }
    guard capacity > 0 else { return drop(entry) }
    if count == capacity { dropOldest() }
    if count == ring.count { grow() }
    ring[place(count)] = weighed(entry)
    count += 1
    makeRoom()
  }

  private func weighed(_ entry: JournalEntry) -> Place {
    let place = Place(entry: entry, size: entry.size)
    bytes += place.size + weights.add(entry.shared)
    return place
  }

  private func unweigh(_ place: Place) {
    bytes -= place.size + weights.remove(place.entry.shared)
  }

  private func place(_ offset: Int) -> Int {
    let place = first + offset
    return place < ring.count ? place : place - ring.count
  }

  private func grow() {
    let larger = min(capacity, max(64, 2 * count))
    ring = (0..<count).map { ring[place($0)] }
    ring.append(contentsOf: repeatElement(nil, count: larger - count))
    first = 0
  }

  private func makeRoom() { while bytes > maximumBytes, count > 1 { dropOldest() } }

  private func dropOldest() {
    let oldest = ring[first]!
    drop(oldest.entry)
    unweigh(oldest)
    ring[first] = nil
    first = place(1)
    count -= 1
  }

  private func drop(_ entry: JournalEntry) {
    droppedOfTenants[entry.tenant.map { ExactString($0) }, default: Dropped()].add(
      Dropped(count: 1, from: entry.time, until: entry.time))
  }

  /// What was dropped of every tenant.
  package var dropped: Dropped { droppedOfTenants.values.reduce(into: Dropped()) { $0.add($1) } }

  /// What was dropped of a tenant.
  package func dropped(of tenant: String) -> Dropped {
    droppedOfTenants[ExactString(tenant)] ?? Dropped()
  }

  /// Writes down the response of a request that was held.
  func answer(_ request: Int, _ reply: Reply, now: VirtualInstant) {
    change(request) { $0.answer(reply, now: now) }
  }

  /// Writes down that the connection of a request that was held has been closed.
  func drop(_ request: Int) { change(request) { $0.drop() } }

  /// The entry of a request by its number; nil if it is not there (any more).
  package func entry(_ request: Int) -> JournalEntry? {
    place(of: request).flatMap { ring[place($0)]?.entry }
  }

  /// How many entries come before that of a request; nil if it has none.
  private func place(of request: Int) -> Int? {
    // The entries are in the order of their numbers.
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if ring[place(middle)]!.entry.record.request < request {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < count, ring[place(low)]?.entry.record.request == request else { return nil }
    return low
  }

  private func change(_ request: Int, _ body: (JournalEntry) -> Void) {
    guard let low = place(of: request), let found = ring[place(low)] else { return }
    unweigh(found)
    body(found.entry)
    ring[place(low)] = weighed(found.entry)
    makeRoom()
    changed(found.entry)
  }

  /// The entries, oldest first.
  package var entries: [JournalEntry] { (0..<count).map { ring[place($0)]!.entry } }

  /// Forgets every request, also what was dropped.
  package func removeAll() {
    droppedOfTenants = [:]
    keep([])
  }

  /// Forgets every request of a tenant, also what was dropped of it.
  package func removeAll(of tenant: String) {
    droppedOfTenants[ExactString(tenant)] = nil
    keep(entries.filter { $0.tenant != tenant })
  }

  /// Forgets the requests that are meant; what was dropped may have been others, and stays.
  package func removeAll(where isMeant: (JournalEntry) -> Bool) {
    keep(entries.filter { !isMeant($0) })
  }

  private func keep(_ kept: [JournalEntry]) {
    (bytes, weights) = (0, JournalWeights())
    ring = kept.map(weighed)
    first = 0
    count = kept.count
  }
}
