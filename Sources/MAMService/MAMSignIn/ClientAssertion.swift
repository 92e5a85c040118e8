import CGnuTLS
internal import ExactText
import JSONText
import MAMCrypto
import MAMDirectory
import MAMWire
import VirtualTime

/// A token by which a client proves that it has the key of a certificate (RFC 7523, section 3).
struct ClientAssertion {
  /// The only `client_assertion_type` there is (RFC 7523, section 2.2).
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// By how much the clocks of client and service may differ, in seconds.
  static let leewaySeconds = 300

  private let header: JSON
  private let claims: JSON
  private let signed: [UInt8]
  private let signature: [UInt8]
  private let algorithm: gnutls_sign_algorithm_t

  /// The client that it is about.
  var subject: String? { claims["sub"]?.string }

  /// Reads a JSON Web Signature in its compact form (RFC 7515, section 7.1); nil if it is none, or of
  /// another algorithm than RS256 and PS256 (RFC 7518, sections 3.3 and 3.5).
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.bytes(parts[0]),
      let body = Base64URL.bytes(parts[1]), let signature = Base64URL.bytes(parts[2]),
      let header = try? JSON(parsing: head[...]), let claims = try? JSON(parsing: body[...])
    else { return nil }
    switch header["alg"]?.string {
    case "RS256": algorithm = GNUTLS_SIGN_RSA_SHA256
    case "PS256": algorithm = GNUTLS_SIGN_RSA_PSS_SHA256
    default: return nil
    }
    self.header = header
    self.claims = claims
    self.signature = signature
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// Checks signature, names and times.
  ///
  /// - Parameter audiences: what the service may be called.
  func check(
    _ client: ClientApplication, audiences: [String], _ now: VirtualInstant
  ) throws(Refusal) {
    let candidates = client.certificates.filter(isNamed)
    guard !candidates.isEmpty else {
      throw Refusal(
        .invalidClient, 700_027,
        client.certificates.isEmpty
          ? "\(client.id) has no certificate; the seed declares them in \"certificates\""
          : "the client_assertion names a certificate by x5t that \(client.id) does not have")
    }
    guard candidates.contains(where: isSigned) else {
      throw Refusal(
        .invalidClient, 700_027,
        "the signature of the client_assertion is not by the key of a certificate of \(client.id)")
    }
    guard claims["iss"]?.string == client.id, subject == client.id else {
      throw Refusal(
        .invalidClient, 700_021, "iss and sub of the client_assertion must be \(client.id)")
    }
    let named = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string ?? ""]
    guard named.contains(where: audiences.contains) else {
      throw Refusal(
        .invalidClient, 700_023, "aud of the client_assertion must be \(audiences[0])")
    }
    let time = now.milliseconds.flooringDivision(by: 1000)
    let (from, until) = (seconds(of: "nbf") ?? 0, seconds(of: "exp") ?? 0)
    guard from <= time + ClientAssertion.leewaySeconds,
      time - ClientAssertion.leewaySeconds < until
    else {
      throw Refusal(
        .invalidClient, 700_024,
        "the client_assertion is valid from nbf \(from) until exp \(until), and the service's clock "
          + "is at \(time)")
    }
  }

  private func seconds(of name: String) -> Int? {
    switch claims[name] {
    case .int(let value): value.magnitude < 1 << 53 ? value : nil
    case .double(let value): value.magnitude < 1e15 ? Int(value) : nil
    default: nil
    }
  }

  /// False if the header names another certificate by its thumbprint (RFC 7515, sections 4.1.7 and 4.1.8).
  private func isNamed(_ pem: String) -> Bool {
    guard let certificate = X509.certificate(pem) else { return false }
    defer { gnutls_x509_crt_deinit(certificate) }
    let thumbprints = [
      ("x5t", X509.fingerprint(certificate, GNUTLS_DIG_SHA1)),
      ("x5t#S256", X509.fingerprint(certificate, GNUTLS_DIG_SHA256)),
    ]
    return thumbprints.allSatisfy { name, thumbprint in
      guard let named = header[name]?.string else { return true }
      return Base64URL.bytes(named) == thumbprint
    }
  }

  private func isSigned(_ pem: String) -> Bool {
    guard let certificate = X509.certificate(pem) else { return false }
    defer { gnutls_x509_crt_deinit(certificate) }
    return X509.isSigned(signed, signature, by: certificate, algorithm)
  }
}
