import CSQLite
internal import ExactText

/// A compiled SQL statement of one ``Database``, which it must not outlive.
package final class Statement {
  private let handle: OpaquePointer
  // The database keeps its statements: a strong reference back would keep both alive for good.
  private unowned let database: Database

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  func finalize() { sqlite3_finalize(handle) }

  /// Makes the statement ready for another run, without values.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Sets the values of the parameters from the first on; those not given are null.
  @discardableResult
  package func bind(_ values: Value...) throws(StorageError) -> Statement { try bind(values) }

  /// Sets the values of the parameters from the first on; those not given are null.
  @discardableResult
  package func bind(_ values: [Value]) throws(StorageError) -> Statement {
    reset()
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    return self
  }

  private func bind(_ value: Value, at index: Int32) throws(StorageError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .int(let value): sqlite3_bind_int64(handle, index, Int64(value))
      case .real(let value): sqlite3_bind_double(handle, index, value)
      case .text(let value):
        sqlite3_bind_text(
          handle, index, value, Int32(value.utf8.count), mam_sqlite_transient())
      case .blob(let value):
        // Without an address SQLite would store null instead of no bytes.
        value.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : sqlite3_bind_blob(handle, index, value, Int32(value.count), mam_sqlite_transient())
      }
    guard code == SQLITE_OK else { throw database.lastError() }
  }

  /// Runs the statement to its end; rows are passed over.
  package func run() throws(StorageError) {
    defer { sqlite3_reset(handle) }
    while try step() {}
  }

  /// Runs the statement and makes a value of every row, in the order of the result.
  package func rows<Element>(
    _ read: (Row) throws(StorageError) -> Element
  ) throws(StorageError) -> [Element] {
    defer { sqlite3_reset(handle) }
    var elements: [Element] = []
    while try step() { elements.append(try read(Row(handle: handle))) }
    return elements
  }

  private func step() throws(StorageError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.lastError()
    }
  }
}

/// The current row of a running statement; valid only inside the closure that is given it.
package struct Row {
  let handle: OpaquePointer

  /// The value in a column, counted from 0.
  package subscript(column: Int) -> Value {
    let index = Int32(column)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .int(Int(sqlite3_column_int64(handle, index)))
    case SQLITE_FLOAT: return .real(real(column))
    case SQLITE_TEXT: return .text(text(column))
    case SQLITE_BLOB: return .blob(blob(column))
    default: return .null
    }
  }

  /// The integer in a column; 0 for null.
  package func int(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }
  /// The floating-point number in a column; 0 for null.
  package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }
  /// The text in a column; empty for null.
  package func text(_ column: Int) -> String { String(decoding: blob(column), as: UTF8.self) }
  /// The bytes in a column; empty for null.
  package func blob(_ column: Int) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
