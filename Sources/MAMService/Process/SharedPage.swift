import CProcess
internal import ExactText
import Glibc
public import VirtualTime

/// The memory that the coordinator writes and the service reads: the virtual clock, and the gate of the apps.
///
/// It has up to three numbers of 64 bits: the time in milliseconds since the epoch, the number of the open gate (0 for
/// none), and the process that hosts the app behind that gate (0 if unknown). A file of 8 bytes has the time alone.
public struct SharedPage {
  private let numbers: UnsafePointer<Int64>
  /// True if the coordinator says which gate is open.
  let hasGate: Bool

  /// Maps the memory file of a descriptor.
  init(_ descriptor: Int32) throws(CommandError) {
    var info = stat()
    let count = fstat(descriptor, &info) == 0 ? min(Int(info.st_size), 24) / 8 : 1
    hasGate = count == 3
    guard
      let memory = mmap(nil, hasGate ? 24 : 8, PROT_READ, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      throw CommandError(
        "cannot map the clock of descriptor \(descriptor): \(String(cString: strerror(errno)))")
    }
    numbers = UnsafePointer(memory.assumingMemoryBound(to: Int64.self))
  }

  /// The time now.
  public var now: VirtualInstant {
    VirtualInstant(milliseconds: Int(mam_load_acquire(numbers)))
  }

  /// The number of the open gate; 0 if all are closed.
  var openGate: Int { hasGate ? Int(mam_load_acquire(numbers + 1)) : 0 }

  /// The process that hosts the app behind the open gate, or behind the one that was open last; 0 if unknown.
  var process: pid_t { hasGate ? pid_t(truncatingIfNeeded: mam_load_acquire(numbers + 2)) : 0 }
}
