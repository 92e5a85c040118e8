import CMicroHTTPD
internal import ExactText
import Glibc
import MAMEngine
import VirtualTime

/// A body that goes out in pieces, with time of the service's own clock between two of them.
///
/// The first piece is due at the start, and each of the others at an instant that is fixed from then on:
/// a clock that is moved far makes many due, however slowly the client reads.
final class TricklingBody {
  private let bytes: [UInt8]
  private let pieceLength: Int
  private let pause: VirtualDuration
  let connection: HTTPConnection
  private unowned let server: HTTPServer
  private let clock: StandaloneClock
  private let start: VirtualInstant
  /// How many bytes have gone out.
  private var position = 0
  /// How many pieces are due.
  private var due = 1
  /// The ticket of the next piece.
  private var ticket: Int?
  private var isAbandoned = false

  init(
    _ bytes: [UInt8], pieceLength: Int, pause: VirtualDuration, _ connection: HTTPConnection,
    _ server: HTTPServer, _ clock: StandaloneClock
  ) {
    self.bytes = bytes
    self.pieceLength = max(1, pieceLength)
    self.pause = pause
    self.connection = connection
    self.server = server
    self.clock = clock
    start = clock.now
  }

  /// The response that reads this body; it keeps the body alive.
  func response() -> OpaquePointer? {
    scheduleNext()
    return MHD_create_response_from_callback(
      UInt64.max, pieceLength,
      { context, _, buffer, size in
        Unmanaged<TricklingBody>.fromOpaque(context!).takeUnretainedValue().read(buffer!, size)
      },
      Unmanaged.passRetained(self).toOpaque(),
      { context in Unmanaged<TricklingBody>.fromOpaque(context!).takeRetainedValue().end() })
  }

  private func scheduleNext() {
    guard due * pieceLength < bytes.count else { return }
    let instant = start + VirtualDuration(milliseconds: due * pause.milliseconds)
    ticket = clock.schedule(at: instant) { [unowned self] in
      due += 1
      ticket = nil
      scheduleNext()
      resume()
    }
  }

  private func read(_ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
    if isAbandoned || server.isStopping { return mam_mhd_end_with_error() }
    guard position < bytes.count else { return mam_mhd_end_of_stream() }
    guard position / pieceLength < due else {
      server.trickling[ObjectIdentifier(self)] = self
      MHD_suspend_connection(connection.handle)
      return 0
    }
    // What the client sees as one chunk is never more than one piece.
    let rest = min(pieceLength - position % pieceLength, bytes.count - position)
    let count = min(size, rest)
    bytes.withUnsafeBytes { _ = memcpy(buffer, $0.baseAddress! + position, count) }
    position += count
    return count
  }

  /// Ends the connection without the pieces that it waits for.
  func abandon() {
    isAbandoned = true
    resume()
  }

  /// Lets the connection go on if it waits for a piece.
  private func resume() {
    guard server.trickling.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
    server.resume(connection)
  }

  /// Of a body that has ended the clock must not know any more.
  private func end() {
    if let ticket { clock.cancel(ticket) }
    ticket = nil
    server.trickling[ObjectIdentifier(self)] = nil
  }
}
