internal import ExactText
internal import Glibc
internal import Participants
internal import SystemFiles

/// A folder of its own for one case, removed with everything in it when the case is over.
final class ScratchFolder {
  /// Less room than this, in bytes, is none: a page of a database and its journal do not fit any more.
  private static let leastRoom: UInt64 = 64 << 10

  /// The name of the folder that the apps of a device share, in that of the device.
  static let shared = "shared"

  let path: String
  /// True if whoever writes a file makes its folders.
  private let isLazy: Bool
  /// The folder of the case, those of its devices and those that their apps share, as they were made. Each is held open, so
  /// that the number of one that is removed is not that of another.
  private var made: [(path: String, descriptor: Int32)] = []
  /// Every folder that was made below, by its path: one that is not among these must not be there yet.
  private var known: Set<ExactString> = []

  /// Makes the folder, which must not be there yet, and its parents as far as they are missing.
  ///
  /// - Parameter isLazy: true to leave that to whoever writes a file: most cases in process write none.
  init(path: String, isLazy: Bool = false) throws(ParticipantFailure) {
    self.path = path
    self.isLazy = isLazy
    if isLazy { return }
    try makeNew(path)
    hold(path)
  }

  deinit { for folder in made { close(folder.descriptor) } }

  /// Makes a folder below, unless it was made before, and gives its path.
  func folder(_ name: String) throws(ParticipantFailure) -> String {
    let inner = "\(path)/\(name)"
    if isLazy { return inner }
    var folder = path
    for part in name.split(separator: "/") {
      folder += "/\(part)"
      if known.insert(ExactString(folder)).inserted {
        try makeNew(folder)
      } else {
        try ScratchFolder.make(folder)
      }
    }
    if let end = name.firstIndex(of: "/") { hold("\(path)/\(name[..<end])") }
    if name.hasSuffix("/\(ScratchFolder.shared)") { hold(inner) }
    return inner
  }

  /// Makes a folder that is not there yet: an adapter knows what the next ones are called, and must not put anything there.
  private func makeNew(_ folder: String) throws(ParticipantFailure) {
    guard try ScratchFolder.make(folder) else {
      throw ScratchFolder.damaged(
        folder, "was there before mamconform made it, perhaps with files in it", "coordinator")
    }
  }

  private func hold(_ folder: String) {
    guard !made.contains(where: { $0.path == folder }) else { return }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0 { made.append((folder, descriptor)) }
  }

  /// Takes no more notice of a folder that the coordinator itself removes.
  func release(_ folder: String) {
    known.remove(ExactString(folder))
    guard let index = made.firstIndex(where: { $0.path == folder }) else { return }
    close(made.remove(at: index).descriptor)
  }

  /// The failure of an app that is launched again after its folder was removed; nil if it is there, or was never made.
  func loss(of app: AppState) -> ParticipantFailure? {
    app.hasBeenLaunched ? loss(of: app.dataFolder, of: app.name) : nil
  }

  private func loss(of dataFolder: String, of app: String) -> ParticipantFailure? {
    guard !isLazy, Path.kind(ofEntry: dataFolder) == nil else { return nil }
    return ScratchFolder.damaged(dataFolder, "has been removed", app)
  }

  /// What has become of the folders of the case and of its devices, or of a folder in them that an app was given; nil if
  /// all are what they were.
  ///
  /// An app may remove its own folder if it makes it again. A link in its place leads to files that outlive the case, and without
  /// the folder of the case, of a device or of what its apps share nothing is kept at all, also if it is made again: neither is
  /// the SDK's doing, and both look like it.
  func damage(ofFoldersOf apps: [AppState]) -> ParticipantFailure? {
    let launched = apps.filter(\.hasBeenLaunched)
    return damage(ofDataFolders: launched.map { (app: $0.name, path: $0.dataFolder) })
  }

  /// The same for apps of which only the folders are known.
  func damage(ofDataFolders dataFolders: [(app: String, path: String)]) -> ParticipantFailure? {
    var disk: dev_t?
    for folder in made {
      var (before, now) = (stat(), stat())
      guard fstat(folder.descriptor, &before) == 0 else { continue }
      guard lstat(folder.path, &now) == 0 else {
        return ScratchFolder.damaged(folder.path, "has been removed", "coordinator")
      }
      if before.st_dev != now.st_dev || before.st_ino != now.st_ino {
        return ScratchFolder.damaged(folder.path, "has been replaced", "coordinator")
      }
      disk = now.st_dev
    }
    for (app, path) in dataFolders {
      if let loss = loss(of: path, of: app) { return loss }
      if let kind = Path.kind(ofEntry: path), kind != .folder {
        return ScratchFolder.damaged(
          path, "is no longer a folder, but something else, such as a link", app)
      }
      var now = stat()
      if let disk, lstat(path, &now) == 0, now.st_dev != disk {
        return ScratchFolder.damaged(path, "has been covered by a mount", app)
      }
    }
    return nil
  }

  private static func damaged(
    _ path: String, _ what: String, _ participant: String
  ) -> ParticipantFailure {
    ParticipantFailure(
      .damagedFolder, participant,
      "\(path) \(what), so the SDK under test cannot be judged; an adapter must keep its app's files "
        + "in dataFolder and sharedFolder and leave the folders as they are")
  }

  /// True if the disk of the folder has no room, for bytes or for files.
  var isFull: Bool { ScratchFolder.isFull(isLazy ? Path.parent(of: path) : path) }

  /// True if the disk of a folder has no room, for bytes or for files.
  static func isFull(_ path: String) -> Bool {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return false }
    // The last part of some disks is root's only.
    let blocks = geteuid() == 0 ? info.f_bfree : info.f_bavail
    // A file system without a limit to the number of files says that it has none.
    let hasNoFiles = info.f_files > 0 && info.f_ffree == 0
    return UInt64(blocks) * UInt64(info.f_frsize) < ScratchFolder.leastRoom || hasNoFiles
  }

  /// Removes the state file of a service that is not used again, with its companions.
  static func removeState(_ folder: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(folder)/service.sqlite\(suffix)") }
  }

  /// Removes the folder with everything in it.
  ///
  /// What an adapter has left running may go on filling it. After two seconds the rest is left for the end of the run,
  /// when nothing of the adapter runs any more.
  func remove() { FolderRemoval.remove(path, milliseconds: 2000) }

  /// Makes a folder and the missing ones above it; false if something of that path was there.
  @discardableResult
  static func make(_ path: String, mode: mode_t = 0o700) throws(ParticipantFailure) -> Bool {
    do throws(SystemError) {
      return try Folder.make(path, mode: mode)
    } catch {
      throw failure("cannot create the folder \(path)", error)
    }
  }

  /// The failure of a system call on the disk of a case.
  static func failure(
    _ what: String, _ error: SystemError, advice: String = ""
  ) -> ParticipantFailure {
    ParticipantFailure(
      error.isDiskFull ? .diskFull : .system, "coordinator", "\(what): \(error)\(advice)")
  }
}
