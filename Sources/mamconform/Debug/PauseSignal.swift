import Debugger
internal import ExactText
import Glibc

/// Lets Ctrl-C stop a running case, instead of ending the program; a second one ends it after all.
enum PauseSignal {
  /// Does something during which the first SIGINT only pauses.
  static func whileMoving(_ body: () -> Void) {
    // Also so that a handler finds it made.
    DebugSession.interrupt(false)
    let before = signal(SIGINT) { _ in
      guard DebugSession.interrupt(true) else { return }
      _ = signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
    body()
    _ = signal(SIGINT, before)
    DebugSession.interrupt(false)
  }
}
