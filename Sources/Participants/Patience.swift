internal import CProcess
internal import ExactText
internal import Glibc
internal import SystemFiles

/// How long one waits for a participant: the watchdog's real time, but none that the participant could not use.
///
/// On a loaded machine a process that could run may wait for a processor longer than it takes to answer. What the
/// kernel says of that is looked at once in a while, never in an ordinary activation, and added to the patience,
/// which ends at ten times the watchdog's time in any case.
struct Patience {
  /// What is found when one looks.
  enum Finding { case goOn, silent, caseIsOver }

  /// How often the patience may become as long again.
  static let mostExtensions = 9

  private var start: Int
  private let milliseconds: Int
  private var caseEnd: Int?
  private var granted = 0
  private var last: (load: ProcessorLoad, at: Int)?
  private var next: Int
  /// When one has looked last.
  private var lastLook: Int

  /// Patience from now on.
  ///
  /// - Parameters:
  ///   - milliseconds: the watchdog's time; 0 for ever.
  ///   - caseEnd: when the case is over whatever happens; nil for never.
  init(milliseconds: Int, caseEnd: Int? = nil, now: Int = Watchdog.now) {
    start = now
    lastLook = now
    self.milliseconds = milliseconds
    self.caseEnd = caseEnd
    next = Int.max
    next = nextLook(after: now)
  }

  /// The timeout for poll(2): milliseconds until the next look, -1 for ever.
  var timeout: Int32 { next == .max ? -1 : Int32(clamping: max(0, next - Watchdog.now)) }

  /// True if it is time to look.
  var isDue: Bool { next != .max && Watchdog.now >= next }

  /// Decides whether to go on waiting.
  ///
  /// - Parameter load: what the kernel says of the processes that are waited for.
  mutating func look(now: Int = Watchdog.now, at load: @autoclosure () -> ProcessorLoad) -> Finding
  {
    lastLook = now
    if let caseEnd, now >= caseEnd { return .caseIsOver }
    guard milliseconds > 0 else {
      next = nextLook(after: now)
      return .goOn
    }
    let load = load()
    if let last {
      granted += load.starvation(since: last.load, milliseconds: now - last.at)
      granted = min(granted, Patience.mostExtensions * milliseconds)
    }
    last = (load, now)
    guard now < start + milliseconds + granted else { return .silent }
    next = nextLook(after: now)
    return .goOn
  }

  /// Takes the time since the last look for none, because a debugger holds the participant.
  ///
  /// - Returns: how long that was, in milliseconds.
  mutating func excuse(now: Int = Watchdog.now) -> Int {
    let excused = now - lastLook
    lastLook = now
    start += excused
    caseEnd = caseEnd.map { $0 + excused }
    last = nil
    next = nextLook(after: now)
    return excused
  }

  private func nextLook(after now: Int) -> Int {
    guard milliseconds > 0 else { return caseEnd ?? .max }
    let interval = max(20, min(1000, milliseconds / 4))
    return min(start + milliseconds + granted, now + interval, caseEnd ?? .max)
  }
}

/// What processes have had of the machine's processors.
struct ProcessorLoad: Equatable {
  /// How long their threads have run, in nanoseconds.
  var ran: UInt64 = 0
  /// How long their threads have waited for a processor though they could run, in nanoseconds.
  var waited: UInt64 = 0
  /// True if one of them runs or could run.
  var isRunnable = false

  /// Adds what others have had.
  mutating func add(_ other: ProcessorLoad) {
    ran += other.ran
    waited += other.waited
    isRunnable = isRunnable || other.isRunnable
  }

  /// How much of an interval the processes could not use for want of a processor, in milliseconds.
  func starvation(since earlier: ProcessorLoad, milliseconds: Int) -> Int {
    // The kernel counts the waiting of a thread only when it ends.
    if isRunnable, earlier.isRunnable, ran == earlier.ran { return milliseconds }
    guard waited > earlier.waited else { return 0 }
    return min(milliseconds, Int((waited - earlier.waited) / 1_000_000))
  }

  /// The load of the processes of a group and of one more, as `/proc` tells it; nothing if it does not.
  static func of(group: pid_t, and other: pid_t? = nil) -> ProcessorLoad {
    var load = ProcessorLoad()
    var list = [pid_t](repeating: 0, count: 32_768)
    let count = mam_process_list(&list, Int32(list.count))
    for process in list[..<Int(max(0, count))] {
      var entry = mam_process()
      guard mam_process_read(process, &entry) == 0, entry.group == group || process == other
      else { continue }
      var (ran, waited): (UInt64, UInt64) = (0, 0)
      var runnable: Int32 = 0
      guard mam_process_times(process, &ran, &waited, &runnable) == 0 else { continue }
      load.ran += ran
      load.waited += waited
      if runnable > 0 { load.isRunnable = true }
    }
    return load
  }
}
