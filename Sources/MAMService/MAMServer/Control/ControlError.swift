internal import ExactText
import JSONText
import MAMDirectory
import MAMWire

/// An error of the control API.
struct ControlError: Error, Equatable {
  let status: Int
  let code: String
  let message: String
  /// The methods that the path has: the header `Allow` (RFC 9110, section 10.2.1).
  var allow: [String] = []

  static func badRequest(_ message: String) -> ControlError {
    ControlError(status: 400, code: "BadRequest", message: message)
  }
  static func notFound(_ message: String) -> ControlError {
    ControlError(status: 404, code: "NotFound", message: message)
  }

  static func conflict(_ message: String) -> ControlError {
    ControlError(status: 409, code: "Conflict", message: message)
  }
  static func tooLarge(_ limit: Int) -> ControlError {
    ControlError(
      status: 413, code: "RequestTooLarge", message: "a body has at most \(limit) bytes")
  }

  static let crowded = ControlError(
    status: 503, code: "ServiceUnavailable",
    message: "the bodies of other requests take all the available memory")

  /// The answer.
  var response: ServiceResponse {
    var headers: [HeaderField] = []
    if !allow.isEmpty { headers.append(HeaderField("Allow", allow.joined(separator: ", "))) }
    if status == 401 { headers.append(HeaderField("WWW-Authenticate", "Bearer")) }
    return ServiceResponse(
      status: status,
      .json(["error": ["code": .string(code), "message": .string(message)]]), headers: headers)
  }
}

extension ControlError {
  /// What a command says is wrong with it, or that it could not be stored.
  init(_ error: CommandError) {
    switch error.kind {
    case .unusable: self = .badRequest(error.description)
    case .unknown: self = .notFound(error.description)
    case .storage:
      self.init(
        status: 503, code: "ServiceUnavailable",
        message: "the change cannot be stored: \(error.description)")
    }
  }
}
