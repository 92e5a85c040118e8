import Foundation
import Testing

@testable import Storage

/// What is promised of whoever looks at the databases of others.
@Suite struct DatabaseImageTests {
  @Test func `what was written last is seen while its writer has the file for itself`() throws {
    try withFile { path in
      let database = try Database(path: path, isExclusive: true)
      let store = try KeyValueStore(database, table: "a \"table\"")
      for number in 0..<2000 { try store.set("key", "value \(number)") }
      try store.set("other", "1")
      func files() throws -> [String] {
        let file = URL(filePath: path)
        return try FileManager.default.contentsOfDirectory(
          atPath: file.deletingLastPathComponent().path
        ).filter { $0.hasPrefix(file.lastPathComponent) }.sorted()
      }
      let before = try files()
      let image = try #require(DatabaseImage(path: path))
      #expect(image.tables == ["a \"table\""])
      let rows = try #require(image.rows(of: "a \"table\""))
      #expect(rows.map { $0.map(\.value) } == [["key", "value 1999"], ["other", "1"]])
      #expect(rows[0].map(\.column) == ["key", "value"])
      #expect(image.rows(of: "no table") == nil)
      #expect(try files() == before)
      try store.set("key", "still its own")
    }
  }

  @Test func `a transaction that is not over is not seen, and a torn one neither`() throws {
    try withFile { path in
      let database = try Database(path: path, isExclusive: true)
      let store = try KeyValueStore(database, table: "t")
      try store.set("key", "before")
      try store.set("key", "last")
      func value() -> Value? { DatabaseImage(path: path)?.rows(of: "t")?.first?.last?.value }
      #expect(value() == "last")
      // As a process leaves it that is killed while it writes.
      var log = try Data(contentsOf: URL(filePath: path + "-wal"))
      log[log.count - 1] ^= 0xFF
      try withFile { copy in
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        try log.write(to: URL(filePath: copy + "-wal"))
        let rows = DatabaseImage(path: copy)?.rows(of: "t")
        #expect(rows?.first?.last?.value == "before")
      }
    }
  }

  @Test func `what is not a database, is damaged or is not there has no image`() throws {
    try withFile { path in
      #expect(DatabaseImage(path: path) == nil)
      try Data("SQLite format 3".utf8).write(to: URL(filePath: path))
      #expect(DatabaseImage(path: path) == nil)
      let bytes = [UInt8]("SQLite format 3\0".utf8) + [UInt8](repeating: 0xFF, count: 4080)
      try Data(bytes).write(to: URL(filePath: path))
      #expect(DatabaseImage(path: path) == nil)
      try Data(repeating: 0x20, count: 4096).write(to: URL(filePath: path))
      #expect(DatabaseImage(path: path) == nil)
    }
  }
}
