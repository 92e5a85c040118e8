internal import ExactText
internal import Glibc

/// What paths say by themselves, and what they lead to.
package enum Path {
  /// The folder that a path lies in: `.` for a bare name, `/` for a name at the root.
  ///
  /// A slash at the end does not count: `a/b/` lies in `a`.
  package static func parent(of path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last part of a path; the path itself if it has none, as `/` does.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// True if a path leads to anything.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// True if a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }

  /// What a path can lead to.
  package enum Kind: Sendable {
    case folder
    case regularFile
    /// A pipe, a device, a socket.
    case other
  }

  /// What a path leads to; nil if it leads nowhere.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    return stat(path, &status) == 0 ? kind(status) : nil
  }

  /// What stands at a path, a link itself and not what it leads to; nil if nothing does.
  package static func kind(ofEntry path: String) -> Kind? {
    var status = stat()
    return lstat(path, &status) == 0 ? kind(status) : nil
  }

  /// What a descriptor is of.
  package static func kind(of descriptor: Int32) throws(SystemError) -> Kind {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return kind(status)
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFREG: .regularFile
    default: .other
    }
  }

  /// The path from the root, without links and dots; the path itself if it leads nowhere.
  package static func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
