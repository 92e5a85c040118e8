internal import CaseModel
package import Conformance
internal import ExactText
internal import JSONText
internal import Storage
internal import Locking
internal import SystemFiles
internal import VirtualTime

/// Writes a run into its folder while it goes on.
///
/// Every finished case is a transaction of its own, in a file with a write-ahead log: what is committed is appended, nothing that
/// is there is written over, and no moment is left at which a kill could leave half a case. There is no fsync until the end:
/// cases survive the program, a finished run also the machine. Workers compress on their own; only the rows are written one
/// case after the other.
package final class RunRecorder: Sendable {
  private struct State {
    var database: Database?
    var hello: JSONObject?
    var error: StoreError?
    var details: RunDetails
    var dictionaries: CaseDictionaries
  }

  /// The folder of the run.
  package let folder: String
  private let lock: RunLock
  private let state: Lock<State>
  /// The dictionary for all cases of the run's file; empty for none.
  private let words: [UInt8]
  /// That of the run's file: the program that began it may have been an older one.
  private let format: Int

  /// Begins a run in a new folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the run, which is there and empty.
  ///   - names: the names of the planned cases, in the order of the report.
  ///   - suiteFiles: the files by which the cases are judged, with their paths below the suites folder.
  package init(
    beginning folder: String, _ details: RunDetails, cases names: [String],
    suiteFiles: [(path: String, bytes: [UInt8])]
  ) throws(StoreError) {
    self.folder = folder
    lock = try RunLock(writing: folder)
    let path = "\(folder)/\(RunFormat.fileName)"
    var details = details
    details.suitesDigest = Digest.text(ofFiles: suiteFiles)
    let database = try RunRecorder.ofStorage(path) { () throws(StorageError) in
      let database = try Database(path: path) { database throws(StorageError) in
        try database.execute("PRAGMA page_size = \(RunFormat.pageSize)")
      }
      try database.transaction { () throws(StorageError) in
        try RunFormat.create(in: database)
        try database.prepare("INSERT INTO dictionary VALUES (0, ?, ?)")
          .bind(.int(HistoryWords.bytes.count), .blob(HistoryWords.bytes)).run()
        for row in details.rows { try RunRecorder.write(row.name, row.value, database) }
        for file in suiteFiles {
          try database.prepare("INSERT INTO suite_file VALUES (?, ?, ?)")
            .bind(
              .text(file.path), .int(file.bytes.count),
              .blob(Compression.deflate(file.bytes, level: 9) ?? [])
            ).run()
        }
        for (number, name) in names.enumerated() {
          try database.prepare("INSERT INTO planned_case VALUES (?, ?)")
            .bind(.int(number), .text(name)).run()
        }
      }
      return database
    }
    numbers = RunRecorder.numbers(names)
    words = HistoryWords.bytes
    format = RunFormat.version
    state = Lock(
      State(database: database, details: details, dictionaries: CaseDictionaries(cases: names)))
  }

  /// Goes on with a stored run that did not come to its end.
  package init(resuming run: StoredRun) throws(StoreError) {
    folder = run.folder
    lock = try RunLock(writing: run.folder)
    let path = "\(run.folder)/\(RunFormat.fileName)"
    let database = try RunRecorder.ofStorage(path) { () throws(StorageError) in
      try Database(path: path)
    }
    let names = try run.plannedCases()
    numbers = RunRecorder.numbers(names)
    words = try run.dictionary(0)
    format = run.format
    // Older formats have one dictionary for all cases.
    let dictionaries = CaseDictionaries(
      cases: format > 2 ? names : [], lastNumber: try run.lastDictionary())
    state = Lock(
      State(
        database: database, hello: run.details.hello, details: run.details,
        dictionaries: dictionaries))
  }

  /// The place of each planned case.
  private let numbers: [ExactString: Int]

  private static func numbers(_ names: [String]) -> [ExactString: Int] {
    var numbers: [ExactString: Int] = [:]
    for (number, name) in names.enumerated() { numbers[name] = number }
    return numbers
  }

  /// Takes in a finished case, from any thread; one that was taken in before gets its later findings.
  ///
  /// What cannot be written is kept for ``end(_:)``; the next case is tried again, because there may be room for it.
  package func record(_ result: CaseResult) {
    let name = result.conformanceCase.name
    guard let number = numbers[name] else { return }
    let (entry, isNew) = state.withLock { $0.dictionaries.entry(for: name) }
    let row = CaseRow(
      number: number, result: result, format: format, words: words, entry: entry, isNew: isNew)
    state.withLock { state in
      do throws(StorageError) {
        guard let database = state.database else { return }
        try database.transaction { () throws(StorageError) in
          try row.write(to: database)
          if state.hello == nil, let hello = result.hello {
            try RunRecorder.write("sdk_hello", .object(hello), database)
          }
        }
        state.hello = state.hello ?? result.hello
        if isNew { state.dictionaries.add(row.entry, for: name) }
      } catch {
        state.error = state.error ?? StoreError(error, error.path)
      }
    }
  }

  /// Ends the run: says what became of it, and forces everything to the disk.
  ///
  /// - Parameter change: sets what is known only now, such as the real time that it took.
  /// - Returns: what kept something from being written; the run then looks as if it had been killed.
  package func end(_ change: (inout RunDetails) -> Void) -> StoreError? {
    state.withLock { state in
      guard let database = state.database else { return nil }
      change(&state.details)
      // A run that lacks cases is not to look whole.
      if state.error == nil {
        do throws(StorageError) {
          try database.transaction { () throws(StorageError) in
            try database.execute("DELETE FROM run WHERE name = 'problem'")
            for row in state.details.rows { try RunRecorder.write(row.name, row.value, database) }
          }
          // What is moved from the log into the file from now on is forced to the disk.
          try database.execute("PRAGMA synchronous = NORMAL")
          // Cases that did not finish in the order of their numbers have left gaps. Where there is no room to close them, or somebody
          // reads the file just now, it stays as it is.
          do throws(StorageError) { try database.execute("VACUUM") } catch {}
        } catch {
          state.error = StoreError(error, error.path)
        }
      }
      database.close()
      state.database = nil
      return state.error
    }
  }

  private static func write(
    _ name: String, _ value: JSON, _ database: Database
  ) throws(StorageError) {
    let stored: Value =
      switch value {
      case .int(let number): .int(number)
      case .double(let number): .real(number)
      case .string(let text): .text(text)
      default: .text(value.text)
      }
    try database.prepare("INSERT OR REPLACE INTO run VALUES (?, ?)").bind(.text(name), stored).run()
  }

  private static func ofStorage<Result>(
    _ path: String, _ body: () throws(StorageError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StorageError) { return try body() } catch { throw StoreError(error, path) }
  }
}
