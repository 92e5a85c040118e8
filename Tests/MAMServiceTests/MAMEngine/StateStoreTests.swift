import Foundation
import JSONText
import Storage
import Testing

@testable import MAMDirectory
@testable import MAMEngine

/// The state file itself: rows and what outlasts them.
@Suite struct StateStoreTests {
  private func row(_ kind: String, _ key: String, _ sequence: Int, _ value: JSON?) -> RowChange {
    RowChange(kind: kind, key: key, sequence: sequence, value: value)
  }

  private func withStore(_ body: (StateStore, Database) throws -> Void) throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let store = try StateStore(path: path, isExclusive: false)
      try body(store, try Database(path: path))
    }
  }

  private let refusal =
    "CREATE TRIGGER refuse BEFORE INSERT ON service_row WHEN NEW.key = 'bad' "
    + "BEGIN SELECT RAISE(ABORT, 'refused'); END"

  @Test func `rows come back in the order of their tables and their creation`() throws {
    try withStore { store, _ in
      let rows = [
        row("b", "y", 2, ["x": 1]), row("a", "n", 10, "text"), row("b", "z", 1, [1, 2]),
        row("a", "m", 9, 4),
      ]
      try store.apply(rows)
      #expect(try store.load() == [rows[3], rows[1], rows[2], rows[0]])
    }
  }

  @Test func `a row is replaced, removed, and written again`() throws {
    try withStore { store, _ in
      try store.apply([row("a", "k", 1, "old")])
      try store.apply([row("a", "k", 1, "new")])
      #expect(try store.load() == [row("a", "k", 1, "new")])
      try store.apply([row("a", "k", 1, nil)])
      #expect(try store.load() == [])
      try store.apply([row("a", "k", 7, "again")])
      #expect(try store.load() == [row("a", "k", 7, "again")])
      try store.apply([])
      try store.apply([row("a", "no such row", 1, nil)])
      #expect(try store.load().count == 1)
    }
  }

  @Test func `keys are bytes: what only looks alike is another row`() throws {
    try withStore { store, _ in
      let rows = [row("a", "caf\u{E9}", 1, 1), row("a", "cafe\u{301}", 2, 2), row("a", "", 3, 3)]
      try store.apply(rows)
      #expect(try store.load() == rows)
    }
  }

  @Test func `of several changes all are written or none`() throws {
    try withStore { store, other in
      try store.apply([row("a", "old", 1, 1)])
      try other.execute(refusal)
      #expect(throws: StorageError.self) {
        try store.apply([
          row("a", "new", 2, 2), row("a", "old", 1, nil), row("a", "bad", 3, 3),
        ])
      }
      #expect(try store.load() == [row("a", "old", 1, 1)])
      // What comes next is not in the transaction that failed.
      try store.apply([row("a", "new", 2, 2), row("a", "newer", 3, 3)])
      #expect(try store.load().map(\.key) == ["old", "new", "newer"])
    }
  }

  @Test func `everything is replaced with what outlasts it, or nothing is`() throws {
    try withStore { store, other in
      try store.apply([row("a", "old", 1, 1)])
      try store.keep(.init(name: "clock", value: "1"))
      try other.execute(refusal)
      #expect(throws: StorageError.self) {
        try store.replaceAll(
          [row("a", "new", 1, 1), row("a", "bad", 2, 2)],
          keeping: [.init(name: "clock", value: "2")])
      }
      #expect(try store.load().map(\.key) == ["old"])
      #expect(try store.kept("clock") == "1")
      try store.replaceAll([row("a", "new", 1, 1)], keeping: [.init(name: "clock", value: "2")])
      #expect(try store.load().map(\.key) == ["new"])
      #expect(try store.kept("clock") == "2")
    }
  }

  @Test func `what is kept outlasts the rows until it is removed itself`() throws {
    try withStore { store, _ in
      #expect(try store.kept("key") == nil)
      try store.keep(.init(name: "key", value: "one"))
      try store.keep(.init(name: "key", value: "two"))
      try store.apply([row("a", "k", 1, 1)])
      try store.removeAll()
      #expect(try store.load() == [])
      #expect(try store.kept("key") == "two")
      try store.keep(.init(name: "key", value: nil))
      #expect(try store.kept("key") == nil)
    }
  }

  @Test func `a state is seeded once it has a row, or somebody has said so`() throws {
    try withStore { store, _ in
      #expect(try !store.isSeeded)
      try store.keep(.init(name: "clock", value: "1"))
      #expect(try !store.isSeeded)
      try store.apply([row("a", "k", 1, 1)])
      #expect(try store.isSeeded)
      try store.removeAll()
      #expect(try !store.isSeeded)
      try store.keep(.init(name: "seeded", value: "true"))
      #expect(try store.isSeeded)
    }
  }
}

/// Tables of rows whose changes can be stored or undone.
@Suite struct TableTests {
  /// What a table is held against: an array in the order of creation.
  private struct Model: Equatable {
    var rows: [(key: String, value: Int)] = []

    static func == (left: Model, right: Model) -> Bool {
      left.rows.map(\.key) == right.rows.map(\.key)
        && left.rows.map(\.value) == right.rows.map(\.value)
    }

    subscript(key: String) -> Int? {
      get { rows.first { $0.key == key }?.value }
      set {
        let index = rows.firstIndex { $0.key == key }
        switch (index, newValue) {
        case (let index?, let value?): rows[index].value = value
        case (let index?, nil): rows.remove(at: index)
        case (nil, let value?): rows.append((key, value))
        case (nil, nil): break
        }
      }
    }
  }

  private func model(of table: Table<Counter>) -> Model {
    Model(rows: Array(zip(table.keys, table.rows.map(\.value)).map { ($0, $1) }))
  }

  /// A table of its own list.
  private func makeTable() -> Table<Counter> {
    var list = TableList()
    return list.table("counter")
  }

  /// Changes a table at random, stores or undoes what was changed, and compares it with an array all the time.
  ///
  /// - Returns: how many times something was stored, and undone.
  private func run(seed: UInt64) -> (stored: Int, undone: Int) {
    var numbers = SplitMix64(seed: seed)
    func below(_ count: Int) -> Int { Int(numbers.unit() * Double(count)) }
    let table = makeTable()
    var model = Model()
    var committed = Model()
    var stored: [String: RowChange] = [:]
    var counts = (stored: 0, undone: 0)
    for step in 0..<60 {
      switch below(8) {
      case 0:
        var changes: [RowChange] = []
        table.appendChanges(to: &changes)
        #expect(Set(changes.map(\.key)).count == changes.count, "seed \(seed)")
        for change in changes { stored[change.key] = change.value == nil ? nil : change }
        table.commit()
        committed = model
        counts.stored += 1
      case 1:
        table.rollback()
        model = committed
        counts.undone += 1
      default:
        let key = "k\(below(6))"
        let value = below(3) == 0 ? nil : step
        table[key] = value.map { Counter(value: $0) }
        model[key] = value
      }
      #expect(self.model(of: table) == model, "seed \(seed), step \(step)")
    }
    table.rollback()
    // A table that is read from the store is the one that was stored.
    let loaded = makeTable()
    for change in stored.values.sorted(by: { $0.key > $1.key }) {
      let isLoaded = loaded.load(
        key: change.key, sequence: change.sequence, value: change.value!)
      #expect(isLoaded, "seed \(seed)")
    }
    #expect(self.model(of: loaded) == committed, "seed \(seed)")
    #expect(self.model(of: table) == committed, "seed \(seed)")
    return counts
  }

  @Test func `whatever is changed, stored and undone, a table is what was said last`() {
    var counts = (stored: 0, undone: 0)
    for seed in 1...200 as ClosedRange<UInt64> {
      let run = run(seed: seed)
      counts = (counts.stored + run.stored, counts.undone + run.undone)
    }
    #expect(counts.stored > 500 && counts.undone > 500)
  }

  @Test func `a row that is made again comes last, one that is changed keeps its place`() {
    let table = makeTable()
    for key in ["a", "b", "c"] { table[key] = Counter(value: 1) }
    table["a"] = nil
    table["b"] = Counter(value: 2)
    table["a"] = Counter(value: 3)
    #expect(table.keys == ["b", "c", "a"])
    #expect(table.sequence(of: "b") == 2)
    #expect(table.sequence(of: "a") == 4)
    #expect(table.oldest?.key == "b")
  }

  @Test func `whatever changes a table is seen by its generation`() {
    let table = makeTable()
    var seen = [table.generation]
    func look() { seen.append(table.generation) }
    table["a"] = Counter(value: 1)
    look()
    table["a"] = Counter(value: 1)
    look()
    table.rollback()
    look()
    #expect(Set(seen).count == 4)
    // What changes nothing does not.
    table["none"] = nil
    table.commit()
    look()
    #expect(Set(seen).count == 4)
  }

  @Test func `a stored row is refused if it is none, or if its key or its place is taken`() {
    let table = makeTable()
    let answers = [
      table.load(key: "a", sequence: 5, value: 1), table.load(key: "a", sequence: 6, value: 1),
      table.load(key: "b", sequence: 5, value: 1), table.load(key: "b", sequence: 6, value: "text"),
      table.load(key: "b", sequence: 3, value: 2),
    ]
    #expect(answers == [true, false, false, false, true])
    #expect(table.keys == ["b", "a"])
    // What is read is stored already.
    var changes: [RowChange] = []
    table.appendChanges(to: &changes)
    #expect(changes.isEmpty)
    table["c"] = Counter(value: 3)
    #expect(table.sequence(of: "c") == 6)
  }
}
