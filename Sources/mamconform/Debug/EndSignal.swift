import CProcess
import Conformance
internal import ExactText
import Glibc
import SystemFiles

/// Lets a debugger that a signal ends leave nothing behind: neither what it has started nor its folder.
///
/// The commands without a supervisor need it. Signals are blocked and taken by a thread of their own, so nothing happens
/// inside a signal handler.
enum EndSignal {
  /// Ends the program in good order at SIGTERM, SIGHUP and SIGQUIT; must be called before there is a second thread.
  ///
  /// - Parameter isPerson: true if somebody sits at the terminal: SIGINT then only pauses; otherwise it ends the program too.
  static func watch(isPerson: Bool) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGQUIT)
    // Whoever starts a program with nohup wants it to outlive the terminal.
    if mam_is_ignored(SIGHUP) == 0 { sigaddset(&signals, SIGHUP) }
    if !isPerson { sigaddset(&signals, SIGINT) }
    let watched = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let thread = try? SystemThread {
      var awaited = watched
      var number: Int32 = 0
      while sigwait(&awaited, &number) != 0 {}
      Supervisor.endAtOnce(ExitCode.interrupted)
    }
    // Without a thread nobody would take them.
    guard let thread else {
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      return
    }
    thread.detach()
  }
}
