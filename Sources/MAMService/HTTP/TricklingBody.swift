import CMicroHTTPD
import Glibc
import VirtualTime

/// A body that goes out in pieces, with time of the service's own clock between two of them.
final class TricklingBody {
  private let bytes: [UInt8]
  private let pieceLength: Int
  private let pause: VirtualDuration
  let connection: HTTPConnection
  private unowned let server: HTTPServer
  private let clock: OwnClock
  private var position = 0
  /// True once the pause before the next piece is over.
  private var isDue = true
  private var ticket: Int?

  init(
    _ bytes: [UInt8], pieceLength: Int, pause: VirtualDuration, _ connection: HTTPConnection,
    _ server: HTTPServer, _ clock: OwnClock
  ) {
    self.bytes = bytes
    self.pieceLength = max(1, pieceLength)
    self.pause = pause
    self.connection = connection
    self.server = server
    self.clock = clock
  }

  /// The response that reads this body; it keeps the body alive.
  func response() -> OpaquePointer? {
    MHD_create_response_from_callback(
      UInt64.max, pieceLength,
      { context, _, buffer, size in
        Unmanaged<TricklingBody>.fromOpaque(context!).takeUnretainedValue().read(buffer!, size)
      },
      Unmanaged.passRetained(self).toOpaque(),
      { context in Unmanaged<TricklingBody>.fromOpaque(context!).takeRetainedValue().end() })
  }

  private func read(_ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
    guard position < bytes.count else { return mam_mhd_end_of_stream() }
    guard isDue else {
      server.trickling[ObjectIdentifier(self)] = self
      MHD_suspend_connection(connection.handle)
      return 0
    }
    let count = min(size, pieceLength, bytes.count - position)
    bytes.withUnsafeBytes { _ = memcpy(buffer, $0.baseAddress! + position, count) }
    position += count
    if position < bytes.count {
      isDue = false
      ticket = clock.schedule(at: clock.now + pause) { [unowned self] in
        ticket = nil
        isDue = true
        resume()
      }
    }
    return count
  }

  /// Lets the connection go on if it waits for the next piece.
  func resume() {
    guard server.trickling.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
    isDue = true
    forgetTicket()
    server.resume(connection)
  }

  /// Of a body that goes on before its time, or ends, the clock must not know any more.
  private func forgetTicket() {
    if let ticket { clock.cancel(ticket) }
    ticket = nil
  }

  private func end() {
    forgetTicket()
    server.trickling[ObjectIdentifier(self)] = nil
  }
}
