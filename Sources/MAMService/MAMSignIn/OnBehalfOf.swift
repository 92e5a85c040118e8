internal import ExactText
import JSONText
import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

/// A service in the middle that trades the token it was shown for one of the same user at another service
/// (RFC 7523, section 2.1, as Microsoft's identity platform extends it).
enum OnBehalfOf {
  /// The `grant_type`.
  static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  /// The only `requested_token_use` there is.
  static let tokenUse = "on_behalf_of"
}

extension TokenRules {
  /// The user of the access token in `assertion`, who stays who it was and how strongly they signed in.
  ///
  /// - Throws: a refusal if the client proves nothing, or if the token is void, an application's own, or for
  ///   another service.
  func onBehalfOfGrant(
    _ request: ServiceRequest, _ client: String, _ proof: ClientProof, _ now: VirtualInstant
  ) throws(Refusal) -> SignInGrant {
    guard try parameter("requested_token_use", request) == OnBehalfOf.tokenUse else {
      throw Refusal(
        .invalidRequest, 900_144, "requested_token_use must be \(OnBehalfOf.tokenUse)")
    }
    let text = try parameter("assertion", request)
    let scopes = Scopes(try scope(request.body, request))
    guard proof != .none else {
      throw Refusal(
        .invalidClient, 7_000_218,
        "to act on behalf of a user takes the client_secret or a client_assertion of \(client)")
    }
    guard let token = state.issuedToken(text) else {
      throw Refusal(
        .invalidGrant, 50_013,
        "the assertion is not an access token that this service has issued")
    }
    guard let user = token.user else {
      throw Refusal(
        .invalidGrant, 7_000_114, "the assertion is a token of an application itself, not of a user"
      )
    }
    guard token.isValid(at: now.milliseconds) else {
      throw Refusal(
        .invalidGrant, 500_133, "the assertion has expired; the client needs a new one")
    }
    let names = names(ofResource: client)
    let audience = token.audience ?? ""
    guard names.contains(where: { Resources.areSame($0, audience) }) else {
      throw Refusal(
        .invalidGrant, 500_131,
        "the assertion is for \(audience), not for \(client); it must be for \(names[1])")
    }
    return SignInGrant(
      user: user, client: client, scopes: scopes, isStrong: token.isStrong,
      authentication: token.authentication
        ?? Authentication(instant: token.issued, revocations: nil, demands: nil))
  }

  /// The names of a client as what tokens are for.
  private func names(ofResource client: String) -> [String] {
    [client, "api://\(client)"] + (state.clients[client]?.identifierURIs ?? [])
  }

  /// What the claim `aud` says of a resource: if it is a client's, its ID, as tokens of version 2.0 do.
  func audience(of resource: String) -> String {
    let client = state.clients.first { client in
      names(ofResource: client.id).contains { Resources.areSame($0, resource) }
    }
    return client?.id ?? resource
  }
}
