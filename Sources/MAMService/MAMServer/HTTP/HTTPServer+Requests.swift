import CMicroHTTPD
internal import ExactText
import JSONText
import MAMCrypto
import MAMEngine
import MAMRules
import MAMSignIn
import MAMWire
import VirtualTime

extension HTTPServer {
  /// libmicrohttpd has read a part of a request, or a held request goes on.
  func access(
    _ handle: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>,
    _ upload: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    let context = mam_mhd_context(handle)!
    let connection = Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
    connection.steps += 1
    guard slot.pointee != nil else {
      slot.pointee = context
      connection.begin(bodyLimit: bodyLimit(of: connection))
      // Now, since libmicrohttpd would look for the end of such a body until the connection ends.
      if hostGuard != nil, let coding = connection.header("Transfer-Encoding"),
        let refusal = RequestFraming.refusal(ofCoding: coding)
      {
        return send(Reply(refusal), on: connection)
      }
      return .YES
    }
    guard size.pointee == 0 else {
      connection.append(UnsafeRawBufferPointer(start: upload, count: size.pointee))
      size.pointee = 0
      return connection.isBodyEndless ? .NO : .YES
    }
    // A connection must not be suspended any more.
    guard !isStopping else { return .NO }
    switch connection.state {
    case .reading: break
    case .held, .waiting: return .YES
    case .released(let reply): return send(reply, on: connection)
    case .dropped: return .NO
    }
    let method = String(cString: method)
    switch connection.listener.site {
    case .app(let instance, let host):
      let target = connection.target
      let path =
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
      if let reply = refusal(path, instance, host, connection) {
        return send(reply, on: connection)
      }
      return serve(path, method, instance: instance, host, connection, http: nil)
    case .shared(let host):
      let http = connection.request(method, String(cString: version))
      if let refusal = hostGuard?.refusal(of: http) { return send(Reply(refusal), on: connection) }
      return serve(http.path, method, instance: nil, host, connection, http: http)
    case .everything:
      let http = connection.request(method, String(cString: version))
      if let refusal = hostGuard?.refusal(of: http) { return send(Reply(refusal), on: connection) }
      guard let control, ControlAPI.serves(http.path) else {
        if let page = welcome(http) { return send(Reply(page), on: connection) }
        return serve(http.path, method, instance: nil, nil, connection, http: http)
      }
      guard !connection.isBodyTooLong else {
        return send(Reply(ControlError.tooLarge(connection.bodyLimit).response), on: connection)
      }
      guard !connection.isBodyCrowdedOut else {
        return send(Reply(ControlError.crowded.response), on: connection)
      }
      return wait(on: connection) { control(http, $0) }
    }
  }

  /// True for the bearer of the administrator's token.
  private func isAdministrator(_ bearer: String?) -> Bool {
    guard let administratorToken, let bearer else { return false }
    return Secret.isSame(bearer, administratorToken)
  }

  /// The longest body that a request may have; only somebody who may ask the control API may send it
  /// more than others are sent.
  private func bodyLimit(of connection: HTTPConnection) -> Int {
    guard control != nil, connection.isForControl,
      access.mayBeLong(
        connection.target, header: connection.header("x-mamconform-control"),
        bearer: connection.bearer)
    else { return HTTPConnection.maximumBodyLength }
    return HTTPConnection.maximumControlBodyLength
  }

  /// Lets the control API answer a request, at once or once the connection has been suspended.
  private func wait(
    on connection: HTTPConnection, _ ask: (@escaping (ServiceResponse) -> Void) -> (() -> Void)?
  ) -> MHD_Result {
    connection.state = .waiting
    let forget = ask { [unowned self] response in
      guard case .waiting = connection.state else { return }
      connection.state = .released(Reply(response))
      if waiting.removeValue(forKey: ObjectIdentifier(connection)) != nil { resume(connection) }
    }
    if case .released(let reply) = connection.state { return send(reply, on: connection) }
    waiting[ObjectIdentifier(connection)] = (connection, forget ?? {})
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
    if method == "OPTIONS", let http, let operation,
      let answer = CrossOrigin.preflight(
        http, at: operation.endpoint, isTrusted: engine.core.signIn.isTrusted)
    {
      // The browser's own question: no request of the client, which rules and the journal are about.
      return send(Reply(answer), on: connection)
    }
    var refusal: Refusal?
    if operation == nil {
      refusal = Refusal(.notFound, "there is no \(access.withoutSecret(path)) at this host")
    } else if operation!.endpoint.isOfApp && method != "POST" {
      refusal = Refusal(.methodNotAllowed, "\(path) takes POST only")
    } else if connection.isBodyTooLong {
      refusal = Refusal(
        .requestTooLarge, "a body has at most \(HTTPConnection.maximumBodyLength) bytes")
    } else if connection.isBodyCrowdedOut {
      refusal = Refusal(
        .serviceUnavailable, "the bodies of other requests take all the available memory")
    }
    if operation == nil, host == nil, instance == nil, let http, !connection.isBodyTooLong,
      !connection.isBodyCrowdedOut,
      let disposition = engine.receiveStub(http, client: client, now: clock.now)
    {
      return carryOut(disposition, on: connection)
    }
    // A service that runs alone lets a request that it refuses at once meet the faults of its operation.
    guard let (endpoint, tenant) = operation, refusal == nil || instance == nil else {
      let reply = engine.refuse(
        refusal!, at: operation?.endpoint, http: http, client: client, instance: instance ?? "-",
        now: clock.now)
      return send(reply, on: connection)
    }
    let alone = connection.listener.isSecure ? sharedSecure : shared
    guard let hosts = instance.flatMap({ apps[$0] }) ?? alone else { return .NO }
    var request = ServiceRequest(
      endpoint, client: client, bearer: connection.bearer, tenant: tenant,
      body: RequestReader.body(connection.body, of: endpoint), hosts: hosts.urls)
    if endpoint == .locate, let http { request.hosts = hosts.urls(for: http) }
    request.http = http
    request.refusal = refusal
    request.isAdministrator = isAdministrator(request.bearer)
    return carryOut(engine.receive(request, instance: instance, now: clock.now), on: connection)
  }

  /// Does with a request what the engine has decided.
  private func carryOut(_ disposition: Disposition, on connection: HTTPConnection) -> MHD_Result {
    switch disposition {
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
  func markRepeatable(_ connection: HTTPConnection) {
    guard connection.requests > 1, let client = connection.client,
      case .app(let instance, _) = connection.listener.site
    else { return }
    repeatable[instance] = client
  }
}
