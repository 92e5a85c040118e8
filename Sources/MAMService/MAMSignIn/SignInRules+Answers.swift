internal import ExactText
import JSONText
import MAMDirectory
package import MAMWire
package import VirtualTime

/// What the answers of the sign-in host have in common.
extension SignInRules {
  /// An answer that gives out secrets, or refuses to, with the header fields of RFC 6749, sections 5.1 and
  /// 5.2; as it is under a coordinator.
  package func withSignInFields(_ response: ServiceResponse) -> ServiceResponse {
    guard signer != nil else { return response }
    var response = response
    response.headers += [
      HeaderField("Cache-Control", "no-store"), HeaderField("Pragma", "no-cache"),
    ]
    if response.status == 401 {
      response.headers.append(HeaderField("WWW-Authenticate", "Basic realm=\"mamconform\""))
    }
    return response
  }

  // MARK: Names of requests

  /// True if a request there is told its name; under a coordinator none is.
  package func isNamed(_ endpoint: Endpoint) -> Bool { endpoint.host == .signIn && signer != nil }

  /// Tells in an answer the name of the request.
  package func name(_ response: inout ServiceResponse, _ now: VirtualInstant) {
    response.headers.append(HeaderField("x-ms-request-id", names.latest(now)))
  }

  /// The name by which a client knows the request, if that is a GUID, or else one of the service.
  private func correlation(_ client: String?, _ now: VirtualInstant) -> String {
    if let client, StableID.isGUID(client) { return client }
    return GraphID.correlation.text(now.milliseconds, count: names.count)
  }

  // MARK: Errors

  /// An error in the form that an operation gives errors, but the administrator API.
  ///
  /// - Parameter client: the `client-request-id`.
  package func refusal(
    at endpoint: Endpoint, client: String?, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    var response = ServiceResponse(refusal, at: endpoint)
    if signer != nil, endpoint.host == .signIn {
      response.content = .json(signInError(refusal, client: client, now))
    }
    return endpoint.isOfOAuth ? withSignInFields(response) : response
  }

  /// A sign-in error as Microsoft's identity platform writes it: RFC 6749, section 5.2, and more.
  func signInError(
    _ refusal: Refusal, client: String?, _ now: VirtualInstant
  ) -> JSON {
    let isOfHTTP = !refusal.isOrdered && (refusal.status == 405 || refusal.status == 413)
    let number = refusal.number ?? (refusal.status == 405 ? 900_561 : 900_000)
    var error: JSONObject = [
      "error": .string(isOfHTTP ? Refusal.Code.invalidRequest.rawValue : refusal.code),
      "error_description": .string(
        description("AADSTS\(number): \(refusal.message)", client: client, now)),
      "error_codes": [.int(number)], "timestamp": .string(SignInRules.timestamp(now)),
      "trace_id": .string(names.latest(now)), "correlation_id": .string(correlation(client, now)),
    ]
    if let suberror = refusal.suberror { error.append("suberror", .string(suberror)) }
    if let claims = refusal.claims { error.append("claims", .string(claims)) }
    return .object(error)
  }

  /// What a person should know, and by what an administrator would look it up.
  ///
  /// - Parameter client: the client's name of the request.
  func description(_ text: String, client: String?, _ now: VirtualInstant) -> String {
    guard signer != nil else { return text }
    let end = text.utf8.last == UInt8(ascii: ".") ? "" : "."
    return "\(text)\(end) Trace ID: \(names.latest(now)) "
      + "Correlation ID: \(correlation(client, now)) Timestamp: \(SignInRules.timestamp(now))"
  }

  /// `2020-06-04 09:00:00Z`.
  private static func timestamp(_ now: VirtualInstant) -> String {
    let seconds = now.milliseconds.flooringDivision(by: 1000)
    return ISO8601.instant(milliseconds: seconds * 1000).split(separator: "T").joined(
      separator: " ")
  }
}
