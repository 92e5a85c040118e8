internal import CProcess
internal import ExactText
internal import Glibc
internal import StepProtocol
internal import Synchronization
internal import SystemFiles

/// Makes sure that idle adapters are idle: that none ends, writes something or sends a request.
///
/// A process of which every thread waits without a time limit, for its next message or for another of its threads, can do
/// nothing until a message comes: it is at rest, and that is seen without waiting. Of any other nobody can know what it
/// is about to do, so it is watched for a while.
package enum Stillness {
  private static let hidden = Atomic<Bool>(false)

  /// True once a process was watched only because the kernel does not let this program see what it waits for.
  package static var hasHidden: Bool { hidden.load(ordering: .relaxed) }

  /// Watches processes until all are at rest, something happens, or the time is over.
  ///
  /// What the service tells meanwhile stays with the link.
  ///
  /// - Parameters:
  ///   - processes: adapters that have answered their last message.
  ///   - service: where their requests would go.
  ///   - milliseconds: how long a process is watched that is not at rest; longer by the time in which it waits for a
  ///     processor, up to forty times as long.
  /// - Throws: what a process has done: `exited`, `closed-output`, `partial-line` or `unasked`.
  package static func watch(
    _ processes: [AdapterProcess], _ service: (any ServiceLink)?, milliseconds: Int
  ) throws(ParticipantFailure) {
    var time: SettleTime?
    var rounds = 0
    while true {
      // Rest is looked for first: what a process has done before it came to rest is then seen, however late this thread is.
      let restless = processes.filter { !$0.isAtRest }
      for process in processes { try process.checkStillness() }
      if restless.isEmpty || milliseconds == 0 { return }
      if let time, time.mayBeOver(now: Watchdog.now),
        time.isOver(now: Watchdog.now, load: load(of: processes, service))
      {
        return noteHidden(restless)
      }
      rounds += 1
      // It has only just written its reply, and shares its processor with this thread.
      if rounds <= 8 {
        sched_yield()
        continue
      }
      if time == nil {
        time = SettleTime(
          milliseconds: milliseconds, start: Watchdog.now, begin: load(of: processes, service))
      }
      var entries = restless.flatMap(\.stillnessEntries)
      if let service, service.descriptorNumber >= 0 {
        entries.append(pollfd(fd: service.descriptorNumber, events: Int16(POLLIN), revents: 0))
      }
      // Coming to rest is not an event that could be waited for.
      poll(&entries, nfds_t(entries.count), rounds < 24 ? 1 : 10)
      try service?.read()
      if service?.hasRecords ?? false { return }
    }
  }
}

/// How long processes are watched that may yet do something: a given time in which they could have run.
struct SettleTime {
  /// How long, in milliseconds.
  let milliseconds: Int
  /// When it began, in real milliseconds.
  let start: Int
  /// What the processes had had of the machine's processors then.
  let begin: ProcessorLoad

  /// False as long as the time is not over whatever the processes have had.
  func mayBeOver(now: Int) -> Bool { now - start >= milliseconds }

  /// Decides whether they have been watched long enough.
  func isOver(now: Int, load: ProcessorLoad) -> Bool {
    let elapsed = now - start
    if elapsed >= milliseconds * 40 { return true }
    // A thread that waits for a processor before it begins to sleep wakes later by as much.
    guard elapsed - load.starvation(since: begin, milliseconds: elapsed) >= milliseconds else {
      return false
    }
    // What could run may wait for a processor longer than that; what has had one for as long is busy, not late.
    let hasRun = load.ran - min(begin.ran, load.ran)
    return !load.isRunnable || hasRun >= UInt64(milliseconds) * 1_000_000
  }
}

extension Stillness {
  /// What adapters, and the service that would notice their requests, have had of the machine's processors.
  private static func load(
    of processes: [AdapterProcess], _ service: (any ServiceLink)?
  ) -> ProcessorLoad {
    var sum = ProcessorLoad.of(
      group: processes[0].life.group, and: service?.processIdentifier)
    for process in processes.dropFirst() {
      sum.add(.of(group: process.life.group))
    }
    return sum
  }

  /// Remembers if one of the processes was watched for want of a right of this program, and not for what it does.
  static func noteHidden(_ processes: [AdapterProcess]) {
    guard processes.contains(where: { $0.life.isHidden }) else { return }
    hidden.store(true, ordering: .relaxed)
  }
}

extension AdapterProcess {
  /// True if nothing can happen in the adapter until it is sent something.
  var isAtRest: Bool { life.awaitsInput() }

  /// What tells that something happens to an adapter of which nothing is asked.
  var stillnessEntries: [pollfd] {
    [
      pollfd(fd: life.endNumber, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input.number, events: 0, revents: 0),
      pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Makes sure that an idle adapter lives, keeps its pipes open and has written nothing since its reply.
  func checkStillness() throws(ParticipantFailure) {
    if buffer.hasPartialLine { throw unasked() }
    let entries = entries
    entries[0] = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    entries[1] = pollfd(fd: life.endNumber, events: Int16(POLLIN), revents: 0)
    entries[2] = pollfd(fd: input.number, events: 0, revents: 0)
    entries[3] = pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0)
    guard poll(entries.baseAddress!, 4, 0) > 0 else { return }
    if entries[0].revents != 0, takeOutput() { throw unasked() }
    if entries[3].revents != 0 { drainErrors() }
    // An output that nobody writes to any more, an input that nobody reads any more, or the end.
    if entries[0].revents != 0 || entries[1].revents != 0 || entries[2].revents != 0 {
      throw exited()
    }
  }
}
