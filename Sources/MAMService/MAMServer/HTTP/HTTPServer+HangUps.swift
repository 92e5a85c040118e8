import CMicroHTTPD
internal import ExactText
import Glibc
import MAMEngine

extension HTTPServer {
  /// Closes connections whose clients have ended their side, once every request that came before has its
  /// answer. Only what waits for something else to happen ends without one: held requests, questions to
  /// the journal, pieces of a body that are not due yet.
  ///
  /// libmicrohttpd does not notice such an end if it comes together with the last bytes, nor on a
  /// suspended connection.
  ///
  /// - Returns: how long the loop can wait before the next look, in milliseconds; nil for ever.
  func endHungUp() -> Int? {
    guard !hungUp.isEmpty else { return nil }
    let candidates = hungUp
    hungUp = []
    for var candidate in candidates {
      let connection = candidate.connection
      guard connections[connection.socket] === connection else { continue }
      switch connection.state {
      case .held:
        if let number = held.first(where: { $0.value === connection })?.key {
          _ = engine.drop(number, on: self)
        }
      case .waiting:
        connection.state = .dropped
        waiting.removeValue(forKey: ObjectIdentifier(connection))?.forget()
        resume(connection)
      case .reading, .released, .dropped:
        let body = trickling.values.first { $0.connection === connection }
        if candidate.isOver(isSuspended: body != nil) {
          body?.abandon()
          shutdown(connection.socket, Int32(SHUT_RDWR))
        } else {
          hungUp.append(candidate)
        }
      }
    }
    guard !hungUp.isEmpty else { return nil }
    return hungUp.allSatisfy(\.isMoving) ? HTTPServer.hangUpMilliseconds : 0
  }
}
