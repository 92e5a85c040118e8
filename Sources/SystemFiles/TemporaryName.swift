internal import ExactText
internal import Glibc

/// The names of files that are being written and will be renamed: `NAME.PID.part`.
package enum TemporaryName {
  /// The name that this process uses beside a file.
  package static func own(of path: String) -> String { "\(path).\(getpid()).part" }

  /// Removes what was left of a file that was being written when its program was killed, whichever that was.
  package static func removeAll(of path: String) {
    let folder = Path.parent(of: path)
    let start = "\(Path.name(of: path))."
    for name in Folder.names(in: folder) where name.hasPrefix(start) && name.hasSuffix(".part") {
      guard Int(name.dropFirst(start.count).dropLast(5)) != nil else { continue }
      unlink("\(folder)/\(name)")
    }
  }
}
