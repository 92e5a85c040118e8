internal import ExactText
import Glibc
import MAMDirectory
import SystemFiles

/// Says to others that a service uses the authority of a folder, as long as it lives: clients trust it, so nobody
/// may replace it. A lock on a file, which ends with its process.
final class AuthorityUse {
  private let file: String
  private var descriptor: Int32 = -1

  init(_ folder: String) { file = "\(folder)/in-use" }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Begins the use; several services may use an authority.
  func begin() throws(CommandError) {
    guard descriptor < 0 else { return }
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
      throw CommandError("cannot lock \(file): \(SystemError.last)")
    }
  }

  /// True if a service uses the authority; whoever asks holds the lock of the folder, so that none begins meanwhile.
  static func isBegun(_ folder: String) -> Bool {
    let descriptor = open(AuthorityUse(folder).file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }
}
