internal import ExactText
internal import Glibc
internal import SystemFiles

/// Says that a program writes a run, or the reports of one: a lock of the folder or file, which the kernel takes back however
/// the program ends.
package final class RunLock: Sendable {
  private static let attempts = 100
  private let descriptor: Int32

  /// Takes the lock of a folder.
  ///
  /// - Throws: if another program has it. Where the file system knows no locks, there is nothing to be had.
  package convenience init(writing folder: String) throws(StoreError) {
    try self.init(folder, open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Takes the lock of a file that is there, and that whoever has the lock is to replace: the new file has another lock.
  ///
  /// - Returns: nil if the file cannot be opened.
  /// - Throws: if another program has it.
  package convenience init?(replacing file: String) throws(StoreError) {
    let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    try self.init(file, descriptor)
  }

  private init(_ path: String, _ descriptor: Int32) throws(StoreError) {
    guard descriptor >= 0 else { throw StoreError("cannot open \(path): \(SystemError.last)") }
    // Whoever lists runs looks at the lock for a moment.
    for _ in 0..<RunLock.attempts {
      guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
        self.descriptor = descriptor
        return
      }
      sched_yield()
    }
    close(descriptor)
    throw StoreError(
      "\(path) is being written by another mamconform", suggestion: "wait until it has finished")
  }

  deinit { close(descriptor) }

  /// True if some program writes the run now.
  static func isHeld(_ folder: String) -> Bool {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
