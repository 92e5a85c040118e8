import JSONText
import VirtualTime

/// Whom an authority signs in.
enum Authority: Equatable {
  /// The users of one tenant.
  case tenant(String)
  /// The users of every tenant.
  case any

  /// The name of the tenant; nil for every.
  var tenant: String? { if case .tenant(let name) = self { name } else { nil } }
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

  /// A sign-in error as Microsoft's identity platform writes it: RFC 6749, section 5.2, and more.
  func signInError(
    _ refusal: Refusal, client: String?, _ now: VirtualInstant
  ) -> JSON {
    let isOfHTTP = !refusal.isOrdered && (refusal.status == 405 || refusal.status == 413)
    let number = refusal.number ?? (refusal.status == 405 ? 900_561 : 900_000)
    let time = ISO8601.instant(milliseconds: now.milliseconds)
    let correlation = client ?? "00000000-0000-4000-8000-000000000000"
    var error: JSONObject = [
      "error": .string(isOfHTTP ? Refusal.Code.invalidRequest.rawValue : refusal.code),
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
