internal import ExactText
import JSONText

/// A table of which only the rows' stored form is known: what storing and undoing need.
package class StoredTable {
  /// The name under which the rows are stored.
  final let kind: String
  /// True if a row has come, changed or gone since the last commit.
  final fileprivate(set) var isTouched = false

  fileprivate init(_ kind: String) { self.kind = kind }

  /// Adds what changed since the last commit: each row once, as it is now.
  func appendChanges(to changes: inout [RowChange]) {}
  /// Adds every row, oldest first.
  func appendAll(to rows: inout [RowChange]) {}
  /// Counts the changes as stored.
  func commit() {}
  /// Undoes every change since the last commit, newest first.
  func rollback() {}
  /// Puts in a stored row; false if the value is not a row of this table, or its place is taken.
  func load(key: String, sequence: Int, value: JSON) -> Bool { false }
  /// True if nothing was ever put in.
  var isNew: Bool { true }
  /// Takes over the rows of another table of the same kind.
  func copy(_ other: StoredTable) {}
}

/// The list of a state's tables. Nothing else makes a table, so none can be forgotten when rows are stored.
struct TableList {
  private(set) var tables: [StoredTable] = []

  /// Makes a table, which is stored under that name from then on.
  mutating func table<Row>(_ kind: String) -> Table<Row> {
    let table = Table<Row>(kind)
    tables.append(table)
    return table
  }
}

/// Rows by key, in the order of their creation, with what changed since the last commit.
///
/// The order of creation decides which policy comes first and what every listing looks like, so it is
/// kept here and stored, and never left to a hash table.
package final class Table<Row: TableRow>: StoredTable {
  private struct Entry {
    var sequence: Int
    var row: Row
  }
  private struct Touch {
    var key: String
    var before: Entry?
  }

  private var entries: [ExactString: Entry] = [:]
  private var order: [(sequence: Int, key: String)] = []
  private var nextSequence = 1
  private var touched: [Touch] = []
  /// Grows with every row that comes, changes or goes.
  private(set) var generation = 0
  override var isNew: Bool { generation == 0 }

  /// The number of rows.
  package var count: Int { entries.count }
  /// The rows, oldest first.
  package var rows: [Row] { order.map { entries[$0.key]!.row } }
  /// The keys, oldest first.
  package var keys: [String] { order.map(\.key) }
  /// The rows with the numbers of their creation, oldest first.
  package var numbered: [(sequence: Int, row: Row)] {
    order.map { ($0.sequence, entries[$0.key]!.row) }
  }
  /// The oldest row and its key.
  package var oldest: (key: String, row: Row)? {
    order.first.map { ($0.key, entries[$0.key]!.row) }
  }

  /// The row of a key; setting nil removes it, setting a new key appends it.
  package subscript(key: String) -> Row? {
    get { entries[key]?.row }
    set {
      let before = entries[key]
      if before == nil && newValue == nil { return }
      touched.append(Touch(key: key, before: before))
      isTouched = true
      place(newValue.map { Entry(sequence: before?.sequence ?? nextSequence, row: $0) }, at: key)
      nextSequence += before == nil ? 1 : 0
    }
  }

  /// The first row that fits, oldest first.
  package func first(where fits: (Row) -> Bool) -> Row? {
    for (_, key) in order {
      let row = entries[key]!.row
      if fits(row) { return row }
    }
    return nil
  }

  /// The first row that fits, with its key, oldest first.
  package func firstEntry(where fits: (Row) -> Bool) -> (key: String, row: Row)? {
    for (_, key) in order {
      let row = entries[key]!.row
      if fits(row) { return (key, row) }
    }
    return nil
  }

  /// Every row that fits, oldest first; the others are not copied.
  package func filter(_ fits: (Row) -> Bool) -> [Row] {
    var kept: [Row] = []
    for (_, key) in order {
      let row = entries[key]!.row
      if fits(row) { kept.append(row) }
    }
    return kept
  }

  /// The number of a row's creation; nil if there is no such row.
  package func sequence(of key: String) -> Int? { entries[key]?.sequence }

  /// Removes every row that fits.
  package func removeAll(where fits: (Row) -> Bool) {
    for (_, key) in order where fits(entries[key]!.row) { self[key] = nil }
  }

  private func place(_ entry: Entry?, at key: String) {
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

  override func appendChanges(to changes: inout [RowChange]) {
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

  override func appendAll(to rows: inout [RowChange]) {
    for (sequence, key) in order {
      rows.append(
        RowChange(kind: kind, key: key, sequence: sequence, value: entries[key]!.row.json))
    }
  }

  override func commit() {
    touched.removeAll(keepingCapacity: true)
    isTouched = false
  }

  override func rollback() {
    while let touch = touched.popLast() { place(touch.before, at: touch.key) }
    isTouched = false
  }

  override func copy(_ other: StoredTable) {
    guard let other = other as? Table<Row> else {
      preconditionFailure("\(kind) and \(other.kind) are tables of different rows")
    }
    entries = other.entries
    order = other.order
    nextSequence = other.nextSequence
    generation = other.generation
  }

  override func load(key: String, sequence: Int, value: JSON) -> Bool {
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
