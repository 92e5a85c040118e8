import Glibc

/// A folder for everything that a run makes and throws away.
struct ScratchRoot: ~Copyable {
  /// Its path.
  let path: String

  /// Makes a folder of its own below `$TMPDIR`, else `/tmp`.
  init() throws(CommandError) {
    let place = Output.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(place)/mamconform-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError(
        "cannot make a folder below \(place): \(FileOutput.reason(errno))",
        suggestion: "set TMPDIR to a folder that can be written")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
