import CProcess
import Conformance
internal import ExactText
import Glibc
import Locking
import Participants
import Synchronization
import SystemFiles

/// Turns SIGINT, SIGTERM, SIGHUP and SIGQUIT into the orderly end of a run; a second one ends the program at once.
///
/// The signals are blocked and taken by a thread of their own, so nothing happens inside a signal handler.
final class InterruptWatch: Sendable {
  private let flag = Atomic<Bool>(false)
  private let hasBegun = Atomic<Bool>(false)
  private let control: RunControl
  private let sender = Lock<String?>(nil)
  /// What is done after a signal, in words.
  private let ending: String

  /// True once a signal came.
  var isInterrupted: Bool { flag.load(ordering: .relaxed) }

  /// Who sent the signal, if it was a program that this run has started: ` by process 12 ("adapter"), ...`; otherwise empty.
  var origin: String { sender.withLock { $0 } ?? "" }

  /// Watches from now on; must be made before other threads are, because they inherit what is blocked.
  ///
  /// - Parameter ending: what is done after a signal, in words.
  init(_ control: RunControl, ending: String = "writing reports") {
    self.control = control
    self.ending = ending
    var signals = InterruptWatch.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    (try? SystemThread { [self] in wait() })?.detach()
  }

  /// The work itself begins. Before that there is nothing to report, so a signal ends the program at once.
  func begin() { hasBegun.store(true, ordering: .releasing) }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGQUIT)
    // Whoever starts a program with nohup wants it to outlive the terminal.
    if mam_is_ignored(SIGHUP) == 0 { sigaddset(&set, SIGHUP) }
    return set
  }

  private func wait() {
    var signals = InterruptWatch.signals
    var number: Int32 = 0
    let process = mam_wait_for_signal(&signals, &number)
    // Before anything is killed: who is gone has no name.
    if let name = Descendants.name(of: process) {
      sender.withLock { $0 = " by \(name), which this run has started" }
    }
    flag.store(true, ordering: .relaxed)
    control.interrupt()
    guard hasBegun.load(ordering: .acquiring) else {
      Output.complain("\ninterrupted\(origin)\n")
      Supervisor.endAtOnce(ExitCode.interrupted)
    }
    Output.complain("\ninterrupted\(origin): \(ending); interrupt again to end at once\n")
    // A run that waits for a participant goes on as soon as that is gone.
    Descendants.killChildren()
    while sigwait(&signals, &number) != 0 {}
    Supervisor.endAtOnce(ExitCode.interrupted)
  }
}
