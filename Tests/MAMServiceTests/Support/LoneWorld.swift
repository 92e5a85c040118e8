import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// A service that runs alone, in the process and without sockets: the shared world, a virtual clock, a
/// journal and the control API.
///
/// Real time is virtual here too (``wall``), so that a test can let a question time out.
final class LoneWorld {
  let clock = StandaloneClock(at: at(0))
  let wall = StandaloneClock(at: at(0))
  let engine: ServiceEngine
  let journal: Journal
  let api: ControlAPI
  /// The replies to held requests, by number.
  private(set) var sent: [Int: Reply] = [:]
  /// How often the sockets were looked at.
  private(set) var reachabilityChanges = 0
  /// The held requests whose connections were closed.
  private(set) var dropped: [Int] = []

  init(
    capacity: Int = 10_000, maximumBytes: Int = Journal.maximumBytes, token: String? = nil,
    secret: String? = nil,
    store: StateStore? = nil, seed: JSONObject? = world.object
  ) throws {
    engine = try ServiceEngine(store: store) { _ in }
    journal = Journal(capacity: capacity, maximumBytes: maximumBytes)
    engine.journal = journal
    engine.ownClock = clock
    if let seed { try engine.seed(seed, now: at(0)) }
    api = ControlAPI(
      engine, clock: clock, wallClock: wall, journal: journal, start: at(0), seed: seed,
      access: ControlAccess(secret: secret, administratorToken: token))
    engine.transport = self
  }

  /// Sends a request, as if over HTTP.
  @discardableResult
  func send(
    _ request: ServiceRequest, _ method: String? = nil, _ target: String? = nil,
    headers: [HeaderField] = [], form: String? = nil
  ) -> Disposition {
    var request = request
    let path =
      switch request.endpoint {
      case .token: "/\(request.tenant ?? "common")/oauth2/v2.0/token"
      case .graph: "/v1.0/users"
      default: "/\(request.endpoint.rawValue)"
      }
    var headers = headers
    if let bearer = request.bearer {
      headers.append(HeaderField("Authorization", "Bearer \(bearer)"))
    }
    let usual = request.endpoint == .graph ? "GET" : "POST"
    request.http = HTTPRequest(
      method ?? usual, target ?? path, headers: headers,
      body: Array((form ?? request.body.text).utf8))
    return engine.receive(request, now: clock.now)
  }

  /// The status of a request's answer; nil if it has none now.
  func status(_ request: ServiceRequest) -> Int? {
    if case .send(let reply) = send(request) { reply.response.status } else { nil }
  }

  /// Asks the control API; nil if it has not answered yet.
  @discardableResult
  func ask(
    _ method: String, _ path: String, _ body: JSON? = nil, headers: [HeaderField] = []
  ) -> ServiceResponse? {
    let answer = Answer()
    ask(method, path, body, headers: headers, into: answer)
    return answer.response
  }

  /// Asks the control API a question that may wait.
  func ask(
    _ method: String, _ path: String, _ body: JSON? = nil, headers: [HeaderField] = [],
    into answer: Answer
  ) {
    var headers = headers
    if !headers.contains(where: { $0.isNamed("content-type") }) {
      headers.append(HeaderField("Content-Type", "application/json"))
    }
    api.answer(
      HTTPRequest(
        method, "/_mam/" + path, headers: headers, body: body.map { Array($0.text.utf8) } ?? [])
    ) { answer.response = $0 }
  }

  /// An answer that may come later.
  final class Answer {
    var response: ServiceResponse?
    var status: Int? { response?.status }
    var body: JSON { response?.body ?? .null }
  }

  /// Adds a fault rule, which must be right.
  func fault(_ fault: JSON, _ members: JSONObject = JSONObject()) throws {
    var rule = members
    rule["fault"] = fault
    let answer = ask("POST", "faults", .object(rule))
    try #require(answer?.status == 201, "\(answer?.body.text ?? "no answer")")
  }

  /// The entries of the journal that fit a query.
  func entries(_ query: String = "") -> [JSON] {
    ask("GET", "journal" + query)?.body["entries"]?.array ?? []
  }
}

extension LoneWorld: ServiceTransport {
  func open(_ instance: String, ports: [Int]?) throws(CommandError) -> OpenHosts {
    throw CommandError("there are no ports")
  }
  func close(_ instance: String) throws(CommandError) {}
  func reachabilityChanged() { reachabilityChanges += 1 }
  func send(_ reply: Reply, to request: Int) { sent[request] = reply }
  func drop(_ request: Int) { dropped.append(request) }
}

extension ServiceRequest {
  static func locate(_ user: String = "ana@contoso.com") -> ServiceRequest {
    ServiceRequest(.locate, client: "r1", body: ["identity": .string(user)])
  }

  /// A request to the administrator API that everybody may make who is an administrator.
  static var graph: ServiceRequest {
    var request = ServiceRequest(.graph, body: .null)
    request.isAdministrator = true
    return request
  }
}

/// What every order to the control API says of its body.
let json = [HeaderField("Content-Type", "application/json")]
