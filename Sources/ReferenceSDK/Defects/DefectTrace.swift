internal import ExactText
internal import Synchronization

/// Which defects would have made a difference to an app that has none.
///
/// A case that passes without asking for a defect (``DefectSwitch/has(_:)``) runs in just the same way with
/// it, so it need not be run again to know that it does not catch that defect.
public final class DefectTrace: Sendable {
  private let asked = Mutex<Set<Defect>>([])

  /// A trace in which nothing is noted yet.
  public init() {}

  /// The defects that were asked for so far.
  public var defects: Set<Defect> { asked.withLock { $0 } }

  func note(_ defect: Defect) { asked.withLock { _ = $0.insert(defect) } }
}
