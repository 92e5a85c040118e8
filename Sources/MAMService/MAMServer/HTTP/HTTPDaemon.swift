import CMicroHTTPD
internal import ExactText
import MAMDirectory
import MAMEngine

/// One daemon of libmicrohttpd: without TLS, or with one certificate.
final class HTTPDaemon {
  let handle: OpaquePointer
  /// The descriptor that becomes readable when there is work.
  let poll: Int32

  /// A daemon that asks a server about connections and requests.
  ///
  /// - Parameter certificate: nil for no TLS.
  init(of server: HTTPServer, _ certificate: ServerCertificate?) throws(CommandError) {
    let context = Unmanaged.passUnretained(server).toOpaque()
    let access: MHD_AccessHandlerCallback = {
      context, connection, _, method, version, upload, size, slot in
      let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
      return server.access(connection!, method!, version!, upload, size!, slot!)
    }
    let change: MHD_NotifyConnectionCallback = { context, connection, slot, event in
      let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
      server.connectionChanged(connection!, slot!, event)
    }
    let target:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
      ) -> UnsafeMutableRawPointer? = { _, target, connection in
        let context = mam_mhd_context(connection!)!
        let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
        connection.target = String(cString: target!)
        return nil
      }
    // A coordinator's apps are idle for as long as it likes.
    let timeout = server.clock.own == nil ? 0 : HTTPServer.idleSeconds
    let started: OpaquePointer? =
      if let certificate {
        mam_mhd_start_tls(
          access, change, target, context, HTTPServer.connectionLimit, timeout, certificate.chain,
          certificate.key)
      } else {
        mam_mhd_start(
          access, change, target, context, HTTPServer.connectionLimit, timeout)
      }
    guard let started else { throw CommandError("cannot start the HTTP server") }
    handle = started
    poll = mam_mhd_epoll(started)
  }

  /// Does what there is to do.
  ///
  /// - Returns: how long the daemon can wait then for more, in milliseconds; nil for ever.
  func run() -> Int? {
    var pending: UInt64 = 0
    // After a request libmicrohttpd mostly wants to look once more at its connection: at once, not after the loop has
    // asked for other work.
    for _ in 0..<2 {
      MHD_run(handle)
      guard MHD_get_timeout(handle, &pending) == .YES else { return nil }
      if pending > 0 { break }
    }
    return Int(clamping: pending)
  }

  /// Closes every connection.
  func stop() { MHD_stop_daemon(handle) }
}
