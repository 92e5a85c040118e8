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
  /// The token whose bearer may do everything; nil for none.
  var administratorToken: String?
  /// Answers a request below `/_mam/`, now or later; nil without a control API.
  var control: ((HTTPRequest, _ respond: @escaping (ServiceResponse) -> Void) -> Void)?
  private var sources: [Int32: () -> Void] = [:]
  /// The connections that wait for the control API.
  private var waiting: [ObjectIdentifier: HTTPConnection] = [:]
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
      { context, connection, _, method, _, upload, size, slot in
        let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        return server.access(connection!, method!, upload, size!, slot!)
      },
      { context, connection, slot, event in
        let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        server.connectionChanged(connection!, slot!, event)
      },
      { _, target, connection in
        let context = mam_mhd_context(connection!)!
        let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
        connection.target = String(cString: target!)
        return nil
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
      var timeout: Int32 = MHD_get_timeout(daemon, &pending) == .YES ? 0 : -1
      if timeout != 0, let due = clock.own?.millisecondsToNext { timeout = Int32(clamping: due) }
      let count = mam_epoll_wait(poll, &ready, Int32(ready.count), timeout)
      clock.own?.runDue()
      for index in 0..<max(0, Int(count)) where !isStopping {
        if let source = sources[ready[index]] {
          source()
        } else if let listener = listeners[ready[index]] {
          accept(on: listener)
        }
      }
    }
    for request in held.keys.sorted() { drop(request) }
    for connection in waiting.values {
      connection.state = .dropped
      MHD_resume_connection(connection.handle)
    }
    waiting = [:]
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
    _ handle: OpaquePointer, _ method: UnsafePointer<CChar>,
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
    case .held, .waiting: return .YES
    case .released(let reply): return send(reply, on: connection)
    case .dropped: return .NO
    }
    let method = String(cString: method)
    switch connection.listener.site {
    case .app(let instance, let host):
      let path = String(connection.target.prefix { $0 != "?" })
      return serve(path, method, instance: instance, host, connection, http: nil)
    case .shared(let host):
      let http = connection.request(method)
      return serve(http.path, method, instance: nil, host, connection, http: http)
    case .everything:
      let http = connection.request(method)
      guard let control, http.path.hasPrefix("/_mam") else {
        return serve(http.path, method, instance: nil, nil, connection, http: http)
      }
      return wait(on: connection) { control(http, $0) }
    }
  }

  /// Lets the control API answer a request, at once or once the connection has been suspended.
  private func wait(
    on connection: HTTPConnection, _ ask: (@escaping (ServiceResponse) -> Void) -> Void
  ) -> MHD_Result {
    var isSuspended = false
    connection.state = .waiting
    ask { [unowned self] response in
      guard case .waiting = connection.state else { return }
      connection.state = .released(Reply(response))
      if isSuspended {
        waiting[ObjectIdentifier(connection)] = nil
        MHD_resume_connection(connection.handle)
      }
    }
    if case .released(let reply) = connection.state { return send(reply, on: connection) }
    isSuspended = true
    waiting[ObjectIdentifier(connection)] = connection
    MHD_suspend_connection(connection.handle)
    return .YES
  }

  private func serve(
    _ path: String, _ method: String, instance: String?, _ host: ServiceHost?,
    _ connection: HTTPConnection, http: HTTPRequest?
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
    } else if operation!.endpoint.isOfApp && method != "POST" {
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
    var request = ServiceRequest(
      endpoint, client: client, bearer: connection.bearer, tenant: tenant,
      body: RequestReader.body(connection.body, of: endpoint), hosts: hosts.urls)
    request.http = http
    request.isAdministrator = administratorToken != nil && request.bearer == administratorToken
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
    switch reply.form {
    case .whole, .chunks:
      return queue(reply.response, connection)
    case .malformed:
      var response = reply.response
      response.content = .text(Reply.malformedBody, mediaType: "application/json")
      return queue(response, connection)
    case .truncated:
      sendHalf(of: reply.response, on: connection)
      return .NO
    }
  }

  /// Writes a head that promises the whole body, and half of the body; the caller ends the connection.
  private func sendHalf(of response: ServiceResponse, on connection: HTTPConnection) {
    let mediaType = write(response.content)
    let head = """
      HTTP/1.1 \(response.status) Truncated\r\nContent-Type: \(mediaType ?? "text/plain")\r\n\
      Content-Length: \(scratch.count)\r\n\r\n
      """
    let bytes = Array(head.utf8) + scratch.prefix(scratch.count / 2)
    Glibc.write(connection.socket, bytes, bytes.count)
  }

  /// Puts the bytes of a body into the scratch space and returns its media type; nil for none.
  private func write(_ content: ServiceResponse.Content) -> String? {
    scratch.removeAll(keepingCapacity: true)
    switch content {
    case .none: return nil
    case .json(let body):
      body.write(to: &scratch)
      return "application/json"
    case .text(let text, let mediaType):
      scratch.append(contentsOf: text.utf8)
      return mediaType
    }
  }

  private func queue(_ answer: ServiceResponse, _ connection: HTTPConnection) -> MHD_Result {
    let mediaType = write(answer.content)
    let response = scratch.withUnsafeBytes {
      MHD_create_response_from_buffer(
        $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    if let mediaType { MHD_add_response_header(response, "Content-Type", mediaType) }
    if let client = connection.client {
      MHD_add_response_header(response, "client-request-id", client)
    }
    if let seconds = answer.retryAfterSeconds {
      MHD_add_response_header(response, "Retry-After", String(seconds))
    }
    for field in answer.headers { MHD_add_response_header(response, field.name, field.value) }
    return MHD_queue_response(connection.handle, UInt32(answer.status), response)
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
