internal import ExactText
import JSONText
import MAMWire
package import VirtualTime

/// An error of the administrator API, in the form that Graph gives it.
package struct GraphError: Error, Equatable {
  let status: Int
  let code: String
  let message: String
  /// The methods that the place takes; nil but for a 405.
  var allow: String?
  /// True if what stands before the parts of the real service says it, which has one code for all of them.
  var isOfGateway = false

  /// An error with the status of its code.
  package init(_ code: GraphErrorCode, _ message: String) {
    self.init(code.status, code.rawValue, message)
  }

  /// An error that a fault has ordered, or that was found before the request came to the API.
  package init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// The request is not what the resource takes.
  static func badRequest(_ message: String) -> GraphError { .init(.badRequest, message) }
  /// The path has a name in it that means nothing there: the real service looks at that before it looks for
  /// anything.
  static func noSegment(_ segment: String) -> GraphError {
    ofGateway("Resource not found for the segment '\(segment)'.")
  }
  /// `/me` without a user.
  static let noUser = ofGateway("/me request is only valid with delegated authentication flow.")
  private static func ofGateway(_ message: String) -> GraphError {
    var error = badRequest(message)
    error.isOfGateway = true
    return error
  }
  /// The directory does not answer a query of this kind.
  static func unsupportedQuery(_ message: String) -> GraphError {
    .init(.unsupportedQuery, message)
  }
  /// The body breaks a rule of the model.
  static func validation(_ message: String) -> GraphError {
    .init(.modelValidationFailure, message)
  }
  /// There is no such resource.
  static func notFound(_ message: String) -> GraphError {
    .init(.resourceNotFound, message)
  }
  /// The token is missing or void.
  static func unauthenticated(_ message: String) -> GraphError {
    .init(.invalidAuthenticationToken, message)
  }

  /// The method is not one of those that the place takes.
  static func methodNotAllowed(_ message: String, _ allow: String) -> GraphError {
    var error = GraphError(.methodNotAllowed, message)
    error.allow = allow
    return error
  }

  /// The error as the part of the real service names it to which the first segment of a path leads: the directory
  /// has codes of its own, those of Intune are the ones without a prefix.
  func named(below segment: String?) -> GraphError {
    guard !isOfGateway, let segment, GraphError.directory.contains(segment),
      let code = GraphErrorCode(rawValue: code)?.nameOfDirectory
    else { return self }
    return GraphError(status, code, message)
  }

  private static let directory: Set<ExactString> = [
    "users", "groups", "directoryObjects", "subscribedSkus", "organization", "me",
  ]

  /// The answer.
  ///
  /// - Parameters:
  ///   - requestID: the service's name of the request.
  ///   - clientRequestID: the client's; the service's own if the client gave none.
  package func response(
    _ now: VirtualInstant, requestID: String = GraphRequest.fixedID, clientRequestID: String? = nil
  ) -> GraphResponse {
    let inner: JSON = [
      "date": .string(ISO8601.instant(milliseconds: now.milliseconds)),
      "request-id": .string(requestID), "client-request-id": .string(clientRequestID ?? requestID),
    ]
    var headers: [HeaderField] = []
    // RFC 6750, section 3: whoever lacks a token is told which kind is meant.
    if status == 401 { headers.append(HeaderField("WWW-Authenticate", "Bearer")) }
    if let allow { headers.append(HeaderField("Allow", allow)) }
    return GraphResponse(
      status,
      ["error": ["code": .string(code), "message": .string(message), "innerError": inner]],
      headers: headers)
  }
}
