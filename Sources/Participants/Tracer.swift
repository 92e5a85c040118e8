internal import CProcess
internal import ExactText
internal import Glibc
internal import SystemFiles

/// The debuggers that hold processes with ptrace(2), as `/proc` reports them.
enum Tracer {
  /// True if a debugger is attached to a process.
  static func isAttached(to process: pid_t) -> Bool {
    guard process > 0, let bytes = try? WholeFile.bytes("/proc/\(process)/status") else {
      return false
    }
    let mark = "TracerPid:"
    for line in bytes.split(separator: 0x0A) where line.starts(with: mark.utf8) {
      return line.dropFirst(mark.utf8.count).contains { $0 != 0x09 && $0 != 0x20 && $0 != 0x30 }
    }
    return false
  }

  /// True if a debugger is attached to a process of a group, such as an adapter behind a script.
  static func isAttached(toGroup group: pid_t) -> Bool {
    guard group > 0 else { return false }
    return ProcessTable.numbers.contains { getpgid($0) == group && isAttached(to: $0) }
  }
}
