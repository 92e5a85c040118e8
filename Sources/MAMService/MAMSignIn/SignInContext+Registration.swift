internal import ExactText
import MAMDirectory
import MAMRules
import MAMWire

/// Where a client may have users sent: nowhere but where it has registered.
extension SignInContext {
  /// Refuses a redirect URI that the client has not registered.
  ///
  /// A directory that takes every client knows what none of them has registered. It takes what registers
  /// nobody but the app on the same machine: the loopback interface, and the schemes of MSAL.
  ///
  /// - Throws: AADSTS500113 if nothing is registered, AADSTS50011 if something else is.
  func checkRegistration(_ uri: String, of client: String) throws(Refusal) {
    guard let known = try knownClient(client) else {
      guard RedirectURI.isOfNativeApp(uri) else {
        throw Refusal(
          .invalidRequest, 500_113,
          "no reply address is registered for \(client): a service without \"clients\" in its seed sends "
            + "users to http://localhost and to the schemes of MSAL only; declare the client with its "
            + "\"redirectUris\"")
      }
      return
    }
    guard !known.redirectURIs.isEmpty else {
      throw Refusal(
        .invalidRequest, 500_113,
        "no reply address is registered for \(client): give it \"redirectUris\" in \"clients\" of the seed"
      )
    }
    guard RedirectURI.isRegistered(uri, among: known.redirectURIs) else {
      throw Refusal(
        .invalidRequest, 50_011, "\(uri) is not one of the redirect URIs registered for \(client)")
    }
  }

  /// Refuses to send a user who signs out anywhere but where the client, or any if none is named, has
  /// registered.
  func checkSignOutTarget(_ uri: String, of client: String?) throws(Refusal) {
    guard RedirectURI.isRedirectable(uri) else {
      throw Refusal(
        .invalidRequest, 500_113, "post_logout_redirect_uri is not an absolute URI")
    }
    if let client, !client.isEmpty { return try checkRegistration(uri, of: client) }
    if state.clients.count == 0 { return try checkRegistration(uri, of: "the client") }
    let isKnown = state.clients.first { RedirectURI.isRegistered(uri, among: $0.redirectURIs) }
    guard isKnown != nil else {
      throw Refusal(.invalidRequest, 500_113, "\(uri) is not registered for any client")
    }
  }

  /// Refuses a form of a sign-in page that a page of somebody else has sent, as if the user had.
  func checkSubmission(_ request: ServiceRequest) throws(Refusal) {
    guard let http = request.http, ForeignPage.sent(http) else { return }
    throw Refusal(
      .invalidRequest, 900_144,
      "the form was sent by a page of another origin: start again in the app")
  }

  /// What people call a client.
  func clientName(_ id: String) -> String { state.clients[id]?.displayName ?? id }

  /// What people call the tenant of a path; nil for one that stands for any.
  func tenantName(_ segment: String?) -> String? {
    segment.flatMap { state.tenant(named: $0)?.displayName }
  }
}
