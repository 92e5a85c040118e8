internal import ExactText
internal import Glibc
internal import Locking

/// The processes that this program has started and not yet reaped.
///
/// Orphans of its descendants come to this program as children too (see ``Descendants``). Whoever reaps those must not
/// take the status of a process that somebody else waits for: only who is not in here is an orphan.
final class ChildRegistry: Sendable {
  /// That of this program; every ``ChildProcess`` is in it.
  static let shared = ChildRegistry()

  private let known = Lock<Set<pid_t>>([])
  /// Held for reading from before a process is started until it is known, and for writing while orphans are told from
  /// others. Owned as long as the program, so it is never freed.
  private nonisolated(unsafe) let gate: UnsafeMutablePointer<pthread_rwlock_t>

  private init() {
    gate = .allocate(capacity: 1)
    pthread_rwlock_init(gate, nil)
  }

  /// Starts a process, and knows it from then on.
  func start<Failure: Error>(_ body: () throws(Failure) -> pid_t) throws(Failure) -> pid_t {
    pthread_rwlock_rdlock(gate)
    defer { pthread_rwlock_unlock(gate) }
    let process = try body()
    known.withLock { _ = $0.insert(process) }
    return process
  }

  /// Reaps a process and forgets it in one go: its number may be that of another one right afterwards.
  ///
  /// - Parameter body: reaps; true if the process is gone.
  func reap(_ process: pid_t, _ body: () -> Bool) {
    known.withLock { known in
      if body() { known.remove(process) }
    }
  }

  /// True for a process that somebody waits for.
  func contains(_ process: pid_t) -> Bool { known.withLock { $0.contains(process) } }

  /// Carries out a closure while no process is being started; not at all if one is just now.
  func tryWithoutStarts(_ body: () -> Void) {
    guard pthread_rwlock_trywrlock(gate) == 0 else { return }
    body()
    pthread_rwlock_unlock(gate)
  }

  /// Lets no process start any more; for the end of the program.
  func close() { pthread_rwlock_wrlock(gate) }
}
