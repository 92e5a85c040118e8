internal import ExactText
package import Glibc

/// Makes folders, and says what is in them. ``FolderRemoval`` removes them.
package enum Folder {
  /// Makes a folder and the missing ones above it.
  ///
  /// Whatever has the path already counts as made, even if it is not a folder: whoever uses it then will see.
  ///
  /// - Parameter mode: who may do what with the new ones, before the umask.
  /// - Returns: false if there was something of that path.
  @discardableResult
  package static func make(_ path: String, mode: mode_t = 0o777) throws(SystemError) -> Bool {
    if mkdir(path, mode) == 0 { return true }
    if errno == EEXIST { return false }
    guard errno == ENOENT else { throw .last }
    let above = Path.parent(of: path)
    guard above != path, above != "." else { throw SystemError(ENOENT) }
    try make(above, mode: mode)
    if mkdir(path, mode) == 0 { return true }
    // Somebody else may have been faster.
    if errno == EEXIST { return false }
    throw .last
  }

  /// Makes a folder that nobody else has, below another one.
  ///
  /// - Parameter prefix: what its name begins with; a random suffix follows.
  /// - Returns: its path. Only its owner may do anything with it.
  package static func makeTemporary(
    below place: String, prefix: String
  ) throws(SystemError) -> String {
    var template = Array("\(place)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .last }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Something in a folder.
  package struct Entry: Equatable, Sendable {
    /// What a name can stand for; links are not followed.
    package enum Kind: Sendable {
      case folder
      case link
      /// A regular file, a pipe, a device or a socket.
      case file
    }

    /// Its name.
    package let name: String
    /// What it is.
    package let kind: Kind
  }

  /// What is in a folder but `.` and `..`, sorted by the bytes of the names.
  package static func entries(of folder: String) throws(SystemError) -> [Entry] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let kind = kind(Int(entry.pointee.d_type)) ?? statKind("\(folder)/\(name)")
      // What is gone again was not there.
      if let kind { entries.append(Entry(name: name, kind: kind)) }
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// What readdir(3) says that a name is; nil if the file system does not say it with the name.
  private static func kind(_ type: Int) -> Entry.Kind? {
    switch type {
    case Int(DT_UNKNOWN): nil
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    default: .file
    }
  }

  private static func statKind(_ path: String) -> Entry.Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .file
    }
  }

  /// The names in a folder but `.` and `..`, sorted by their bytes; none if it cannot be read.
  package static func names(in folder: String) -> [String] {
    do throws(SystemError) { return try entries(of: folder).map(\.name) } catch { return [] }
  }

  /// The paths of all files below a folder, relative to it and sorted by their bytes; links are not followed, and what
  /// cannot be read is left out.
  ///
  /// - Parameter leftOut: is given each folder that cannot be read, relative as well (the folder itself is empty), and why.
  package static func files(
    below folder: String, leftOut: (String, SystemError) -> Void = { _, _ in }
  ) -> [String] {
    var found: [String] = []
    func walk(_ folder: String, _ prefix: String) {
      let entries: [Entry]
      do throws(SystemError) {
        entries = try self.entries(of: folder)
      } catch {
        return leftOut(String(prefix.dropLast()), error)
      }
      for entry in entries {
        if entry.kind == .folder {
          walk("\(folder)/\(entry.name)", "\(prefix)\(entry.name)/")
        } else {
          found.append(prefix + entry.name)
        }
      }
    }
    walk(folder, "")
    return found.sorted()
  }
}
