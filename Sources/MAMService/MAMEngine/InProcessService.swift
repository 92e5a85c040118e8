internal import ExactText
package import JSONText
package import MAMDirectory
package import MAMRules
package import MAMWire
package import Storage
package import VirtualTime

/// The mock service as an object: the same rules, faults, holds and records without HTTP.
///
///     let service = try InProcessService()
///     _ = service.control(["id": 1, "do": "attach", "instance": "phone/mail"], now: now)
///     switch service.perform(ServiceRequest(.locate, body: ["identity": "ana@contoso.com"]),
///       instance: "phone/mail", now: now)
///     {
///     case .response(let response): print(response.status)
///     case .held(let request): print("request \(request) waits")
///     case .failure(let failure): print(failure)
///     case .malformed(let status): print("\(status), without JSON")
///     }
package final class InProcessService {
  /// What an app sees of a request.
  package enum Outcome: Sendable, Equatable {
    /// The response.
    case response(ServiceResponse)
    /// No response yet; ask ``InProcessService/outcome(of:)`` for it.
    case held(Int)
    /// The request failed below HTTP, or its response broke off.
    case failure(Failure)
    /// A response of that status whose body is not JSON.
    case malformed(status: Int)
  }

  /// Why there is no whole response.
  package enum Failure: String, Sendable {
    /// Nobody listens at the host.
    case refused
    /// The connection was reset.
    case reset
    /// The connection ended without a response.
    case closed
    /// The connection ended within the body.
    case truncated
  }

  /// The records of requests that nobody has taken yet, oldest first.
  package private(set) var records: [RequestRecord] {
    get { log.records }
    set { log.records = newValue }
  }

  private final class Log {
    var records: [RequestRecord] = []
  }
  private let log = Log()
  private let engine: ServiceEngine
  /// The hosts of every attached app.
  private var instances: [ExactString: HostURLs] = [:]
  private var ended: [Int: Outcome] = [:]

  /// A service that knows what another one knew; by default nothing.
  ///
  /// - Throws: ``StorageError`` if a row means nothing to it.
  package init(rows: [RowChange] = []) throws(StorageError) {
    let log = log
    engine = try ServiceEngine(store: nil, rows: rows) { log.records.append($0) }
    engine.transport = self
  }

  /// What a service has to find that comes after this one: the effects of all requests that were dealt with, as
  /// they would be in a state file.
  package var rows: [RowChange] { engine.rows }

  /// Sends a request of an attached app.
  package func perform(
    _ request: ServiceRequest, instance: String, now: VirtualInstant
  ) -> Outcome {
    guard let hosts = instances[instance],
      let host = request.endpoint.host,
      !engine.isRefused(host, instance: instance, now: now)
    else { return .failure(.refused) }
    var request = request
    request.hosts = hosts
    switch engine.receive(request, instance: instance, now: now) {
    case .send(let reply): return outcome(of: reply)
    case .hold(let number): return .held(number)
    case .reset: return .failure(.reset)
    }
  }

  /// What became of a held request; nil while it is held. It is told once.
  package func outcome(of request: Int) -> Outcome? { ended.removeValue(forKey: request) }

  /// Takes the records out.
  package func takeRecords() -> [RequestRecord] {
    defer { records = [] }
    return records
  }

  /// Carries out a command of the control channel and returns the answer.
  package func control(_ command: JSON, now: VirtualInstant) -> JSON {
    .object(engine.control(command, on: self, now: now).line)
  }

  private func outcome(of reply: Reply) -> Outcome {
    switch reply.form {
    case .whole, .chunks: .response(reply.response)
    case .truncated: .failure(.truncated)
    case .malformed: .malformed(status: reply.response.status)
    }
  }
}

extension InProcessService: ServiceTransport {
  package func open(_ instance: String, ports: [Int]?) throws(CommandError) -> OpenHosts {
    let urls = HostURLs { "mam://\(instance)/\($0.name)" }
    instances[instance] = urls
    return OpenHosts(urls: urls, ports: [])
  }

  package func close(_ instance: String) throws(CommandError) {
    guard instances.removeValue(forKey: instance) != nil else {
      throw CommandError("\"\(instance)\" is not attached")
    }
  }

  package func reachabilityChanged() {}
  package func send(_ reply: Reply, to request: Int) { ended[request] = outcome(of: reply) }
  package func drop(_ request: Int) { ended[request] = .failure(.closed) }
}

extension ServiceRequest {
  /// A request as it would come over HTTP.
  ///
  /// - Parameters:
  ///   - endpoint: the operation, which HTTP tells by host and path.
  ///   - client: the `client-request-id`.
  ///   - headers: header fields such as `Authorization: Bearer t1`.
  ///   - url: the URL; of a token request the segment before `/oauth2` is the tenant.
  ///   - body: the body; a form is an object of strings.
  package init(
    _ endpoint: Endpoint, client: String, headers: [String], url: String, body: JSON
  ) {
    let mark = "Authorization: "
    let authorization = headers.first { $0.hasPrefix(mark) }
    let bearer = authorization.flatMap { BearerToken.read(String($0.dropFirst(mark.count))) }
    var tenant: String?
    if endpoint == .token {
      let segments = url.split(separator: "/").map(String.init)
      tenant = segments.firstIndex(of: "oauth2").flatMap { $0 > 0 ? segments[$0 - 1] : nil }
    }
    self.init(endpoint, client: client, bearer: bearer, tenant: tenant, body: body)
  }
}
