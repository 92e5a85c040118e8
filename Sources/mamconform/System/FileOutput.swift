internal import ExactText
import Glibc

/// Writes files so that a reader never sees half of one.
enum FileOutput {
  /// The exit code when a file cannot be written: the run itself may have been fine, its report is not.
  static let failureCode: Int32 = 2

  /// Makes the folder of a file that is to be written, and checks that the file can be.
  ///
  /// - Throws: wrong usage, so that no run is spent on a report that has nowhere to go.
  static func prepare(file path: String) throws(CommandError) {
    try prepare(folder: parent(of: path))
    var info = stat()
    if stat(path, &info) == 0 {
      guard info.st_mode & S_IFMT != S_IFDIR else {
        throw CommandError("cannot write \(path): it is a folder")
      }
      guard access(path, W_OK) == 0 else { throw unwritable(path, errno) }
      // Something like /dev/stdout is written in place; its folder does not matter.
      if info.st_mode & S_IFMT != S_IFREG { return }
    }
    guard access(parent(of: path), W_OK) == 0 else { throw unwritable(path, errno) }
  }

  /// Makes a folder and those above it.
  static func prepare(folder path: String) throws(CommandError) {
    var info = stat()
    if stat(path, &info) == 0 {
      guard info.st_mode & S_IFMT == S_IFDIR else {
        throw CommandError("cannot write to \(path): it is no folder")
      }
      return
    }
    let above = parent(of: path)
    if above != path { try prepare(folder: above) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw CommandError("cannot make the folder \(path): \(reason(errno))")
    }
  }

  /// True for what is no regular file, such as a pipe or `/dev/stdout`, and is written in place.
  static func isInPlace(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
  }

  /// Removes what was left of a file that was being written when its program was killed.
  static func removeParts(of path: String) {
    let folder = parent(of: path)
    let start = "\(path.split(separator: "/").last ?? "")."
    for name in FileInput.names(in: folder) where name.hasPrefix(start) && name.hasSuffix(".part") {
      guard Int(name.dropFirst(start.count).dropLast(5)) != nil else { continue }
      unlink("\(folder)/\(name)")
    }
  }

  /// Replaces a file as a whole; what is no regular file, such as a pipe, is written in place.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    let isInPlace = isInPlace(path)
    let target = isInPlace ? path : "\(path).\(getpid()).part"
    let flags = isInPlace ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let file = open(target, flags, 0o666)
    guard file >= 0 else { throw failure(path, errno) }
    var error = writeAll(bytes, to: file)
    if close(file) != 0, error == nil { error = errno }
    if error == nil, !isInPlace, rename(target, path) != 0 { error = errno }
    if let error {
      if !isInPlace { unlink(target) }
      throw failure(path, error)
    }
  }

  /// Writes every byte to a descriptor; returns the number of the error that stopped it, if one did.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        if count < 0, errno == EAGAIN {
          // Whoever shares the descriptor has made it non-blocking.
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&entry, 1, -1)
        } else if count < 0, errno != EINTR {
          return errno
        }
        done += max(0, count)
      }
      return nil
    }
  }

  /// The folder that a path lies in.
  static func parent(of path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The system's words for an error number.
  static func reason(_ error: Int32) -> String { String(cString: strerror(error)) }

  private static func unwritable(_ path: String, _ error: Int32) -> CommandError {
    CommandError("cannot write \(path): \(reason(error))")
  }

  private static func failure(_ path: String, _ error: Int32) -> CommandError {
    CommandError("cannot write \(path): \(reason(error))", exitCode: failureCode)
  }
}
