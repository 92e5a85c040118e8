import CaseModel
import Conformance
import Contract
import ExactText
import Foundation
import JSONText
import Reporting
import Storage
import Testing

@testable import RunStore

@Suite("A stored run") struct StoredRunTests {
  @Test
  func `it gives back every finding and every history`() throws {
    try Samples.inFolder { folder in
      let results = try Samples.write("\(folder)/run")
      let run = try StoredRun("\(folder)/run")
      #expect(try run.plannedCases() == results.map(\.conformanceCase.name))
      #expect(try run.verdicts() == [.pass: 2, .fail: 1])
      #expect(run.details.options == ["--seed", "7"])
      #expect(run.details.sdkName == "Sample SDK 1.0")
      #expect(run.details.wallMilliseconds == 123.456)
      #expect(run.details.exitCode == 1)
      #expect(!run.isRunning)
      #expect(try run.suiteFiles().map(\.path) == ["a.yaml", "empty.yaml"])
      #expect(try run.suiteFiles()[0].bytes == Array("suite: a\n".utf8))
      for definitions in [[:], definitions(results)] {
        let read = try run.results(definitions)
        #expect(read.count == 3)
        for (index, one) in read.enumerated() {
          #expect(one.history.records == results[index].history.records)
          #expect(one.history.reached == results[index].history.reached)
          #expect(one.checks.map(\.requirements) == results[index].checks.map(\.requirements))
          #expect(one.wallMilliseconds == results[index].wallMilliseconds)
        }
        #expect(report(read) == report(results))
      }
    }
  }

  private func definitions(_ results: [CaseResult]) -> [ExactString: ConformanceCase] {
    var definitions: [ExactString: ConformanceCase] = [:]
    for result in results { definitions[result.conformanceCase.name] = result.conformanceCase }
    return definitions
  }

  /// All reports of the given results.
  private func report(_ results: [CaseResult]) -> [[UInt8]] {
    let description = RunDescription(
      version: "0.1.0", adapter: ["mam-app"], startedMilliseconds: 0, planned: 3,
      requirements: [:])
    return [
      JSONReport().bytes(results, description), JUnitReport().bytes(results, description),
      JUnitReport(profile: .rich).bytes(results, description),
      Array(ConsoleReport.log(results, description).utf8),
    ]
  }

  @Test(arguments: [0, 1, 2])
  func `it can be read while it is written, and after it was killed`(count: Int) throws {
    try Samples.inFolder { folder in
      let path = "\(folder)/run"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let results = [Samples.result("one"), Samples.result("two", fails: true)]
      let recorder = try RunRecorder(
        beginning: path, Samples.details,
        cases: ["one", "two", "three"].map { "a/\($0)[x=1]@2020-06" },
        suiteFiles: Samples.suiteFiles)
      for result in results.prefix(count) { recorder.record(result) }
      let run = try StoredRun(path)
      #expect(run.isRunning)
      #expect(try run.cases().count == count)
      // What a kill leaves: the file with its log.
      try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/killed")
      let killed = try StoredRun("\(folder)/killed")
      #expect(!killed.isRunning)
      #expect(killed.details.exitCode == nil)
      #expect(
        try killed.results([:]).map(\.history.records)
          == results.prefix(count).map(\.history.records))
      let next = try RunRecorder(resuming: killed)
      next.record(Samples.result("three", count: 5))
      #expect(next.end { $0.exitCode = 1 } == nil)
      #expect(try StoredRun("\(folder)/killed").cases().count == count + 1)
      #expect(recorder.end { _ in } == nil)
    }
  }

  @Test
  func `a finding that comes later replaces the one before`() throws {
    try Samples.inFolder { folder in
      let recorder = try RunRecorder(
        beginning: folder, Samples.details, cases: ["a/one[x=1]@2020-06"], suiteFiles: [])
      recorder.record(Samples.result("one", fails: true))
      recorder.record(Samples.result("one"))
      recorder.record(Samples.result("unplanned"))
      #expect(recorder.end { $0.exitCode = 0 } == nil)
      let cases = try StoredRun(folder).cases()
      #expect(cases.map(\.result.verdict) == [.pass])
      #expect(cases[0].result.checks.map(\.verdict) == [.pass, .pass])
    }
  }

  @Test
  func `columns and names of an older or a later program of the same format do no harm`() throws {
    try Samples.inFolder { folder in
      try Samples.write(folder)
      let database = try Database(path: "\(folder)/run.sqlite")
      try database.execute(
        """
        ALTER TABLE case_result DROP COLUMN notes;
        ALTER TABLE check_result DROP COLUMN nearest;
        ALTER TABLE case_result ADD COLUMN colour TEXT;
        INSERT INTO run VALUES ('weather', 'fine');
        DELETE FROM run WHERE name = 'seed';
        """)
      database.close()
      let results = try StoredRun(folder).results([:])
      #expect(results.map(\.verdict) == [.pass, .fail, .pass])
      #expect(results[1].notes == [])
      #expect(results[1].checks[1].nearest == [])
    }
  }

  @Test
  func `the variants of a case share a dictionary, and one that is taken in again keeps it`() throws
  {
    try Samples.inFolder { folder in
      let results = try Samples.writeVariants(folder)
      let run = try StoredRun(folder)
      #expect(try run.results([:]).map(\.history.records) == results.map(\.history.records))
      #expect(try run.results([:]).map(\.history.reached) == results.map(\.history.reached))
      let numbers = try run.rows("SELECT dictionary, length(history) FROM case_result") {
        [$0.int(0), $0.int(1)]
      }
      #expect(numbers.map(\.[0]) == Array(repeating: 1, count: results.count))
      #expect(numbers.allSatisfy { $0[1] < 100 }, "\(numbers)")
      #expect(try run.lastDictionary() == 1)
    }
  }

  @Test
  func `a run that is gone on with makes dictionaries of its own`() throws {
    try Samples.inFolder { folder in
      let results = try Samples.writeVariants(folder, finished: 2)
      for (index, result) in results.enumerated() where index > 1 {
        let recorder = try RunRecorder(resuming: try StoredRun(folder))
        recorder.record(result)
        // Its later finding.
        recorder.record(result)
        #expect(recorder.end { $0.exitCode = 0 } == nil)
        let run = try StoredRun(folder)
        #expect(try run.lastDictionary() == index)
        #expect(
          try run.results([:]).map(\.history.records)
            == results[...index].map(\.history.records))
      }
    }
  }

  /// Makes a run what a program that knew only an older format would have written.
  private func make(format: Int, _ folder: String) throws {
    let run = try StoredRun(folder)
    let cases = try run.cases().map { ($0, try run.history(of: $0), try run.historyLines(of: $0)) }
    let words = try run.dictionary(0)
    let database = try Database(path: "\(folder)/run.sqlite")
    let isText = format == 1
    try database.execute(
      """
      CREATE TABLE old (
        number INTEGER PRIMARY KEY, suite TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL,
        area TEXT NOT NULL, edition TEXT NOT NULL, parameters TEXT NOT NULL, file TEXT NOT NULL,
        line INTEGER NOT NULL, verdict TEXT NOT NULL, problem TEXT, ending TEXT, notes TEXT,
        wall_milliseconds REAL NOT NULL, virtual_milliseconds INTEGER NOT NULL,
        epoch INTEGER NOT NULL,\(isText ? "" : " windows_bytes INTEGER,")
        windows \(isText ? "TEXT" : "BLOB"), history_bytes INTEGER NOT NULL,
        history_sha256 \(isText ? "TEXT" : "BLOB") NOT NULL, history BLOB
      ) STRICT;
      INSERT INTO old SELECT number, suite, id, title, area, edition, parameters, file, line,
        verdict, problem, ending, notes, wall_milliseconds, virtual_milliseconds, epoch,
        \(isText ? "" : "windows_bytes,") NULL, history_bytes,
        \(isText ? "lower(hex(history_sha256))" : "history_sha256"), NULL
        FROM case_result JOIN case_definition USING (suite, id);
      DROP TABLE case_definition;
      DROP TABLE case_result; ALTER TABLE old RENAME TO case_result;
      DROP TABLE dictionary; CREATE TABLE dictionary (content BLOB NOT NULL) STRICT;
      PRAGMA user_version = \(format);
      """)
    try database.prepare("INSERT INTO dictionary VALUES (?)").bind(.blob(words)).run()
    #expect(!cases.isEmpty)
    for (item, history, lines) in cases {
      let text = StoredJSON.windows(history).text
      let windows = try #require(Compression.deflate(Array(text.utf8), dictionary: words))
      let compressed = try #require(Compression.deflate(lines, dictionary: words))
      try database.prepare("UPDATE case_result SET windows = ?, history = ? WHERE number = ?")
        .bind(isText ? .text(text) : .blob(windows), .blob(compressed), .int(item.number)).run()
    }
    database.close()
  }

  @Test(arguments: [1, 2])
  func `a run of an older format is read, and gone on with`(format: Int) throws {
    try Samples.inFolder { folder in
      let results = try Samples.writeVariants(folder, finished: 2)
      try make(format: format, folder)
      let run = try StoredRun(folder)
      #expect(run.format == format)
      #expect(try run.results([:]).map(\.history.reached) == results[..<2].map(\.history.reached))
      let recorder = try RunRecorder(resuming: run)
      for result in results[2...] { recorder.record(result) }
      #expect(recorder.end { $0.exitCode = 1 } == nil)
      let whole = try StoredRun(folder)
      #expect(whole.format == format)
      #expect(try whole.results([:]).map(\.history.reached) == results.map(\.history.reached))
      #expect(try whole.results([:]).map(\.history.records) == results.map(\.history.records))
    }
  }

  @Test
  func `the published tables are those of the file`() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../suites/schemas/run-store.sql")
    let published = try String(contentsOf: path.standardized, encoding: .utf8)
    let separators: [Character] = [" ", ",", "(", ")", ";"]
    func words(_ sql: String) -> [Substring] {
      var words: [Substring] = []
      for line in sql.split(separator: "\n") {
        let code = line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line
        words += code.split { separators.contains($0) }
      }
      return words
    }
    #expect(words(published) == words(RunFormat.tables))
    let heads = published.split(separator: "\n").map { line in
      line.split(separator: " ").prefix(2).map(String.init)
    }
    for name in Samples.details.rows.map(\.name) {
      #expect(heads.firstIndex(of: ["--", name]) != nil, "\(name)")
    }
  }
}
