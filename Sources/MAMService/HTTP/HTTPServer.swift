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
  /// Real time: for what people or machines wait for.
  let wallClock = OwnClock()
  /// Everything that parses and writes HTTP, the one without TLS first.
  private var daemons: [HTTPDaemon] = []
  /// Serves TLS with the good certificate; nil without HTTPS.
  var secure: HTTPDaemon?
  /// Makes the daemon that shows an expired certificate, when it is needed first.
  var makeExpired: () throws(CommandError) -> ServerCertificate = { () throws(CommandError) in
    throw CommandError("there is no certificate authority to sign an expired certificate")
  }
  private var expired: HTTPDaemon?
  let poll: Int32
  var listeners: [Int32: Listener] = [:]
  /// The hosts of each app that has its own.
  var apps: [String: HostSet] = [:]
  /// The hosts of all other apps: only without a coordinator.
  var shared: HostSet?
  /// The same with TLS.
  var sharedSecure: HostSet?
  /// The connections of held requests by the request's number.
  var held: [Int: HTTPConnection] = [:]
  /// The `client-request-id` of each app's latest request if that ended without a response on a
  /// connection that had been used before: HTTP libraries send such a request once more by themselves.
  var repeatable: [String: String] = [:]
  /// The IPv4 address of every port.
  var address = "127.0.0.1"
  /// The token whose bearer may do everything; nil for none.
  var administratorToken: String?
  /// Answers a request below `/_mam/`, now or later; nil without a control API.
  var control: ((HTTPRequest, _ respond: @escaping (ServiceResponse) -> Void) -> Void)?
  private var sources: [Int32: () -> Void] = [:]
  /// The connections that wait for the control API.
  private var waiting: [ObjectIdentifier: HTTPConnection] = [:]
  /// The bodies that go out in pieces, by connection.
  var trickling: [ObjectIdentifier: TricklingBody] = [:]
  /// The connections by socket: only without a coordinator, who ends connections himself.
  private var connections: [Int32: HTTPConnection] = [:]
  /// The connections whose clients have ended their side, and that are to be closed.
  private var hungUp: [HTTPConnection] = []
  private var isStopping = false
  /// True if a connection goes on that libmicrohttpd has not looked at yet.
  private var hasResumed = false
  private var accepting: Listener?
  var scratch: [UInt8] = []
  var policyTexts = PolicyTexts()
  /// The latest second that a `Date` was written for, and the text.
  var latestDate: (second: Int, text: String)?

  /// How long a connection may do nothing, in seconds of real time: only in a service that runs alone.
  static let idleSeconds: UInt32 = 120
  /// How long to wait before a connection is looked at again whose client has hung up.
  static let hangUpMilliseconds = 20
  /// The most connections that are open at the same time.
  static let connectionLimit: UInt32 = 65_536

  init(engine: ServiceEngine, clock: ServiceClock) throws(CommandError) {
    self.engine = engine
    self.clock = clock
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    engine.transport = self
    guard poll >= 0 else { throw CommandError("cannot start the HTTP server") }
    try add(try HTTPDaemon(of: self, nil))
  }

  /// Serves HTTPS too, with a certificate.
  func serveTLS(_ certificate: ServerCertificate) throws(CommandError) {
    secure = try HTTPDaemon(of: self, certificate)
    try add(secure!)
  }

  private func add(_ daemon: HTTPDaemon) throws(CommandError) {
    daemons.append(daemon)
    mam_epoll_add(poll, daemon.poll)
  }

  // MARK: The loop

  /// Calls the handler whenever the descriptor has input.
  func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) {
    sources[descriptor] = handler
    mam_epoll_add(poll, descriptor)
  }

  private func forget(_ descriptor: Int32) {
    sources[descriptor] = nil
    mam_epoll_remove(poll, descriptor)
  }

  /// Ends ``run()`` once the current input is dealt with.
  func stop() { isStopping = true }

  /// Serves until ``stop()``, then closes everything.
  func run() {
    var ready = [Int32](repeating: 0, count: 64)
    while !isStopping {
      var wait = Int.max
      for daemon in daemons { wait = min(wait, daemon.run() ?? .max) }
      wait = min(wait, clock.own?.millisecondsToNext ?? .max, wallClock.millisecondsToNext ?? .max)
      if hasResumed {
        hasResumed = false
        wait = 0
      }
      if !hungUp.isEmpty {
        endHungUp()
        wait = min(wait, HTTPServer.hangUpMilliseconds)
      }
      let timeout = wait == .max ? -1 : Int32(clamping: wait)
      let count = mam_epoll_wait(poll, &ready, Int32(ready.count), timeout)
      clock.own?.runDue()
      wallClock.runDue()
      for index in 0..<max(0, Int(count)) where !isStopping {
        if let source = sources[ready[index]] {
          source()
        } else if let listener = listeners[ready[index]] {
          accept(on: listener)
        } else if let connection = connections[ready[index]] {
          hungUp.append(connection)
        }
      }
    }
    for request in held.keys.sorted() { drop(request) }
    for connection in waiting.values {
      connection.state = .dropped
      resume(connection)
    }
    waiting = [:]
    for body in trickling.values { body.resume() }
    for daemon in daemons { _ = daemon.run() }
    for listener in listeners.values { listener.close() }
    for daemon in daemons { daemon.stop() }
    // What is called by the loop knows the server, which would keep the state file open otherwise.
    sources = [:]
    control = nil
    Glibc.close(poll)
  }

  /// Closes connections whose clients have ended their side.
  ///
  /// libmicrohttpd does not notice such an end if it comes together with the last bytes, nor on a
  /// suspended connection. It has dealt with those bytes by now; a response goes out in full first.
  private func endHungUp() {
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

  private func accept(on listener: Listener) {
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

  // MARK: Requests

  /// libmicrohttpd has read a part of a request, or a held request goes on.
  func access(
    _ handle: OpaquePointer, _ method: UnsafePointer<CChar>,
    _ upload: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    let context = mam_mhd_context(handle)!
    let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
    guard slot.pointee != nil else {
      slot.pointee = context
      connection.begin(bodyLimit: bodyLimit(of: connection))
      return .YES
    }
    guard size.pointee == 0 else {
      connection.append(UnsafeRawBufferPointer(start: upload, count: size.pointee))
      size.pointee = 0
      return connection.isBodyEndless ? .NO : .YES
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
      guard let control, connection.isForControl else {
        return serve(http.path, method, instance: nil, nil, connection, http: http)
      }
      guard !connection.isBodyTooLong else {
        return send(Reply(ControlError.tooLarge(connection.bodyLimit).response), on: connection)
      }
      return wait(on: connection) { control(http, $0) }
    }
  }

  /// True for the bearer of the administrator's token.
  private func isAdministrator(_ bearer: String?) -> Bool {
    guard let administratorToken, let bearer else { return false }
    return ControlAPI.isSame(bearer, administratorToken)
  }

  /// The longest body that a request may have; only somebody who may ask the control API may send it
  /// more than others are sent.
  private func bodyLimit(of connection: HTTPConnection) -> Int {
    guard control != nil, connection.isForControl,
      administratorToken == nil || isAdministrator(connection.bearer)
    else { return HTTPConnection.maximumBodyLength }
    return HTTPConnection.maximumControlBodyLength
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
        resume(connection)
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
    let client =
      http.map { $0.header("client-request-id") } ?? connection.header("client-request-id")
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
        refusal!, at: operation?.endpoint, http: http, client: client, instance: instance ?? "-",
        now: clock.now)
      return send(reply, on: connection)
    }
    let alone = connection.listener.isSecure ? sharedSecure : shared
    guard let hosts = instance.flatMap({ apps[$0] }) ?? alone else { return .NO }
    var request = ServiceRequest(
      endpoint, client: client, bearer: http.map(\.bearer) ?? connection.bearer, tenant: tenant,
      body: RequestReader.body(connection.body, of: endpoint), hosts: hosts.urls)
    request.http = http
    request.isAdministrator = isAdministrator(request.bearer)
    switch engine.receive(request, instance: instance, now: clock.now) {
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

  // MARK: Held requests

  /// Lets a suspended connection go on.
  ///
  /// libmicrohttpd sees to it the next time it runs, and neither says that it wants to run nor makes its
  /// descriptor readable: the loop has to go round once more.
  func resume(_ connection: HTTPConnection) {
    hasResumed = true
    MHD_resume_connection(connection.handle)
  }

  /// Lets a held request go on: libmicrohttpd asks for it again.
  private func resume(_ request: Int, as state: HTTPConnection.State) {
    guard let connection = held.removeValue(forKey: request) else { return }
    connection.state = state
    resume(connection)
  }

  func send(_ reply: Reply, to request: Int) { resume(request, as: .released(reply)) }

  func drop(_ request: Int) {
    if let connection = held[request] { markRepeatable(connection) }
    resume(request, as: .dropped)
  }
}
