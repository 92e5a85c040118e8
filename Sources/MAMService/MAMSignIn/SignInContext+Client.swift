internal import ExactText
import JSONText
import MAMCrypto
import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

/// What a client shows to prove itself.
enum ClientProof: Equatable {
  /// No authentication: a public client (RFC 6749, section 2.1).
  case none
  /// A secret (RFC 6749, section 2.3.1), in every way in which it can be read.
  case secret([String])
  /// A signed assertion (RFC 7523, section 2.2).
  case assertion(String)
}

extension SignInContext {
  /// The client of a request, and its proof, which holds if the directory knows the client.
  func client(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> (id: String, proof: ClientProof) {
    let (id, proof) = try credentials(request)
    guard !id.isEmpty else { throw Refusal(.invalidRequest, 900_144, "client_id is missing") }
    guard let known = try knownClient(id) else { return (id, proof) }
    switch proof {
    case .none:
      guard !known.isConfidential else {
        throw Refusal(
          .invalidClient, 7_000_218,
          "the client \(id) must authenticate with its client_secret or a client_assertion")
      }
    case .secret, .assertion:
      guard known.isConfidential else {
        throw Refusal(
          .invalidClient, 700_025,
          "the client \(id) is public: it has neither a client_secret nor a client_assertion")
      }
    }
    switch proof {
    case .none: break
    case .secret(let readings):
      guard let secret = known.secret, readings.contains(where: { Secret.isSame($0, secret) })
      else {
        throw Refusal(.invalidClient, 7_000_215, "the client_secret of \(id) is wrong")
      }
    case .assertion(let text): try check(text, of: known, request, now)
    }
    return (id, proof)
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

  /// Who a client says it is, and how it proves that: in one way only (RFC 6749, section 2.3).
  private func credentials(
    _ request: ServiceRequest
  ) throws(Refusal) -> (id: String, proof: ClientProof) {
    func text(_ name: String) -> String? {
      request.body[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    let id = text("client_id")
    let proofs = [
      text("client_secret").map { ClientProof.secret([$0]) },
      text("client_assertion").map(ClientProof.assertion),
    ].compactMap(\.self)
    let basic = try basicCredentials(request)
    guard proofs.count + (basic == nil ? 0 : 1) <= 1 else {
      throw Refusal(
        .invalidRequest, 9_002_313,
        "a client proves itself in one way: by HTTP Basic, client_secret or client_assertion")
    }
    if let basic {
      guard id == nil || id == basic.id else {
        throw Refusal(
          .invalidRequest, 9_002_313,
          "client_id is \(id!), but the header Authorization names \(basic.id)")
      }
      return (basic.id, basic.secrets == [""] ? .none : .secret(basic.secrets))
    }
    if id == nil, case .assertion(let text) = proofs.first {
      // RFC 7521, section 4.2: the assertion tells who the client is.
      return (ClientAssertion(text)?.subject ?? "", .assertion(text))
    }
    return (id ?? "", proofs.first ?? .none)
  }

  /// The name and secret of HTTP Basic, both encoded as in a form (RFC 6749, section 2.3.1).
  ///
  /// Most clients' libraries send them as they are, so that is a way to read the secret too.
  private func basicCredentials(
    _ request: ServiceRequest
  ) throws(Refusal) -> (id: String, secrets: [String])? {
    guard let field = request.http?.header("authorization"),
      field.prefix(while: { $0 != " " }).asciiLowercased() == "basic"
    else { return nil }
    let parts = Base64URL.bytes(field.dropFirst(5).filter { $0 != " " }).map {
      String(decoding: $0, as: UTF8.self).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    }
    guard let parts, parts.count == 2, !parts[0].isEmpty else {
      throw Refusal(
        .invalidClient, 7_000_215,
        "the header Authorization is not Basic and the Base64 of client_id:client_secret")
    }
    let decoded = parts.map { PercentEncoding.decoded($0, isQuery: true) }
    let asItIs = String(parts[1])
    return (decoded[0], decoded[1] == asItIs ? [asItIs] : [decoded[1], asItIs])
  }

  /// Checks the assertion of a client that has certificates.
  private func check(
    _ text: String, of client: ClientApplication, _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) {
    guard request.body["client_assertion_type"]?.string == ClientAssertion.type else {
      throw Refusal(
        .invalidRequest, 900_144,
        "client_assertion_type is missing, or is not \(ClientAssertion.type)")
    }
    guard let assertion = ClientAssertion(text) else {
      throw Refusal(
        .invalidClient, 50_027,
        "the client_assertion is not a JSON Web Token that is signed by RS256 or PS256")
    }
    let http = request.http ?? HTTPRequest("POST", "/")
    let authority = "\(http.origin)/\(request.tenant ?? "")"
    try assertion.check(
      client, audiences: ["\(http.origin)\(http.path)", authority, "\(authority)/v2.0"], now)
  }
}
