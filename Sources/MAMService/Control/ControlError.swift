import JSONText

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

  var response: ServiceResponse {
    var headers: [HeaderField] = []
    if !allow.isEmpty { headers.append(HeaderField("Allow", allow.joined(separator: ", "))) }
    if status == 401 { headers.append(HeaderField("WWW-Authenticate", "Bearer")) }
    return ServiceResponse(
      status: status,
      .json(["error": ["code": .string(code), "message": .string(message)]]), headers: headers)
  }
}
