internal import ExactText
package import JSONText
internal import SimulatedApp
internal import Storage
internal import SystemFiles

/// A name and what is saved under it.
package struct SavedItem: Sendable, Equatable {
  /// The name; of an item of the keychain `group/account`.
  package var name: String
  /// What is saved, as text: most of it is JSON.
  package var value: String

  init(_ row: (key: String, value: String)) {
    (name, value) = (row.key.replacing("\n", with: "/"), row.value)
  }
}

/// What an app and its SDK have saved beside plain files.
package struct SavedState: Sendable, Equatable {
  /// What the SDK keeps for the installation, in the order of the names; nil unless the adapter is the simulated app.
  package var values: [SavedItem]?
  /// The owners of the app's files, by path; nil unless the adapter is the simulated app.
  package var owners: [SavedItem]?
  /// The SQLite files of any other adapter by their paths, each with its tables and their rows.
  package var databases: JSONObject = [:]
}

/// What the apps of a device have saved together beside plain files.
package struct SavedOnDevice: Sendable, Equatable {
  /// The keychain of the device; nil unless the adapter is the simulated app.
  package var keychain: [SavedItem]?
  /// The owners of the files in app groups, by path; nil unless the adapter is the simulated app.
  package var owners: [SavedItem]?
  /// The SQLite files of any other adapter by their paths, each with its tables and their rows.
  package var databases: JSONObject = [:]
}

/// Looking from outside: what processes have written, without opening a file of theirs for writing or waiting for a lock.
extension SavedState {
  /// Reads the folder of an installation.
  init(reading dataFolder: String) {
    let (own, others) = DatabaseImage.read(below: dataFolder, own: AppStoreFiles.installation)
    values = own?.items(of: "sdk")
    owners = own?.items(of: "owner")
    databases = others
  }
}

extension SavedOnDevice {
  /// Reads the folder that the apps of a device share.
  init(reading sharedFolder: String) {
    let (own, others) = DatabaseImage.read(below: sharedFolder, own: AppStoreFiles.device)
    keychain = own?.items(of: "keychain")
    owners = own?.items(of: "owner")
    databases = others
  }
}

extension DatabaseImage {
  /// Reads every SQLite file of a folder.
  ///
  /// - Parameter own: the name of the simulated app's file.
  /// - Returns: the simulated app's file, and what any other file holds, by its path.
  fileprivate static func read(
    below folder: String, own: String
  ) -> (own: DatabaseImage?, others: JSONObject) {
    var (found, others) = (DatabaseImage?.none, JSONObject())
    for name in Folder.files(below: folder) {
      guard let image = DatabaseImage(path: "\(folder)/\(name)") else { continue }
      if name == own { found = image } else { others[name] = image.json }
    }
    return (found, others)
  }

  /// The rows of a table of the simulated app; nil if there is none of that name.
  fileprivate func items(of table: String) -> [SavedItem]? {
    rows(of: table)?.map { row in
      SavedItem((key: row.first?.value.text ?? "", value: row.last?.value.text ?? ""))
    }
  }

  /// The tables with their rows, each an object by its columns.
  fileprivate var json: JSON {
    .object(
      JSONObject(
        tables.map { table in
          let rows = rows(of: table) ?? []
          let objects = rows.map { row in
            JSON.object(JSONObject(row.map { ($0.column, $0.value.json) }))
          }
          return (table, .array(objects))
        }))
  }
}

extension Value {
  /// The text that the simulated app has saved.
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .int(let value): "\(value)"
    case .real(let value): "\(value)"
    case .null: ""
    }
  }

  /// The most bytes of a value that are shown.
  private static let mostBytes = 1024

  /// The value as it is shown: JSON in a text as what it says, and what is long or not text by its size.
  fileprivate var json: JSON {
    switch self {
    case .null: return .null
    case .int(let value): return .int(value)
    case .real(let value): return .string("\(value)")
    case .text(let text):
      guard text.utf8.count <= Value.mostBytes else { return .string("\(text.utf8.count) bytes") }
      return (try? JSON(parsing: text)) ?? .string(text)
    case .blob(let bytes):
      guard bytes.count <= Value.mostBytes, let text = String(validating: bytes, as: UTF8.self)
      else { return .string("\(bytes.count) bytes") }
      return (try? JSON(parsing: text)) ?? .string(text)
    }
  }
}
