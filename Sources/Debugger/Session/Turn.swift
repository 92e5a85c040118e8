internal import ExactText
internal import Glibc

/// The word, which one thread gives to another; it counts, so that what was given before anybody waits is not lost.
///
/// Sound because semaphores are made for several threads.
package final class Turn: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// A word that nobody has given yet.
  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Gives the word, once more.
  package func give() { sem_post(semaphore) }

  /// Waits for the word, and takes it.
  package func take() {
    while sem_wait(semaphore) != 0 {}
  }
}
