internal import Conformance
internal import ExactText
internal import Locking

/// Copies of what could be seen at points of a case, from which steps back are answered without running anything.
///
/// Whichever run comes by a wanted point keeps it, the session's own or one that is prepared in the background. All runs of a
/// case are the same (`Track` compares them), and so are their copies.
final class CopyStore: Sendable {
  /// The most copies that are kept.
  static let limit = 4096

  private struct State {
    var copies: [Int: CaseCopy] = [:]
    var generation = 0
  }
  private let state = Lock(State())

  /// Counts up with ``clear()``: a run that began before keeps nothing any more.
  var generation: Int { state.withLock { $0.generation } }

  /// The copy of a point; nil if there is none.
  func copy(at number: Int) -> CaseCopy? { state.withLock { $0.copies[number] } }

  /// Keeps a point; of too many, those that are farthest from it go.
  ///
  /// - Parameter generation: what ``generation`` was when the run began.
  func keep(_ copy: CaseCopy, at number: Int, of generation: Int) {
    state.withLock { state in
      guard state.generation == generation else { return }
      state.copies[number] = copy
      guard state.copies.count > CopyStore.limit else { return }
      let near = state.copies.keys.sorted { abs($0 - number) < abs($1 - number) }
      for far in near.suffix(CopyStore.limit / 4) { state.copies[far] = nil }
    }
  }

  /// Forgets all of them: the case does something else now.
  func clear() {
    state.withLock { state in
      state.copies = [:]
      state.generation += 1
    }
  }
}
