internal import CProcess
internal import ExactText
internal import Glibc
internal import Locking
internal import SystemFiles
internal import Wording

/// Processes that an adapter started and left behind, also those that left its process group.
///
/// A process whose parent has ended comes to this program, so that none can hide by a fork or a session of its own.
/// Dead ones are reaped after each case; living ones are ended with the run, because an adapter may have something run
/// beside it for several cases. Children that this program has not started, such as those of a shell that became this
/// program by `exec`, are left alone.
package enum Descendants {
  /// Rounds of looking for more; a process that forks for ever is not waited for.
  private static let maximumRounds = 100
  /// How long killed processes may take to end, in milliseconds: they need a processor for it, on a machine that may have
  /// too much to do.
  private static let patience = 10_000
  /// The same if some of them could not be killed, because they are another user's or have ended by themselves.
  private static let patienceWithOthers = 2000
  /// The children that this program had before it started any.
  private static let foreign = Lock<Set<pid_t>>([])

  /// Makes this process the parent of every orphan among its descendants, and remembers the children that are there.
  ///
  /// - Parameter onlyWithoutForeign: true not to become it beside children that this program has not started: theirs
  ///   could not be told from its own.
  /// - Returns: true if there are such children.
  @discardableResult
  package static func adopt(onlyWithoutForeign: Bool = false) -> Bool {
    let children = ProcessTable().children(of: getpid()).map(\.process)
      .filter { !ChildRegistry.shared.contains($0) }
    foreign.withLock { $0 = Set(children) }
    if children.isEmpty || !onlyWithoutForeign { _ = mam_become_subreaper() }
    return !children.isEmpty
  }

  /// Reaps orphans that have ended; one system call if there are none.
  ///
  /// - Returns: how many were reaped.
  @discardableResult
  package static func reap() -> Int {
    var info = siginfo_t()
    guard waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0, mam_child_of(&info) != 0
    else { return 0 }
    var count = 0
    // Not while a process is started that nobody knows yet: it may have ended already.
    ChildRegistry.shared.tryWithoutStarts {
      for entry in children() where entry.isDead {
        guard !ChildRegistry.shared.contains(entry.process) else { continue }
        if waitpid(entry.process, nil, WNOHANG) > 0 { count += 1 }
      }
    }
    return count
  }

  /// Ends and reaps every descendant of this process that it did not find when it began.
  ///
  /// For the end of a run, when every process that the run knows of has been reaped. All are stopped before the first
  /// one is killed: a process that starts another one when it sees one die does not come to it.
  /// - Returns: how many were ended.
  @discardableResult
  package static func end() -> Int {
    // Without a child there is no descendant.
    var info = siginfo_t()
    if waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0, errno == ECHILD { return 0 }
    var count = 0
    var hopeless = foreign.withLock { $0 }
    for _ in 0..<maximumRounds {
      let found = stopAll(except: hopeless)
      if found.isEmpty { break }
      var isKilled = true
      for entry in found where !signal(entry, SIGKILL) { isKilled = false }
      let left = reapAll(
        found.map(\.process), within: isKilled ? patience : patienceWithOthers)
      count += found.count - left.count
      // What this program may not kill, such as a program of another user, must not keep it here for ever.
      hopeless.formUnion(left)
    }
    return count
  }

  /// SIGKILL to every child of this process and its group; each participant leads a group of its own.
  package static func killChildren() {
    let excluded = foreign.withLock { $0 }
    for child in children() where !excluded.contains(child.process) {
      kill(-child.process, SIGKILL)
      _ = signal(child, SIGKILL)
    }
  }

  /// What to call a process that this program has started, or something that it has started: `process 12 ("adapter")`; nil
  /// for any other.
  package static func name(of process: Int32) -> String? {
    guard process > 1, process != getpid(), Tracer.descends(process, from: getpid()) else {
      return nil
    }
    let bytes = (try? WholeFile.bytes("/proc/\(process)/comm")) ?? nil
    guard let bytes else { return "process \(process)" }
    return "process \(process) (\"\(Excerpt.text(bytes.prefix { $0 != 0x0A }))\")"
  }

  /// Ends everything at once, and lets nothing be started any more: for a program that is about to end itself.
  package static func endForGood() {
    ChildRegistry.shared.close()
    end()
  }

  /// Stops descendants until no more come, and gives all of them.
  private static func stopAll(except excluded: Set<pid_t>) -> [ProcessTable.Entry] {
    var stopped: [pid_t: ProcessTable.Entry] = [:]
    var dead: [pid_t: ProcessTable.Entry] = [:]
    for _ in 0..<maximumRounds {
      let found = ProcessTable().descendants(of: getpid(), except: excluded)
      var isNew = false
      for entry in found {
        if entry.isDead {
          if entry.parent == getpid() { dead[entry.process] = entry }
        } else if stopped[entry.process]?.start != entry.start {
          isNew = true
          stopped[entry.process] = entry
          _ = signal(entry, SIGSTOP)
        }
      }
      if !isNew { break }
    }
    return stopped.merging(dead) { $1 }.values.sorted { $0.process < $1.process }
  }

  /// Sends a signal to a descendant; false if it is gone, even if another process has its number by now.
  static func signal(_ entry: ProcessTable.Entry, _ number: Int32) -> Bool {
    let watcher = mam_pidfd_open(entry.process)
    guard watcher >= 0 else { return false }
    defer { close(watcher) }
    // Whoever has the number now is behind the pidfd for good, and was started when the one that was found was.
    guard ProcessTable.entry(of: entry.process)?.start == entry.start else { return false }
    return mam_pidfd_signal(watcher, number) == 0
  }

  /// Reaps what was killed, which comes to this process one generation after the other; gives what does not end.
  private static func reapAll(_ processes: [pid_t], within milliseconds: Int) -> Set<pid_t> {
    var left = Set(processes)
    let watchdog = Watchdog(milliseconds: milliseconds)
    while !left.isEmpty, !watchdog.isOver {
      for process in left.sorted() {
        // No child (any more): its parent has reaped it, or has yet to end.
        let result = waitpid(process, nil, WNOHANG)
        if result == process || (result < 0 && ProcessTable.entry(of: process) == nil) {
          left.remove(process)
        }
      }
      if !left.isEmpty { poll(nil, 0, 1) }
    }
    return left
  }

  /// The children of this process, from the kernel's own lists if it keeps them.
  private static func children() -> [ProcessTable.Entry] {
    guard let numbers = ProcessTable.childNumbers(of: getpid()) else {
      return ProcessTable().children(of: getpid())
    }
    return numbers.compactMap(ProcessTable.entry)
  }
}
