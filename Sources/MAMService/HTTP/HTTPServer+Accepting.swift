import CMicroHTTPD
import Glibc

extension HTTPServer {
  func accept(on listener: Listener) {
    accepting = listener
    while listener.isListening {
      guard let daemon = daemon(for: listener) else {
        guard failHandshake(on: listener) else { break }
        continue
      }
      guard mam_mhd_accept(daemon.handle, listener.descriptor) == 1 else { break }
    }
    accepting = nil
  }

  /// What serves the next connection; nil if its handshake is to fail.
  private func daemon(for listener: Listener) -> HTTPDaemon? {
    guard listener.isSecure else { return daemons[0] }
    switch engine.connectionFault(listener.site.host, now: clock.now) {
    case nil: return secure
    case .tlsFailure: return nil
    case .certificateExpired:
      if expired == nil, let certificate = try? makeExpired() {
        expired = try? HTTPDaemon(of: self, certificate)
        if let expired { try? add(expired) }
      }
      return expired
    }
  }

  /// Ends the next connection with a TLS alert; false if there is none.
  ///
  /// The socket stays until the client has closed it: closing it while the client's greeting is unread
  /// would reset the connection, and the client might never see the alert.
  private func failHandshake(on listener: Listener) -> Bool {
    let descriptor = mam_accept(listener.descriptor)
    guard descriptor >= 0 else { return false }
    // RFC 8446, section 6: a fatal alert handshake_failure in a record of its own.
    let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
    write(descriptor, alert, alert.count)
    shutdown(descriptor, Int32(SHUT_WR))
    watch(descriptor) { [unowned self] in
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 || (count < 0 && errno == EAGAIN) { return }
      forget(descriptor)
      Glibc.close(descriptor)
    }
    return true
  }

  /// libmicrohttpd has taken over a connection or closed it.
  func connectionChanged(
    _ handle: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ event: MHD_ConnectionNotificationCode
  ) {
    if event == .CONNECTION_NOTIFY_STARTED {
      let connection = HTTPConnection(handle, on: accepting!)
      connection.listener.add(connection)
      if clock.own != nil {
        connections[connection.socket] = connection
        mam_epoll_add_hangup(poll, connection.socket)
      }
      slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let context = slot.pointee {
      let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeRetainedValue()
      connection.listener.remove(connection)
      if connections[connection.socket] === connection { connections[connection.socket] = nil }
    }
  }
}
