import CProcess
import Glibc
public import VirtualTime

/// Where the service reads the time of a request.
public enum ServiceClock {
  /// The 8 bytes of shared memory that the coordinator writes.
  case shared(UnsafePointer<Int64>)
  /// The machine's clock: only for a service that runs alone.
  case real
  /// Time stands still.
  case fixed(VirtualInstant)

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
    case .fixed(let instant): instant
    case .real:
      {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return VirtualInstant(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
      }()
    }
  }
}
