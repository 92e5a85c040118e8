internal import ExactText
import Glibc
import Participants

/// Reads files and folders.
enum FileInput {
  /// The bytes of a file.
  static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    guard readAll(file, into: &bytes) else { throw failure(path) }
    return bytes
  }

  /// Reads a descriptor to its end; false if that fails.
  static func readAll(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return true }
      if count < 0, errno != EINTR { return false }
      if count > 0 { bytes += chunk[..<count] }
    }
  }

  /// The names in a folder, sorted; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    SystemFile.names(in: folder).sorted()
  }

  /// True if there is a folder of that path.
  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// True if there is anything of that path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func failure(_ path: String) -> CommandError {
    CommandError("cannot read \(path): \(FileOutput.reason(errno))")
  }
}
