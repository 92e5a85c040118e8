internal import ExactText
internal import Glibc
package import Participants
internal import Locking
internal import SystemFiles

/// A folder for everything that a run makes and throws away.
///
/// Its owner holds a lock on the folder itself (flock(2)) for as long as it lives. A folder that nobody locks was left
/// behind by a run that was killed; the next one removes it, and only those of the same user. Two runs at once do not
/// touch each other's.
package final class ScratchRoot: Sendable {
  /// What the names of these folders begin with.
  private static let prefix = "mamconform-run-"
  /// The folders of this program.
  private static let current = Lock<[String]>([])
  /// The most bytes of the path below which such a folder is made: SQLite opens files whose paths have up to 511 bytes, and
  /// what lies below the folder takes less than 120.
  private static let longestPlace = 390
  /// How many new folders may be taken away by others before there is something wrong.
  private static let mostAttempts = 10

  /// Its path.
  package let path: String
  private let lock: Int32

  /// Removes what dead runs have left, and makes a folder of its own below `$TMPDIR`, else in memory (`/dev/shm`), else
  /// below `/tmp`.
  ///
  /// Thousands of small files are made and removed; in memory a whole run takes half the time.
  /// - Throws: `system` or `disk-full` with the reason and what to do about it.
  package convenience init() throws(ParticipantFailure) {
    guard ScratchRoot.place.utf8.count <= ScratchRoot.longestPlace else {
      throw ParticipantFailure(
        .system, "coordinator",
        "TMPDIR names a folder whose path has \(ScratchRoot.place.utf8.count) bytes; files in it would have longer paths than SQLite opens; "
          + "set TMPDIR to one with at most \(ScratchRoot.longestPlace) bytes")
    }
    ScratchRoot.sweep()
    try self.init(below: ScratchRoot.place)
  }

  /// Makes a folder of its own below another one.
  ///
  /// - Parameter lock: locks it; for tests.
  init(
    below place: String, lock: (String) -> Locking = ScratchRoot.lock
  ) throws(ParticipantFailure) {
    var attempts = 0
    while true {
      let path = try ScratchRoot.makeFolder(below: place)
      attempts += 1
      switch lock(path) {
      case .locked(let folder), .withoutLock(let folder):
        self.path = path
        self.lock = folder
      case .taken where attempts < ScratchRoot.mostAttempts:
        // Another run has just taken it for one that was left behind, and removes it.
        continue
      case .taken:
        throw ScratchRoot.failure(path, "somebody else removes each one that is made")
      case .failed(let reason):
        rmdir(path)
        throw ScratchRoot.failure(path, reason)
      }
      break
    }
    let path = path
    ScratchRoot.current.withLock { $0.append(path) }
  }

  private static func makeFolder(below place: String) throws(ParticipantFailure) -> String {
    do throws(SystemError) {
      return try Folder.makeTemporary(below: place, prefix: prefix)
    } catch {
      throw ScratchFolder.failure(
        "cannot make a folder below \(place)", error,
        advice: "; set TMPDIR to a folder that can be written")
    }
  }

  /// Removes the folder with everything in it.
  ///
  /// - Returns: what could not be removed, in words; nil if nothing is left.
  @discardableResult
  package func remove() -> String? {
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
  package static func removeAll() {
    for path in current.withLock({ $0 }) { FolderRemoval.remove(path) }
  }

  /// Removes the folders of dead runs of this user.
  package static func sweep() { sweep(places) }

  /// Removes the folders of dead runs of this user below some folders.
  ///
  /// - Parameter lock: locks one; for tests.
  static func sweep(_ places: [String], lock: (String) -> Locking = ScratchRoot.lock) {
    for place in places {
      for name in Folder.names(in: place) where name.hasPrefix(prefix) {
        let path = "\(place)/\(name)"
        switch lock(path) {
        case .locked(let folder):
          FolderRemoval.remove(path)
          close(folder)
        // Where there are no locks, nobody knows whether its owner lives.
        case .withoutLock(let folder): close(folder)
        case .taken, .failed: break
        }
      }
    }
  }

  /// What has come of an attempt to lock a folder.
  enum Locking {
    /// It is locked, by this descriptor.
    case locked(Int32)
    /// This descriptor is open, but its file system knows no locks.
    case withoutLock(Int32)
    /// It is gone, or somebody else holds the lock.
    case taken
    /// It is not this user's or cannot be opened, for this reason.
    case failed(String)
  }

  /// Locks a folder of this user.
  static func lock(_ path: String) -> Locking {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      return errno == ENOENT ? .taken : .failed(SystemError.last.description)
    }
    let isLocked = flock(folder, LOCK_EX | LOCK_NB) == 0
    let error = errno
    var opened = stat()
    var named = stat()
    let isFound = fstat(folder, &opened) == 0 && lstat(path, &named) == 0
    // The one that was opened and the one of that name can differ: whoever held the lock may have removed it.
    guard isFound, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev,
      isLocked || error != EWOULDBLOCK
    else {
      close(folder)
      return .taken
    }
    guard opened.st_uid == geteuid() else {
      close(folder)
      return .failed("it belongs to another user")
    }
    return isLocked ? .locked(folder) : .withoutLock(folder)
  }

  private static func failure(_ path: String, _ reason: String) -> ParticipantFailure {
    ParticipantFailure(
      .system, "coordinator",
      "cannot lock the folder \(path): \(reason); set TMPDIR to another folder")
  }

  /// Where the folder is made.
  private static var place: String { places.first { hasRoom($0) || $0 == places.last } ?? "/tmp" }

  /// Where folders may have been made.
  private static var places: [String] {
    if let place = EnvironmentVariable.value("TMPDIR"), !place.isEmpty { return [place] }
    return ["/dev/shm", "/tmp"]
  }

  /// True if a folder can be written and has at least 128 MiB free; containers often give less.
  private static func hasRoom(_ folder: String) -> Bool {
    var info = statvfs()
    guard access(folder, W_OK) == 0, statvfs(folder, &info) == 0 else { return false }
    return UInt64(info.f_bavail) * UInt64(info.f_frsize) >= 128 << 20
  }
}
