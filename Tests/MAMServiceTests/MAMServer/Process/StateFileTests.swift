import Foundation
import JSONText
import Storage
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// A folder for one test.
func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "service-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

@Suite struct StateFileTests {
  @Test func `every row survives a restart`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let first = try ServiceEngine(store: StateStore(path: path, isExclusive: false)) { _ in }
      try first.seed(world.object!, now: at(0))
      _ = first.apply(.signIn("ana@contoso.com"), at(0))
      _ = first.apply(.enroll("ana@contoso.com", bearer: "at2"), at(0))
      first.core.management.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(0))
      try first.storeChanges()
      let second = try ServiceEngine(store: StateStore(path: path, isExclusive: false)) { _ in }
      #expect(second.core.state.tenants.rows == first.core.state.tenants.rows)
      #expect(second.core.state.users.rows == first.core.state.users.rows)
      #expect(second.core.state.groups.rows == first.core.state.groups.rows)
      #expect(second.core.state.apps.rows == first.core.state.apps.rows)
      #expect(second.core.state.policies.rows == first.core.state.policies.rows)
      #expect(second.core.state.enrollments.rows == first.core.state.enrollments.rows)
      #expect(second.core.state.wipes.rows == first.core.state.wipes.rows)
      #expect(second.core.state.accessTokens.rows == first.core.state.accessTokens.rows)
      #expect(second.core.state.refreshTokens.rows == first.core.state.refreshTokens.rows)
      #expect(second.core.state.counters.rows == first.core.state.counters.rows)
      #expect(second.core.state.wipes.count == 1)
    }
  }

  @Test func `a storage failure answers 503 and undoes the effect`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let store = try StateStore(path: path, isExclusive: false)
      let engine = try ServiceEngine(store: store) { _ in }
      try engine.seed(world.object!, now: at(0))
      let other = try Database(path: path)
      try other.execute("ALTER TABLE service_row RENAME TO elsewhere")
      let response = engine.apply(.signIn("ana@contoso.com"), at(0))
      #expect(response.status == 503)
      #expect(response.code == "ServiceUnavailable")
      #expect(engine.core.state.refreshTokens.count == 0)
      try other.execute("ALTER TABLE elsewhere RENAME TO service_row")
      #expect(
        engine.apply(.signIn("ana@contoso.com"), at(0)).body["refresh_token"] == "rt1")
    }
  }

  @Test func `a row that means nothing is named`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      _ = try StateStore(path: path, isExclusive: false)
      let database = try Database(path: path)
      for value in ["{}", "not JSON"] {
        try database.prepare("REPLACE INTO service_row VALUES ('user', 'ana', 1, ?)")
          .bind(.text(value)).run()
        let error = #expect(throws: StorageError.self) {
          let store = try StateStore(path: path, isExclusive: false)
          _ = try ServiceEngine(store: store) { _ in }
        }
        #expect(error?.isCorrupt == true)
        #expect(error?.message == "the row user \"ana\" is unreadable")
      }
      // What signs somebody in is nobody's to read.
      try database.execute(
        "DELETE FROM service_row; "
          + "INSERT INTO service_row VALUES ('refreshToken', 'rt1.secret', 7, '{}')")
      let secret = #expect(throws: StorageError.self) {
        _ = try ServiceEngine(store: try StateStore(path: path, isExclusive: false)) { _ in }
      }
      #expect(secret?.message == "the row refreshToken number 7 is unreadable")
      try database.execute("PRAGMA user_version = 9")
      let error = #expect(throws: StorageError.self) {
        _ = try StateStore(path: path, isExclusive: false)
      }
      #expect(
        error?.message
          == "the state has format 9; this version reads 3: start with a new file and a seed")
    }
  }

  @Test(
    arguments: [
      "CREATE TABLE customer (name TEXT); INSERT INTO customer VALUES ('ana')",
      "CREATE TABLE service_row (a); CREATE TABLE customer (name TEXT); PRAGMA user_version = 3",
      "PRAGMA journal_mode = WAL; CREATE TABLE customer (name TEXT)",
      "PRAGMA application_id = 7; CREATE TABLE service_row (a); PRAGMA user_version = 3",
      "PRAGMA user_version = 3",
    ])
  func `a database of something else is left as it was`(_ sql: String) throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      do {
        let foreign = try Database(path: path)
        try foreign.execute("PRAGMA journal_mode = DELETE; \(sql)")
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let error = #expect(throws: StorageError.self) { _ = try StateStore(path: path) }
      #expect(
        error?.message == "this database belongs to another program and was not changed; "
          + "give the state a file of its own")
      #expect(error?.isCorrupt == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o644)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state"])
    }
  }

  @Test(arguments: [
    "DROP TABLE service_row", "DROP TABLE service_secret",
    "ALTER TABLE service_row RENAME COLUMN sequence TO number",
  ])
  func `a state file whose tables are not those of a state is damaged`(_ sql: String) throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      _ = try StateStore(path: path, isExclusive: false)
      do { try Database(path: path).execute(sql) }
      let error = #expect(throws: StorageError.self) { _ = try StateStore(path: path) }
      #expect(error?.isCorrupt == true)
      #expect(error?.message.hasPrefix("the state is damaged: no such ") == true)
      #expect(error?.suggestion?.contains("remove this one") == true)
    }
  }

  @Test func `an empty file becomes a state file`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      try Data().write(to: URL(fileURLWithPath: path))
      try StateStore(path: path).keep(.init(name: "key", value: "k"))
      #expect(try StateStore(path: path).kept("key") == "k")
    }
  }

  @Test func `a file belongs to one service at a time`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let first = try StateStore(path: path)
      try first.keep(.init(name: "key", value: "k"))
      let clock = ContinuousClock()
      let began = clock.now
      let error = #expect(throws: StorageError.self) { _ = try StateStore(path: path) }
      #expect(clock.now - began < .seconds(20), "whoever starts a second service is told soon")
      #expect(error?.message == "another process has the file open; give each service its own file")
      #expect(try first.kept("key") == "k")
    }
  }

  @Test func `changes are once per row and undone in reverse`() {
    var list = TableList()
    let table: Table<Counter> = list.table("counter")
    table["a"] = Counter(value: 1)
    table["b"] = Counter(value: 2)
    table.commit()
    table["a"] = nil
    table["c"] = Counter(value: 3)
    table["b"] = Counter(value: 4)
    table["b"] = Counter(value: 5)
    table["d"] = Counter(value: 6)
    table["d"] = nil
    var changes: [RowChange] = []
    table.appendChanges(to: &changes)
    #expect(
      changes == [
        RowChange(kind: "counter", key: "a", sequence: 1, value: nil),
        RowChange(kind: "counter", key: "c", sequence: 3, value: 3),
        RowChange(kind: "counter", key: "b", sequence: 2, value: 5),
      ])
    table.rollback()
    #expect(table.rows.map(\.value) == [1, 2])
    table["e"] = Counter(value: 7)
    #expect(table.rows.map(\.value) == [1, 2, 7])
  }
}
