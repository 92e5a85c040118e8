import CSQLite
internal import ExactText
import Glibc
import SystemFiles

/// The files of a database: the one that is named, and those that SQLite keeps beside it.
extension Database {
  /// Creates a file that only its owner may read, unless there is one already.
  ///
  /// - Parameter content: the bytes of a new file.
  /// - Returns: true if the file is there now with that content and was not before.
  /// - Throws: what is wrong with the path, which SQLite does not tell.
  static func prepareFile(_ path: String, content: [UInt8] = []) throws(StorageError) -> Bool {
    guard path != ":memory:" else { return false }
    func fail(_ message: String) -> StorageError {
      StorageError(code: Int(SQLITE_CANTOPEN), message: message, path: path)
    }
    if let kind = Path.kind(of: path) {
      // The file is not opened here: to close it would end the locks that another connection of this
      // process has on it.
      guard kind != .folder else { throw fail("this is a folder; a file is needed") }
      guard kind == .regularFile else { throw fail("this is not a regular file") }
      guard access(path, R_OK | W_OK) == 0 else {
        throw fail("the file cannot be read and written: \(SystemError.last)")
      }
      return false
    }
    if !content.isEmpty, makeFile(path, content) { return true }
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
      Glibc.close(descriptor)
      return false
    }
    let reason = SystemError.last
    let folder = Path.parent(of: path)
    switch Path.kind(of: folder) {
    case nil where access(folder, F_OK) != 0 && errno == ENOENT:
      throw fail("the folder \(folder) is not there")
    case .folder, nil: throw fail("the file cannot be created: \(reason)")
    default: throw fail("\(folder) is not a folder")
    }
  }

  /// Checks that a file is empty or has room for the header of a database (file format, section 1.3), for SQLite takes a few
  /// bytes for an empty file and overwrites them. What was cut short with a journal beside it is left to SQLite.
  static func checkHeader(_ path: String) throws(StorageError) {
    guard path != ":memory:", let size = Path.size(of: path), 1..<100 ~= size,
      !Path.exists(path + "-journal")
    else { return }
    throw StorageError(code: Int(SQLITE_NOTADB), message: "file is not a database", path: path)
  }

  /// Makes a file whole at one stroke: whoever looks sees all of it or none. False if it cannot be made so, or is there.
  private static func makeFile(_ path: String, _ content: [UInt8]) -> Bool {
    let draft = TemporaryName.own(of: path)
    let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = WholeFile.write(content, to: descriptor) == nil
    Glibc.close(descriptor)
    defer { unlink(draft) }
    return isWritten && link(draft, path) == 0
  }

  /// The path of the file, or of one beside it, wherever links lead; nil without a file.
  func companion(_ suffix: String) -> String? {
    guard let name = sqlite3_db_filename(handle, "main"), name.pointee != 0 else { return nil }
    return String(cString: name) + suffix
  }

  /// Takes a file of this process's user, if it is there, away from everybody else.
  static func hide(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 != 0
    else { return }
    chmod(path, 0o600)
  }
}
