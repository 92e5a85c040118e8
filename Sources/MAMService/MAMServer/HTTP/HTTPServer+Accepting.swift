import CMicroHTTPD
internal import ExactText
import Glibc
import MAMEngine
import VirtualTime

extension HTTPServer {
  /// Takes every connection that waits at a listening socket.
  func accept(on listener: Listener) {
    accepting = listener
    defer { accepting = nil }
    var address = sockaddr_storage()
    var length = socklen_t()
    while listener.isListening {
      let descriptor = mam_accept(listener.descriptor, &address, &length)
      if descriptor == -2 { pause(listener) }
      guard descriptor >= 0 else { return }
      // Asked only now: faults count connections that are there.
      if let daemon = daemon(for: listener) {
        mam_mhd_add(daemon.handle, descriptor, &address, length)
      } else {
        failHandshake(descriptor)
      }
    }
  }

  /// Lets connections wait in the queue while there are no descriptors for them, and looks again later.
  private func pause(_ listener: Listener) {
    mam_epoll_remove(poll, listener.descriptor)
    let later = wallClock.now + VirtualDuration(milliseconds: HTTPServer.pauseMilliseconds)
    wallClock.schedule(at: later) { [unowned self, weak listener] in
      if let listener, listener.isListening { mam_epoll_add(poll, listener.descriptor) }
    }
  }

  /// What serves a connection that has come; nil if its handshake is to fail.
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

  /// Ends a connection with a TLS alert.
  ///
  /// The socket stays until the client has closed it: closing it while the client's greeting is unread
  /// would reset the connection, and the client might never see the alert.
  private func failHandshake(_ descriptor: Int32) {
    // RFC 8446, section 6: a fatal alert handshake_failure in a record of its own.
    let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
    write(descriptor, alert, alert.count)
    shutdown(descriptor, Int32(SHUT_WR))
    // A client that never closes is treated as one that does nothing.
    let end = wallClock.now + VirtualDuration(milliseconds: Int(HTTPServer.idleSeconds) * 1000)
    let ticket = wallClock.schedule(at: end) { [unowned self] in
      forget(descriptor)
      Glibc.close(descriptor)
    }
    watch(descriptor) { [unowned self] in
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 || (count < 0 && errno == EAGAIN) { return }
      wallClock.cancel(ticket)
      forget(descriptor)
      Glibc.close(descriptor)
    }
  }

  /// libmicrohttpd has taken over a connection or closed it.
  func connectionChanged(
    _ handle: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ event: MHD_ConnectionNotificationCode
  ) {
    if event == .CONNECTION_NOTIFY_STARTED {
      let connection = HTTPConnection(handle, on: accepting!, bodies)
      connection.listener.add(connection)
      checkPeer(of: connection)
      if clock.own != nil {
        connections[connection.socket] = connection
        mostConnections = max(mostConnections, connections.count)
        mam_epoll_add_hangup(poll, connection.socket)
      }
      slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let context = slot.pointee {
      let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeRetainedValue()
      connection.listener.remove(connection)
      if connections[connection.socket] === connection { connections[connection.socket] = nil }
      // What thousands of connections took is not kept for the next thousands.
      if mostConnections >= 500, connections.count <= mostConnections / 8 {
        mostConnections = connections.count
        mam_give_back_free_blocks()
      }
    }
  }
}
