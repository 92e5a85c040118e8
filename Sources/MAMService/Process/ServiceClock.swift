import CProcess
internal import ExactText
import Glibc
public import VirtualTime

/// Where the service reads the time of a request.
public enum ServiceClock {
  /// The 8 bytes of shared memory that the coordinator writes.
  case shared(UnsafePointer<Int64>)
  /// A clock of its own: a service that runs alone.
  case own(OwnClock)

  /// Maps the coordinator's memory file.
  init(descriptor: Int32) throws(CommandError) {
    let size = MemoryLayout<Int64>.size
    guard let memory = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      throw CommandError(
        "cannot map the clock of descriptor \(descriptor): \(String(cString: strerror(errno)))")
    }
    self = .shared(UnsafePointer(memory.assumingMemoryBound(to: Int64.self)))
  }

  /// The time now.
  public var now: VirtualInstant {
    switch self {
    case .shared(let location): VirtualInstant(milliseconds: Int(mam_load_acquire(location)))
    case .own(let clock): clock.now
    }
  }

  /// The clock of a service that runs alone; nil under a coordinator.
  public var own: OwnClock? {
    if case .own(let clock) = self { clock } else { nil }
  }
}
