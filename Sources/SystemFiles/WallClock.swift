internal import ExactText
internal import Glibc

/// Real time: only for reports, patience, and a service that runs alone. It never reaches a history.
package enum WallClock {
  /// Milliseconds since an arbitrary moment, with their fraction.
  package static var milliseconds: Double {
    let time = read(CLOCK_MONOTONIC)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Whole milliseconds since an arbitrary moment.
  package static var wholeMilliseconds: Int { whole(read(CLOCK_MONOTONIC)) }

  /// Processor time that the calling thread has used, in whole milliseconds.
  package static var ofThread: Int { whole(read(CLOCK_THREAD_CPUTIME_ID)) }

  /// Whole milliseconds since the Unix epoch, by the machine's clock.
  package static var sinceEpoch: Int { whole(read(CLOCK_REALTIME)) }

  private static func whole(_ time: timespec) -> Int {
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
