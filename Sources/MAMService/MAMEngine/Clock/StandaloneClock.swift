internal import ExactText
import Glibc
import MAMDirectory
import MAMWire
package import Storage
import SystemFiles
package import VirtualTime

/// The clock of a service that runs alone, and what is due on it.
///
/// A virtual clock stands still until somebody moves it; a real one follows the machine's clock, and
/// can be moved too. Owned by one thread.
package final class StandaloneClock {
  /// Where the time comes from; the raw value is the word on the command line.
  package enum Mode: String, CaseIterable, Sendable {
    /// The machine's clock, plus what the clock has been moved by.
    case real
    /// The control API alone.
    case virtual
  }

  private struct Due {
    let instant: VirtualInstant
    let ticket: Int
    let action: () -> Void
  }

  /// Where the time comes from.
  package let mode: Mode
  /// Virtual: the instant, in milliseconds since the epoch. Real: how far the machine's clock is behind.
  private var base: Int
  private var due: [Due] = []
  private var lastTicket = 0
  /// What is to happen when the clock has been moved, beside what is due: windows of fault rules begin
  /// and end.
  package var moved: () -> Void = {}

  /// A virtual clock that stands at an instant.
  package init(at instant: VirtualInstant) {
    mode = .virtual
    base = instant.milliseconds
  }

  /// A clock that follows the machine's.
  package init() {
    mode = .real
    base = 0
  }

  /// The time now.
  package var now: VirtualInstant {
    VirtualInstant(milliseconds: mode == .virtual ? base : WallClock.sinceEpoch + base)
  }

  /// The last instant that the clock may be moved to, so that four digits of the year can tell its time
  /// from then on: the end of the year 9999, and of the year 9998 for a real clock, which goes on.
  package var latest: VirtualInstant {
    let last = VirtualInstant(milliseconds: ISO8601.writable.upperBound)
    return mode == .virtual ? last : last + VirtualDuration.days(-365)
  }

  /// Does something once the clock has come to an instant; at the same instant first come, first served.
  ///
  /// - Returns: a ticket for ``cancel(_:)``.
  @discardableResult
  package func schedule(at instant: VirtualInstant, _ action: @escaping () -> Void) -> Int {
    lastTicket += 1
    var (place, end) = (0, due.count)
    while place < end {
      let middle = (place + end) / 2
      if due[middle].instant <= instant { place = middle + 1 } else { end = middle }
    }
    due.insert(Due(instant: instant, ticket: lastTicket, action: action), at: place)
    return lastTicket
  }

  /// Forgets what was to be done; a ticket that is spent is not an error.
  package func cancel(_ ticket: Int) { due.removeAll { $0.ticket == ticket } }

  /// Moves the clock, forwards or backwards, and does what became due on the way, each at its instant.
  ///
  /// - Returns: how many things became due.
  @discardableResult
  package func set(to instant: VirtualInstant) -> Int {
    var count = 0
    while let first = due.first, first.instant <= instant {
      due.removeFirst()
      if first.instant > now { move(to: first.instant) }
      first.action()
      count += 1
    }
    move(to: instant)
    moved()
    return count
  }

  /// Where a reset puts the clock: a virtual one where it began, a real one to the machine's time.
  package func beginning(_ start: VirtualInstant) -> VirtualInstant {
    mode == .virtual ? start : VirtualInstant(milliseconds: WallClock.sinceEpoch)
  }

  /// Puts the clock where it began, and does what is due by then.
  package func putBack(to start: VirtualInstant) {
    set(to: beginning(start))
    // Not a millisecond beside the machine's.
    if mode == .real { base = 0 }
  }

  /// What is to be kept of a clock that has been put back.
  package func kept(atBeginning start: VirtualInstant) -> StateStore.Kept {
    mode == .virtual ? kept(at: start) : StateStore.Kept(name: "clock.real", value: "0")
  }

  private func move(to instant: VirtualInstant) { base = base(at: instant) }

  private func base(at instant: VirtualInstant) -> Int {
    mode == .virtual ? instant.milliseconds : instant.milliseconds - WallClock.sinceEpoch
  }

  /// What is to be kept of a clock that is moved to an instant, so that it goes on after a restart: the
  /// instant of a virtual one, by how much a real one has been moved.
  package func kept(at instant: VirtualInstant) -> StateStore.Kept {
    StateStore.Kept(name: "clock.\(mode.rawValue)", value: String(base(at: instant)))
  }

  /// Goes on where a clock of the same mode has stopped; a virtual one without that where it is.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package func resume(from store: StateStore) throws(StorageError) -> Bool {
    guard let value = try store.kept("clock.\(mode.rawValue)"), let kept = Int(value) else {
      return false
    }
    guard abs(kept) < ISO8601.writable.upperBound else {
      throw store.unreadable("the clock's time \(value) is unreadable")
    }
    base = kept
    guard 0...latest.milliseconds ~= now.milliseconds else {
      throw store.unreadable("the clock's time \(value) is unreadable")
    }
    return true
  }

  /// Does what has become due by itself; on a virtual clock that is only what was due when it was
  /// scheduled.
  package func runDue() {
    while let first = due.first, first.instant <= now {
      due.removeFirst()
      first.action()
    }
  }

  /// How long the machine may wait until something is due, in milliseconds; nil if nothing will be.
  package var millisecondsToNext: Int? {
    guard let first = due.first else { return nil }
    let span = max(0, first.instant.milliseconds - now.milliseconds)
    return mode == .real || span == 0 ? span : nil
  }
}
