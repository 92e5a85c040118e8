import Conformance
import Foundation
import Storage
import Testing

@testable import RunStore

@Suite("What is not a stored run") struct BadFileTests {
  private func message(_ path: String) -> String {
    do {
      let run = try StoredRun(path)
      _ = try run.results([:])
      return ""
    } catch { return "\(error)" }
  }

  /// Writes a run into which somebody else has written afterwards.
  private func write(_ folder: String, then change: String) throws {
    try Samples.write(folder)
    let database = try Database(path: "\(folder)/run.sqlite")
    try database.execute(change)
    database.close()
  }

  @Test
  func `a folder without one, a text, a foreign database and a newer format are told apart`() throws
  {
    try Samples.inFolder { folder in
      let file = "\(folder)/run.sqlite"
      #expect(message(folder) == "\(folder) is not a stored run: there is no run.sqlite")
      try String(repeating: "no database ", count: 100).write(
        toFile: file, atomically: true, encoding: .utf8)
      #expect(message(folder).hasPrefix("\(file) is not a stored run, or only a part of one: "))
      try FileManager.default.removeItem(atPath: file)
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      #expect(
        message(folder) == "\(file) contains no run: the program was ended before its first case; "
          + "'mamconform runs prune --keep N' removes it")
      let database = try Database(path: file)
      try database.execute("CREATE TABLE t (a)")
      #expect(message(folder) == "\(file) is a database of another program")
      try database.execute("PRAGMA application_id = 7")
      database.close()
      let before = try Data(contentsOf: URL(filePath: file))
      #expect(message(folder) == "\(file) is a database of another program")
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }
  }

  @Test
  func `a newer format is refused, with what to do`() throws {
    try Samples.inFolder { folder in
      try write(folder, then: "PRAGMA user_version = 4")
      #expect(
        message(folder)
          == "\(folder)/run.sqlite has format 4, and this program reads formats up to 3; "
          + "read it with the mamconform that wrote it, or a newer one")
    }
  }

  @Test
  func `of a file that is cut short anywhere nothing is taken for the whole`() throws {
    try Samples.inFolder { folder in
      try Samples.write("\(folder)/run")
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/run/run.sqlite"))
      try FileManager.default.createDirectory(
        atPath: "\(folder)/half", withIntermediateDirectories: true)
      for length in stride(from: 0, to: bytes.count, by: 509) {
        try bytes.prefix(length).write(to: URL(filePath: "\(folder)/half/run.sqlite"))
        #expect(message("\(folder)/half") != "", "\(length) of \(bytes.count)")
      }
    }
  }

  @Test(arguments: [
    "windows = x'00'", "windows_bytes = windows_bytes + 1", "windows_bytes = -1",
    "windows_bytes = 1 << 40", "windows = history, windows_bytes = history_bytes",
  ])
  func `windows that are not what was written are found`(change: String) throws {
    try Samples.inFolder { folder in
      try write(folder, then: "UPDATE case_result SET \(change) WHERE number = 1")
      #expect(
        message(folder)
          == "\(folder)/run.sqlite is damaged: the list of windows of a/two[x=1]@2020-06 is not what was written"
      )
    }
  }

  @Test
  func `a history that is not what was written is found`() throws {
    try Samples.inFolder { folder in
      try write(
        folder,
        then:
          "UPDATE case_result SET history = (SELECT history FROM case_result WHERE number = 2) WHERE number = 1"
      )
      #expect(
        message(folder)
          == "\(folder)/run.sqlite is damaged: the history of a/two[x=1]@2020-06 is not what was written"
      )
    }
  }

  @Test(arguments: ["content = x'00'", "bytes = bytes + 1", "bytes = -1", "number = 7"])
  func `a dictionary that is not what was written is found`(change: String) throws {
    try Samples.inFolder { folder in
      try Samples.writeVariants(folder)
      let database = try Database(path: "\(folder)/run.sqlite")
      try database.execute("UPDATE dictionary SET \(change) WHERE number = 1")
      database.close()
      #expect(
        message(folder)
          == "\(folder)/run.sqlite is damaged: dictionary 1 is not what was written")
    }
  }

  @Test
  func `a case of which nothing says what it shows is found`() throws {
    try Samples.inFolder { folder in
      try write(folder, then: "DELETE FROM case_definition WHERE id = 'two'")
      #expect(
        message(folder)
          == "\(folder)/run.sqlite is damaged: the title of a/two is not what was written")
    }
  }

  @Test
  func `two programs do not write one run`() throws {
    try Samples.inFolder { folder in
      let first = try RunRecorder(
        beginning: folder, Samples.details, cases: ["a/one[x=1]@2020-06"], suiteFiles: [])
      first.record(Samples.result("one"))
      let run = try StoredRun(folder)
      let message = "\(folder) is being written by another mamconform; wait until it has finished"
      #expect { try RunRecorder(resuming: run) } throws: { "\($0)" == message }
      let store = RunStore(Path.parent(folder))
      #expect { try store.remove(run.name) } throws: { "\($0)" == message }
      #expect(first.end { $0.exitCode = 0 } == nil)
      #expect(try StoredRun(folder).cases().count == 1)
    }
  }

  private enum Path {
    static func parent(_ path: String) -> String {
      URL(filePath: path).deletingLastPathComponent().path
    }
  }
}
