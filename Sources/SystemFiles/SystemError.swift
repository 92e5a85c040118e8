internal import ExactText
internal import Glibc

/// Why a system call failed: the number that it left in `errno`.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The number, such as `ENOENT`.
  package let number: Int32

  /// The error of that number.
  package init(_ number: Int32) { self.number = number }

  /// The error of the last system call of this thread; only right after it has failed.
  package static var last: SystemError { SystemError(errno) }

  /// The system's words, such as "No such file or directory".
  package var description: String { String(cString: strerror(number)) }

  /// True if the disk, or what this user may take of it, has no room left.
  package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }
}
