import CMicroHTTPD
import Glibc

extension HTTPServer {
  /// Closes connections whose clients have ended their side.
  ///
  /// libmicrohttpd does not notice such an end if it comes together with the last bytes, nor on a
  /// suspended connection. It has dealt with those bytes by now; a response goes out in full first.
  func endHungUp() {
    let candidates = hungUp
    hungUp = []
    for connection in candidates where connections[connection.socket] === connection {
      switch connection.state {
      case .held:
        if let number = held.first(where: { $0.value === connection })?.key {
          _ = engine.drop(number, on: self)
        }
      case .waiting:
        connection.state = .dropped
        waiting[ObjectIdentifier(connection)] = nil
        resume(connection)
      case .reading, .released, .dropped:
        if mam_unsent(connection.socket) > 0 {
          hungUp.append(connection)
        } else {
          trickling.values.first { $0.connection === connection }?.resume()
          shutdown(connection.socket, Int32(SHUT_RDWR))
        }
      }
    }
  }
}
