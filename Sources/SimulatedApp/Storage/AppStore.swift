internal import ExactText
import Glibc
import JSONText
import ReferenceSDK
import Storage

/// The files of the stores, in the folders that the apps are given.
package enum AppStoreFiles {
  /// What an installation keeps, in its data folder.
  package static let installation = "mam.sqlite"
  /// What the apps of a device share, in their shared folder.
  package static let device = "keychain.sqlite"
}

/// What an installation of the app keeps: the SDK's values and the owners of its files, in
/// `mam.sqlite` of the data folder.
struct AppStore {
  /// Nil in memory.
  private let database: Database?
  private let values: any TextTable
  let owners: any TextTable

  /// What the file of a new installation begins with; made once for all the apps of a process.
  private static let template = Database.emptyStore(tables: "sdk", "owner")

  /// The store of a folder; on disk unless a disk in memory is given.
  init(dataFolder: String, memory: MemoryDisk? = nil) throws(StorageError) {
    if let memory {
      database = nil
      values = memory.table("sdk", in: dataFolder)
      owners = memory.table("owner", in: dataFolder)
    } else {
      let database = try Database(
        path: "\(dataFolder)/\(AppStoreFiles.installation)", isExclusive: true,
        template: try AppStore.template.get())
      values = try KeyValueStore(database, table: "sdk")
      owners = try KeyValueStore(database, table: "owner")
      self.database = database
    }
  }

  /// Everything the SDK has saved; a value that is not JSON is left out.
  func load() throws(StorageError) -> [(name: String, value: JSON)] {
    try values.all(prefix: "").compactMap { key, text in
      (try? JSON(parsing: text)).map { (name: key, value: $0) }
    }
  }

  /// Saves values, all or none of them.
  func save(_ changes: [SavedValue]) throws(StorageError) {
    // A single statement is a transaction; what is in memory is not written halfway.
    guard let database, changes.count > 1 else {
      for change in changes { try save(change) }
      return
    }
    try database.transaction { () throws(StorageError) in
      for change in changes { try save(change) }
    }
  }

  private func save(_ change: SavedValue) throws(StorageError) {
    if let value = change.value {
      try values.set(change.name, value.text)
    } else {
      try values.remove(change.name)
    }
  }
}

/// What the apps of a device share: the keychain and the owners of the files in app groups, in
/// `keychain.sqlite` of the shared folder.
struct SharedStore {
  /// Where to ask whether somebody else has written.
  private enum Source {
    case disk(Database)
    case memory(MemoryTable)
  }
  private let source: Source
  private let items: any TextTable
  let owners: any TextTable
  private var version = -1
  /// An item as it was read last.
  private struct Known {
    let key: String
    let text: String
    let item: KeychainItem
    let value: JSON
  }
  /// The keychain when it was read last, in the order of the keys: only what has changed since is parsed again.
  private var known: [Known] = []

  /// What the file of a new device begins with.
  private static let template = Database.emptyStore(tables: "keychain", "owner")

  /// The store of a folder; on disk unless a disk in memory is given.
  init(sharedFolder: String, memory: MemoryDisk? = nil) throws(StorageError) {
    if let memory {
      let table = memory.table("keychain", in: sharedFolder)
      items = table
      owners = memory.table("owner", in: sharedFolder)
      source = .memory(table)
    } else {
      let database = try Database(
        path: "\(sharedFolder)/\(AppStoreFiles.device)", template: try SharedStore.template.get())
      items = try KeyValueStore(database, table: "keychain")
      owners = try KeyValueStore(database, table: "owner")
      source = .disk(database)
    }
  }

  /// The keychain, if another process has written the file since the last call; else nil.
  mutating func changedKeychain() throws(StorageError) -> Keychain? {
    let current =
      switch source {
      case .disk(let database):
        try database.prepare("PRAGMA data_version").rows { $0.int(0) }.first ?? 0
      case .memory(let table): table.version
      }
    guard current != version else { return nil }
    version = current
    var read: [Known] = []
    read.reserveCapacity(known.count)
    var next = 0
    for (key, text) in try items.all(prefix: "") {
      while next < known.count, known[next].key < key { next += 1 }
      if next < known.count, known[next].key == key, known[next].text == text {
        read.append(known[next])
        continue
      }
      let parts = key.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = try? JSON(parsing: text) else { continue }
      let item = KeychainItem(group: String(parts[0]), account: String(parts[1]))
      read.append(Known(key: key, text: text, item: item, value: value))
    }
    known = read
    var keychain = Keychain()
    for entry in read { keychain[entry.item] = entry.value }
    return keychain
  }

  /// Saves an item, or removes it if nil.
  mutating func save(_ item: KeychainItem, _ value: JSON?) throws(StorageError) {
    let key = item.group + "\n" + item.account
    if let value { try items.set(key, value.text) } else { try items.remove(key) }
    // What this app has written itself is not a change by another.
    if case .memory(let table) = source, table.version == version + 1 { version += 1 }
  }
}

extension Database {
  /// A template with these tables, empty.
  fileprivate static func emptyStore(tables: String...) -> Result<[UInt8], StorageError> {
    Result { () throws(StorageError) in try template(tables.map(KeyValueStore.creation)) }
  }
}
