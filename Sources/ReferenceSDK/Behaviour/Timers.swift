internal import ExactText
internal import VirtualTime

/// What an occasion, such as a launch, does to something that is due later.
package enum TimerRule: Sendable {
  /// It keeps its time.
  case keeps
  /// It falls due at once.
  case fallsDue
  /// Its interval starts again.
  case startsAnew

  /// When something is due after the occasion.
  func time(
    _ due: VirtualInstant, now: VirtualInstant, interval: @autoclosure () -> VirtualDuration
  ) -> VirtualInstant {
    switch self {
    case .keeps: due
    case .fallsDue: min(due, now)
    case .startsAnew: now + interval()
    }
  }
}

/// By which clock an SDK knows when something is due (OQ-86).
package enum TimerClock: Sendable {
  /// By elapsed time, whatever the clock of the device says.
  case elapsedTime
  /// By the clock of the device.
  case device
  /// By elapsed time while the app lives, by the clock of the device while it is dead.
  case deviceWhileDead
}
