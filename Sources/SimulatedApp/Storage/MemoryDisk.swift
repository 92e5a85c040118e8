internal import ExactText
internal import Storage

/// The stores of apps that are objects of one process, in memory instead of on disk.
///
/// What an app has saved is there for the object that comes after it, and nothing else is: as on disk. Whoever removes
/// a folder says so (``forget(_:)``).
package final class MemoryDisk {
  private var tables: [ExactString: MemoryTable] = [:]

  /// A disk without stores.
  package init() {}

  /// The table of that name in a folder, empty at first.
  func table(_ name: String, in folder: String) -> MemoryTable {
    let path = folder + "/" + name
    if let table = tables[path] { return table }
    let table = MemoryTable()
    tables[path] = table
    return table
  }

  /// The rows of a table in a folder, in the order of their keys; none if there is no such table.
  package func rows(of name: String, in folder: String) -> [(key: String, value: String)] {
    tables[folder + "/" + name]?.all() ?? []
  }

  /// Forgets the tables of a folder, which is removed.
  package func forget(_ folder: String) {
    tables = tables.filter { !$0.key.text.hasPrefix(folder + "/") }
  }
}
