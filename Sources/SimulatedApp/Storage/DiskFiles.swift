internal import ExactText
import Glibc
internal import StepProtocol

/// Files on disk, as few calls as the app needs.
enum DiskFiles {
  /// True if a file is there.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The paths of all files below a folder, relative to it and in the order of their bytes.
  static func list(_ root: String) -> [String] {
    var found: [String] = []
    func walk(_ folder: String, _ prefix: String) {
      guard let directory = opendir(folder) else { return }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        if entry.pointee.d_type == UInt8(DT_DIR) {
          walk(folder + "/" + name, prefix + name + "/")
        } else {
          found.append(prefix + name)
        }
      }
    }
    walk(root, "")
    return found.sorted()
  }

  /// Opens a file for writing, creating it and the folders above it if need be, and writes.
  static func write(_ path: String, _ bytes: [UInt8], flags: Int32) throws(HostError) {
    try makeFolder(of: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw failure("write", path) }
      start += count
    }
  }

  /// Puts a new file in the place of an old one.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(HostError) {
    if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw failure("replace", path) }
    try write(path, bytes, flags: O_EXCL)
  }

  /// The bytes of a file.
  static func read(_ path: String) throws(HostError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Removes a file.
  static func delete(_ path: String) throws(HostError) {
    guard unlink(path) == 0 else { throw failure("delete", path) }
  }

  /// Gives a file another name, in place of a file that has it.
  static func rename(_ path: String, _ target: String) throws(HostError) {
    try makeFolder(of: target)
    guard Glibc.rename(path, target) == 0 else { throw failure("rename", path) }
  }

  private static func makeFolder(of path: String) throws(HostError) {
    guard let slash = path.lastIndex(of: "/") else { return }
    try AppFolders.make(String(path[..<slash]))
  }

  /// What went wrong; the path is cut to its last part, since folders differ from run to run.
  private static func failure(_ verb: String, _ path: String) -> HostError {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return HostError(.failed, "cannot \(verb) \(name): \(String(cString: strerror(errno)))")
  }
}
