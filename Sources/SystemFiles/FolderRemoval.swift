internal import CProcess
internal import ExactText
internal import Glibc

/// Removes folders that somebody else has filled, whatever is in them.
///
/// Everything is named by a descriptor and the bytes that the kernel gives: names need not be UTF-8, paths have no
/// longest length, and a link that takes the place of a folder is not followed. Folders without permissions get them.
/// A tree may be thousands of levels deep: what lies deeper than a few is moved to the top first. What lies behind a
/// mount point is left alone. Who fills a folder as fast as it is emptied does not keep this going for ever.
package struct FolderRemoval {
  /// Levels that are gone through one in the other; each costs a descriptor.
  private static let maximumDepth = 16
  /// How often a folder is gone through that is being filled meanwhile.
  private static let maximumRounds = 100_000
  /// How many names are kept of what could not be removed.
  private static let maximumNames = 5

  /// What could not be removed, each with the reason: the first few.
  package private(set) var leftovers: [String] = []
  /// How many things could not be removed.
  package private(set) var leftoverCount = 0
  private var root: Int32 = -1
  private var progress = 0
  private var moveCount = 0
  private let watchdog: Watchdog

  private init(milliseconds: Int) { watchdog = Watchdog(milliseconds: milliseconds) }

  /// Removes a file, or a folder with everything in it.
  ///
  /// - Parameter milliseconds: real time after which what is left stays.
  /// - Returns: what is left and why; what is not there is no failure.
  @discardableResult
  package static func remove(_ path: String, milliseconds: Int = 60_000) -> FolderRemoval {
    var removal = FolderRemoval(milliseconds: milliseconds)
    let name = Path.name(of: path)
    let place = mam_open_place(Path.parent(of: path))
    guard place >= 0 else {
      if errno != ENOENT { removal.note(name, errno) }
      return removal
    }
    defer { close(place) }
    name.withCString { removal.remove($0, in: place, isFolder: false, depth: 0) }
    return removal
  }

  /// `a: Permission denied, b: ...`; empty if nothing is left.
  package var text: String {
    let more = leftoverCount - leftovers.count
    return leftovers.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private typealias Name = UnsafePointer<CChar>

  private mutating func remove(_ name: Name, in parent: Int32, isFolder: Bool, depth: Int) {
    if !isFolder {
      if unlinkat(parent, name, 0) == 0 {
        progress += 1
        return
      }
      let error = errno
      if error == ENOENT { return }
      // POSIX allows EPERM for a folder, and means something else by it too.
      var info = stat()
      guard error == EISDIR || error == EPERM,
        fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) == 0, info.st_mode & S_IFMT == S_IFDIR
      else { return note(name, error) }
    }
    if depth > FolderRemoval.maximumDepth {
      moveUp(name, from: parent)
    } else {
      removeFolder(name, in: parent, depth: depth)
    }
  }

  private mutating func removeFolder(_ name: Name, in parent: Int32, depth: Int) {
    for _ in 0..<FolderRemoval.maximumRounds {
      if depth == 0 {
        leftovers = []
        leftoverCount = 0
      }
      let before = (progress: progress, leftovers: leftoverCount)
      let folder = FolderRemoval.open(name, in: parent)
      let openError = errno
      if folder >= 0 { empty(folder, depth: depth) }
      if unlinkat(parent, name, AT_REMOVEDIR) == 0 {
        progress += 1
        return
      }
      let error = folder < 0 ? openError : errno
      if error == ENOENT { return }
      // Somebody fills it, or something was moved to the top: once more, as long as that helps.
      let isWorthIt = progress > before.progress && folder >= 0 && !watchdog.isOver
      if isWorthIt, depth == 0 || leftoverCount == before.leftovers { continue }
      if leftoverCount == before.leftovers { note(name, error) }
      return
    }
  }

  /// Removes what is in a folder, and closes it.
  private mutating func empty(_ folder: Int32, depth: Int) {
    if depth == 0 { root = folder }
    var info = stat()
    if fstat(folder, &info) == 0, info.st_mode & S_IRWXU != S_IRWXU { fchmod(folder, S_IRWXU) }
    guard let stream = fdopendir(folder) else {
      close(folder)
      return
    }
    defer { closedir(stream) }
    while let entry = readdir(stream), !watchdog.isOver {
      let isFolder = Int32(entry.pointee.d_type) == Int32(DT_DIR)
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          guard !FolderRemoval.isDots(name) else { return }
          remove(name, in: folder, isFolder: isFolder, depth: depth + 1)
        }
      }
    }
  }

  /// Moves a folder to the top of the tree, where the next round finds it.
  private mutating func moveUp(_ name: Name, from parent: Int32) {
    var isUnlocked = false
    for _ in 0..<FolderRemoval.maximumRounds {
      moveCount += 1
      if renameat(parent, name, root, ".mamconform-removal-\(moveCount)") == 0 {
        progress += 1
        return
      }
      switch errno {
      case EEXIST, ENOTEMPTY, ENOTDIR: continue
      case EACCES where !isUnlocked:
        isUnlocked = mam_unlock_folder(parent, name) == 0
        if !isUnlocked { return note(name, errno) }
      default: return note(name, errno)
      }
    }
  }

  private static func open(_ name: Name, in parent: Int32) -> Int32 {
    let folder = mam_open_folder(parent, name)
    guard folder < 0, errno == EACCES, mam_unlock_folder(parent, name) == 0 else { return folder }
    return mam_open_folder(parent, name)
  }

  private static func isDots(_ name: Name) -> Bool {
    let dot = CChar(UInt8(ascii: "."))
    return name[0] == dot && (name[1] == 0 || (name[1] == dot && name[2] == 0))
  }

  private mutating func note(_ name: Name, _ error: Int32) {
    leftoverCount += 1
    guard leftovers.count < FolderRemoval.maximumNames else { return }
    let reason =
      error == EXDEV || error == EBUSY ? "it is a mount point" : SystemError(error).description
    // A name may have line feeds, and is to stay in its line.
    let shown = String(String(cString: name).map { $0.isNewline ? "\u{FFFD}" : $0 })
    leftovers.append("\(shown): \(reason)")
  }
}
