internal import ExactText
internal import Synchronization

/// Lets another thread, such as the one that handles signals, end a run early.
public final class RunControl: Sendable {
  private let flag = Atomic<Bool>(false)

  /// A control whose run goes on.
  public init() {}

  /// True once ``interrupt()`` was called.
  public var isInterrupted: Bool { flag.load(ordering: .relaxed) }

  /// Ends the run: no further message is sent, children are killed, reports are written.
  public func interrupt() { flag.store(true, ordering: .relaxed) }
}
