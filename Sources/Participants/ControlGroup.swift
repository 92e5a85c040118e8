internal import ExactText
internal import Glibc
internal import SystemFiles

/// A control group of Linux (cgroup v2) for everything that a run starts, so that it can be ended at one stroke, whatever
/// it is and wherever it has gone.
///
/// There is one only where the kernel has `cgroup.kill` (5.14) and this user may make groups below the present one: as
/// root, in a container that has its own, or with a delegated one. Runs do without where there is none.
package struct ControlGroup: Sendable {
  private static let prefix = "mamconform-run-"

  /// Its folder.
  package let path: String
  /// As long as anybody holds the lock on the folder, which the run and its supervisor share, no other run ends the group.
  private let lock: Int32

  /// A group that somebody else has made, and that this process is in.
  package init(path: String) {
    self.path = path
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if lock >= 0 { flock(lock, LOCK_SH | LOCK_NB) }
  }

  /// Ends what dead runs have left, makes a group below the present one and puts a process into it; nil if that cannot be
  /// done.
  package init?(around process: Int32) {
    guard let above = ControlGroup.present else { return nil }
    ControlGroup.sweep(above)
    let path = "\(above)/\(ControlGroup.prefix)\(process)"
    guard mkdir(path, 0o755) == 0 else { return nil }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0, flock(folder, LOCK_SH | LOCK_NB) == 0,
      access("\(path)/cgroup.kill", W_OK) == 0,
      ControlGroup.write("\(process)", to: "\(path)/cgroup.procs")
    else {
      if folder >= 0 { close(folder) }
      rmdir(path)
      return nil
    }
    self.path = path
    lock = folder
  }

  /// Ends every process of the group and removes it; the calling process leaves it first if it is in there.
  package func end() {
    let above = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    if ControlGroup.present == path {
      _ = ControlGroup.write("\(getpid())", to: "\(above)/cgroup.procs")
    }
    ControlGroup.remove(path)
  }

  /// Lets the group go on if somebody has frozen it, such as an adapter that is in there itself.
  package func thaw() {
    guard ControlGroup.lines("\(path)/cgroup.events").contains("frozen 1") else { return }
    _ = ControlGroup.write("0", to: "\(path)/cgroup.freeze")
  }

  private static func remove(_ path: String) {
    // An adapter that may make groups may have made some below.
    for _ in 0..<1000 {
      _ = write("1", to: "\(path)/cgroup.kill")
      removeGroups(in: path, depth: 0)
      if rmdir(path) == 0 || errno == ENOENT { return }
      poll(nil, 0, 1)
    }
  }

  private static func removeGroups(in path: String, depth: Int) {
    guard depth < 32 else { return }
    for name in Folder.names(in: path) {
      removeGroups(in: "\(path)/\(name)", depth: depth + 1)
      rmdir("\(path)/\(name)")
    }
  }

  /// Ends the groups of runs that are dead.
  private static func sweep(_ above: String) {
    for name in Folder.names(in: above) where name.hasPrefix(prefix) {
      let path = "\(above)/\(name)"
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { continue }
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(folder)
    }
  }

  /// The folder of the group that this process is in; nil without cgroup v2.
  private static var present: String? {
    guard
      let group = lines("/proc/self/cgroup").first(where: { $0.hasPrefix("0::") })?.dropFirst(3)
    else { return nil }
    for line in lines("/proc/self/mountinfo") {
      // 36 35 98:0 /root /mount/point options - type source: proc(5)
      let words = line.split(separator: " ")
      guard let dash = words.firstIndex(of: "-"), dash + 1 < words.count, dash > 4,
        words[dash + 1] == "cgroup2"
      else { continue }
      let (root, mount) = (words[3], words[4])
      guard !root.hasPrefix("/.."), !mount.contains("\\") else { continue }
      let rest = root == "/" ? group : group.hasPrefix(root) ? group.dropFirst(root.utf8.count) : ""
      return rest == "/" ? String(mount) : "\(mount)\(rest)"
    }
    return nil
  }

  private static func lines(_ path: String) -> [Substring] {
    WholeFile.systemText(path).split(separator: "\n")
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Glibc.write(file, text, text.utf8.count) == text.utf8.count
  }
}
