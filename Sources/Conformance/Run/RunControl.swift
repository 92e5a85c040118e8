internal import ExactText
internal import Synchronization

/// Lets another thread, such as the one that handles signals, end a run early.
package final class RunControl: Sendable {
  private let flag = Atomic<Bool>(false)

  /// A control whose run goes on.
  package init() {}

  /// True once ``interrupt()`` was called.
  package var isInterrupted: Bool {
    flag.load(ordering: .relaxed) || RunControl.everything.load(ordering: .relaxed)
  }

  private static let everything = Atomic<Bool>(false)

  /// True once ``interruptAll()`` was called.
  package static var isAllInterrupted: Bool { everything.load(ordering: .relaxed) }

  /// Ends every run of this program, which is about to end: what that breaks is not a finding.
  package static func interruptAll() { everything.store(true, ordering: .relaxed) }

  /// Ends the run: no further message is sent, children are killed, reports are written.
  package func interrupt() { flag.store(true, ordering: .relaxed) }
}
