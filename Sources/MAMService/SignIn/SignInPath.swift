/// What a path of the sign-in host stands for.
enum SignInPath {
  /// The operation at a path, and the tenant if the path has one.
  ///
  /// The tenant is the first segment, as in every authority of Microsoft's.
  static func operation(_ path: String) -> (endpoint: Endpoint, tenant: String?)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard let tenant = parts.first, !tenant.isEmpty else { return nil }
    switch parts.dropFirst() {
    case ["oauth2", "v2.0", "token"]: return (.token, String(tenant))
    default: return nil
    }
  }
}
