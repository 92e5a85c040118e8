internal import ExactText
internal import Glibc

extension Path {
  /// True if two paths lead to the same file or folder, whatever they are called.
  package static func isSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    guard stat(path, &one) == 0, stat(other, &two) == 0 else { return false }
    return one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  /// The size of a regular file in bytes; nil for anything else.
  package static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The first bytes of a regular file, at most so many; nil for anything else, and if it cannot be read.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
    let size = pread(descriptor, &bytes, bytes.count, 0)
    return size < 0 ? nil : Array(bytes[..<size])
  }

  /// What a path leads to, in words, if that has no end, or perhaps no beginning: a device, a socket or a named pipe; nil for
  /// everything else, also for a pipe of the shell.
  package static func endless(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFCHR, S_IFBLK: return "a device"
    case S_IFSOCK: return "a socket"
    case S_IFIFO:
      // A pipe of the shell stands in no folder.
      guard let place = realpath(path, nil) else { return nil }
      free(place)
      return "a named pipe"
    default: return nil
    }
  }
}
