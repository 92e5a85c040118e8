internal import ExactText
import Glibc

/// Files of keys and certificates: small, and some of them secret.
enum PEMFile {
  /// The most bytes that a file has.
  static let maximumLength = 1 << 20

  /// The whole of a file.
  ///
  /// - Throws: if it cannot be read, or is longer than ``maximumLength``.
  static func read(_ path: String) throws(CommandError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    // One byte more than there may be tells a file that is too long.
    var bytes = [UInt8](repeating: 0, count: maximumLength + 1)
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress! + length, $0.count - length)
      }
      if count == 0 { break }
      if count > 0 { length += count } else if errno != EINTR { throw failure(path) }
    }
    guard length <= maximumLength else {
      throw CommandError("\(path) is too long: at most \(maximumLength) bytes are read")
    }
    return String(decoding: bytes.prefix(length), as: UTF8.self)
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
  /// - Parameters:
  ///   - isSecret: true for a file that only the owner may read.
  ///   - put: writes bytes to a descriptor, as `write` of POSIX does.
  static func write(
    _ text: String, to path: String, isSecret: Bool,
    put: (Int32, UnsafeRawPointer?, Int) -> Int = Glibc.write
  ) throws(CommandError) {
    let temporary = "\(path).new"
    unlink(temporary)
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isSecret ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw failure("cannot write \(path)") }
    var error: CommandError?
    var rest = Array(text.utf8)[...]
    while error == nil, !rest.isEmpty {
      // A disk that is getting full takes a part, and tells why with the next.
      let count = rest.withUnsafeBytes { put(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        error = failure("cannot write \(path)")
      }
    }
    if close(descriptor) != 0, error == nil { error = failure("cannot write \(path)") }
    if error == nil, rename(temporary, path) != 0 { error = failure("cannot write \(path)") }
    if let error {
      unlink(temporary)
      throw error
    }
  }

  /// What the machine says is wrong.
  private static func failure(_ what: String) -> CommandError {
    CommandError("\(what): \(String(cString: strerror(errno)))")
  }
}
