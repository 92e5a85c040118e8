import Glibc

/// Files of keys and certificates: small, and some of them secret.
enum PEMFile {
  /// The whole of a file.
  static func read(_ path: String) throws(CommandError) -> String {
    guard let file = fopen(path, "r") else {
      throw CommandError("\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The same file by a path from the root, which holds in every folder.
  static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Takes a secret file, if it is there, away from everybody but its owner.
  static func hide(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & 0o077 != 0 { chmod(path, 0o600) }
  }

  /// Writes a file so that whoever reads it sees the old one or the new one, and never a part.
  ///
  /// - Parameter isSecret: true for a file that only the owner may read.
  static func write(_ text: String, to path: String, isSecret: Bool) throws(CommandError) {
    let temporary = "\(path).new"
    unlink(temporary)
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isSecret ? 0o600 : 0o644)
    guard descriptor >= 0 else {
      throw CommandError("cannot write \(path): \(String(cString: strerror(errno)))")
    }
    let written = text.withCString { Glibc.write(descriptor, $0, text.utf8.count) }
    let isWhole = written == text.utf8.count && close(descriptor) == 0
    guard isWhole, rename(temporary, path) == 0 else {
      let reason = isWhole || written < 0 ? String(cString: strerror(errno)) : "the disk is full"
      unlink(temporary)
      throw CommandError("cannot write \(path): \(reason)")
    }
  }
}
