internal import ExactText
internal import Locking

/// Which fields of its behaviour an SDK has looked at.
///
/// A case in which no field was read that a defect changes runs in just the same way with it, so it need not be
/// run again to know that it does not catch that defect.
@usableFromInline package final class BehaviourTrace: Sendable {
  /// Fields are known by their places in ``Behaviour``, in bytes.
  private let read = Lock<Set<Int>>([])

  /// A trace in which nothing is noted yet.
  package init() {}

  /// The defects that change a field that was read so far.
  package func sensitive(to defects: [Defect] = Defect.all) -> [Defect] {
    let read = read.withLock { $0 }
    return defects.filter { $0.changes.contains { read.contains($0.place) } }
  }

  @usableFromInline
  func note(_ place: Int) { read.withLock { _ = $0.insert(place) } }
}
