internal import ExactText
internal import StepProtocol
import SystemFiles

/// The folders in which the app's files lie.
struct AppFolders {
  /// The folder of this installation, with `mam.sqlite` and the folder `files`.
  var data = ""
  /// The folder that the apps of the device share, with `keychain.sqlite` and the folder `groups`.
  var shared = ""
  /// The app groups named by `AppGroupIdentifiers`, which a wipe searches (OQ-37).
  var groups: [String] = []

  init() {}

  /// Folders at those paths.
  ///
  /// - Parameter areMade: true to make them if they are not there; else they are made with the first file.
  init(
    data: String, shared: String, groups: [String], areMade: Bool
  ) throws(HostError) {
    self.data = data
    self.shared = shared
    self.groups = groups
    guard areMade else { return }
    try AppFolders.make(data + "/files")
    try AppFolders.make(shared + "/groups")
  }

  /// Makes a folder and those above it, as far as they are not there.
  static func make(_ folder: String) throws(HostError) {
    do throws(SystemError) {
      try Folder.make(folder, mode: 0o755)
    } catch {
      throw HostError(.failed, "cannot make the folder \(folder): \(error)")
    }
  }
}

/// A place in one of the app's folders.
struct FilePlace: Equatable {
  /// Nil for the data folder, else the name of the app group.
  var group: String?
  /// Relative to the folder; its parts are names, never `.` or `..`.
  var path: String

  /// The folder that the place is in; nil if that is the app's.
  var parent: FilePlace? {
    guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    var folder = self
    folder.path = String(path[..<end])
    return folder
  }

  /// A file in the folder that is at this place.
  func file(_ name: String) -> FilePlace {
    var file = self
    file.path += "/" + name
    return file
  }

  /// Reads the arguments `folder` and `path`.
  init(folder: String?, path: String) throws(HostError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
      !path.utf8.contains(0)
    else {
      throw HostError(.badArguments, "\"\(path)\" is not a path within the app's folder")
    }
    self.path = path
    self.group = try FilePlace.group(folder)
  }

  /// The app group of the argument `folder`; nil for the data folder.
  static func group(_ folder: String?) throws(HostError) -> String? {
    guard let folder, folder != "data" else { return nil }
    let name = folder.dropFirst("group:".count)
    guard folder.hasPrefix("group:"), !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")),
      name != ".", name != ".."
    else { throw HostError(.badArguments, "folder must be \"data\" or \"group:NAME\"") }
    return String(name)
  }
}

extension AppFolders {
  /// The path of a folder: the data folder's files, or those of an app group.
  func root(_ group: String?) -> String {
    group.map { shared + "/groups/" + $0 } ?? data + "/files"
  }

  /// The path of a place.
  func path(_ place: FilePlace) -> String { root(place.group) + "/" + place.path }
}
