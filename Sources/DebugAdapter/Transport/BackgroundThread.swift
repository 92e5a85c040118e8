internal import ExactText
internal import SystemFiles

/// Threads that nobody waits for.
enum BackgroundThread {
  /// Runs a closure on a thread of its own; on this one if the system gives none.
  static func start(_ body: @escaping @Sendable () -> Void) {
    guard let thread = try? SystemThread(body) else { return body() }
    thread.detach()
  }
}
