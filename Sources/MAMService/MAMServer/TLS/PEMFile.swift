internal import ExactText
import Glibc
import MAMDirectory
import SystemFiles

/// Files of keys and certificates: small, and some of them secret.
enum PEMFile {
  /// The most bytes that a file has.
  static let maximumLength = 1 << 20

  /// The whole of a file.
  ///
  /// - Throws: if it cannot be read, has perhaps no end, as a named pipe, or is longer than ``maximumLength``.
  static func read(_ path: String) throws(CommandError) -> String {
    if let kind = Path.endless(path) {
      throw CommandError("\(path) is \(kind), which may have no end; name a file")
    }
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try WholeFile.bytes(path, atMost: maximumLength)
    } catch {
      throw CommandError("\(path): \(error)")
    }
    guard let bytes else {
      throw CommandError("\(path) is too long: at most \(maximumLength) bytes are read")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same file by a path from the root, which holds in every folder.
  static func absolute(_ path: String) -> String {
    Path.resolved(path)
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
    do throws(SystemError) {
      try WholeFile.replace(path, with: Array(text.utf8), mode: isSecret ? 0o600 : 0o644)
    } catch {
      throw CommandError("cannot write \(path): \(error)")
    }
  }
}
