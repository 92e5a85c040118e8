internal import ExactText

/// The error codes of the administrator API; the raw value is the `code` in an answer.
///
/// The directory gives some of them names of its own; see ``nameOfDirectory``.
package enum GraphErrorCode: String, Sendable, CaseIterable {
  /// The request is not what the resource takes.
  case badRequest = "BadRequest"
  /// The body breaks a rule of the model.
  case modelValidationFailure = "ModelValidationFailure"
  /// The token is missing or void.
  case invalidAuthenticationToken = "InvalidAuthenticationToken"
  /// The token has none of the permissions that are needed.
  case forbidden = "Forbidden"
  /// There is no such resource.
  case resourceNotFound = "ResourceNotFound"
  /// The method is not one of those that the place takes.
  case methodNotAllowed = "MethodNotAllowed"
  /// The change does not fit what is there.
  case conflict = "Conflict"
  /// The resource is no longer as the client knows it.
  case preconditionFailed = "PreconditionFailed"
  /// The body is not JSON.
  case unsupportedMediaType = "UnsupportedMediaType"
  /// Throttled.
  case tooManyRequests = "TooManyRequests"
  /// The API fails.
  case internalServerError = "InternalServerError"
  /// What stands before the API gets no answer that it understands.
  case badGateway = "BadGateway"
  /// The API is down, or could not store a change.
  case serviceUnavailable = "ServiceUnavailable"
  /// What stands before the API gets no answer in time.
  case gatewayTimeout = "GatewayTimeout"
  /// The directory does not answer a query of this kind.
  case unsupportedQuery = "Request_UnsupportedQuery"
  /// A request of a batch depends on one that failed.
  case failedDependency = "FailedDependency"

  /// The HTTP status that goes with the code.
  package var status: Int {
    switch self {
    case .badRequest, .modelValidationFailure, .unsupportedQuery: 400
    case .invalidAuthenticationToken: 401
    case .forbidden: 403
    case .resourceNotFound: 404
    case .methodNotAllowed: 405
    case .conflict: 409
    case .preconditionFailed: 412
    case .unsupportedMediaType: 415
    case .failedDependency: 424
    case .tooManyRequests: 429
    case .internalServerError: 500
    case .badGateway: 502
    case .serviceUnavailable: 503
    case .gatewayTimeout: 504
    }
  }

  /// What the directory calls it; nil if it has no name of its own for it.
  var nameOfDirectory: String? {
    switch self {
    case .badRequest: "Request_BadRequest"
    case .forbidden: "Authorization_RequestDenied"
    case .resourceNotFound: "Request_ResourceNotFound"
    default: nil
    }
  }

  /// The codes that a fault can order; the first one of a status is the usual one.
  package static let ofFaults = allCases.filter {
    $0 != .unsupportedQuery && $0 != .failedDependency
  }
}
