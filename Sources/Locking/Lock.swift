internal import ExactText
package import Glibc

/// A value that one thread at a time may touch.
///
/// It is a POSIX mutex, and not the `Mutex` of the library Synchronization. That one knows its holder by the number of the thread, which it keeps from
/// before a `fork`: in the child, which is where commands run below their supervisor, it takes the first thread for one of the parent, and whoever has to wait for
/// it ends the program. The thread sanitizer does not look into that library either, and would report as a race what the lock keeps apart.
package struct Lock<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable package init(_ initial: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
  }

  @inlinable deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }
}

// The pointers are touched under the lock alone.
extension Lock: @unchecked Sendable where Value: ~Copyable {}

extension Lock where Value: ~Copyable {
  /// Waits until no other thread holds the value, and runs the body with it.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
