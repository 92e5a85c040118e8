import CProcess
internal import ExactText
import Glibc
import MAMDirectory
package import ServiceProtocol
import SystemFiles
package import VirtualTime

/// The memory that the coordinator writes and the service reads: the virtual clock, and the gate of the apps.
///
/// It has up to seven numbers of 64 bits: the time in milliseconds since the epoch, the number of the open gate (0 for
/// none), the process that hosts the app behind that gate (0 if unknown), the activation and its stage, the coordinator's
/// process, and its descriptors of the adapter's input and output. A file of 8 bytes has the time alone, one of 24 has no
/// stage.
package struct SharedPage {
  /// The size of a page with everything, in bytes.
  @inlinable package static var size: Int { 56 }
  /// Where the time is, as an index of the numbers.
  @inlinable package static var timeIndex: Int { 0 }
  /// Where the number of the open gate is.
  @inlinable package static var gateIndex: Int { 1 }
  /// Where the process behind that gate is.
  @inlinable package static var processIndex: Int { 2 }
  /// Where the activation is: four times its number, and its ``ActivationStage``.
  @inlinable package static var activationIndex: Int { 3 }
  /// Where the coordinator's process is.
  @inlinable package static var coordinatorIndex: Int { 4 }
  /// Where the coordinator's descriptor of the adapter's standard input is.
  @inlinable package static var inputIndex: Int { 5 }
  /// Where the coordinator's descriptor of the adapter's standard output is.
  @inlinable package static var outputIndex: Int { 6 }

  private let numbers: UnsafePointer<Int64>
  /// True if the coordinator says which gate is open.
  package let hasGate: Bool
  private let hasStage: Bool

  /// Maps the memory file of a descriptor.
  init(_ descriptor: Int32) throws(CommandError) {
    var info = stat()
    let size = fstat(descriptor, &info) == 0 ? Int(info.st_size) : 0
    hasGate = size >= (SharedPage.processIndex + 1) * 8
    hasStage = size >= SharedPage.size
    guard
      let memory = mmap(
        nil, hasStage ? SharedPage.size : hasGate ? 24 : 8, PROT_READ, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      throw CommandError(
        "cannot map the clock of descriptor \(descriptor): \(SystemError.last)")
    }
    numbers = UnsafePointer(memory.assumingMemoryBound(to: Int64.self))
  }

  private func number(_ index: Int) -> Int { Int(mam_load_acquire(numbers + index)) }

  /// The time now.
  package var now: VirtualInstant { VirtualInstant(milliseconds: number(SharedPage.timeIndex)) }

  /// The number of the open gate; 0 if all are closed.
  package var openGate: Int { hasGate ? number(SharedPage.gateIndex) : 0 }

  /// The process that hosts the app behind the open gate, or behind the one that was open last; 0 if unknown.
  package var process: Int32 {
    hasGate ? pid_t(truncatingIfNeeded: number(SharedPage.processIndex)) : 0
  }

  /// The activation behind the open gate: its number, and how far it has come.
  package var activation: (number: Int, stage: ActivationStage) {
    guard hasStage else { return (0, .unknown) }
    let value = number(SharedPage.activationIndex)
    return (value >> 2, ActivationStage(rawValue: Int64(value & 3)) ?? .unknown)
  }

  /// The coordinator's process, and its descriptors of the input and the output of the adapter behind the open gate.
  package var pipes: (coordinator: Int, input: Int, output: Int) {
    (
      number(SharedPage.coordinatorIndex), number(SharedPage.inputIndex),
      number(SharedPage.outputIndex)
    )
  }
}
