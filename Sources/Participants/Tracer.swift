internal import CProcess
internal import ExactText
internal import Glibc
internal import SystemFiles

/// The debuggers that hold processes with ptrace(2), as `/proc` reports them.
enum Tracer {
  /// True if a debugger is attached to a process.
  static func isAttached(to process: pid_t) -> Bool { tracer(of: process) != nil }

  /// True if a debugger is attached to a process of a group, such as an adapter behind a script.
  static func isAttached(toGroup group: pid_t) -> Bool {
    members(of: group).contains { isAttached(to: $0) }
  }

  /// True if a debugger that does not descend from a program holds a process of a group.
  ///
  /// An adapter that has itself traced by a process of its own would otherwise be waited for without end.
  /// - Parameters:
  ///   - group: the group of an adapter.
  ///   - program: whoever has started it, and with it all that the adapter has started.
  static func isAttached(toGroup group: pid_t, fromOutsideOf program: pid_t) -> Bool {
    members(of: group).contains { process in
      guard let tracer = tracer(of: process) else { return false }
      return !descends(tracer, from: program)
    }
  }

  private static func members(of group: pid_t) -> [pid_t] {
    group > 0 ? ProcessTable.numbers.filter { getpgid($0) == group } : []
  }

  /// Who holds a process; nil for nobody.
  private static func tracer(of process: pid_t) -> pid_t? {
    guard process > 0, let bytes = try? WholeFile.bytes("/proc/\(process)/status") else {
      return nil
    }
    let mark = "TracerPid:"
    for line in bytes.split(separator: 0x0A) where line.starts(with: mark.utf8) {
      let digits = line.dropFirst(mark.utf8.count).filter { $0 != 0x09 && $0 != 0x20 }
      return pid_t(String(decoding: digits, as: UTF8.self)).flatMap { $0 == 0 ? nil : $0 }
    }
    return nil
  }

  /// True if a process has been started by another, or by one that was.
  static func descends(_ process: pid_t, from ancestor: pid_t) -> Bool {
    var process = process
    // Numbers that are used again while one looks could make a circle of it.
    for _ in 0..<4096 {
      if process == ancestor { return true }
      guard process > 1, let entry = ProcessTable.entry(of: process) else { return false }
      process = entry.parent
    }
    return false
  }
}
