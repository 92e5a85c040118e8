internal import CProcess
internal import ExactText
internal import Glibc
internal import VirtualTime

/// The virtual clock as a page of memory that the coordinator writes and the service reads.
///
/// A page costs no message: the coordinator stores the time before it wakes an app, so every request
/// that the app then makes is handled at that instant.
final class ClockPage {
  let descriptor: Descriptor
  private let page: UnsafeMutablePointer<Int64>

  /// A page of eight bytes in a memory file.
  init() throws(ParticipantFailure) {
    let number = mam_memfd("mamconform-clock")
    guard number >= 0 else { throw Descriptor.systemFailure("memfd_create") }
    descriptor = Descriptor(number)
    guard ftruncate(number, 8) == 0,
      let address = mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0),
      address != MAP_FAILED
    else { throw Descriptor.systemFailure("mmap") }
    page = address.assumingMemoryBound(to: Int64.self)
  }

  deinit { munmap(page, 8) }

  /// Sets the time that the service sees from now on.
  func store(_ now: VirtualInstant) { mam_store_release(page, Int64(now.milliseconds)) }
}
