internal import ExactText
internal import Glibc
public import Participants
internal import Synchronization

/// A folder for everything that a run makes and throws away.
///
/// Its owner holds a lock on the folder itself (flock(2)) for as long as it lives. A folder that nobody locks was left
/// behind by a run that was killed; the next one removes it, and only those of the same user. Two runs at once do not
/// touch each other's.
public final class ScratchRoot: Sendable {
  /// What the names of these folders begin with.
  private static let prefix = "mamconform-run-"
  /// The folders of this program.
  private static let current = Mutex<[String]>([])

  /// Its path.
  public let path: String
  private let lock: Int32

  /// Removes what dead runs have left, and makes a folder of its own below `$TMPDIR`, else in memory (`/dev/shm`), else
  /// below `/tmp`.
  ///
  /// Thousands of small files are made and removed; in memory a whole run takes half the time.
  /// - Throws: `system` or `disk-full` with the reason and what to do about it.
  public init() throws(ParticipantFailure) {
    ScratchRoot.sweep()
    let place = ScratchRoot.place
    while true {
      var template = Array("\(place)/\(ScratchRoot.prefix)XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else {
        throw ScratchFolder.failure(
          "cannot make a folder below \(place)", errno,
          advice: "; set TMPDIR to a folder that can be written")
      }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // Another run may just now take it for one that was left behind.
      guard let lock = ScratchRoot.lock(path) else { continue }
      self.path = path
      self.lock = lock
      break
    }
    let path = path
    ScratchRoot.current.withLock { $0.append(path) }
  }

  /// Removes the folder with everything in it.
  ///
  /// - Returns: what could not be removed, in words; nil if nothing is left.
  @discardableResult
  public func remove() -> String? {
    let path = path
    let removal = FolderRemoval.remove(path)
    ScratchRoot.current.withLock { $0.removeAll { $0 == path } }
    return removal.leftoverCount == 0 ? nil : "not all of \(path) can be removed: \(removal.text)"
  }

  deinit {
    let path = path
    if ScratchRoot.current.withLock({ $0.contains(path) }) { remove() }
    close(lock)
  }

  /// Removes every folder of this program: for one that is about to end itself.
  public static func removeAll() {
    for path in current.withLock({ $0 }) { FolderRemoval.remove(path) }
  }

  /// Removes the folders of dead runs of this user.
  public static func sweep() {
    for place in ScratchRoot.places {
      for name in names(in: place) {
        let path = "\(place)/\(name)"
        guard let lock = lock(path) else { continue }
        FolderRemoval.remove(path)
        close(lock)
      }
    }
  }

  /// Locks a folder of this user; nil if it is gone, somebody else's, or locked.
  private static func lock(_ path: String) -> Int32? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    var opened = stat()
    var named = stat()
    // The one that was opened and the one of that name can differ: whoever held the lock may have removed it.
    guard flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
      fstat(folder, &opened) == 0, opened.st_uid == geteuid(), lstat(path, &named) == 0,
      named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
    else {
      close(folder)
      return nil
    }
    return folder
  }

  private static func names(in place: String) -> [String] {
    guard let stream = opendir(place) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(prefix) { names.append(name) }
    }
    return names
  }

  /// Where the folder is made.
  private static var place: String { places.first { hasRoom($0) || $0 == places.last } ?? "/tmp" }

  /// Where folders may have been made.
  private static var places: [String] {
    if let place = getenv("TMPDIR").map({ String(cString: $0) }), !place.isEmpty { return [place] }
    return ["/dev/shm", "/tmp"]
  }

  /// True if a folder can be written and has at least 128 MiB free; containers often give less.
  private static func hasRoom(_ folder: String) -> Bool {
    var info = statvfs()
    guard access(folder, W_OK) == 0, statvfs(folder, &info) == 0 else { return false }
    return UInt64(info.f_bavail) * UInt64(info.f_frsize) >= 128 << 20
  }
}
