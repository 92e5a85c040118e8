internal import ExactText
internal import Storage
internal import SystemFiles

/// The file of a stored run: its tables, and how it says what it is.
///
/// `suites/schemas/run-store.sql` describes every table and column; a test compares the two.
package enum RunFormat {
  /// The name of the file in the folder of a run.
  package static let fileName = "run.sqlite"
  /// The value of `PRAGMA application_id`: the letters `mamr`.
  package static let applicationID = 0x6D61_6D72
  /// The value of `PRAGMA user_version`; counted up when a column changes its meaning or goes away. Within a version
  /// columns, and names in the table `run`, are only added. Format 1 had the windows of a case, and the hash of
  /// its history, as text; formats 1 and 2 had one dictionary for all cases, and the title
  /// of a case, and where it is written, with each of its results.
  package static let version = 3
  /// Bytes of a page. A case has some 700 bytes, so that a tenth of the pages of SQLite's own size would be unused.
  static let pageSize = 16_384

  /// The statements that make an empty file.
  package static let tables = """
    CREATE TABLE run (
      name TEXT PRIMARY KEY NOT NULL,
      value ANY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE suite_file (
      path TEXT PRIMARY KEY NOT NULL,
      bytes INTEGER NOT NULL,
      content BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE planned_case (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE case_definition (
      suite TEXT NOT NULL,
      id TEXT NOT NULL,
      title TEXT NOT NULL,
      area TEXT NOT NULL,
      file TEXT NOT NULL,
      line INTEGER NOT NULL,
      PRIMARY KEY (suite, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE case_result (
      number INTEGER PRIMARY KEY,
      suite TEXT NOT NULL,
      id TEXT NOT NULL,
      edition TEXT NOT NULL,
      parameters TEXT NOT NULL,
      verdict TEXT NOT NULL,
      problem TEXT,
      ending TEXT,
      notes TEXT,
      wall_milliseconds REAL NOT NULL,
      virtual_milliseconds INTEGER NOT NULL,
      epoch INTEGER NOT NULL,
      windows_bytes INTEGER NOT NULL,
      windows BLOB NOT NULL,
      history_bytes INTEGER NOT NULL,
      history_sha256 BLOB NOT NULL,
      history BLOB NOT NULL,
      dictionary INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE check_result (
      case_number INTEGER NOT NULL,
      place INTEGER NOT NULL,
      id TEXT NOT NULL,
      verdict TEXT NOT NULL,
      requirements TEXT NOT NULL,
      violates TEXT,
      line INTEGER NOT NULL,
      virtual_milliseconds INTEGER,
      expected TEXT,
      found TEXT,
      nearest TEXT,
      difference TEXT,
      PRIMARY KEY (case_number, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE dictionary (
      number INTEGER PRIMARY KEY,
      bytes INTEGER NOT NULL,
      content BLOB NOT NULL
    ) STRICT;
    """

  /// Makes the tables in a new file, within a transaction of the caller.
  static func create(in database: Database) throws(StorageError) {
    try database.execute(tables)
    try database.execute(
      "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }

  /// True for a file that begins as every database does, whatever follows.
  package static func isDatabase(_ path: String) -> Bool {
    Path.beginning(of: path, count: 16) == Array("SQLite format 3\0".utf8)
  }

  /// Makes sure that a file is that of a run which this program can read.
  ///
  /// - Returns: the version of its format.
  /// - Throws: what it is instead, and what to do.
  static func check(_ database: Database) throws(StoreError) -> Int {
    let path = database.path
    let application: Int
    let version: Int
    let isEmpty: Bool
    do throws(StorageError) {
      application = try integer("PRAGMA application_id", database)
      version = try integer("PRAGMA user_version", database)
      isEmpty = try integer("SELECT count(*) FROM sqlite_schema", database) == 0
    } catch {
      guard !error.isCorrupt else {
        throw StoreError("\(path) is not a stored run, or only a part of one: \(error.message)")
      }
      throw StoreError(error, path)
    }
    guard application == applicationID else {
      guard application == 0, version == 0, isEmpty else {
        throw StoreError("\(path) is a database of another program")
      }
      throw .deadRun(path)
    }
    guard version <= self.version else {
      throw StoreError(
        "\(path) has format \(version), and this program reads formats up to \(self.version)",
        suggestion: "read it with the mamconform that wrote it, or a newer one")
    }
    try checkLength(of: path)
    return version
  }

  /// A copy that was cut short shows only where it ends; the header says how long it is (file format, section 1.3).
  private static func checkLength(of path: String) throws(StoreError) {
    // With a write-ahead log the end of the file is in the log.
    guard !Path.exists("\(path)-wal"), let size = Path.size(of: path),
      let header = Path.beginning(of: path, count: 100), header.count == 100
    else { return }
    func number(_ range: Range<Int>) -> Int { header[range].reduce(0) { $0 << 8 | Int($1) } }
    let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
    let pages = number(28..<32)
    guard size < pages * pageSize else { return }
    throw StoreError(
      "\(path) is only a part of a run: it has \(size) of \(pages * pageSize) bytes",
      suggestion: "copy it again")
  }

  private static func integer(_ sql: String, _ database: Database) throws(StorageError) -> Int {
    try database.prepare(sql).rows { $0.int(0) }.first ?? 0
  }
}
