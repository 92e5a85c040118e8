import CProcess
import Conformance
internal import ExactText
import Glibc
import Participants
import Locking
import SystemFiles

/// The process that stands above a run: it starts no adapter, so that it lives on when the run is killed, and is the one
/// that a shell, a container or a pipeline knows.
///
///     shell -- supervisor -- run -- service, adapters
///
/// Whichever of the two is killed, with SIGKILL too, the other one ends what was started. The supervisor hands on
/// signals, gives the exit code, and reaps orphans as PID 1 of a container. The run has a process group of its own, so
/// that a kill of the supervisor's group leaves it the time to tidy up; and it has no children but its own, because
/// those that a shell had before it became this program stay with the supervisor.
enum Supervisor {
  /// The control group of the run, as far as the run knows of it.
  private static let group = Lock<ControlGroup?>(nil)
  /// Where the run is notified of its control group; -1 once it was, or without a supervisor.
  private static let news = Lock<Int32>(-1)

  /// Splits the program in two: returns in the run; the supervisor ends with the run's exit code.
  ///
  /// Must be called before there is a second thread. Without a second process, the program goes on as it is.
  static func start() {
    let foreign = Descendants.adopt(onlyWithoutForeign: true)
    let own = mam_pidfd_open(getpid())
    var ends: [Int32] = [-1, -1]
    guard own >= 0, mam_pipe(&ends) == 0 else {
      Descendants.adopt()
      return
    }
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    let run = mam_fork()
    if run > 0 {
      close(own)
      close(ends[0])
      setpgid(run, run)
      supervise(run, telling: ends[1], adopts: !foreign)
    }
    close(ends[1])
    if run == 0 {
      setpgid(0, 0)
      ignoreStraySignals()
      watch(own)
      news.withLock { $0 = ends[0] }
    } else {
      close(own)
      close(ends[0])
    }
    Descendants.adopt()
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Has the run ignore what would end or stop it although nobody who means the run sends it: an adapter that signals its
  /// parent neither takes its verdicts away nor makes the run wait for ever. What the run starts gets the usual dispositions.
  ///
  /// Ctrl-Z goes to the supervisor. The run is not a foreground process of its terminal any more; it may write there
  /// nevertheless, and reading from there fails instead of stopping it.
  private static func ignoreStraySignals() {
    let stray = [
      SIGTTOU, SIGTTIN, SIGTSTP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
      SIGSTKFLT,
    ]
    for number in stray { signal(number, SIG_IGN) }
    // The real-time signals, without the two that belong to the C library.
    for number: Int32 in 34...64 { signal(number, SIG_IGN) }
  }

  /// Carries out the run on a thread that was started after the fork.
  ///
  /// The Swift runtime locks each global value while it is made, by the number of the thread, which it keeps from before the
  /// fork. In the child, the first thread would so hold these locks under a number of the parent's: a second thread that
  /// wants the same value at that moment would wait for ever. The first thread therefore does nothing but wait.
  static func runOnFreshThread(_ body: @escaping @Sendable () -> Never) -> Never {
    guard let thread = try? SystemThread({ body() }) else { body() }
    // Signals are for the threads of the run.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    thread.join()
    fatalError("the run ends with the program")
  }

  /// Waits until the run is in its control group, if it gets one: before anything is started.
  static func waitForGroup() {
    let descriptor = news.withLock { number in
      defer { number = -1 }
      return number
    }
    guard descriptor >= 0 else { return }
    let bytes = try? WholeFile.bytes(of: descriptor)
    close(descriptor)
    if let bytes, !bytes.isEmpty {
      let path = String(decoding: bytes, as: UTF8.self)
      group.withLock { $0 = ControlGroup(path: path) }
    }
  }

  // MARK: - The run's side

  /// Has a thread wait for the end of the supervisor, which ends the run too.
  private static func watch(_ supervisor: Int32) {
    let thread = try? SystemThread {
      var entry = pollfd(fd: supervisor, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, -1) < 1 {}
      Supervisor.endAtOnce(128 + SIGKILL)
    }
    thread?.detach()
  }

  /// Ends the run with everything that it has started, without reports: those that are there say that it did not finish.
  static func endAtOnce(_ code: Int32) -> Never {
    RunControl.interruptAll()
    Descendants.endForGood()
    ScratchRoot.removeAll()
    group.withLock { $0?.end() }
    _exit(code)
  }

  /// Goes no further if another thread is ending the run at once: nothing is to be said of what that breaks.
  static func waitIfEnding() {
    while RunControl.isAllInterrupted { pause() }
  }

  // MARK: - The supervisor's side

  private static func supervise(_ run: pid_t, telling news: Int32, adopts: Bool) -> Never {
    // So that killall and pkill, which go by the name, do not kill both at once.
    mam_set_name("mam-supervisor")
    let group = ControlGroup(around: run)
    if let path = group?.path { _ = WholeFile.write(Array(path.utf8), to: news) }
    close(news)
    let status = waitForEnd(of: run, in: group)
    // A run that waits for a debugger reads lines of the terminal, and for that is in its foreground.
    if isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == run {
      tcsetpgrp(STDIN_FILENO, getpgrp())
    }
    group?.end()
    // Without a child nothing was left behind; with one that is not ours, orphans have gone elsewhere.
    if adopts { Descendants.end() }
    let number = status & 0x7F
    guard number != 0 else { exit((status >> 8) & 0xFF) }
    ScratchRoot.sweep()
    if [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(number) {
      // Whoever waits is told how it ended; PID 1 of a container cannot be ended that way.
      signal(number, SIG_DFL)
      var all = sigset_t()
      sigemptyset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      raise(number)
      exit(128 + number)
    }
    Output.complain(
      "\nmamconform: the run was ended by signal \(number) (\(String(cString: strsignal(number)))); "
        + "reports that it was to write say that it did not finish\n")
    exit(ExitCode.internalFault)
  }

  /// Hands on signals until the run has ended, and reaps whatever else ends meanwhile.
  ///
  /// An adapter that stops its run, or freezes it, does not stop the watchdog with it: the run goes on.
  private static func waitForEnd(of run: pid_t, in group: ControlGroup?) -> Int32 {
    var signals = sigset_t()
    sigemptyset(&signals)
    let handedOn = [SIGINT, SIGTERM, SIGQUIT] + (mam_is_ignored(SIGHUP) == 1 ? [] : [SIGHUP])
    for number in handedOn + [SIGCHLD, SIGTSTP] { sigaddset(&signals, number) }
    while true {
      var status: Int32 = 0
      var process = waitpid(-1, &status, WNOHANG | WUNTRACED)
      while process > 0 {
        let isStopped = status & 0xFF == 0x7F
        if process == run, !isStopped { return status }
        if process == run, (status >> 8) & 0xFF == SIGSTOP { kill(run, SIGCONT) }
        process = waitpid(-1, &status, WNOHANG | WUNTRACED)
      }
      // That a group was frozen is no signal.
      group?.thaw()
      var second = timespec(tv_sec: 1, tv_nsec: 0)
      let number = group == nil ? sigwaitinfo(&signals, nil) : sigtimedwait(&signals, nil, &second)
      guard number > 0 else { continue }
      switch number {
      case SIGCHLD: break
      case SIGTSTP:
        kill(run, SIGSTOP)
        raise(SIGSTOP)
        kill(run, SIGCONT)
      default: kill(run, number)
      }
    }
  }
}
