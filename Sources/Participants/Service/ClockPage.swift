internal import CProcess
internal import ExactText
internal import Glibc
internal import MAMEngine
internal import ServiceProtocol
internal import VirtualTime

/// The virtual clock and the gate of the apps, as a page of memory that the coordinator writes and the service reads; and
/// behind it records that the service writes and the coordinator reads.
///
/// A page costs no message: the coordinator stores the time and opens the gate before it wakes an app, so every
/// request that the app then makes is handled at that instant, and closes the gate as soon as it has the app's reply.
final class ClockPage {
  let descriptor: Descriptor
  private let page: UnsafeMutablePointer<Int64>
  private var openGate = 0
  private var activation: Int64 = 0
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
    store(Int64(getpid()), at: SharedPage.coordinatorIndex)
  }

  deinit { munmap(page, SharedRecords.fileSize) }

  /// Sets the time that the service sees from now on.
  func store(_ now: VirtualInstant) {
    store(Int64(now.milliseconds), at: SharedPage.timeIndex)
  }

  /// Opens one gate and closes all others; one that is open already stays open for the same activation.
  ///
  /// - Parameters:
  ///   - process: the process whose requests are expected; 0 if none is known.
  ///   - pipes: the pipes by which the service can see whether the app is active; nil if they do not show it.
  func open(gate: Int, process: pid_t, pipes: AdapterPipes?) {
    if openGate != gate { activation += 1 }
    openGate = gate
    store(Int64(pipes?.input ?? -1), at: SharedPage.inputIndex)
    store(Int64(pipes?.output ?? -1), at: SharedPage.outputIndex)
    store(Int64(process), at: SharedPage.processIndex)
    note(pipes == nil ? .unknown : .transfer)
    store(Int64(gate), at: SharedPage.gateIndex)
  }

  /// Notes how far the activation has come.
  func note(_ stage: ActivationStage) {
    store(activation << 2 | stage.rawValue, at: SharedPage.activationIndex)
  }

  /// Closes every gate.
  func closeGate() {
    openGate = 0
    store(0, at: SharedPage.gateIndex)
  }

  private func store(_ value: Int64, at index: Int) { mam_store_release(page + index, value) }
}
