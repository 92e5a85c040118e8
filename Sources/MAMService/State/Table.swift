internal import ExactText
public import JSONText

/// What a ``Table`` holds: a value that can be written as JSON and read back.
protocol TableRow: Sendable {
  /// Reads a stored row; nil if it is not one.
  init?(json: JSON)
  /// The row as it is stored.
  var json: JSON { get }
}

/// A row to be written to the store, or to be removed from it.
public struct RowChange: Sendable, Equatable {
  /// The table of the row.
  public var kind: String
  /// The key, unique in its table.
  public var key: String
  /// The place of the row in the order of creation.
  public var sequence: Int
  /// The row; nil to remove it.
  public var value: JSON?

  /// The kinds whose keys are secrets.
  private static let secretKinds: Set<ExactString> = [
    "accessToken", "refreshToken", "session", "signIn",
  ]

  /// How the row is called in messages, which do not tell secrets.
  var name: String {
    RowChange.secretKinds.contains(kind)
      ? "the row \(kind) number \(sequence)" : "the row \(kind) \"\(key)\""
  }
}

/// Rows by key, in the order of their creation, with what changed since the last commit.
///
/// The order of creation decides which policy comes first and what every listing looks like, so it is
/// kept here and stored, and never left to a hash table.
struct Table<Row: TableRow>: Sendable {
  private struct Entry: Sendable {
    var sequence: Int
    var row: Row
  }
  private struct Touch: Sendable {
    var key: String
    var before: Entry?
  }

  /// The name under which the rows are stored.
  let kind: String
  private var entries: [ExactString: Entry] = [:]
  private var order: [(sequence: Int, key: String)] = []
  private var nextSequence = 1
  private var touched: [Touch] = []
  /// Grows with every row that comes, changes or goes.
  private(set) var generation = 0

  /// An empty table.
  init(_ kind: String) { self.kind = kind }

  /// The number of rows.
  var count: Int { entries.count }
  /// The rows, oldest first.
  var rows: [Row] { order.map { entries[$0.key]!.row } }
  /// The keys, oldest first.
  var keys: [String] { order.map(\.key) }
  /// The rows with the numbers of their creation, oldest first.
  var numbered: [(sequence: Int, row: Row)] { order.map { ($0.sequence, entries[$0.key]!.row) } }
  /// The oldest row and its key.
  var oldest: (key: String, row: Row)? { order.first.map { ($0.key, entries[$0.key]!.row) } }

  /// The row of a key; setting nil removes it, setting a new key appends it.
  subscript(key: String) -> Row? {
    get { entries[key]?.row }
    set {
      let before = entries[key]
      if before == nil && newValue == nil { return }
      touched.append(Touch(key: key, before: before))
      place(newValue.map { Entry(sequence: before?.sequence ?? nextSequence, row: $0) }, at: key)
      nextSequence += before == nil ? 1 : 0
    }
  }

  /// The first row that fits, oldest first.
  func first(where fits: (Row) -> Bool) -> Row? {
    for (_, key) in order {
      let row = entries[key]!.row
      if fits(row) { return row }
    }
    return nil
  }

  /// The first row that fits, with its key, oldest first.
  func firstEntry(where fits: (Row) -> Bool) -> (key: String, row: Row)? {
    for (_, key) in order {
      let row = entries[key]!.row
      if fits(row) { return (key, row) }
    }
    return nil
  }

  /// Every row that fits, oldest first; the others are not copied.
  func filter(_ fits: (Row) -> Bool) -> [Row] {
    var kept: [Row] = []
    for (_, key) in order {
      let row = entries[key]!.row
      if fits(row) { kept.append(row) }
    }
    return kept
  }

  /// The number of a row's creation; nil if there is no such row.
  func sequence(of key: String) -> Int? { entries[key]?.sequence }

  /// Removes every row that fits.
  mutating func removeAll(where fits: (Row) -> Bool) {
    for (_, key) in order where fits(entries[key]!.row) { self[key] = nil }
  }

  private mutating func place(_ entry: Entry?, at key: String) {
    generation += 1
    let before = entries.updateValue(or: entry, at: ExactString(key))
    if let before, entry == nil {
      order.remove(at: position(of: before.sequence))
    } else if let entry, before == nil {
      order.insert((entry.sequence, key), at: position(of: entry.sequence))
    }
  }

  /// Where a sequence number is in the order, or belongs: the order is sorted by it.
  private func position(of sequence: Int) -> Int {
    if let last = order.last, last.sequence < sequence { return order.count }
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if order[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds what changed since the last commit: each row once, as it is now.
  func appendChanges(to changes: inout [RowChange]) {
    if touched.count == 1 { return append(touched[0], to: &changes) }
    guard !touched.isEmpty else { return }
    var seen: Set<ExactString> = []
    for touch in touched where seen.insert(touch.key).inserted { append(touch, to: &changes) }
  }

  private func append(_ touch: Touch, to changes: inout [RowChange]) {
    let entry = entries[touch.key]
    // A row that came and went within one commit never was in the store.
    if entry == nil && touch.before == nil { return }
    changes.append(
      RowChange(
        kind: kind, key: touch.key, sequence: entry?.sequence ?? touch.before!.sequence,
        value: entry?.row.json))
  }

  /// Adds every row, oldest first.
  func appendAll(to rows: inout [RowChange]) {
    for (sequence, key) in order {
      rows.append(
        RowChange(kind: kind, key: key, sequence: sequence, value: entries[key]!.row.json))
    }
  }

  /// Counts the changes as stored.
  mutating func commit() {
    if !touched.isEmpty { touched.removeAll(keepingCapacity: true) }
  }

  /// Undoes every change since the last commit, newest first.
  mutating func rollback() {
    while let touch = touched.popLast() { place(touch.before, at: touch.key) }
  }

  /// Puts in a stored row; false if the value is not a row of this table, or its place is taken.
  mutating func load(key: String, sequence: Int, value: JSON) -> Bool {
    let place = position(of: sequence)
    guard let row = Row(json: value), entries[key] == nil,
      place == order.count || order[place].sequence != sequence
    else { return false }
    self.place(Entry(sequence: sequence, row: row), at: key)
    nextSequence = max(nextSequence, sequence + 1)
    return true
  }
}

extension Dictionary {
  /// Sets or removes a value, and returns what was there.
  fileprivate mutating func updateValue(or value: Value?, at key: Key) -> Value? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}
