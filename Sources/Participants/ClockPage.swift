internal import CProcess
internal import ExactText
internal import Glibc
internal import MAMEngine
internal import VirtualTime

/// The virtual clock and the gate of the apps, as a page of memory that the coordinator writes and the service reads; and
/// behind it records that the service writes and the coordinator reads.
///
/// A page costs no message: the coordinator stores the time and opens the gate before it wakes an app, so every
/// request that the app then makes is handled at that instant, and closes the gate as soon as it has the app's reply.
final class ClockPage {
  let descriptor: Descriptor
  private let page: UnsafeMutablePointer<Int64>
  /// The records that the service leaves there.
  let records: SharedRecords

  /// A page in a memory file, with every gate closed.
  init() throws(ParticipantFailure) {
    let number = mam_memfd("mamconform-clock")
    guard number >= 0 else { throw Descriptor.systemFailure("memfd_create") }
    descriptor = Descriptor(number)
    guard ftruncate(number, off_t(SharedRecords.fileSize)) == 0,
      let address = mmap(
        nil, SharedRecords.fileSize, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0),
      address != MAP_FAILED
    else { throw Descriptor.systemFailure("mmap") }
    page = address.assumingMemoryBound(to: Int64.self)
    records = SharedRecords(memory: address)
  }

  deinit { munmap(page, SharedRecords.fileSize) }

  /// Sets the time that the service sees from now on.
  func store(_ now: VirtualInstant) {
    mam_store_release(page + SharedPage.timeIndex, Int64(now.milliseconds))
  }

  /// Opens one gate and closes all others.
  ///
  /// - Parameter process: the process whose requests are expected; 0 if none is known.
  func open(gate: Int, process: pid_t) {
    mam_store_release(page + SharedPage.processIndex, Int64(process))
    mam_store_release(page + SharedPage.gateIndex, Int64(gate))
  }

  /// Closes every gate.
  func closeGate() { mam_store_release(page + SharedPage.gateIndex, 0) }
}
