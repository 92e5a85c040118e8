internal import ExactText
internal import Synchronization

/// Which fields of its behaviour an SDK has looked at.
///
/// A case in which no field was read that a defect changes runs in just the same way with it, so it need not be
/// run again to know that it does not catch that defect.
public final class BehaviourTrace: Sendable {
  /// Fields are known by their places in ``Behaviour``, in bytes.
  private let read = Mutex<Set<Int>>([])
  private let asked = Mutex<Set<DefectName>>([])

  /// A trace in which nothing is noted yet.
  public init() {}

  /// The defects that change a field that was read so far.
  public func sensitive(to defects: [Defect] = Defect.all) -> [Defect] {
    let read = read.withLock { $0 }
    let asked = asked.withLock { $0 }
    return defects.filter { defect in
      defect.changes.contains { read.contains($0.place) }
        || DefectName(rawValue: defect.name).map(asked.contains) ?? false
    }
  }

  @usableFromInline
  func note(_ place: Int) { read.withLock { _ = $0.insert(place) } }

  func note(_ defect: DefectName) { asked.withLock { _ = $0.insert(defect) } }
}
