internal import ExactText
import Glibc
import JSONText
import ReferenceSDK
import Storage

/// What an installation of the app keeps: the SDK's values and the owners of its files, in
/// `mam.sqlite` of the data folder.
struct AppStore {
  private let database: Database
  private let values: KeyValueStore
  let owners: KeyValueStore

  init(dataFolder: String) throws(StorageError) {
    database = try Database(path: dataFolder + "/mam.sqlite", isExclusive: true)
    values = try KeyValueStore(database, table: "sdk")
    owners = try KeyValueStore(database, table: "owner")
  }

  /// Everything the SDK has saved; a value that is not JSON is left out.
  func load() throws(StorageError) -> [(name: String, value: JSON)] {
    try values.all().compactMap { key, text in
      (try? JSON(parsing: text)).map { (name: key, value: $0) }
    }
  }

  /// Saves values, all or none of them.
  func save(_ changes: [SavedValue]) throws(StorageError) {
    if changes.count == 1 { return try save(changes[0]) }
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
  private let database: Database
  private let items: KeyValueStore
  let owners: KeyValueStore
  private var version = -1

  init(sharedFolder: String) throws(StorageError) {
    database = try Database(path: sharedFolder + "/keychain.sqlite")
    items = try KeyValueStore(database, table: "keychain")
    owners = try KeyValueStore(database, table: "owner")
  }

  /// The keychain, if another process has written the file since the last call; else nil.
  mutating func changedKeychain() throws(StorageError) -> Keychain? {
    let current = try database.prepare("PRAGMA data_version").rows { $0.int(0) }.first ?? 0
    guard current != version else { return nil }
    version = current
    var keychain = Keychain()
    for (key, text) in try items.all() {
      let parts = key.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = try? JSON(parsing: text) else { continue }
      keychain[KeychainItem(group: String(parts[0]), account: String(parts[1]))] = value
    }
    return keychain
  }

  /// Saves an item, or removes it if nil.
  func save(_ item: KeychainItem, _ value: JSON?) throws(StorageError) {
    let key = item.group + "\n" + item.account
    if let value { try items.set(key, value.text) } else { try items.remove(key) }
  }
}
