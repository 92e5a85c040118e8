import Glibc

/// How long this thread worked on something; the tests beside it do not count, as they would in real time.
func processorTime(of work: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try work()
  return now() - start
}
