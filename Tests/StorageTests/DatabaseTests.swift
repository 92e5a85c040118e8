import Foundation
import Testing

@testable import Storage

/// A path of its own for one test, removed with its write-ahead log afterwards.
func withFile<Result>(_ body: (String) throws -> Result) rethrows -> Result {
  let path = FileManager.default.temporaryDirectory.path + "/storage-\(UUID()).sqlite"
  defer {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
  return try body(path)
}

@Suite struct DatabaseTests {
  @Test func `values of every kind come back`() throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (a, b, c, d, e)")
    let values: [Value] = [.int(.min), "häl\0lo", .blob([0, 255]), .null, .blob([])]
    try database.prepare("INSERT INTO t VALUES (?,?,?,?,?)")
      .bind(values[0], values[1], values[2], values[3], values[4]).run()
    let rows = try database.prepare("SELECT * FROM t").rows { row in (0..<5).map { row[$0] } }
    #expect(rows == [values])
  }

  @Test func `a statement is compiled once and forgets its values`() throws {
    let database = try Database(path: ":memory:")
    let first = try database.prepare("SELECT ?")
    #expect(try first.bind(1).rows { $0[0] } == [1])
    let second = try database.prepare("SELECT ?")
    #expect(first === second)
    #expect(try second.rows { $0[0] } == [.null])
  }

  @Test func `a transaction is kept whole or not at all`() throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (a UNIQUE)")
    #expect(throws: StorageError.self) {
      try database.transaction { () throws(StorageError) in
        try database.execute("INSERT INTO t VALUES (1)")
        try database.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(try database.prepare("SELECT a FROM t").rows { $0.int(0) }.isEmpty)
    try database.transaction { () throws(StorageError) in
      try database.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try database.prepare("SELECT a FROM t").rows { $0.int(0) } == [1])
  }

  @Test func `a file that is no database is named in the error`() throws {
    try withFile { path in
      try Data(repeating: 0x41, count: 4096).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: StorageError.self) { try Database(path: path) }
      #expect(error?.description == "\(path): file is not a database (SQLite code 26)")
      #expect(error?.isCorrupt == true)
    }
  }

  @Test func `a file that cannot be opened is named in the error`() {
    let error = #expect(throws: StorageError.self) { try Database(path: "/nowhere/a.sqlite") }
    #expect(
      error?.description == "/nowhere/a.sqlite: the folder /nowhere is not there (SQLite code 14)")
    #expect(error?.isInaccessible == true)
    for (path, message) in [
      ("/tmp", "this is a folder; a file is needed"),
      ("/dev/null", "this is not a regular file"),
      ("/dev/null/a.sqlite", "/dev/null is not a folder"),
    ] {
      let error = #expect(throws: StorageError.self) { try Database(path: path) }
      #expect(error?.message == message)
    }
  }

  @Test func `the end of a connection leaves one file`() throws {
    try withFile { path in
      let database = try Database(path: path, isExclusive: true)
      try database.execute("CREATE TABLE t (a)")
      try database.prepare("INSERT INTO t VALUES (?)").bind(1).run()
      #expect(FileManager.default.fileExists(atPath: path + "-wal"))
      database.close()
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
      #expect(throws: StorageError.self) { try database.prepare("SELECT a FROM t").run() }
      #expect(throws: StorageError.self) { try database.execute("SELECT a FROM t") }
      database.close()
      let copy = try Database(path: path)
      #expect(try copy.prepare("SELECT a FROM t").rows { $0.int(0) } == [1])
    }
  }

  @Test func `only the owner may read a file and its log`() throws {
    try withFile { path in
      let permissions = { (path: String) in
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      }
      try Database(path: path).execute("CREATE TABLE t (a)")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      let database = try Database(path: path, isExclusive: true)
      try database.execute("INSERT INTO t VALUES (1)")
      #expect(try permissions(path) == 0o600)
      #expect(try permissions(path + "-wal") == 0o600)
    }
  }

  @Test func `a file that is refused is left as it was`() throws {
    try withFile { path in
      // Somebody who was killed has left a log.
      let owner = try Database(path: path + "-live")
      defer {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: path + "-live" + suffix)
        }
      }
      try owner.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + "-live" + suffix, toPath: path + suffix)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o644], ofItemAtPath: path + suffix)
      }
      let bytes = { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
      let before = try (bytes(""), bytes("-wal"))
      #expect(throws: StorageError.self) {
        _ = try Database(path: path, isExclusive: true) { database throws(StorageError) in
          let count = try database.prepare("SELECT a FROM t").rows { $0.int(0) }.count
          throw StorageError(code: 26, message: "\(count) rows of another", path: database.path)
        }
      }
      #expect(try (bytes(""), bytes("-wal")) == before)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o644)
    }
  }

  @Test func `a full disk is said and leaves the database usable`() throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (a); PRAGMA max_page_count = 4")
    let error = #expect(throws: StorageError.self) {
      try database.transaction { () throws(StorageError) in
        try database.prepare("INSERT INTO t VALUES (?)").bind(
          .blob(Array(repeating: 1, count: 100_000))
        ).run()
      }
    }
    #expect(error?.isFull == true)
    #expect(error?.description == ":memory:: database or disk is full (SQLite code 13)")
    try database.transaction { () throws(StorageError) in
      try database.execute("INSERT INTO t VALUES (1)")
    }
  }

  @Test func `a new file is a copy of the template and an old one is not`() throws {
    try withFile { path in
      let template = try Database.template(["a", "b"].map(KeyValueStore.creation))
      do {
        let database = try Database(path: path, isExclusive: true, template: template)
        #expect(database.isCopy)
        try KeyValueStore(database, table: "b").set("key", "kept")
      }
      // The log is left, and the next connection reads it.
      #expect(access(path + "-wal", F_OK) == 0)
      let database = try Database(path: path, template: template)
      #expect(!database.isCopy)
      #expect(try KeyValueStore(database, table: "b").get("key") == "kept")
      #expect(try KeyValueStore(database, table: "a").all().isEmpty)
      // Nothing else is left beside the file.
      let folder = URL(filePath: path).deletingLastPathComponent()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let name = URL(filePath: path).lastPathComponent
      #expect(names.filter { $0.hasPrefix(name) }.allSatisfy { $0.contains(/sqlite(-wal|-shm)?$/) })
    }
  }

  @Test func `a file that was empty gets its tables by statements`() throws {
    try withFile { path in
      try Data().write(to: URL(filePath: path))
      let template = try Database.template([KeyValueStore.creation(of: "a")])
      let database = try Database(path: path, template: template)
      #expect(!database.isCopy)
      try KeyValueStore(database, table: "a").set("key", "kept")
      #expect(try KeyValueStore(database, table: "a").get("key") == "kept")
    }
  }

  @Test func `two connections see each others writes`() throws {
    try withFile { path in
      let one = try KeyValueStore(Database(path: path), table: "keychain")
      let two = try KeyValueStore(Database(path: path), table: "keychain")
      try one.set("a", "1")
      #expect(try two.get("a") == "1")
      try two.remove("a")
      #expect(try one.get("a") == nil)
    }
  }
}

@Suite struct KeyValueStoreTests {
  @Test func `keys are found changed and removed`() throws {
    let store = try KeyValueStore(Database(path: ":memory:"), table: "odd \" name")
    #expect(try store.get("k") == nil)
    try store.set("k", "1")
    try store.set("k", "2")
    #expect(try store.get("k") == "2")
    try store.set("k", bytes: [1, 2])
    #expect(try store.bytes("k") == [1, 2])
    try store.remove("k")
    try store.remove("k")
    #expect(try store.bytes("k") == nil)
  }

  @Test func `all is sorted by key and keeps to the prefix`() throws {
    let store = try KeyValueStore(Database(path: ":memory:"), table: "t")
    for key in ["b/1", "a/2", "a/10", "a0", "A/1", "a/ö"] { try store.set(key, "v\(key)") }
    #expect(try store.all(prefix: "a/").map(\.key) == ["a/10", "a/2", "a/ö"])
    #expect(try store.all().map(\.key) == ["A/1", "a/10", "a/2", "a/ö", "a0", "b/1"])
    #expect(try store.all(prefix: "a/2").map(\.value) == ["va/2"])
    try store.removeAll()
    #expect(try store.all().isEmpty)
  }
}
