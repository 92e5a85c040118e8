internal import ExactText
internal import Glibc

/// A thread of the system's own, for work that waits in system calls and must not hold a thread of Swift's pool.
package struct SystemThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Runs a closure on a new thread. Exactly one of ``join()`` and ``detach()`` has to follow.
  ///
  /// - Throws: the system's error if it gives no thread; the closure is not run then.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let error = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard error == 0 else {
      work.release()
      throw SystemError(error)
    }
    self.thread = thread
  }

  /// Waits until the closure has returned.
  package func join() { pthread_join(thread, nil) }

  /// Runs a closure on so many threads at a time, with the number of each from 0, and waits for all of them. Without a
  /// single thread of the system's the caller does the work itself.
  package static func inParallel(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<max(count, 1)).compactMap { number in
      try? SystemThread { body(number) }
    }
    if threads.isEmpty { body(0) }
    for thread in threads { thread.join() }
  }

  /// Lets the thread end by itself; nobody waits for it.
  package func detach() { pthread_detach(thread) }
}
