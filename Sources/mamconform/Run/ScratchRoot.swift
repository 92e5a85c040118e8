internal import ExactText
import Glibc

/// A folder for everything that a run makes and throws away.
struct ScratchRoot: ~Copyable {
  /// Its path.
  let path: String

  /// Makes a folder of its own below `$TMPDIR`, else in memory (`/dev/shm`), else below `/tmp`.
  ///
  /// Thousands of small files are made and removed; in memory a whole run takes half the time.
  init() throws(CommandError) {
    let place =
      Output.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 }
      ?? (ScratchRoot.hasRoom("/dev/shm") ? "/dev/shm" : "/tmp")
    var template = Array("\(place)/mamconform-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError(
        "cannot make a folder below \(place): \(FileOutput.reason(errno))",
        suggestion: "set TMPDIR to a folder that can be written")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// True if a folder can be written and has at least 128 MiB free; containers often give less.
  private static func hasRoom(_ folder: String) -> Bool {
    var info = statvfs()
    guard access(folder, W_OK) == 0, statvfs(folder, &info) == 0 else { return false }
    return UInt64(info.f_bavail) * UInt64(info.f_frsize) >= 128 << 20
  }

  deinit { ScratchRoot.remove(path) }

  /// Removes a folder with everything in it; links are removed, never followed.
  static func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in FileInput.names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
