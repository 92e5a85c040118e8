import CSQLite
internal import ExactText
import Glibc
import SystemFiles

/// A connection to one SQLite file, owned by one thread.
///
/// Writes reach the operating system before a call returns, but are not forced to the disk: what was
/// written survives SIGKILL at any moment, which is what the simulated world does to its processes,
/// but not a power loss. Another process may have the same file open; each waits for the other, up to
/// ``busyTimeoutMilliseconds`` unless told otherwise.
///
///     let database = try Database(path: "state.sqlite")
///     try database.execute("CREATE TABLE IF NOT EXISTS user (name TEXT PRIMARY KEY) STRICT")
///     try database.transaction { () throws(StorageError) in
///       try database.prepare("INSERT INTO user VALUES (?)").bind("ana").run()
///     }
package final class Database {
  /// How long a call waits for another process that writes, in real milliseconds.
  package static let busyTimeoutMilliseconds = 5000

  /// The file, or `:memory:`.
  package let path: String
  /// True if the file was not there and began as a copy of a template.
  package let isCopy: Bool
  /// Nil after ``close()``; SQLite refuses to work without a connection.
  private(set) var handle: OpaquePointer?
  /// Those that were used, the first one first: they are few, and mostly the same text again.
  private var statements: [(sql: String, statement: Statement)] = []

  /// Opens a file, or creates it; `:memory:` keeps everything in memory. Only its owner may read the
  /// file and its companions afterwards, if that is who this process runs for.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isExclusive: true if no other process uses the file while this one does: saves the locks
  ///     and the shared index that SQLite needs otherwise, a dozen system calls for each transaction.
  ///   - template: what a new file begins with; see ``template(_:)``. The end of the connection then leaves the
  ///     write-ahead log beside the file: the next connection reads it.
  ///   - patience: how long a call waits for another process that has the file, in real milliseconds.
  ///   - check: reads the file before anything of it is changed, and throws if it is somebody else's.
  /// - Throws: ``StorageError`` if the file cannot be opened or is not a database, or what `check` does.
  package init(
    path: String, isExclusive: Bool = false, template: [UInt8] = [],
    patience: Int = Database.busyTimeoutMilliseconds,
    check: (Database) throws(StorageError) -> Void = { _ throws(StorageError) in }
  ) throws(StorageError) {
    self.path = path
    isCopy = try Database.prepareFile(path, content: template)
    try Database.checkHeader(path)
    var handle: OpaquePointer?
    // One owner, so SQLite needs no locks of its own.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle, code == SQLITE_OK else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw StorageError(code: Int(code & 0xFF), message: message, path: path)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(patience))
    if isExclusive { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    // The end of a connection would move the log of somebody else's file into the file.
    let hasLog = companion("-wal").map { Path.exists($0) } ?? false
    if hasLog { mam_sqlite_leave_log(handle, 1) }
    try check(self)
    mam_sqlite_leave_log(handle, template.isEmpty ? 0 : 1)
    // SQLite gives the companions that it creates from now on the permissions of the file.
    for suffix in ["", "-wal", "-shm"] { companion(suffix).map(Database.hide) }
    // The change to a log is written itself, so what is said of writing comes before it. It reads the
    // header, and so finds out that a file is not a database.
    try execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL")
  }

  /// Opens a file that is there, to be read only: nothing of it is changed, whoever writes it meanwhile.
  ///
  /// - Parameter patience: how long a call waits for another process that has the file, in real milliseconds.
  /// - Throws: ``StorageError`` if the file cannot be opened; that it is not a database shows at the first statement.
  package init(
    reading path: String, patience: Int = Database.busyTimeoutMilliseconds
  ) throws(StorageError) {
    self.path = path
    isCopy = false
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle, code == SQLITE_OK else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw StorageError(code: Int(code & 0xFF), message: message, path: path)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(patience))
  }

  /// Opens the bytes of a file, in memory and to be read only.
  ///
  /// - Throws: ``StorageError`` if there is no memory; that they are not a database shows at the first statement.
  init(image: [UInt8]) throws(StorageError) {
    path = ":memory:"
    isCopy = false
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    self.handle = handle
    let count = sqlite3_int64(image.count)
    guard code == SQLITE_OK, let memory = sqlite3_malloc64(sqlite3_uint64(count)) else {
      sqlite3_close_v2(handle)
      self.handle = nil
      throw StorageError(code: Int(SQLITE_NOMEM), message: "out of memory", path: path)
    }
    image.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: image.count) }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    let taken = sqlite3_deserialize(
      handle, "main", memory.assumingMemoryBound(to: UInt8.self), count, count, flags)
    guard taken == SQLITE_OK else { throw lastError() }
  }

  /// The bytes of a file in which some statements have been run and which has a write-ahead log: a file that begins
  /// as a copy needs none of this.
  package static func template(_ statements: [String]) throws(StorageError) -> [UInt8] {
    let database = try Database(path: ":memory:")
    for statement in statements { try database.execute(statement) }
    var count: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(database.handle, "main", &count, 0) else {
      throw database.lastError()
    }
    defer { sqlite3_free(bytes) }
    // File format, section 1.3: versions 2 for reading and for writing mean a write-ahead log.
    bytes[18] = 2
    bytes[19] = 2
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  deinit { close() }

  /// Ends the connection; the last one of a file moves the write-ahead log into it, and removes the log.
  ///
  /// Whatever is called afterwards throws; a second call has no effect.
  package func close() {
    for (_, statement) in statements { statement.finalize() }
    statements = []
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Runs one or several statements whose results do not matter.
  package func execute(_ sql: String) throws(StorageError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError() }
  }

  /// A statement, compiled at its first use and kept for the next; it comes reset and without values.
  package func prepare(_ sql: String) throws(StorageError) -> Statement {
    for index in statements.indices where statements[index].sql == sql {
      let statement = statements[index].statement
      statement.reset()
      return statement
    }
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else {
      throw code == SQLITE_OK
        ? StorageError(code: Int(SQLITE_MISUSE), message: "no statement in the text", path: path)
        : lastError()
    }
    let statement = Statement(compiled, of: self)
    statements.append((sql, statement))
    return statement
  }

  /// Runs the body between BEGIN IMMEDIATE and COMMIT; if it throws, nothing of it is kept.
  ///
  /// Transactions do not nest: the inner one throws SQLite's own error.
  package func transaction<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try prepare("BEGIN IMMEDIATE").run()
    do throws(StorageError) {
      let result = try body()
      try prepare("COMMIT").run()
      return result
    } catch {
      // A full disk may have ended the transaction already.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// The connection's latest error.
  func lastError() -> StorageError {
    StorageError(
      code: Int(sqlite3_extended_errcode(handle) & 0xFF),
      message: String(cString: sqlite3_errmsg(handle)), path: path)
  }
}
