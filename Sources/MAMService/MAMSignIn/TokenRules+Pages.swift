internal import ExactText
import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

/// What single-page applications may do, whose requests browsers call cross-origin.
///
/// Entra gives a page's code and refresh token to pages alone, and a code of another kind of application to no
/// page. A client of a seed says by `spaRedirectUris` where its pages are; one that says nothing of the kind
/// may be either.
extension TokenRules {
  /// How long a page's refresh token is good at most, in seconds: Entra's fixed day.
  static let pageTokenSeconds = 86_400

  /// The origin of the page that sends a request; nil for a request that no other origin's page has sent.
  func pageOrigin(of request: ServiceRequest) -> String? {
    guard let http = request.http, let origin = http.header("origin"), origin != http.origin else {
      return nil
    }
    return origin
  }

  /// Refuses a page every grant that gives tokens to whoever has a secret, a password or a code of a device.
  func checkGrant(_ grant: String, of request: ServiceRequest) throws(Refusal) {
    guard let origin = pageOrigin(of: request) else { return }
    guard ["authorization_code", "refresh_token"].contains(grant) else {
      throw .notForPages(origin)
    }
  }

  /// Refuses a code that another kind of application has asked for.
  ///
  /// - Returns: true if a page redeems it.
  func checkPage(
    _ signIn: PendingSignIn, _ request: ServiceRequest
  ) throws(Refusal) -> Bool {
    let uri = signIn.redirectURI ?? ""
    let client = try knownClient(signIn.client)
    let isDeclared =
      client.map { RedirectURI.isRegistered(uri, among: $0.spaRedirectURIs) } ?? false
    guard let origin = pageOrigin(of: request) else {
      guard !isDeclared else { throw .forPagesOnly }
      return false
    }
    let isUndecided = client.map { $0.spaRedirectURIs.isEmpty && !$0.isConfidential } ?? true
    guard isDeclared || isUndecided, RedirectURI.origin(of: uri) == origin else {
      throw .notForPages(origin)
    }
    guard signIn.challenge != nil else {
      throw Refusal(
        .invalidRequest, 9_002_325,
        "a code that a page redeems needs a proof key: code_challenge with the sign-in")
    }
    return true
  }

  /// Refuses a refresh token of another kind of application.
  func checkPage(_ token: Token, _ request: ServiceRequest) throws(Refusal) {
    switch (pageOrigin(of: request), token.isOfPage) {
    case (nil, true): throw .forPagesOnly
    case (let origin?, false): throw .notForPages(origin)
    default: break
    }
  }

  /// Refuses a request for a token that would be for two services.
  func checkResource(_ scopes: Scopes) throws(Refusal) {
    guard signer != nil else { return }
    let resources = scopes.resources
    guard resources.count <= 1 else {
      throw Refusal(
        .invalidScope, 28_000,
        "a token is for one resource, but scope names \(resources.joined(separator: " and "))")
    }
    guard !scopes.asksForDefault || scopes.permissions.isEmpty else {
      throw Refusal(
        .invalidScope, 70_011,
        "a scope that ends in /.default covers everything, and cannot be combined with another scope of its resource"
      )
    }
  }
}

extension Token {
  /// Makes a refresh token one that only pages may use, and not for long.
  mutating func bindToPage(_ now: VirtualInstant) {
    isOfPage = true
    let end = now.milliseconds + TokenRules.pageTokenSeconds * 1000
    expires = min(expires ?? end, end)
  }
}

extension Refusal {
  fileprivate static func notForPages(_ origin: String) -> Refusal {
    Refusal(
      .invalidRequest, 9_002_326,
      "only a single-page application may redeem this across origins; the request is of \(origin), which "
        + "the seed declares in \"spaRedirectUris\" of a client")
  }

  fileprivate static var forPagesOnly: Refusal {
    Refusal(
      .invalidRequest, 9_002_327,
      "only the pages of a single-page application can redeem what it was given; their requests have a "
        + "header Origin")
  }
}
