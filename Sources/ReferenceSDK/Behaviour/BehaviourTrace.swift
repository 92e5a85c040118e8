internal import ExactText
internal import Locking

/// Which fields of its behaviour an SDK has looked at.
///
/// A case in which no field was read that a defect changes runs in just the same way with it, so it need not be
/// run again to know that it does not catch that defect. Most fields that are read change nothing in the end, though: who
/// wants to know more closely has the SDKs record what they did (`SDKRecording`), and has an SDK with the defect do it again.
@usableFromInline package final class BehaviourTrace: Sendable {
  /// Fields are known by their places in ``Behaviour``, in bytes.
  private let read = Lock<Set<Int>>([])
  /// What the SDKs did; nothing if they do not record it.
  private let recordings = Lock<[SDKRecording]>([])
  /// What is known of recordings; nil if nothing is recorded.
  private let effects: DefectEffects?

  /// A trace in which nothing is noted yet.
  ///
  /// - Parameter effects: what is known of other SDKs with the same variations, to have these SDKs record what they do; nil to
  ///   note only what they look at.
  package init(effects: DefectEffects? = nil) { self.effects = effects }

  /// The recording of a new SDK, which has a trace of its own; nil if nothing is recorded.
  func record(_ variations: Variations, mostActions: Int) -> SDKRecording? {
    guard effects != nil else { return nil }
    let recording = SDKRecording(variations, mostActions: mostActions)
    recordings.withLock { $0.append(recording) }
    return recording
  }

  /// The defects that change a field that was read so far, and with which an SDK acts differently as far as that was recorded.
  package func sensitive(to defects: [Defect] = Defect.all) -> [Defect] {
    let read = read.withLock { $0 }
    let recordings = recordings.withLock { $0 }
    return defects.filter { defect in
      if defect.changes.contains(where: { read.contains($0.place) }) { return true }
      guard let effects else { return false }
      return recordings.contains { !$0.isSame(with: defect, effects) }
    }
  }

  /// True if a field was read that a defect changes.
  func hasRead(_ defect: Defect) -> Bool {
    read.withLock { read in defect.changes.contains { read.contains($0.place) } }
  }

  @usableFromInline
  func note(_ place: Int) { read.withLock { _ = $0.insert(place) } }
}
