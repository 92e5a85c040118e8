import CMicroHTTPD
import Glibc
import JSONText
import VirtualTime

/// The service's HTTP: listening sockets, connections, and the one loop that serves them.
///
/// Everything runs on the thread that calls ``run()``. libmicrohttpd parses and writes HTTP, but the
/// listening sockets are ours, so that a host can refuse connections and come back on its port.
final class HTTPServer {
  let engine: ServiceEngine
  let clock: ServiceClock
  private(set) var daemon: OpaquePointer! = nil
  let poll: Int32
  var listeners: [Int32: Listener] = [:]
  /// The hosts of each app that has its own.
  var apps: [String: HostSet] = [:]
  /// The hosts of all other apps: only without a coordinator.
  var shared: HostSet?
  /// The connections of held requests by the request's number.
  var held: [Int: HTTPConnection] = [:]
  /// The `client-request-id` of each app's latest request if that ended without a response on a
  /// connection that had been used before: HTTP libraries send such a request once more by themselves.
  var repeatable: [String: String] = [:]
  private var sources: [Int32: () -> Void] = [:]
  private var isStopping = false
  private var accepting: Listener?
  private var scratch: [UInt8] = []

  /// The most connections that are open at the same time.
  static let connectionLimit: UInt32 = 65_536

  init(engine: ServiceEngine, clock: ServiceClock) throws(CommandError) {
    self.engine = engine
    self.clock = clock
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    let context = Unmanaged.passUnretained(self).toOpaque()
    daemon = mam_mhd_start(
      { context, connection, url, method, _, upload, size, slot in
        let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        return server.access(connection!, url!, method!, upload, size!, slot!)
      },
      { context, connection, slot, event in
        let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        server.connectionChanged(connection!, slot!, event)
      },
      context, HTTPServer.connectionLimit)
    guard let daemon, poll >= 0 else { throw CommandError("cannot start the HTTP server") }
    mam_epoll_add(poll, mam_mhd_epoll(daemon))
  }

  // MARK: The loop

  /// Calls the handler whenever the descriptor has input.
  func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) {
    sources[descriptor] = handler
    mam_epoll_add(poll, descriptor)
  }

  /// Ends ``run()`` once the current input is dealt with.
  func stop() { isStopping = true }

  /// Serves until ``stop()``, then closes everything.
  func run() {
    var ready = [Int32](repeating: 0, count: 64)
    while !isStopping {
      MHD_run(daemon)
      var pending: UInt64 = 0
      let timeout: Int32 = MHD_get_timeout(daemon, &pending) == .YES ? 0 : -1
      let count = mam_epoll_wait(poll, &ready, Int32(ready.count), timeout)
      for index in 0..<max(0, Int(count)) where !isStopping {
        if let source = sources[ready[index]] {
          source()
        } else if let listener = listeners[ready[index]] {
          accept(on: listener)
        }
      }
    }
    for request in held.keys.sorted() { drop(request) }
    MHD_run(daemon)
    for listener in listeners.values { listener.close() }
    MHD_stop_daemon(daemon)
    Glibc.close(poll)
  }

  private func accept(on listener: Listener) {
    accepting = listener
    while listener.isListening && mam_mhd_accept(daemon, listener.descriptor) == 1 {}
    accepting = nil
  }

  /// libmicrohttpd has taken over a connection or closed it.
  private func connectionChanged(
    _ handle: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ event: MHD_ConnectionNotificationCode
  ) {
    if event == .CONNECTION_NOTIFY_STARTED {
      let connection = HTTPConnection(handle, on: accepting!)
      connection.listener.add(connection)
      slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let context = slot.pointee {
      let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeRetainedValue()
      connection.listener.remove(connection)
    }
  }

  // MARK: Requests

  /// libmicrohttpd has read a part of a request, or a held request goes on.
  private func access(
    _ handle: OpaquePointer, _ url: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>,
    _ upload: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    let context = mam_mhd_context(handle)!
    let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
    guard slot.pointee != nil else {
      slot.pointee = context
      connection.begin()
      return .YES
    }
    guard size.pointee == 0 else {
      connection.append(UnsafeRawBufferPointer(start: upload, count: size.pointee))
      size.pointee = 0
      return .YES
    }
    switch connection.state {
    case .reading: break
    case .held: return .YES
    case .released(let reply): return send(reply, on: connection)
    case .dropped: return .NO
    }
    let path = String(cString: url)
    let method = String(cString: method)
    switch connection.listener.site {
    case .app(let instance, let host):
      return serve(path, method, instance: instance, host, connection)
    case .shared(let host): return serve(path, method, instance: nil, host, connection)
    case .administration:
      let body = connection.body.isEmpty ? JSON.null : try? JSON(parsing: connection.body[...])
      let request = GraphRequest(method, path, body: body ?? .string("not JSON"))
      let response = engine.administer(request, now: clock.now)
      return queue(
        status: response.status, body: response.body,
        client: connection.header("client-request-id"),
        retryAfterSeconds: nil, on: connection)
    }
  }

  private func serve(
    _ path: String, _ method: String, instance: String?, _ host: ServiceHost,
    _ connection: HTTPConnection
  ) -> MHD_Result {
    let client = connection.header("client-request-id")
    connection.client = client
    if let instance, let ended = repeatable.removeValue(forKey: instance), ended == client {
      repeatable[instance] = ended
      mam_reset(connection.socket)
      return .NO
    }
    let operation = RequestReader.operation(path: path, at: host)
    var refusal: Refusal?
    if operation == nil {
      refusal = Refusal(.notFound, "there is no \(path) at this host")
    } else if method != "POST" {
      refusal = Refusal(.methodNotAllowed, "\(path) takes POST only")
    } else if connection.isBodyTooLong {
      refusal = Refusal(
        .requestTooLarge, "a body has at most \(HTTPConnection.maximumBodyLength) bytes")
    }
    guard let (endpoint, tenant) = operation, refusal == nil else {
      let reply = engine.refuse(
        refusal!, at: operation?.endpoint, client: client, instance: instance ?? "-")
      return send(reply, on: connection)
    }
    guard let hosts = instance.flatMap({ apps[$0] }) ?? shared else { return .NO }
    let request = ServiceRequest(
      endpoint, client: client, bearer: connection.bearer, tenant: tenant,
      body: RequestReader.body(connection.body, of: endpoint), hosts: hosts.urls)
    let name = instance ?? engine.core.instance(of: request) ?? "-"
    switch engine.receive(request, instance: name, now: clock.now) {
    case .send(let reply): return send(reply, on: connection)
    case .hold(let number):
      connection.state = .held
      held[number] = connection
      MHD_suspend_connection(connection.handle)
      return .YES
    case .reset:
      markRepeatable(connection)
      mam_reset(connection.socket)
      return .NO
    }
  }

  /// Remembers a request that ends without a response, if the client's HTTP library would repeat it:
  /// libraries do so when a connection that they kept open dies (RFC 9110, section 9.2.2).
  private func markRepeatable(_ connection: HTTPConnection) {
    guard connection.requests > 1, let client = connection.client,
      case .app(let instance, _) = connection.listener.site
    else { return }
    repeatable[instance] = client
  }

  // MARK: Responses

  private func send(_ reply: Reply, on connection: HTTPConnection) -> MHD_Result {
    let response = reply.response
    switch reply.form {
    case .whole:
      return queue(
        status: response.status, body: response.body, client: connection.client,
        retryAfterSeconds: response.retryAfterSeconds, on: connection)
    case .malformed:
      return queue(
        status: response.status, bytes: Array(Reply.malformedBody.utf8), client: connection.client,
        retryAfterSeconds: response.retryAfterSeconds, on: connection)
    case .truncated:
      sendHalf(of: response, on: connection)
      return .NO
    }
  }

  /// Writes a head that promises the whole body, and half of the body; the caller ends the connection.
  private func sendHalf(of response: ServiceResponse, on connection: HTTPConnection) {
    let body = Array(response.body.text.utf8)
    let head = """
      HTTP/1.1 \(response.status) Truncated\r\nContent-Type: application/json\r\n\
      Content-Length: \(body.count)\r\n\r\n
      """
    let bytes = Array(head.utf8) + body.prefix(body.count / 2)
    Glibc.write(connection.socket, bytes, bytes.count)
  }

  private func queue(
    status: Int, body: JSON?, client: String?, retryAfterSeconds: Int?,
    on connection: HTTPConnection
  ) -> MHD_Result {
    scratch.removeAll(keepingCapacity: true)
    body?.write(to: &scratch)
    return queue(
      status: status, bytes: scratch, client: client, retryAfterSeconds: retryAfterSeconds,
      on: connection)
  }

  private func queue(
    status: Int, bytes: [UInt8], client: String?, retryAfterSeconds: Int?,
    on connection: HTTPConnection
  ) -> MHD_Result {
    let response = bytes.withUnsafeBytes {
      MHD_create_response_from_buffer(
        $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, "Content-Type", "application/json")
    if let client { MHD_add_response_header(response, "client-request-id", client) }
    if let retryAfterSeconds {
      MHD_add_response_header(response, "Retry-After", String(retryAfterSeconds))
    }
    return MHD_queue_response(connection.handle, UInt32(status), response)
  }

  // MARK: Held requests

  /// Lets a held request go on: libmicrohttpd asks for it again.
  private func resume(_ request: Int, as state: HTTPConnection.State) {
    guard let connection = held.removeValue(forKey: request) else { return }
    connection.state = state
    MHD_resume_connection(connection.handle)
  }

  func send(_ reply: Reply, to request: Int) { resume(request, as: .released(reply)) }

  func drop(_ request: Int) {
    if let connection = held[request] { markRepeatable(connection) }
    resume(request, as: .dropped)
  }
}
