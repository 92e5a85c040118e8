internal import CProcess
internal import ExactText
internal import Glibc

/// Processes that an adapter started and left behind, also those that left its process group.
public enum Descendants {
  /// Makes this process the parent of every orphan among its descendants, so that none can escape.
  public static func adopt() { _ = mam_become_subreaper() }

  /// Ends and reaps every child of this process, and the children that come to it thereby.
  ///
  /// For the end of a run, when every process that the run knows of has been reaped.
  /// - Returns: how many were ended.
  @discardableResult
  public static func end() -> Int {
    var count = 0
    // Each round can bring grandchildren; a process that forks for ever is not waited for.
    for _ in 0..<100 {
      let children = children()
      if children.isEmpty { break }
      for child in children {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        count += 1
      }
    }
    return count
  }

  private static func children() -> [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let process = pid_t(name), parent(of: process) == getpid() { found.append(process) }
    }
    return found.sorted()
  }

  /// The fourth field of `/proc/PID/stat`; the second, the name, may hold anything but ends with `)`.
  private static func parent(of process: pid_t) -> pid_t? {
    guard let file = fopen("/proc/\(process)/stat", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = fread(&bytes, 1, bytes.count, file)
    guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)..<count].split(separator: 0x20)
    return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
  }
}
