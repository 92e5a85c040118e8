internal import ExactText

/// A bound of real time, which can only end what hangs; it never moves virtual time.
package struct Watchdog: Sendable {
  private let end: Int

  /// A bound that many milliseconds from now.
  package init(milliseconds: Int) { end = Watchdog.now + milliseconds }

  /// Milliseconds left, at least 0: the timeout for poll(2).
  package var remaining: Int32 { Int32(clamping: max(0, end - Watchdog.now)) }

  /// True once the time is over.
  package var isOver: Bool { Watchdog.now >= end }

  /// ``WallClock/wholeMilliseconds``.
  package static var now: Int { WallClock.wholeMilliseconds }
}
