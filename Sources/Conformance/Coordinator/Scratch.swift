internal import ExactText
internal import Glibc
internal import Participants

/// A folder of its own for one case, removed with everything in it when the case is over.
final class ScratchFolder {
  let path: String

  /// Makes the folder, and its parents as far as they are missing.
  init(path: String) throws(ParticipantFailure) {
    self.path = path
    try ScratchFolder.make(path)
  }

  /// Makes a folder below and gives its path.
  func folder(_ name: String) throws(ParticipantFailure) -> String {
    let inner = "\(path)/\(name)"
    try ScratchFolder.make(inner)
    return inner
  }

  /// Removes the state file of a service that is not used again, with its companions.
  static func removeState(_ folder: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(folder)/service.sqlite\(suffix)") }
  }

  func remove() { ScratchFolder.remove(path) }

  /// Makes a folder of a new name below `TMPDIR` (or `/tmp`) and gives its path.
  static func temporary(_ prefix: String) throws(ParticipantFailure) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ParticipantFailure(
        .system, "coordinator",
        "cannot make a folder in \(parent): \(String(cString: strerror(errno)))")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Makes a folder and the missing ones above it.
  static func make(_ path: String) throws(ParticipantFailure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw ParticipantFailure(
      .system, "coordinator",
      "cannot make the folder \(path): \(String(cString: strerror(errno)))")
  }

  /// Removes a file, or a folder with everything in it; links are removed, not followed.
  static func remove(_ path: String) {
    guard unlink(path) != 0, errno == EISDIR || errno == EPERM else { return }
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
