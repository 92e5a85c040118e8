internal import ExactText
import Glibc
internal import StepProtocol
import SystemFiles

/// Files on disk, as few calls as the app needs.
enum DiskFiles {
  /// Opens a file for writing, creating it and the folders above it if need be, and writes.
  static func write(_ path: String, _ bytes: [UInt8], flags: Int32) throws(HostError) {
    try makeFolder(of: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else { throw failure("open", path, .last) }
    defer { close(descriptor) }
    if let error = WholeFile.write(bytes, to: descriptor) { throw failure("write", path, error) }
  }

  /// Replaces an old file by a new one.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(HostError) {
    if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
      throw failure("replace", path, .last)
    }
    try write(path, bytes, flags: O_EXCL)
  }

  /// The bytes of a file.
  static func read(_ path: String) throws(HostError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path, .last) }
    defer { close(descriptor) }
    do throws(SystemError) {
      return try WholeFile.bytes(of: descriptor) ?? []
    } catch {
      throw failure("read", path, error)
    }
  }

  /// Removes a file.
  static func delete(_ path: String) throws(HostError) {
    guard unlink(path) == 0 else { throw failure("delete", path, .last) }
  }

  /// Gives a file another name, instead of a file that has it.
  static func rename(_ path: String, _ target: String) throws(HostError) {
    try makeFolder(of: target)
    guard Glibc.rename(path, target) == 0 else { throw failure("rename", path, .last) }
  }

  private static func makeFolder(of path: String) throws(HostError) {
    try AppFolders.make(Path.parent(of: path))
  }

  /// What went wrong; the path is cut to its last part, since folders differ from run to run.
  private static func failure(
    _ verb: String, _ path: String, _ error: SystemError
  ) -> HostError {
    HostError(
      error.number == ENOENT ? .missing : .failed, "cannot \(verb) \(Path.name(of: path)): \(error)"
    )
  }
}
