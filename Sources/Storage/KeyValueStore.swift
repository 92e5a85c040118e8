internal import ExactText

/// Strings by key, each write of which is kept at once.
package protocol TextTable {
  /// The text of a key; nil if the key is not there.
  func get(_ key: String) throws(StorageError) -> String?
  /// Gives a key a string, instead of what it had.
  func set(_ key: String, _ value: String) throws(StorageError)
  /// Removes a key; no effect if it is not there.
  func remove(_ key: String) throws(StorageError)
  /// Removes every key.
  func removeAll() throws(StorageError)
  /// The keys that start with the prefix and their strings, in the order of the keys' UTF-8 bytes.
  func all(prefix: String) throws(StorageError) -> [(key: String, value: String)]
}

/// A named table of strings by key in a ``Database``.
///
///     let accounts = try KeyValueStore(database, table: "account")
///     try accounts.set("ana@contoso.com", #"{"registered":true}"#)
package struct KeyValueStore: TextTable {
  /// The database that holds the table.
  package let database: Database
  private let getSQL: String
  private let setSQL: String
  private let removeSQL: String
  private let removeAllSQL: String
  private let allSQL: String

  /// Opens the table of that name, or creates it.
  package init(_ database: Database, table: String) throws(StorageError) {
    self.database = database
    let name = KeyValueStore.quoted(table)
    // A copy of a template has its tables.
    if !database.isCopy { try database.execute(KeyValueStore.creation(of: table)) }
    getSQL = "SELECT value FROM \(name) WHERE key = ?"
    setSQL = "INSERT INTO \(name) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2"
    removeSQL = "DELETE FROM \(name) WHERE key = ?"
    removeAllSQL = "DELETE FROM \(name)"
    // The first condition finds the start by the primary key; the second ends the range.
    allSQL = """
      SELECT key, value FROM \(name)
      WHERE key >= ?1 AND substr(key, 1, length(?1)) = ?1 ORDER BY key
      """
  }

  /// The statement that makes a table, for ``Database/template(_:)``.
  package static func creation(of table: String) -> String {
    "CREATE TABLE IF NOT EXISTS \(quoted(table)) (key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID"
  }

  /// The name of a table as SQL writes it.
  static func quoted(_ table: String) -> String {
    guard table.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(table)\"" }
    return "\""
      + table.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// The text of a key; nil if the key is not there.
  package func get(_ key: String) throws(StorageError) -> String? {
    try database.prepare(getSQL).bind(.text(key)).rows { $0.text(0) }.first
  }

  /// The bytes of a key; nil if the key is not there.
  package func bytes(_ key: String) throws(StorageError) -> [UInt8]? {
    try database.prepare(getSQL).bind(.text(key)).rows { $0.blob(0) }.first
  }

  /// Gives a key a string, instead of what it had.
  package func set(_ key: String, _ value: String) throws(StorageError) {
    try database.prepare(setSQL).bind(.text(key), .text(value)).run()
  }

  /// Gives a key bytes, instead of what it had.
  package func set(_ key: String, bytes: [UInt8]) throws(StorageError) {
    try database.prepare(setSQL).bind(.text(key), .blob(bytes)).run()
  }

  /// Removes a key; no effect if it is not there.
  package func remove(_ key: String) throws(StorageError) {
    try database.prepare(removeSQL).bind(.text(key)).run()
  }

  /// Removes every key.
  package func removeAll() throws(StorageError) { try database.prepare(removeAllSQL).run() }

  /// The keys that start with the prefix and their strings, in the order of the keys' UTF-8 bytes.
  package func all(prefix: String = "") throws(StorageError) -> [(key: String, value: String)] {
    try database.prepare(allSQL).bind(.text(prefix)).rows { ($0.text(0), $0.text(1)) }
  }
}
