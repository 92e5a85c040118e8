internal import ExactText
internal import Glibc

extension Path {
  /// The size of a regular file in bytes; nil for anything else.
  package static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The first bytes of a file, at most so many; nil if it cannot be read.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let size = pread(descriptor, &bytes, count, 0)
    return size < 0 ? nil : Array(bytes[..<size])
  }
}
