internal import CProcess
internal import ExactText
internal import Glibc
internal import Participants
internal import SystemFiles

/// How busy the processors are, and how long a worker and its processes have waited for theirs.
///
/// Two samples make a window. The kernel counts for every thread how long it has run and how long it
/// could have run but had to wait. A worker and its processes take turns: while they have a processor
/// for themselves they wait for each other, less than they run (measured: 0.3 to 0.75 of it). With one
/// other busy process on it they wait 1.5 to 2 times as long as they run.
struct ProcessorSample: Equatable {
  /// What a thread, or all threads of a process, have done since they started, in nanoseconds.
  struct Times: Equatable {
    var running: Int
    var waiting: Int
  }

  /// The calling thread and the children that it has started, by process ID.
  var group: [Int: Times] = [:]
  /// For every processor its idle and its whole time since the machine started, in ticks.
  var processors: [Int: (idle: Int, whole: Int)] = [:]

  static func == (left: ProcessorSample, right: ProcessorSample) -> Bool {
    left.group == right.group
      && left.processors.mapValues { [$0.idle, $0.whole] }
        == right.processors.mapValues { [$0.idle, $0.whole] }
  }

  /// True if the group has waited for others in the window from an earlier sample to this one.
  func hasWaited(since earlier: ProcessorSample) -> Bool {
    var (running, waiting) = (0, 0)
    for (identifier, times) in group {
      let before = earlier.group[identifier] ?? Times(running: 0, waiting: 0)
      // A process ID may be another process by now; what it has done is then all in the window. So it is, once, if a
      // thread has ended and has taken what it had done with it.
      let isSame = before.running <= times.running && before.waiting <= times.waiting
      running += times.running - (isSame ? before.running : 0)
      waiting += times.waiting - (isSame ? before.waiting : 0)
    }
    return waiting > ProcessorSample.leastWaiting && waiting * 10 > running * 12
  }

  /// Waiting that is not worth a look, in nanoseconds.
  private static let leastWaiting = 50_000_000

  /// The processors that were idle for at least half of the window, the idlest first.
  func idle(since earlier: ProcessorSample) -> [Int] {
    var shares: [(processor: Int, share: Double)] = []
    for (processor, times) in processors {
      guard let before = earlier.processors[processor], times.whole > before.whole else { continue }
      let share = Double(times.idle - before.idle) / Double(times.whole - before.whole)
      if share >= 0.5 { shares.append((processor, share)) }
    }
    return shares.sorted { ($1.share, $0.processor) < ($0.share, $1.processor) }.map(\.processor)
  }
}

extension ProcessorSample {
  /// A sample of the calling thread and its children; without what the system does not tell.
  static func now() -> ProcessorSample {
    var load = ProcessorSample()
    load.read(stat: WholeFile.systemText("/proc/stat"))
    load.group[0] = Times(schedule: WholeFile.systemText("/proc/thread-self/schedstat"))
    for word in WholeFile.systemText("/proc/thread-self/children").split(separator: " ") {
      guard let identifier = Int(word) else { continue }
      var (ran, waited): (UInt64, UInt64) = (0, 0)
      var runnable: Int32 = 0
      guard mam_process_times(pid_t(identifier), &ran, &waited, &runnable) == 0 else { continue }
      load.group[identifier] = Times(running: Int(ran), waiting: Int(waited))
    }
    return load
  }

  /// Reads the lines of `/proc/stat` that begin with `cpu` and a number: user, nice, system, idle,
  /// iowait, irq, softirq, steal.
  mutating func read(stat: String) {
    for line in stat.split(separator: "\n") {
      guard line.hasPrefix("cpu") else { break }
      let words = line.dropFirst(3).split(separator: " ")
      guard line.dropFirst(3).first != " ", words.count > 4, let processor = Int(words[0]) else {
        continue
      }
      let times = words.dropFirst().prefix(8).compactMap { Int($0) }
      guard times.count > 4 else { continue }
      processors[processor] = (times[3] + times[4], times.reduce(0, +))
    }
  }
}

extension ProcessorSample.Times {
  /// Reads the three numbers of a `schedstat` file; nil if there is none.
  init?(schedule: String) {
    let words = schedule.split { $0 == " " || $0 == "\n" }
    guard words.count == 3, let running = Int(words[0]), let waiting = Int(words[1]) else {
      return nil
    }
    self.init(running: running, waiting: waiting)
  }
}
