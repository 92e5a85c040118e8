internal import ExactText

/// What a path of the sign-in host stands for.
enum SignInPath {
  /// The operation at a path, and the tenant if the path has one.
  ///
  /// The tenant is the first segment, as in every authority of Microsoft's; `adfs` stands for an
  /// authority of Active Directory Federation Services, which has no tenants. Letter case does not count: ADAL asks for
  /// `UserRealm`.
  static func operation(_ path: String) -> (endpoint: Endpoint, tenant: String?)? {
    let tenant = path.dropFirst().prefix { $0 != "/" }
    if tenant.isEmpty { return nil }
    let lowercase = path.asciiLowercased()
    let parts = lowercase.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if parts.elementsEqual(["devicelogin"]) { return (.deviceLogin, nil) }
    // Where Graph has it.
    if parts.elementsEqual(["oidc", "userinfo"]) { return (.userInfo, nil) }
    guard let endpoint = endpoint(parts.dropFirst(), isADFS: parts.first == "adfs") else {
      return nil
    }
    return (endpoint, PercentEncoding.decoded(tenant))
  }

  private static func endpoint(_ rest: ArraySlice<Substring>, isADFS: Bool) -> Endpoint? {
    switch rest {
    case ["oauth2", "v2.0", "token"], ["oauth2", "token"]: return .token
    case ["oauth2", "v2.0", "authorize"], ["oauth2", "authorize"]: return .authorize
    case ["oauth2", "v2.0", "devicecode"], ["oauth2", "devicecode"]: return .deviceCode
    case ["oauth2", "v2.0", "logout"], ["oauth2", "logout"]: return .signOut
    case [".well-known", "openid-configuration"]: return .discovery
    case ["v2.0", ".well-known", "openid-configuration"] where !isADFS: return .discovery
    case ["discovery", "v2.0", "keys"], ["discovery", "keys"]: return .keys
    case ["discovery", "instance"] where !isADFS: return .discovery
    default:
      guard rest.count == 2, rest.first == "userrealm", rest.last != "" else { return nil }
      return .userRealm
    }
  }
}

/// How an authority is written: its form decides the issuer and the paths beside it.
package enum AuthorityForm: Equatable {
  /// `/{tenant}/v2.0`, of the Microsoft identity platform.
  case v2
  /// `/{tenant}`.
  case plain
  /// `/adfs`.
  case adfs

  /// The form that a path is of.
  package init(path: String) {
    let path = path.asciiLowercased()
    if path.hasPrefix("/adfs/") {
      self = .adfs
    } else if path.contains("/v2.0/") {
      self = .v2
    } else {
      self = .plain
    }
  }
}
