internal import ExactText
import JSONText
package import MAMDirectory
package import Storage

/// The state file: every row of the service's tables, in one SQLite table.
package struct StateStore {
  /// The format that this version writes and reads, kept as SQLite's `user_version`.
  package static let formatVersion = 3

  /// What SQLite's `application_id` says of a state file: "MAMS".
  static let applicationID = 0x4D41_4D53

  /// How long a start waits for its predecessor, in real milliseconds: one that was killed may not have
  /// ended yet, and one that runs is to be notified of at once.
  static let patience = 500

  private let database: Database

  /// A value that outlasts the rows, by its name.
  package struct Kept {
    package let name: String
    /// If nil, it is not kept any more.
    package let value: String?

    package init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// Opens a state file, or creates it.
  ///
  /// - Parameter isExclusive: false lets another connection use the file too, which would not see what
  ///   this service knows; and each write then costs a dozen system calls more.
  /// - Throws: `StorageError` if the file is not a database, is damaged, has another format, is not
  ///   a state file, or belongs to a service that runs: that is waited for up to
  ///   half a second, since one that was killed may not have ended yet.
  package init(path: String, isExclusive: Bool = true) throws(StorageError) {
    var refusal: StorageError?
    do throws(StorageError) {
      database = try Database(path: path, isExclusive: isExclusive, patience: StateStore.patience) {
        database throws(StorageError) in
        refusal = try StateStore.refusal(of: database)
        if let refusal { throw refusal }
      }
    } catch {
      guard error.isBusy else { throw error == refusal ? error : StateStore.damage(error) }
      throw StorageError(
        code: error.code,
        message: "another process has the file open; give each service its own file",
        path: path)
    }
    guard try database.number("application_id") != StateStore.applicationID else { return }
    // All or nothing: whoever is killed here leaves an empty file, which is taken again.
    try database.transaction { () throws(StorageError) in
      try database.execute(
        """
        PRAGMA application_id = \(StateStore.applicationID);
        PRAGMA user_version = \(StateStore.formatVersion);
        CREATE TABLE IF NOT EXISTS service_row (
          kind TEXT NOT NULL, key TEXT NOT NULL, sequence INTEGER NOT NULL, value TEXT NOT NULL,
          PRIMARY KEY (kind, key)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS service_secret (name TEXT PRIMARY KEY, value TEXT NOT NULL)
        """)
    }
  }

  /// Why a file that is neither a state file nor empty is not used; nil for one that is.
  private static func refusal(of database: Database) throws(StorageError) -> StorageError? {
    let application = try database.number("application_id")
    let version = try database.number("user_version")
    let isEmpty = try database.prepare(
      "SELECT 1 FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' LIMIT 1"
    ).rows { _ in true }.isEmpty
    if isEmpty, application == 0, version == 0 { return nil }
    guard application == applicationID else {
      return StorageError(
        code: 26,
        message: "this database belongs to another program and was not changed; "
          + "give the state a file of its own",
        path: database.path)
    }
    guard version == formatVersion else {
      return StorageError(
        code: 11,
        message: "the state has format \(version); this version reads \(formatVersion): "
          + "start with a new file and a seed",
        path: database.path)
    }
    // Both tables are there, with their columns, if what reads them compiles.
    for sql in [allRows, "SELECT name, value FROM service_secret"] {
      do throws(StorageError) { _ = try database.prepare(sql) } catch {
        guard error.code == 1 else { throw error }
        throw StorageError(
          code: 11, message: "the state is damaged: \(error.message)", path: database.path)
      }
    }
    return nil
  }

  /// An error of a file; if it is damaged, with what can be done about that.
  private static func damage(_ error: StorageError) -> StorageError {
    var error = error
    if error.isCorrupt {
      error.suggestion = "name another file, or remove this one to start again with a seed"
    }
    return error
  }

  private static let allRows =
    "SELECT kind, key, sequence, value FROM service_row ORDER BY kind, sequence"

  /// Ends the use of the file, which has everything then, without a log beside it.
  package func close() { database.close() }

  /// Every row, each table in the order of creation.
  ///
  /// - Throws: `StorageError` if the file is damaged or a row is not JSON.
  package func load() throws(StorageError) -> [RowChange] {
    do throws(StorageError) {
      return try database.prepare(StateStore.allRows).rows { row throws(StorageError) in
        let (kind, key) = (row.text(0), row.text(1))
        do throws(JSONError) {
          let value = try JSON(parsing: row.blob(3)[...])
          return RowChange(kind: kind, key: key, sequence: row.int(2), value: value)
        } catch {
          let row = RowChange(kind: kind, key: key, sequence: row.int(2))
          throw unreadable("\(row.name) is unreadable")
        }
      }
    } catch {
      throw StateStore.damage(error)
    }
  }

  /// The error for a row that means nothing to this version.
  func unreadable(_ message: String) -> StorageError {
    StateStore.damage(StorageError(code: 11, message: message, path: database.path))
  }

  /// Writes changes, all or none; when this returns they survive SIGKILL.
  package func apply(_ changes: [RowChange]) throws(StorageError) {
    guard changes.count != 1 else { return try write(changes[0]) }
    guard !changes.isEmpty else { return }
    try database.transaction { () throws(StorageError) in
      for change in changes { try write(change) }
    }
  }

  private func write(_ change: RowChange) throws(StorageError) {
    if let value = change.value {
      try database.prepare(
        """
        INSERT INTO service_row VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT DO UPDATE SET sequence = ?3, value = ?4
        """
      ).bind(.text(change.kind), .text(change.key), .int(change.sequence), .text(value.text)).run()
    } else {
      try database.prepare("DELETE FROM service_row WHERE kind = ? AND key = ?")
        .bind(.text(change.kind), .text(change.key)).run()
    }
  }

  /// What outlasts the rows, such as the key of tokens or the time of a virtual clock; nil if it is not
  /// there.
  package func kept(_ name: String) throws(StorageError) -> String? {
    try database.prepare("SELECT value FROM service_secret WHERE name = ?").bind(.text(name))
      .rows { $0.text(0) }.first
  }

  /// Keeps what outlasts the rows.
  package func keep(_ item: Kept) throws(StorageError) {
    if let value = item.value {
      try database.prepare("INSERT OR REPLACE INTO service_secret VALUES (?, ?)")
        .bind(.text(item.name), .text(value)).run()
    } else {
      try database.prepare("DELETE FROM service_secret WHERE name = ?").bind(.text(item.name)).run()
    }
  }

  /// True if the state is of a service that has been seeded, or was changed without a seed: what it
  /// knows must not be covered by a seed again.
  package var isSeeded: Bool {
    get throws(StorageError) {
      if try kept("seeded") != nil { return true }
      return try database.prepare("SELECT 1 FROM service_row LIMIT 1").rows { _ in true }.first
        ?? false
    }
  }

  /// Writes rows that replace all others, and what outlasts them, all or none.
  func replaceAll(_ rows: [RowChange], keeping kept: [Kept]) throws(StorageError) {
    try database.transaction { () throws(StorageError) in
      try removeAll()
      for row in rows { try write(row) }
      for item in kept { try keep(item) }
    }
  }

  /// Removes every row.
  package func removeAll() throws(StorageError) { try database.execute("DELETE FROM service_row") }
}

extension Database {
  /// The number that a pragma tells.
  fileprivate func number(_ pragma: String) throws(StorageError) -> Int {
    try prepare("PRAGMA \(pragma)").rows { $0.int(0) }.first ?? 0
  }
}
