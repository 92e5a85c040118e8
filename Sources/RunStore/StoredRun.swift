package import CaseModel
internal import ExactText
internal import JSONText
internal import Storage
internal import SystemFiles

/// A stored run, opened to be read: one that is finished, one that was killed, or one that is being written.
///
/// Nothing of it is changed. Columns and names that an older program did not write read as absent.
package final class StoredRun {
  /// The folder of the run.
  package let folder: String
  /// What the run says of itself.
  package private(set) var details = RunDetails()
  /// The version of its file's format.
  let format: Int
  let database: Database
  /// The dictionary for all cases, and the one that was read last with its number: cases are read in their order as a rule.
  private var words: [UInt8]?
  private var lastRead: (number: Int, bytes: [UInt8])?
  /// The columns that the file has, by table.
  private var columns: [ExactString: [String]] = [:]

  /// What the file of a stored run is called.
  package static let fileName = RunFormat.fileName

  /// The last part of the folder's path.
  package var name: String { Path.name(of: folder) }

  /// True if some program writes it now.
  package var isRunning: Bool { details.endedMilliseconds == nil && RunLock.isHeld(folder) }

  /// Opens a run.
  ///
  /// - Parameter path: its folder, or the file in it.
  /// - Throws: if there is none, and if the file is another program's, damaged, or of a newer format.
  package init(_ path: String) throws(StoreError) {
    let file = Path.isFolder(path) ? "\(path)/\(RunFormat.fileName)" : path
    folder = Path.parent(of: file)
    guard Path.exists(file) else {
      throw StoreError(
        "\(path) is not a stored run: there is no \(RunFormat.fileName)",
        suggestion: StoredRun.hint(for: path))
    }
    guard Path.kind(of: file) == .regularFile else {
      // The system would wait for whoever writes to a pipe.
      throw StoreError("\(file) is not a stored run: it is not a regular file")
    }
    do throws(StorageError) {
      database = try Database(reading: file)
    } catch {
      throw StoreError(error, file)
    }
    format = try RunFormat.check(database)
    let rows = try rows("SELECT name, value FROM run") { ($0.text(0), $0[1]) }
    for (name, value) in rows { details.read(name, StoredRun.value(value, name)) }
  }

  /// What a folder that is not a run may have been taken for.
  private static func hint(for folder: String) -> String? {
    if let name = RunStore(folder).names.last {
      return "it is a folder of runs; name one of them, such as \(folder)/\(name)"
    }
    guard Path.exists("\(folder)/run.json") else { return nil }
    return "it is a folder of reports; a run is stored by 'mamconform run --store DIR'"
  }

  private static func value(_ value: Value, _ name: String) -> JSON {
    switch value {
    case .int(let number): return .int(number)
    case .real(let number): return .double(number)
    case .text(let text):
      guard RunDetails.structured.contains(name) else { return .string(text) }
      do throws(JSONError) { return try JSON(parsing: text) } catch { return .null }
    case .null, .blob: return .null
    }
  }

  /// The names of the cases that were to run, in the order of the report.
  package func plannedCases() throws(StoreError) -> [String] {
    try rows("SELECT name FROM planned_case ORDER BY number") { $0.text(0) }
  }

  /// How many cases have each verdict.
  package func verdicts() throws(StoreError) -> [Verdict: Int] {
    let counts = try rows("SELECT verdict, count(*) FROM case_result GROUP BY verdict") {
      (Verdict(rawValue: $0.text(0)) ?? .error, $0.int(1))
    }
    return Dictionary(counts, uniquingKeysWith: +)
  }

  /// The files by which the cases were judged, with their paths below the suites folder.
  package func suiteFiles() throws(StoreError) -> [(path: String, bytes: [UInt8])] {
    let files = try rows("SELECT path, bytes, content FROM suite_file ORDER BY path") {
      ($0.text(0), $0.int(1), $0.blob(2))
    }
    return try files.map { file throws(StoreError) in
      guard
        let bytes = Compression.inflate(file.2, count: try room(file.1, file.0))
      else { throw damaged("the suite file \(file.0)") }
      return (file.0, bytes)
    }
  }

  /// What histories and windows that have this number need to be read.
  func dictionary(_ number: Int) throws(StoreError) -> [UInt8] {
    if let lastRead, lastRead.number == number { return lastRead.bytes }
    let words: [UInt8]
    if let known = self.words {
      words = known
    } else {
      words = try content("SELECT content, 0 FROM dictionary LIMIT 1").bytes
      self.words = words
    }
    guard number != 0 else { return words }
    let found = try content(
      "SELECT content, bytes FROM dictionary WHERE number = ?", [.int(number)])
    let count = try room(found.count, "dictionary \(number)")
    guard let bytes = Compression.inflate(found.bytes, count: count, dictionary: words) else {
      throw damaged("dictionary \(number)")
    }
    let whole = CaseDictionaries.whole(words, bytes)
    lastRead = (number, whole)
    return whole
  }

  private func content(
    _ sql: String, _ values: [Value] = []
  ) throws(StoreError) -> (bytes: [UInt8], count: Int) {
    try rows(sql, values) { ($0.blob(0), $0.int(1)) }.first ?? ([], 0)
  }

  /// The highest number of a dictionary.
  func lastDictionary() throws(StoreError) -> Int {
    guard format > 2 else { return 0 }
    return try rows("SELECT max(number) FROM dictionary") { $0.int(0) }.first ?? 0
  }

  /// The history of a case as JSON lines.
  ///
  /// - Throws: if it is not what was written.
  func history(
    of name: String, _ compressed: [UInt8], count: Int, digest: String, dictionary: Int
  ) throws(StoreError) -> [UInt8] {
    let room = try room(count, name)
    guard
      let bytes = Compression.inflate(
        compressed, count: room, dictionary: try self.dictionary(dictionary)),
      Digest.text(of: bytes) == digest
    else { throw damaged("the history of \(name)") }
    return bytes
  }

  /// A size that a file claims, if it can be true: a history has a limit of 64 GiB, and a stream of zlib is at most some thousand times as
  /// long as what is stored of it.
  func room(_ count: Int, _ what: String) throws(StoreError) -> Int {
    guard count >= 0, count <= 1 << 32 else { throw damaged(what) }
    return count
  }

  /// The error of something that is not what was written.
  func damaged(_ what: String) -> StoreError {
    StoreError("\(database.path) is damaged: \(what) is not what was written")
  }

  /// A statement that reads columns; those that the file does not have yet are null.
  func select(
    _ names: [String], of table: String, _ rest: String
  ) throws(StoreError) -> String {
    let known: [String]
    if let columns = columns[table] {
      known = columns
    } else {
      known = try rows("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
      columns[table] = known
    }
    let list = names.map { known.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    return "SELECT \(list) FROM \(table) \(rest)"
  }

  /// Makes a value of each row; SQLite's errors are those of a file that is damaged or cut short.
  func rows<Element>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) -> Element
  ) throws(StoreError) -> [Element] {
    do throws(StorageError) {
      return try database.prepare(sql).bind(values).rows { row throws(StorageError) in read(row) }
    } catch {
      throw StoreError(error, database.path)
    }
  }
}
