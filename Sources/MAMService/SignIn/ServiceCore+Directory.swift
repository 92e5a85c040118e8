import JSONText
import VirtualTime

/// Whom an authority signs in.
enum Authority: Equatable {
  /// The users of one tenant.
  case tenant(String)
  /// The users of every tenant.
  case any
}

extension ServiceCore {
  /// The authority of the first segment of a path: a tenant's name, GUID or domain, or a word for all.
  func authority(_ segment: String?) throws(Refusal) -> Authority {
    guard let segment else { return .any }
    switch segment {
    case "common", "organizations", "adfs": return .any
    default:
      if let tenant = tenant(named: segment) { return .tenant(tenant.name) }
      guard signer != nil else {
        throw Refusal(.invalidGrant, "the user is not of the tenant in the path")
      }
      throw Refusal(
        .invalidTenant, 90_002,
        "there is no tenant \"\(segment)\"; the service knows "
          + "\(state.tenants.rows.map(\.name).joined(separator: ", "))")
    }
  }

  /// A tenant by its name, its GUID, or a domain of its users.
  func tenant(named name: String) -> Tenant? {
    if let tenant = state.tenants[name] { return tenant }
    let name = name.lowercased()
    if let tenant = state.tenants.first(where: { $0.id == name || $0.domains.contains(name) }) {
      return tenant
    }
    return state.users.first { $0.upn.lowercased().hasSuffix("@\(name)") }
      .flatMap { state.tenants[$0.tenant] }
  }

  /// The client of a request, which proves itself if it has a secret.
  ///
  /// The secret comes in the form, or in the header by HTTP Basic (RFC 6749, section 2.3.1).
  func client(_ request: ServiceRequest) throws(Refusal) -> (id: String, secret: String?) {
    var id = request.body["client_id"]?.string ?? ""
    var secret = request.body["client_secret"]?.string
    if let field = request.http?.header("authorization"), field.lowercased().hasPrefix("basic "),
      let bytes = Base64URL.bytes(field.dropFirst(6))
    {
      let parts = String(decoding: bytes, as: UTF8.self).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      id = PercentEncoding.decoded(parts[0])
      secret = parts.count == 2 ? PercentEncoding.decoded(parts[1]) : nil
    }
    guard !id.isEmpty else { throw Refusal(.invalidRequest, 900_144, "client_id is missing") }
    guard let known = try knownClient(id), let expected = known.secret else { return (id, secret) }
    guard let secret else {
      throw Refusal(
        .invalidClient, 7_000_218, "the client \(id) must prove itself by its client_secret")
    }
    guard secret == expected else {
      throw Refusal(.invalidClient, 7_000_215, "the client_secret of \(id) is wrong")
    }
    return (id, secret)
  }

  /// What the directory knows of a client; nil in a directory that takes every client.
  func knownClient(_ id: String) throws(Refusal) -> ClientApplication? {
    guard state.clients.count > 0 else { return nil }
    guard let client = state.clients[id] else {
      throw Refusal(
        .unauthorizedClient, 700_016,
        "there is no client \(id) in the directory; the seed declares them in \"clients\"")
    }
    return client
  }

  /// A sign-in error as Microsoft's identity platform writes it: RFC 6749, section 5.2, and more.
  func signInError(
    _ refusal: Refusal, _ request: ServiceRequest, _ now: VirtualInstant
  ) -> JSON {
    let number = refusal.number ?? 900_000
    let time = ISO8601.instant(milliseconds: now.milliseconds)
    let correlation = request.client ?? "00000000-0000-4000-8000-000000000000"
    var error: JSONObject = [
      "error": .string(refusal.code),
      "error_description": .string(
        "AADSTS\(number): \(refusal.message) Correlation ID: \(correlation) Timestamp: \(time)"),
      "error_codes": [.int(number)], "timestamp": .string(time),
      "trace_id": "00000000-0000-4000-8000-000000000000",
      "correlation_id": .string(correlation),
    ]
    if let suberror = refusal.suberror { error.append("suberror", .string(suberror)) }
    if let claims = refusal.claims { error.append("claims", .string(claims)) }
    return .object(error)
  }
}
