import CProcess
internal import ExactText
import Glibc
package import StepProtocol

/// The records that nobody waits for, in memory that the service writes and the coordinator reads.
///
/// A line on the control channel wakes the coordinator amid an app's activation, only to let it wait on. A record whose
/// response leaves at once is needed when the app has replied, so it is put here before the response leaves, and found
/// when the coordinator looks. What the coordinator has to act upon at once (a response that is held, a request of an
/// idle app) goes over the channel, as does everything for which there is no room here.
///
/// Behind the numbers of ``SharedPage`` there are, each on a cache line of its own: how many bytes the service has written
/// since the memory was made; how many lines it has begun to write to the channel, or -1 for a service that does not
/// count them; how many bytes the coordinator has read. From byte 4096 on there is a ring of ``capacity`` bytes.
package final class SharedRecords {
  /// The room for records, in bytes.
  @inlinable package static var capacity: Int { 1 << 18 }
  /// The size of the memory file with the numbers of ``SharedPage``, in bytes.
  @inlinable package static var fileSize: Int { 4096 + capacity }

  private let memory: UnsafeMutableRawPointer
  private var written: UnsafeMutablePointer<Int64> { number(at: 64) }
  private var lines: UnsafeMutablePointer<Int64> { number(at: 128) }
  private var read: UnsafeMutablePointer<Int64> { number(at: 192) }
  private var ring: UnsafeMutableRawPointer { memory + 4096 }

  private func number(at offset: Int) -> UnsafeMutablePointer<Int64> {
    (memory + offset).assumingMemoryBound(to: Int64.self)
  }

  /// The records in memory that somebody has mapped: at the coordinator, for as long as the memory stays mapped.
  package init(memory: UnsafeMutableRawPointer) {
    self.memory = memory
    forget()
  }

  /// Maps the coordinator's memory file, at the service; nil if it has no room for records.
  package init?(descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_size >= SharedRecords.fileSize,
      let memory = mmap(
        nil, SharedRecords.fileSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { return nil }
    self.memory = memory
    mam_store_release(lines, 0)
  }

  // MARK: At the service

  /// Writes a line with its line feed; false if there is no room for it.
  package func write(_ line: [UInt8]) -> Bool {
    let start = Int(mam_load_acquire(written))
    guard start - Int(mam_load_acquire(read)) + line.count <= SharedRecords.capacity else {
      return false
    }
    let place = start % SharedRecords.capacity
    let first = min(line.count, SharedRecords.capacity - place)
    line.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      memcpy(ring + place, base, first)
      memcpy(ring, base + first, bytes.count - first)
    }
    mam_store_release(written, Int64(start + line.count))
    return true
  }

  /// Counts a line that is about to be written to the control channel.
  package func countLine() { mam_store_release(lines, mam_load_acquire(lines) + 1) }

  // MARK: At the coordinator

  /// How many lines the service has begun to write to the control channel; nil if it does not count them.
  package var lineCount: Int? {
    let count = Int(mam_load_acquire(lines))
    return count < 0 ? nil : count
  }

  /// Takes out what has come since the last time; false if nothing has.
  package func take(into buffer: inout LineBuffer) -> Bool {
    let start = Int(mam_load_acquire(read))
    // No more than there is room for, whatever the other side has written.
    let count = min(Int(mam_load_acquire(written)) - start, SharedRecords.capacity)
    guard count > 0 else { return false }
    let place = start % SharedRecords.capacity
    let first = min(count, SharedRecords.capacity - place)
    buffer.append(UnsafeRawBufferPointer(start: ring + place, count: first))
    if first < count {
      buffer.append(UnsafeRawBufferPointer(start: ring, count: count - first))
    }
    mam_store_release(read, Int64(start + count))
    return true
  }

  /// Forgets what nobody has taken, and whether lines are counted: before another service starts.
  package func forget() {
    mam_store_release(read, mam_load_acquire(written))
    mam_store_release(lines, -1)
  }
}
