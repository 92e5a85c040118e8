internal import CProcess
internal import ExactText
internal import Glibc
internal import Synchronization
internal import SystemFiles

/// Holds an app's process at its launch until a person has a debugger on it (`--wait-for-debugger`).
///
/// The process has been started and waits for its first message; nothing is sent before a debugger is attached with
/// ptrace(2), a line comes on standard input, or this program gets SIGCONT. From then on no real time counts against the
/// process, because a debugger inside of it, such as debugpy, cannot be seen from outside.
package final class DebuggerHold: Sendable {
  private static let continued = Atomic<Int>(0)

  /// Says what to do, in lines.
  private let tell: @Sendable (String) -> Void
  /// True once nobody wants to wait any more.
  private let isCancelled: @Sendable () -> Bool

  /// A hold that speaks by the given closure; from now on SIGCONT is noticed.
  package init(
    tell: @escaping @Sendable (String) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.tell = tell
    self.isCancelled = isCancelled
    // A handler must find it made.
    _ = DebuggerHold.continued.load(ordering: .relaxed)
    _ = signal(SIGCONT) { _ in DebuggerHold.continued.add(1, ordering: .relaxed) }
    DebuggerHold.comeToForeground()
  }

  /// Has the terminal give its lines to this program, if its parent has them: only the foreground of a terminal may read
  /// there. The parent takes them back when this program has ended.
  private static func comeToForeground() {
    guard isatty(0) == 1, tcgetpgrp(0) == getpgid(getppid()) else { return }
    tcsetpgrp(0, getpgrp())
  }

  /// Waits until a debugger is on a process.
  ///
  /// - Parameters:
  ///   - name: the app's name in the case.
  ///   - process: its process; 0 if it is not known.
  ///   - end: a descriptor that is readable once the process has ended; -1 for none.
  func wait(_ name: String, process: pid_t, end: Int32) {
    let before = DebuggerHold.continued.load(ordering: .relaxed)
    tell(
      "\(name) is process \(process) and is waiting for a debugger: lldb -p \(process), or debugpy --pid \(process); it continues "
        + "when one is attached, on a line of standard input, or on kill -CONT \(getpid())")
    var reads = isatty(0) == 0 || tcgetpgrp(0) == getpgrp()
    while !isCancelled() {
      if Tracer.isAttached(to: process) || Tracer.isAttached(toGroup: process) {
        return tell("\(name) continues: a debugger is attached; its real time is not limited")
      }
      if DebuggerHold.continued.load(ordering: .relaxed) != before {
        return tell("\(name) continues: SIGCONT was received; its real time is not limited")
      }
      var entries = [
        pollfd(fd: reads ? 0 : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      ]
      // That a debugger has attached is nothing that could be waited for.
      poll(&entries, 2, 100)
      if entries[1].revents != 0 { return }
      if entries[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 256)
        if read(0, &bytes, bytes.count) > 0 {
          return tell("\(name) continues: a line was read; its real time is not limited")
        }
        reads = false
      }
    }
  }
}

extension AdapterProcess {
  /// True until a message was sent to it.
  var isNew: Bool { hostedBefore == nil && sequence == 0 }

  /// Waits until a person has a debugger on the process.
  func hold(_ hold: DebuggerHold) {
    hold.wait(name, process: processIdentifier, end: life.endNumber)
    _ = expectDebugger()
  }

  package func expectDebugger() -> Bool {
    isDebugged = true
    budget?.liftTime()
    return true
  }
}
