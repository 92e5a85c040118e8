import JSONText
import VirtualTime

/// An error of the administrator API, in the form that Graph gives it.
struct GraphError: Error, Equatable {
  let status: Int
  let code: String
  let message: String

  init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// The request is not what the resource takes.
  static func badRequest(_ message: String) -> GraphError { .init(400, "BadRequest", message) }
  /// The body breaks a rule of the model.
  static func validation(_ message: String) -> GraphError {
    .init(400, "ModelValidationFailure", message)
  }
  /// There is no such resource.
  static func notFound(_ message: String) -> GraphError {
    .init(404, "ResourceNotFound", message)
  }
  /// The token is missing or void.
  static func unauthenticated(_ message: String) -> GraphError {
    .init(401, "InvalidAuthenticationToken", message)
  }

  /// The answer.
  ///
  /// - Parameters:
  ///   - requestID: the service's name of the request.
  ///   - clientRequestID: the client's; the service's own if the client gave none.
  func response(
    _ now: VirtualInstant, requestID: String = GraphRequest.fixedID, clientRequestID: String? = nil
  ) -> GraphResponse {
    let inner: JSON = [
      "date": .string(ISO8601.instant(milliseconds: now.milliseconds)),
      "request-id": .string(requestID), "client-request-id": .string(clientRequestID ?? requestID),
    ]
    return GraphResponse(
      status,
      ["error": ["code": .string(code), "message": .string(message), "innerError": inner]],
      // RFC 6750, section 3: whoever lacks a token is told which kind is meant.
      headers: status == 401 ? [HeaderField("WWW-Authenticate", "Bearer")] : [])
  }
}
