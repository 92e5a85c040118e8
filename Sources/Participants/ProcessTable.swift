internal import CProcess
internal import ExactText
internal import Glibc

/// Who is whose child, as `/proc` tells it at one moment.
struct ProcessTable {
  /// A process and what is known of it.
  struct Entry {
    /// Its number.
    let process: pid_t
    /// The number of its parent.
    let parent: pid_t
    /// `R`, `S`, `T`, `Z` and so on; see proc(5).
    let state: UInt8
  }

  private(set) var entries: [Entry] = []

  /// Reads the table. Processes that come and go meanwhile may be missing.
  init() {
    guard let folder = opendir("/proc") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let first = entry.pointee.d_name.0
      guard first >= CChar(UInt8(ascii: "1")), first <= CChar(UInt8(ascii: "9")) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let process = pid_t(name), let entry = ProcessTable.entry(of: process) {
        entries.append(entry)
      }
    }
  }

  /// What `/proc/PID/stat` says of one process; nil if there is none.
  ///
  /// Its second field, the name, may hold anything but ends with `)`; then come state and parent.
  static func entry(of process: pid_t) -> Entry? {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(file, &bytes, bytes.count)
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)..<count].split(separator: 0x20)
    guard fields.count > 1, let state = fields[0].first,
      let parent = pid_t(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    return Entry(process: process, parent: parent, state: state)
  }

  /// The children of a process, in the order of their numbers.
  func children(of process: pid_t) -> [Entry] {
    entries.filter { $0.parent == process }.sorted { $0.process < $1.process }
  }

  /// The descendants of a process without some of its children and theirs, parents before their children.
  func descendants(of process: pid_t, except excluded: Set<pid_t>) -> [Entry] {
    var children: [pid_t: [Entry]] = [:]
    for entry in entries { children[entry.parent, default: []].append(entry) }
    var found: [Entry] = []
    var seen: Set = [process]
    var next = [process]
    while let parent = next.popLast() {
      for entry in children[parent] ?? []
      where !excluded.contains(entry.process) && seen.insert(entry.process).inserted {
        found.append(entry)
        next.append(entry.process)
      }
    }
    return found
  }
}
