internal import ExactText

#if SANITIZE_THREAD
  internal import Glibc
#else
  package import Synchronization
#endif

/// A value that one thread at a time may touch.
///
/// It is the `Mutex` of the library Synchronization. In builds of `ci/sanitize thread` it is a POSIX mutex: a `Mutex` that has to wait
/// is locked inside that library, where the sanitizer does not look, so that it reports as a race what the lock keeps apart.
package struct Lock<Value: ~Copyable>: ~Copyable {
  #if SANITIZE_THREAD
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initial: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initial)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }
  #else
    @usableFromInline let mutex: Mutex<Value>

    @inlinable package init(_ initial: consuming sending Value) { mutex = Mutex(initial) }
  #endif
}

#if SANITIZE_THREAD
  // The pointers are touched under the lock alone.
  extension Lock: @unchecked Sendable where Value: ~Copyable {}
#else
  extension Lock: Sendable where Value: ~Copyable {}
#endif

extension Lock where Value: ~Copyable {
  #if SANITIZE_THREAD
    /// Waits until no other thread holds the value, and runs the body with it.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  #else
    /// Waits until no other thread holds the value, and runs the body with it.
    @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  #endif
}
