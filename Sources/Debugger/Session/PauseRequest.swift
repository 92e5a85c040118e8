internal import ExactText
internal import Synchronization

/// What stops a running case at its next point; may be made, and taken, from any thread.
final class PauseRequest: Sendable {
  private let isMade = Atomic<Bool>(false)

  /// Nobody wants a pause yet.
  init() {}

  /// Asks for a pause.
  func make() { isMade.store(true, ordering: .relaxed) }

  /// Forgets that somebody has asked.
  func forget() { isMade.store(false, ordering: .relaxed) }

  /// True, once, if somebody has asked.
  func take() -> Bool {
    // Almost never, so that it is not written at every point.
    isMade.load(ordering: .relaxed) && isMade.exchange(false, ordering: .relaxed)
  }
}
