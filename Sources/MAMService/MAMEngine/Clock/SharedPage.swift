import CProcess
internal import ExactText
import Glibc
import MAMDirectory
import SystemFiles
package import VirtualTime

/// The memory that the coordinator writes and the service reads: the virtual clock, and the gate of the apps.
///
/// It has up to three numbers of 64 bits: the time in milliseconds since the epoch, the number of the open gate (0 for
/// none), and the process that hosts the app behind that gate (0 if unknown). A file of 8 bytes has the time alone.
package struct SharedPage {
  /// The size of a page with everything, in bytes.
  @inlinable package static var size: Int { 24 }
  /// Where the time is, as an index of the numbers.
  @inlinable package static var timeIndex: Int { 0 }
  /// Where the number of the open gate is.
  @inlinable package static var gateIndex: Int { 1 }
  /// Where the process behind that gate is.
  @inlinable package static var processIndex: Int { 2 }

  private let numbers: UnsafePointer<Int64>
  /// True if the coordinator says which gate is open.
  package let hasGate: Bool

  /// Maps the memory file of a descriptor.
  init(_ descriptor: Int32) throws(CommandError) {
    var info = stat()
    hasGate = fstat(descriptor, &info) == 0 && info.st_size >= SharedPage.size
    guard
      let memory = mmap(nil, hasGate ? SharedPage.size : 8, PROT_READ, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      throw CommandError(
        "cannot map the clock of descriptor \(descriptor): \(SystemError.last)")
    }
    numbers = UnsafePointer(memory.assumingMemoryBound(to: Int64.self))
  }

  /// The time now.
  package var now: VirtualInstant {
    VirtualInstant(milliseconds: Int(mam_load_acquire(numbers + SharedPage.timeIndex)))
  }

  /// The number of the open gate; 0 if all are closed.
  package var openGate: Int { hasGate ? Int(mam_load_acquire(numbers + SharedPage.gateIndex)) : 0 }

  /// The process that hosts the app behind the open gate, or behind the one that was open last; 0 if unknown.
  package var process: Int32 {
    guard hasGate else { return 0 }
    return pid_t(truncatingIfNeeded: mam_load_acquire(numbers + SharedPage.processIndex))
  }
}
