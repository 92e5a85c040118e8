internal import ExactText
import MAMDirectory

extension SignInRules {
  /// True for an origin whose pages may ask for tokens: of a loopback address, or of a client's redirect URI.
  package func isTrusted(_ origin: String) -> Bool {
    if RedirectURI.isLoopback(origin) { return true }
    return state.clients.first { client in
      client.redirectURIs.contains { RedirectURI.origin(of: $0) == origin }
    } != nil
  }
}
