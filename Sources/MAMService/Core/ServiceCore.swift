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
  /// How many requests to the administrator API came by HTTP, for their names; never stored.
  var graphRequests = 0

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
  }

  /// The rows that were written or removed since the last commit.
  public var changes: [RowChange] { state.changes }
  /// Counts the changes as stored.
  public mutating func commit() { state.commit() }
  /// Undoes the changes since the last commit.
  public mutating func rollback() { state.rollback() }

  /// Judges a request and lets it take effect.
  public mutating func handle(_ request: ServiceRequest, now: VirtualInstant) -> ServiceResponse {
    let request = withToken(request)
    return handle(request, facts(of: request), now)
  }

  /// A request with what is known of its token, and what is known of the request.
  ///
  /// Mutating although nothing changes: a method that only reads would be called on a copy of the core,
  /// with all of its tables, for every request.
  mutating func read(_ request: ServiceRequest) -> (ServiceRequest, RequestFacts) {
    let request = withToken(request)
    return (request, facts(of: request))
  }

  /// A request with what is known of its token.
  private func withToken(_ request: ServiceRequest) -> ServiceRequest {
    guard request.token == nil, let bearer = request.bearer, let token = issuedToken(bearer) else {
      return request
    }
    var request = request
    request.token = token
    return request
  }

  /// Judges a request whose token has been looked up, and of which the facts are known.
  mutating func handle(
    _ request: ServiceRequest, _ known: RequestFacts, _ now: VirtualInstant
  ) -> ServiceResponse {
    var facts = known
    var response: ServiceResponse
    do throws(Refusal) {
      switch request.endpoint {
      case .locate: response = ServiceResponse(try locate(request))
      case .token: response = ServiceResponse(try token(request, now))
      case .enroll: response = ServiceResponse(try enroll(request, now, &facts))
      case .checkin: response = ServiceResponse(try checkIn(request, now, &facts))
      case .unenroll: response = ServiceResponse(try unenroll(request, now))
      case .telemetry: response = ServiceResponse(try telemetry(request))
      case .discovery, .keys, .authorize, .deviceCode, .deviceLogin, .userRealm, .signOut:
        response = try signIn(request, now)
      case .graph: response = graph(request, now)
      }
    } catch {
      response = refused(request, error, now)
    }
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
      throw Refusal(.badRequest, "\"events\" must be an array")
    }
    return .object(JSONObject())
  }

  /// What is known of a request before it is judged.
  ///
  /// `identity` is the user whom the request names, `subject` the one who is signed in; an expired
  /// token still has its subject, so that a record shows whose token was refused.
  func facts(of request: ServiceRequest) -> RequestFacts {
    var facts = RequestFacts()
    let body = request.body
    func copy(_ names: String...) {
      for name in names {
        if let value = body[name] { facts.detail.append(name, value) }
      }
    }
    facts.subject = owner(of: request.token)
    switch request.endpoint {
    case .locate: facts.identity = body["identity"]?.string
    case .token:
      facts.identity = body["username"]?.string
      let token = (body["refresh_token"]?.string).flatMap { state.refreshTokens[$0] }
      facts.subject = owner(of: token) ?? facts.identity.flatMap { state.users[userKey($0)]?.upn }
      facts.detail.append("grant", body["grant_type"] ?? .null)
      facts.detail.append("clientId", body["client_id"] ?? .null)
      facts.detail.append("authority", request.tenant.map(JSON.string) ?? .null)
    case .enroll:
      facts.identity = body["identity"]?.string
      facts.device = body["deviceTag"]?.string
      copy("bundleId", "appVersion", "sdkVersion", "edition")
    case .checkin, .unenroll:
      if let id = body["enrollmentId"]?.string, let enrollment = state.enrollments[id] {
        facts.identity = enrollment.identity
        facts.device = enrollment.deviceTag
        facts.tenant = state.users[enrollment.user]?.tenant
        facts.detail.append("bundleId", .string(enrollment.bundleId))
      }
      copy("enrollmentId", "policyVersion", "wipeId", "reason")
    case .telemetry:
      facts.detail.append("events", .int(body["events"]?.array?.count ?? 0))
    case .discovery, .keys, .authorize, .deviceCode, .deviceLogin, .userRealm, .signOut:
      facts.identity = body["username"]?.string
      facts.detail.append("authority", request.tenant.map(JSON.string) ?? .null)
    case .graph: break
    }
    if facts.tenant == nil {
      let user = (facts.identity ?? facts.subject).flatMap { state.users[userKey($0)] }
      facts.tenant =
        user?.tenant ?? request.token?.tenant ?? request.tenant.flatMap { tenant(named: $0)?.name }
    }
    return facts
  }

  /// An error in the form that the operation gives errors.
  func refused(
    _ request: ServiceRequest, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    guard request.endpoint == .graph else {
      var response = ServiceResponse(refusal, at: request.endpoint)
      if signer != nil, request.endpoint.host == .signIn {
        response.content = .json(signInError(refusal, request, now))
      }
      return response
    }
    let error = GraphError(refusal.status, refusal.code, refusal.message).response(now)
    var response = ServiceResponse(refusal, at: .graph)
    response.content = error.body.map { .json($0) } ?? .none
    return response
  }

  /// Takes over what another core knows.
  mutating func replaceState(with other: ServiceCore) { state = other.state }

  /// Goes back to a service that knows nobody.
  mutating func forgetEverything() { state = ServiceState() }

  private func owner(of token: Token?) -> String? { token?.user.flatMap { state.users[$0]?.upn } }
}

extension ServiceRequest {
  /// A member of the body that must be a text with at least one character.
  func text(_ name: String) throws(Refusal) -> String {
    guard let text = body[name]?.string, !text.isEmpty else {
      if body.isNull, let fault = http.flatMap({ RequestReader.fault(of: $0.body) }) {
        throw Refusal(.badRequest, "the body is not JSON: \(fault)")
      }
      throw Refusal(.badRequest, "\"\(name)\" must be a text")
    }
    return text
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
