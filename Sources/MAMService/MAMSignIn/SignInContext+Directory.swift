internal import ExactText
import JSONText
import MAMDirectory
import MAMWire
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

extension SignInContext {
  /// The authority of the first segment of a path: a tenant's name, GUID or domain, or a word for all.
  func authority(_ segment: String?) throws(Refusal) -> Authority {
    guard let segment else { return .any }
    switch segment.asciiLowercased() {
    case "common", "organizations", "adfs": return .any
    default:
      if let tenant = state.tenant(named: segment) { return .tenant(tenant.name) }
      guard signer != nil else {
        throw Refusal(.invalidGrant, "the user is not in the tenant in the path")
      }
      throw Refusal(
        .invalidTenant, 90_002,
        "there is no tenant \"\(segment)\"; the service knows "
          + "\(state.tenants.rows.map(\.name).joined(separator: ", "))")
    }
  }
}
