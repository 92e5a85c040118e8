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
    /// When it was started, in ticks since the machine was: no two processes of one number have the same.
    let start: UInt64
    /// True if it has ended and waits to be reaped.
    let isDead: Bool
  }

  private(set) var entries: [Entry] = []

  /// Reads the table. Processes that come and go meanwhile may be missing.
  init() { entries = ProcessTable.numbers.compactMap(ProcessTable.entry) }

  /// The numbers of all processes of the machine.
  static var numbers: [pid_t] { list(from: 4096) { mam_process_list($0, $1) } ?? [] }

  /// The numbers of the children of a process; nil if the kernel keeps no lists of them.
  static func childNumbers(of process: pid_t) -> [pid_t]? {
    list(from: 64) { mam_process_children(process, $0, $1) }
  }

  /// A list of unknown length, read again with more room until it fits.
  private static func list(
    from capacity: Int, _ read: (UnsafeMutablePointer<pid_t>?, Int32) -> Int32
  ) -> [pid_t]? {
    var capacity = capacity
    while true {
      var count: Int32 = 0
      let numbers = [pid_t](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        count = read(buffer.baseAddress, Int32(capacity))
        initialized = Int(max(0, count))
      }
      if count < 0 { return nil }
      if count < capacity { return numbers }
      capacity *= 2
    }
  }

  /// What is known of one process; nil if there is none.
  static func entry(of process: pid_t) -> Entry? {
    var known = mam_process()
    guard mam_process_read(process, &known) == 0 else { return nil }
    let dead = [UInt8(ascii: "Z"), UInt8(ascii: "X")]
    return Entry(
      process: process, parent: known.parent, start: known.start,
      isDead: dead.contains(UInt8(bitPattern: known.state)))
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
