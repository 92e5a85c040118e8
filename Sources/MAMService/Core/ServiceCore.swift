internal import ExactText
import JSONText
public import VirtualTime

/// The rules of the mock service: a request and the time in, an answer and changed rows out.
///
/// Nothing in here reads a clock, a file or a socket. Whoever owns the core stores ``changes`` before
/// it lets the answer go, and then calls ``commit()``; if storing fails it calls ``rollback()``, and
/// the request never happened.
public struct ServiceCore: Sendable {
  var state = ServiceState()
  /// Signs tokens; nil for tokens that are counted, which a history needs.
  var signer: TokenSigner?
  /// How many requests to the administrator API and the sign-in host came by HTTP, for their names; never
  /// stored.
  var namedRequests = 0
  /// How many refresh tokens there must be before all of them are looked at again; never stored.
  var nextSweep = 0
  /// The fault rules that the parts of a batch may meet, with their counters; lent by the engine while it lasts.
  var batchFaults: [FaultRule] = []
  /// What those leave to chance depends on it; lent like them.
  var batchSeed = 0
  /// How long the answers that they gave take, the longest; nil for no time.
  var batchMilliseconds: Int?

  /// A service that knows nobody.
  public init() {}

  /// A service that remembers the given rows.
  ///
  /// - Throws: the first row that no table can read.
  init(rows: [RowChange]) throws(UnreadableRow) {
    for row in rows where !state.load(row) { throw UnreadableRow(row: row) }
  }

  /// A stored row that means nothing to this version.
  struct UnreadableRow: Error {
    let row: RowChange

    /// The row and what is wrong with it, in words.
    var text: String {
      let fault =
        row.hasSafeNumbers ? "is unreadable" : "has a number beyond \(JSON.largestCount)"
      return "\(row.name) \(fault)"
    }
  }

  /// The rows that were written or removed since the last commit.
  public var changes: [RowChange] { state.changes }
  /// The same for the owner of the core: mutating although nothing changes, because a method that only reads would be
  /// called on a copy of all tables.
  mutating func takeChanges() -> [RowChange] { state.takeChanges() }
  /// Counts the changes as stored.
  public mutating func commit() { state.commit() }
  /// Undoes the changes since the last commit.
  public mutating func rollback() { state.rollback() }

  /// Judges a request and lets it take effect.
  public mutating func handle(_ request: ServiceRequest, now: VirtualInstant) -> ServiceResponse {
    var request = request
    let facts = read(&request)
    return handle(request, facts, now)
  }

  /// Puts into a request what is known of its token, and tells what is known of the request.
  ///
  /// Mutating although nothing of the core changes: a method that only reads would be called on a copy
  /// of it, with all of its tables, for every request.
  mutating func read(_ request: inout ServiceRequest) -> RequestFacts {
    if request.token == nil, let bearer = request.bearer { request.token = issuedToken(bearer) }
    return facts(of: request)
  }

  /// Judges a request whose token has been looked up, and of which the facts are known.
  mutating func handle(
    _ request: ServiceRequest, _ known: RequestFacts, _ now: VirtualInstant
  ) -> ServiceResponse {
    var facts = known
    var response: ServiceResponse
    let isNamed = isNamed(request.endpoint)
    if isNamed { namedRequests += 1 }
    do throws(Refusal) {
      if let refusal = request.refusal { throw refusal }
      switch request.endpoint {
      case .locate: response = ServiceResponse(try locate(request))
      case .token: response = withSignInFields(ServiceResponse(try token(request, now)))
      case .enroll: response = ServiceResponse(try enroll(request, now, &facts))
      case .checkin: response = ServiceResponse(try checkIn(request, now, &facts))
      case .unenroll: response = ServiceResponse(try unenroll(request, now))
      case .telemetry: response = ServiceResponse(try telemetry(request))
      case .discovery, .keys, .authorize, .deviceCode, .deviceLogin, .userRealm, .signOut:
        response = try signIn(request, now)
      case .userInfo: response = userInfo(request, now)
      case .graph: response = graph(request, now)
      }
    } catch {
      response = refusal(at: request.endpoint, client: request.client, error, now)
    }
    if isNamed { name(&response, now) }
    addCrossOriginFields(to: &response, request.endpoint, request.http)
    response.facts = facts
    return response
  }

  private func locate(_ request: ServiceRequest) throws(Refusal) -> JSON {
    let identity = try request.text("identity")
    guard let user = state.users[userKey(identity)], !user.isDeleted else {
      throw Refusal(.userNotFound, "no tenant knows \(identity)")
    }
    return [
      "enrollment": .string(request.hosts[.enrollment]),
      "policy": .string(request.hosts[.policy]),
      "telemetry": .string(request.hosts[.telemetry]),
      "authority": .string(request.hosts.authority(tenant: user.tenant)),
      "tenant": .string(user.tenant),
    ]
  }

  private func telemetry(_ request: ServiceRequest) throws(Refusal) -> JSON {
    guard request.body["events"]?.array != nil else {
      throw request.wrong("events", "an array")
    }
    return .object(JSONObject())
  }

  /// An error in the form that the operation gives errors.
  mutating func refused(
    _ request: ServiceRequest, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    var response = refused(at: request.endpoint, client: request.client, refusal, now)
    addCrossOriginFields(to: &response, request.endpoint, request.http)
    return response
  }

  /// An error in the form that an operation gives errors.
  ///
  /// - Parameter client: the `client-request-id`.
  mutating func refused(
    at endpoint: Endpoint, client: String?, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    let isNamed = isNamed(endpoint)
    if isNamed { namedRequests += 1 }
    var response = self.refusal(at: endpoint, client: client, refusal, now)
    if isNamed { name(&response, now) }
    return response
  }

  /// An error as ``refused(at:client:_:_:)`` gives it, of a request that has its name already.
  mutating func refusal(
    at endpoint: Endpoint, client: String?, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    guard endpoint == .graph else {
      var response = ServiceResponse(refusal, at: endpoint)
      if signer != nil, endpoint.host == .signIn {
        response.content = .json(signInError(refusal, client: client, now))
      }
      return endpoint.isOfOAuth ? withSignInFields(response) : response
    }
    let id = nextRequestID(now)
    var response = graphResponse(
      GraphError(refusal.status, refusal.code, refusal.message)
        .response(now, requestID: id, clientRequestID: client), id)
    response.code = refusal.code
    return response
  }

  /// Takes over what another core knows.
  mutating func replaceState(with other: ServiceCore) {
    state = other.state
    // What the other core has changed is stored already.
    state.commit()
  }
}

extension ServiceRequest {
  /// A member of the body that must be a text with at least one character.
  func text(_ name: String) throws(Refusal) -> String {
    guard let text = body[name]?.string, !text.isEmpty else { throw wrong(name, "a text") }
    return text
  }

  /// The error for a member that is not what it must be, which may be because the body is not JSON.
  func wrong(_ name: String, _ demand: String) -> Refusal {
    if body.isNull, let fault = http.flatMap({ RequestReader.fault(of: $0.body) }) {
      return Refusal(.badRequest, "the body is not JSON: \(fault)")
    }
    return Refusal(.badRequest, "\"\(name)\" must be \(demand)")
  }

  /// A member of the body that must be a text, null or absent.
  func optionalText(_ name: String) throws(Refusal) -> String? {
    guard let value = body[name], !value.isNull else { return nil }
    guard let text = value.string else {
      throw Refusal(.badRequest, "\"\(name)\" must be a text or null")
    }
    return text
  }
}
